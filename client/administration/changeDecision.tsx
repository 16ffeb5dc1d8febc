import { adminChangeFlow, adminChange } from '#contract/adminChanges.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { call } from '#client/kit/call.ts'
import type { Decisions } from '#client/kit/decisions.ts'
import { useCall } from '#client/kit/queries.ts'
import { Quoted } from '#client/kit/Quoted.tsx'
import { noteLines, Warned } from '#client/kit/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { ChangedValues } from './ChangedValues.tsx'
import { showLink } from './secrets.tsx'
import './administration.css'

/** The part of a change that a decision sends. */
export type DecidedChange = Pick<ChangeRequest, 'id' | 'version' | 'title'>

/** Decides changes of administration; an approved invitation shows its link once. */
export const adminChangeDecisions: Decisions<DecidedChange> = {
  flow: adminChangeFlow,
  title: (row) => row.title,
  take: {
    approve: async ({ id, version }, { comment, key }) => {
      const answer = await call(adminChange.calls.approve, {
        body: { id, version, approverComment: comment },
        idempotencyKey: key,
      })
      if (answer.data.invitation) showLink(answer.data.invitation)
      return answer
    },
    decline: ({ id, version }, { comment, key }) =>
      call(adminChange.calls.decline, { body: { id, version, approverComment: comment }, idempotencyKey: key }),
    withdraw: ({ id, version }, { key }) =>
      call(adminChange.calls.withdraw, { body: { id, version }, idempotencyKey: key }),
  },
}

/** What a decision should see first: warnings, why it is asked for, and the before and after. */
export function AdminChangeLead({ row }: { row: Pick<ChangeRequest, 'before' | 'after' | 'notes' | 'reason'> }) {
  const words = useWords().administration
  const say = useContractWords()
  return (
    <>
      <Warned title={words.look} lines={noteLines(row.notes, say)} />
      <ChangedValues before={row.before} after={row.after} />
      <Quoted title={words.because}>{row.reason}</Quoted>
    </>
  )
}

/** The same where only the id is known, as in the inbox. */
export function AdminChangeLeadOf({ row }: { row: { id: string } }) {
  const change = useCall(adminChange.calls.one, { params: { id: row.id } }).data
  return change ? <AdminChangeLead row={change} /> : null
}
