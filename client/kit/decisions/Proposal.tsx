import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { stateFor } from './decisions.ts'
import { useFormat } from '../format.ts'
import { Status } from '../Status.tsx'
import { useContractWords, useWords } from '../words.ts'

type ProposalProps = {
  proposal: Pick<ChangeRequest, 'reason' | 'createdBy' | 'created' | 'status' | 'decidedBy' | 'approverComments'>
  flow: Workflow
  title: string
  onOpen: () => void
}

/** What one person has proposed, beside what it is about: who, why, and where it stands with the other. */
export function Proposal({ proposal, flow, title, onOpen }: ProposalProps) {
  const words = useWords().lists
  const translate = useContractWords()
  const { dateTime } = useFormat()
  const { reason, createdBy, created, status, decidedBy, approverComments } = proposal
  const state = stateFor(status, flow)
  return (
    <>
      <p>
        <b>{translate(title)}</b>{' '}
        <Status tone={state?.tone ?? 'neutral'} label={translate(state?.label ?? status.statusName)} />
      </p>
      <p>
        <q>{reason}</q>
      </p>
      <p className="faint">
        {createdBy}, {dateTime(created)}
      </p>
      {decidedBy !== null && <p className="faint">{words.decidedBy(decidedBy, approverComments ?? '')}</p>}
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<IconArrowRight size={14} aria-hidden />}
        onClick={onOpen}
      >
        {words.openProposal}
      </Button>
    </>
  )
}
