import { passkeys, type Passkey } from '#contract/session/passkeys.ts'
import { useAct } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { ProofDialog } from './ProofDialog.tsx'

/** Removes a passkey, by the password and the second factor. */
export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const words = useWords().account
  const remove = useAct(passkeys.remove, {
    onDone: onClose,
    // Shown beside its field.
    onRefused: () => true,
  })
  return (
    <ProofDialog
      title={words.removeTitle}
      lead={words.removeLead(passkey.name)}
      action={words.remove}
      onClose={onClose}
      busy={remove.isPending}
      refused={remove.error}
      onSubmit={(body) => remove.mutate({ params: { id: passkey.id }, body })}
    />
  )
}
