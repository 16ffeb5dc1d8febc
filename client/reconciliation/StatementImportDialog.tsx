import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { reconciliation } from '#contract/reconciliation.ts'
import { useFormat } from '#client/kit/format.ts'
import { useAct } from '#client/kit/queries.ts'
import { UploadDrop } from '#client/kit/UploadDrop.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import '#client/kit/review.css'
import '#client/kit/decisions.css'

const accept = { 'application/xml': ['.xml'], 'text/xml': ['.xml'], 'text/csv': ['.csv'] }

/** Brings a statement of the bank, and says of each account how much of it was new. */
export function StatementImportDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().reconciliation
  const { cancel } = useWords().lists
  const say = useContractWords()
  const { number, date } = useFormat()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const send = useAct(reconciliation.import, {
    quiet: true,
    onRefused: ({ message }) => {
      setProblem(say(message))
      return true
    },
  })
  const bring = async () => {
    if (file) send.mutate({ body: { fileName: file.name, text: await file.text() } })
  }
  return (
    <Modal
      opened
      onClose={send.isPending ? () => {} : onClose}
      size={560}
      title={<span className="modal-title">{words.import}</span>}
    >
      <div className="step-form">
        {send.data ? (
          <ul className="recon-told" role="status">
            {send.data.data.map(({ id, accountNumber, fromOn, toOn, lines, newLines }) => (
              <li key={id}>
                <b className="code">{accountNumber}</b> {words.period(date(fromOn), date(toOn))}
                <br />
                {newLines === 0 ? words.allKnown(number(lines)) : words.newOf(number(newLines), number(lines))}
              </li>
            ))}
          </ul>
        ) : (
          <>
            <p className="sub">{words.importHint}</p>
            <UploadDrop
              file={file}
              problem={problem}
              accept={accept}
              hint={words.drop}
              onChoose={(chosen, wrong) => {
                setFile(chosen)
                setProblem(wrong)
              }}
            />
          </>
        )}
        <Group justify="flex-end" gap={8}>
          {send.data ? (
            <Button data-autofocus onClick={onClose}>
              {words.done}
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose} disabled={send.isPending}>
                {cancel}
              </Button>
              <Button disabled={!file} loading={send.isPending} onClick={() => void bring()}>
                {words.send}
              </Button>
            </>
          )}
        </Group>
      </div>
    </Modal>
  )
}
