import type { AdminSubject } from '#contract/administration/adminChanges.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { changesOf, getChange, openChange, type StoredChange } from '#server/kit/records/changeRequests.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { done, type RequestFacts } from '#server/kit/web/serve.ts'
import { takeStep, type Effect } from '#server/kit/records/takeStep.ts'
import { organisationSubject } from './organisations.ts'
import { providerSubject } from './providers.ts'
import { roleSubject } from './roles.ts'
import { adminChangeKind, administers, oneAfterTheOther, type Subject, type Values } from './subject.ts'
import { serviceSubject } from './services.ts'
import { userSubject } from './users.ts'
import { disclaimerSubject, holidaySubject, seasonSubject, settingSubject } from './values.ts'

const subjects: Record<AdminSubject, Subject> = {
  user: userSubject,
  service_account: serviceSubject,
  role: roleSubject,
  organisation: organisationSubject,
  season: seasonSubject,
  holiday: holidaySubject,
  setting: settingSubject,
  disclaimer: disclaimerSubject,
  provider: providerSubject,
}

type CallContext = { tx: Tx; actor: Actor; request: RequestFacts }

type Proposal = { subject: AdminSubject; targetId: string; title: string; after: Values; reason: string }

/** The answer to a request that waits for the second administrator; an invitation comes with its code. */
export const requested = (id: string, code: string | null = null) =>
  done('Another administrator must decide on this', { id, code })

/** Requests a change and answers its call. */
export const requestChange = async (call: CallContext, proposal: Proposal) =>
  requested((await propose(call, proposal)).id)

/** Requests a change of a target; `after` holds what shall be different. Answers the id of the request. */
export async function propose({ tx, actor, request }: CallContext, proposal: Proposal): Promise<{ id: string }> {
  await oneAfterTheOther(tx, actor)
  const subject = subjects[proposal.subject]
  const { targetId, after } = proposal
  const current = await subject.read(tx, targetId)
  const before = current ?? {}
  const whole = { ...(current ?? subject.blank), ...after }
  const notes = await subject.examine({ tx, actor, targetId, before, after: whole })
  const id = await openChange({
    tx,
    actor,
    kind: adminChangeKind,
    subject: proposal.subject,
    targetId,
    // Other administrators decide, whoever's organisation is changed.
    organisationId: actor.organisationId,
    title: proposal.title,
    before,
    after,
    notes,
    reason: proposal.reason,
    requestId: request.id,
  })
  return { id }
}

type Decision = { id: string; version?: number | undefined; approverComment?: string | undefined }

/** Decides or withdraws a change. An approval is examined anew, with what its approver may grant and what is in force now. */
export async function decide(
  { tx, actor, request }: CallContext,
  step: 'approve' | 'decline' | 'withdraw',
  { id, version, approverComment }: Decision,
): Promise<{ id: string }> {
  const effects: Record<typeof step, Effect> = {
    approve: async () => {
      const change = await getChange(tx, adminChangeKind, id)
      mustNotBeAbout(actor, change)
      return { changes: await apply({ tx, actor }, change) }
    },
    decline: async () => mustNotBeAbout(actor, await getChange(tx, adminChangeKind, id)),
    withdraw: async () => {},
  }
  await takeStep({
    tx,
    actor,
    kind: adminChangeKind,
    step,
    id,
    version,
    comment: approverComment,
    request,
    effect: effects[step],
  })
  // A secret that was only proposed goes with its proposal.
  if (step !== 'approve') await sql`delete from proposed_secrets where change_id = ${id}`.execute(tx)
  return { id }
}

async function apply({ tx, actor }: Pick<CallContext, 'tx' | 'actor'>, change: StoredChange) {
  await oneAfterTheOther(tx, actor)
  // Four eyes: two of them may have been shut out since they requested it.
  if (!(await administers(tx, change.makers[0]))) throw new Refused('change.asker_gone')
  const subject = subjects[change.subject as AdminSubject] // border: only `propose` writes this kind
  const targetId = change.target_id
  const current = await subject.read(tx, targetId)
  const isStale = Object.entries(change.before).some(
    ([key, value]) => JSON.stringify(current?.[key] ?? null) !== JSON.stringify(value),
  )
  if (isStale) throw new Refused('change.stale')
  const proposed = {
    tx,
    actor,
    targetId,
    before: current ?? {},
    after: { ...(current ?? subject.blank), ...change.after },
  }
  await subject.examine(proposed)
  await subject.apply({ ...proposed, changeId: change.id })
  return changesOf(change.before, change.after)
}

/** Whoever a change is about, as a person or by the role, neither approves nor declines it. */
export const isAbout = (actor: Actor, { subject, target_id }: Pick<StoredChange, 'subject' | 'target_id'>): boolean =>
  (subject === 'user' && target_id === actor.username) || (subject === 'role' && target_id === actor.role)

function mustNotBeAbout(actor: Actor, change: StoredChange): void {
  if (isAbout(actor, change)) throw new Refused('change.about_you')
}
