import { Button, Group } from '@mantine/core'
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Endpoint, SentTo } from '#contract/kit/endpoint.ts'
import { Dialog } from '../Dialog.tsx'
import type { AnswerOf } from '../call.ts'
import { useAct } from '../queries.ts'
import { UploadDrop } from './UploadDrop.tsx'
import { useContractWords, useWords } from '../words.ts'
import './review.css'
import '../decisions/decisions.css'

type FileImportProps<E extends Endpoint> = Required<Pick<ComponentProps<typeof UploadDrop>, 'accept'>> & {
  title: string
  hint: string
  drop: string
  sendLabel: string
  doneLabel: string
  /** Offers another file after the first. */
  againLabel?: string
  endpoint: E
  /** The call for the text of the chosen file. */
  request: (file: { fileName: string; text: string }) => SentTo<E>
  /** What came of it. */
  render: (answer: AnswerOf<E>) => ReactNode
  size: number
  onClose: () => void
}

/** Sends the text of a small file and says what came of it; a refusal stands beside the file. */
export function FileImportDialog<const E extends Endpoint>({
  title,
  hint,
  drop,
  sendLabel,
  doneLabel,
  againLabel,
  endpoint,
  request,
  render,
  accept,
  size,
  onClose,
}: FileImportProps<E>) {
  const { cancel } = useWords().lists
  const translate = useContractWords()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const send = useAct(endpoint, {
    quiet: true,
    onRefused: ({ message }) => {
      setProblem(translate(message))
      return true
    },
  })
  const sendFile = async () => {
    if (file) send.mutate(request({ fileName: file.name, text: await file.text() }))
  }
  const again = () => {
    send.reset()
    setFile(undefined)
  }
  return (
    <Dialog busy={send.isPending} onClose={onClose} size={size} title={title}>
      <div className="step-form">
        {send.isSuccess ? (
          render(send.data)
        ) : (
          <>
            <p className="sub">{hint}</p>
            <UploadDrop
              file={file}
              problem={problem}
              accept={accept}
              hint={drop}
              onChoose={(chosen, wrong) => {
                setFile(chosen)
                setProblem(wrong)
              }}
            />
          </>
        )}
        <Group justify="flex-end" gap={8}>
          {send.isSuccess ? (
            <>
              {againLabel && (
                <Button variant="default" onClick={again}>
                  {againLabel}
                </Button>
              )}
              <Button data-autofocus onClick={onClose}>
                {doneLabel}
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={onClose} disabled={send.isPending}>
                {cancel}
              </Button>
              <Button disabled={!file} loading={send.isPending} onClick={() => void sendFile()}>
                {sendLabel}
              </Button>
            </>
          )}
        </Group>
      </div>
    </Dialog>
  )
}
