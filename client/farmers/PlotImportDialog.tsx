import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { plots, type PlotImport } from '#contract/plots.ts'
import { useFormat } from '#client/kit/format.ts'
import { useAct } from '#client/kit/queries.ts'
import { UploadDrop } from '#client/kit/UploadDrop.tsx'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import '#client/kit/review.css'
import '#client/kit/decisions.css'

const accept = { 'application/geo+json': ['.geojson', '.json'], 'text/csv': ['.csv'] }

/** Brings the plots of a file, and says of each that was left out why. */
export function PlotImportDialog({ onClose }: { onClose: () => void }) {
  const { plots: words } = useWords().farmerPage
  const { cancel } = useWords().lists
  const say = useContractWords()
  const user = useUser()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [brought, setBrought] = useState<PlotImport>()
  const send = useAct(plots.import, {
    quiet: true,
    onDone: ({ data }) => setBrought(data),
    onRefused: ({ message }) => {
      setProblem(say(message))
      return true
    },
  })
  const bring = async () => {
    if (!file) return
    const params = { organisationId: user.organisation.id }
    send.mutate({ params, body: { fileName: file.name, text: await file.text() } })
  }
  return (
    <Modal
      opened
      onClose={send.isPending ? () => {} : onClose}
      size={600}
      title={<span className="modal-title">{words.importTitle}</span>}
    >
      <div className="step-form">
        {brought ? (
          <Brought brought={brought} />
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
          {brought ? (
            <>
              <Button
                variant="default"
                onClick={() => {
                  setBrought(undefined)
                  setFile(undefined)
                }}
              >
                {words.again}
              </Button>
              <Button data-autofocus onClick={onClose}>
                {words.done}
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={onClose} disabled={send.isPending}>
                {cancel}
              </Button>
              <Button disabled={!file} loading={send.isPending} onClick={() => void bring()}>
                {words.sendFile}
              </Button>
            </>
          )}
        </Group>
      </div>
    </Modal>
  )
}

function Brought({ brought }: { brought: PlotImport }) {
  const { plots: words } = useWords().farmerPage
  const say = useContractWords()
  const { number } = useFormat()
  return (
    <>
      <p role="status">{words.counts(number(brought.accepted), number(brought.known), number(brought.failed))}</p>
      {brought.problems.length > 0 && (
        <ul className="import-problems">
          {brought.problems.map(({ feature, memberNumber, message }) => (
            <li key={feature}>{words.problem(number(feature), memberNumber, say(message))}</li>
          ))}
        </ul>
      )}
    </>
  )
}
