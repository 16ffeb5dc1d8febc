import { session } from '#contract/house/session.ts'
import { useAct } from '#client/kit/queries.ts'
import { changeUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { ProofDialog } from './ProofDialog.tsx'

/** Turns the authenticator app off, by the password and the second factor. */
export function DisableDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().account
  const disable = useAct(session.totp, {
    onDone: () => {
      changeUser({ totpEnabled: false })
      onClose()
    },
    // Shown beside its field.
    onRefused: () => true,
  })
  return (
    <ProofDialog
      title={words.disableTitle}
      lead={words.disableLead}
      action={words.disable}
      onClose={onClose}
      busy={disable.isPending}
      refused={disable.error}
      onSubmit={(proof) => disable.mutate({ body: { action: 'disable', ...proof } })}
    />
  )
}
