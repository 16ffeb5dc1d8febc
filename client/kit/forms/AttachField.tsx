import { FileInput, Loader } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import type { attaching } from '#contract/kit/attachment.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { newKey, sendFile, type CallRefused } from '#client/kit/call.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

// What no document is called: until the chosen one is kept, nothing is sent without it.
const notKept = 'not kept'
const takes = 'application/pdf,image/jpeg,image/png'

type AttachFieldProps = {
  /** The call that keeps it. */
  to: Endpoint & typeof attaching
  /** Hears of the document once it is kept, of what is none until then, and of nothing where none is chosen. */
  onAttached: (documentId: string) => void
  /** What is wrong with the document that was named. */
  error?: string | undefined
}

/** Attaches a document itself, a scan or a photograph; it is sent when it is chosen, and the proposal then names it. */
export function AttachField({ to, onAttached, error }: AttachFieldProps) {
  const { forms } = useWords()
  const translate = useContractWords()
  const params = { organisationId: useUser().organisation.id }
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const attach = async (chosen: File | null) => {
    setFile(chosen)
    setProblem(undefined)
    onAttached(chosen ? notKept : '')
    if (!chosen) return
    setSending(true)
    try {
      const { data } = await sendFile({
        to,
        params,
        file: chosen,
        idempotencyKey: newKey(),
      })
      onAttached(data.id)
    } catch (fault) {
      setProblem((fault as CallRefused).message) // border: every call is refused so
    } finally {
      setSending(false)
    }
  }
  const shown = problem ?? error
  return (
    <FileInput
      label={forms.attach}
      description={forms.attachHint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      accept={takes}
      clearable
      clearButtonProps={{ 'aria-label': forms.clear }}
      value={file}
      leftSection={isSending ? <Loader size={14} /> : <IconPaperclip size={16} aria-hidden />}
      error={shown && translate(shown)}
      onChange={(chosen) => void attach(chosen)}
    />
  )
}
