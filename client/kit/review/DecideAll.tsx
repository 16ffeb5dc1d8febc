import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { stepOfAction, type FileAction, type fileBulk } from '#contract/kit/fileBulk.ts'
import { call, newKey, type CallRefused } from '../call.ts'
import { outcomeIn, reasonOf, stepsOf, type Decisions, type NamedStep, type Outcome } from '../decisions/decisions.ts'
import { StepComment } from '../decisions/StepComment.tsx'
import { StepIcon } from '../decisions/StepMenu.tsx'
import type { RecordVersion } from '../decisions/recordView.tsx'
import { Dialog } from '../Dialog.tsx'
import { useFormat } from '../format.ts'
import { refreshLists, showRefusal } from '../queries.ts'
import { useContractWords, useWords } from '../words.ts'

/** The call that decides records of one file. */
export type FileBulk = ReturnType<typeof fileBulk>

type Sent = { fileId: string; action: FileAction; comment?: string | undefined; key: string }

/** Decides records of one file; that none was done is an outcome like others. */
async function send(
  bulk: FileBulk,
  { fileId, action, comment = '', key }: Sent,
  records: readonly RecordVersion[],
): Promise<Outcome> {
  const body = { fileId, action, comment, records: records.map(({ id, version }) => ({ id, version })) }
  try {
    return (await call(bulk, { body, idempotencyKey: key })).data
  } catch (fault) {
    const outcome = outcomeIn(fault)
    if (!outcome) throw fault
    return outcome
  }
}

/** How the chosen records of one file are decided. */
export const decideChosen =
  (bulk: FileBulk, fileId: string): NonNullable<Decisions<RecordVersion>['takeMany']> =>
  (step, records, { comment, key }) =>
    send(bulk, { fileId, action: step === 'approve' ? 'APPROVE_SELECTED' : 'REJECT_SELECTED', comment, key }, records)

const actions = ['REJECT_ALL', 'APPROVE_ALL'] as const

type DecideAllProps = { bulk: FileBulk; fileId: string; flow: Decisions<never>['flow'] }

/** Approves or rejects every record of a file that the user could tick, for one reason. */
export function DecideAll({ bulk, fileId, flow }: DecideAllProps) {
  const words = useWords().uploads
  const [opened, setOpened] = useState<(typeof actions)[number]>()
  const step = (action: FileAction) => stepsOf(flow).find(({ name }) => name === stepOfAction(action))
  const named = opened && step(opened)
  return (
    <>
      {actions.map((action) => {
        const declared = step(action)
        return (
          declared && (
            <Button
              key={action}
              variant="default"
              leftSection={<StepIcon step={declared} />}
              onClick={() => setOpened(action)}
            >
              {words.decideAll[action]}
            </Button>
          )
        )
      })}
      {opened && named && (
        <AllDialog bulk={bulk} fileId={fileId} action={opened} step={named} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

type AllProps = Omit<DecideAllProps, 'flow'> & {
  action: (typeof actions)[number]
  step: NamedStep
  onClose: () => void
}

function AllDialog({ bulk, fileId, action, step, onClose }: AllProps) {
  const words = useWords()
  const translate = useContractWords()
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const [key] = useState(newKey)
  const decide = useMutation<Outcome, CallRefused>({
    mutationFn: () => send(bulk, { fileId, action, comment: comment.trim(), key }, []),
    onSuccess: () => refreshLists(),
    onError: (refused) => {
      onClose()
      showRefusal(refused)
    },
  })
  const title = words.uploads.decideAll[action]
  return (
    <Dialog
      busy={decide.isPending}
      onClose={onClose}
      size={560}
      title={decide.data ? words.lists.receiptTitle(translate(step.label)) : title}
    >
      {decide.data ? (
        <AllReceipt outcome={decide.data} onClose={onClose} />
      ) : (
        <form
          className="step-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (comment.trim() === '') setMissing(true)
            else decide.mutate()
          }}
        >
          <p>{words.uploads.decideAllHint}</p>
          <StepComment step={step} value={comment} required missing={missing} onChange={setComment} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose} disabled={decide.isPending}>
              {words.lists.cancel}
            </Button>
            <Button type="submit" color={step.tone === 'danger' ? 'cherry' : 'leaf'} loading={decide.isPending}>
              {title}
            </Button>
          </Group>
        </form>
      )}
    </Dialog>
  )
}

/** How many records were decided, and why others were not. */
function AllReceipt({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const words = useWords().lists
  const translate = useContractWords()
  const { number } = useFormat()
  const refused = outcome.rows.filter((row) => row.outcome !== 'done')
  const reasons = [...Map.groupBy(refused, ({ message, code }) => message ?? reasonOf(code))]
  return (
    <div className="step-form">
      <p role="status">{words.outcomes(number(outcome.done), number(outcome.skipped), number(outcome.failed))}</p>
      {reasons.length > 0 && (
        <div className="left-alone">
          <ul>
            {reasons.map(([reason, rows]) => (
              <li key={reason}>{words.reasonCount(number(rows.length), translate(reason))}</li>
            ))}
          </ul>
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {words.receiptDone}
        </Button>
      </Group>
    </div>
  )
}
