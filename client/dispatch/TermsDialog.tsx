import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { dispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useAct, useCall } from '#client/kit/queries.ts'
import type { TermsProps } from '#client/kit/uploads/uploadView.tsx'
import { WordingCheck } from '#client/kit/uploads/WordingCheck.tsx'
import { useWords } from '#client/kit/words.ts'
import '#client/kit/decisions/decisions.css'

const { terms, acceptTerms } = dispatchFile.calls

/**
 * The terms in force, agreed to anew before every file: each is vouched for by who sends it. Where they were changed while they were
 * read, the server says so and the new ones are shown.
 */
export function TermsDialog({ onAgreed, onClose }: TermsProps) {
  const words = useWords().dispatch.terms
  const { cancel } = useWords().lists
  const { dateTime } = useFormat()
  const wording = useCall(terms, {})
  // Of which version the box was ticked: another one is not agreed to by it.
  const [ticked, setTicked] = useState<number>()
  const [missing, setMissing] = useState(false)
  const version = wording.data?.version
  const accept = useAct(acceptTerms, {
    quiet: true,
    onDone: ({ data }) => onAgreed({ termsVersion: String(data.version) }),
    onRefused: () => void wording.refetch(),
  })
  const agree = () => {
    if (version === undefined || ticked !== version) setMissing(true)
    else accept.mutate({ body: { version } })
  }
  return (
    <Dialog busy={accept.isPending} onClose={onClose} closeOnClickOutside={false} size={620} title={words.title}>
      <form
        className="step-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          agree()
        }}
      >
        <p>{words.hint}</p>
        {wording.isError ? (
          <NotLoaded refused={wording.error} onReload={() => void wording.refetch()} />
        ) : (
          <WordingCheck
            wording={wording.data}
            checked={ticked !== undefined && ticked === version}
            onChange={(checked) => setTicked(checked ? version : undefined)}
            error={missing && ticked !== version && words.missing}
          />
        )}
        {wording.data?.acceptedAt && <p className="faint">{words.before(dateTime(wording.data.acceptedAt))}</p>}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose} disabled={accept.isPending}>
            {cancel}
          </Button>
          <Button type="submit" loading={accept.isPending}>
            {words.agree}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
