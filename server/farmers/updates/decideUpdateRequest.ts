import {
  needReason,
  updatableIn,
  updateRequestFlow,
  type UpdatableField,
  type UpdateRequest,
} from '#contract/farmers/updateRequests.ts'
import { refusal } from '#contract/kit/workflow.ts'
import { lifeStateRules, type LifeState } from '#contract/farmers/lifeStates.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { changesOf, getChange, type StoredChange } from '#server/kit/records/changeRequests.ts'
import { now } from '#server/kit/clock.ts'
import { isPgError, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { done, type RequestFacts } from '#server/kit/web/serve.ts'
import { mustHaveSteppedUp } from '#server/kit/web/stepUp.ts'
import { systemStep, takeStep, type Effect, type StepRequest } from '#server/kit/records/takeStep.ts'
import { lookUpAccount, findFreshLookUp } from '#server/farmers/accountLookUps.ts'
import { findFarmer, identityOf, writeFarmer, type FarmerRecord, type Values } from '#server/farmers/farmerValues.ts'
import { eraseForGood } from './erasedRegister.ts'
import { erased, refuseErasure } from './erasing.ts'
import { concernsAccount, findRisks, fits, movesMoney } from './riskNotes.ts'
import { notifyChange } from './notifyChange.ts'
import { getUpdateRequest, updateRequestKind } from './updateRequestRows.ts'

type Deciding = { tx: Tx; actor: Actor; request: StepRequest }
type Decision = { id: string; version?: number | undefined; approverComments?: string | undefined }

/** Whether an id is that of an update request which the transaction may see: the calls that decide are shared with created farmers. */
export async function isUpdateRequest(tx: Tx, id: string): Promise<boolean> {
  const [request] = await rows(
    tx,
    sql<{ one: number }>`select 1 as one from change_requests where id = ${id} and kind = ${updateRequestFlow.kind}`,
  )
  return request !== undefined
}

/**
 * Before an approval, outside its transaction: looks the account up at the bank and checks the warnings again. New ones are
 * written to the request and refuse this decision: nobody approves what they were not shown.
 */
export async function prepareUpdateApproval({
  house,
  actor,
  id,
}: {
  house: House
  actor: Actor
  id: string
}): Promise<void> {
  const scope = scopeOf(actor)
  const toLookUp = await house.db.transaction(scope, (tx) => accountToLookUp(tx, actor, id), { readOnly: true })
  if (!toLookUp) return
  const { account, organisationId } = toLookUp
  if (account) await lookUpAccount({ house, actor, organisationId, account })
  const isNew = await house.db.transaction(scope, (tx) => noteNewRisks(tx, id))
  if (isNew)
    throw new Refused('record.changed', {
      message: 'There are new warnings. Look at the request again before you decide.',
    })
}

/** Approves an update request: its values become the farmer's. `alone` is false in a bulk decision, which leaves warnings alone. */
export async function approveUpdateRequest(
  call: Deciding,
  decision: Decision,
  { alone = true } = {},
): Promise<{ error: false; message: string; data: UpdateRequest }> {
  const { tx, actor } = call
  const { id } = decision
  await takeUpdateStep(call, 'approve', decision, copyToFarmer({ tx, alone }))
  await notifyChange(tx, 'change_approved', id)
  return done('Update approved', await getUpdateRequest(tx, actor, id))
}

/** Requires a fresh code, where the operator wants one, when any of these requests leads the money elsewhere. */
export async function requireFreshCode(
  { tx, house, request }: { tx: Tx; house: House; request: RequestFacts },
  ids: readonly string[],
): Promise<void> {
  const afters = await rows(
    tx,
    sql<{
      after: Values
    }>`select after from change_requests where id = any (${ids}) and kind = ${updateRequestFlow.kind}`,
  )
  if (afters.some(({ after }) => movesMoney(after))) await mustHaveSteppedUp(tx, { house, request })
}

/** Rejects an update request: the farmer stays as it is. */
export async function rejectUpdateRequest(
  call: Deciding,
  decision: Decision,
): Promise<{ error: false; message: string; data: UpdateRequest }> {
  await takeUpdateStep(call, 'decline', decision)
  return done('Update rejected', await getUpdateRequest(call.tx, call.actor, decision.id))
}

/** Takes a step with an update request, under the lock of its row. */
export const takeUpdateStep = (
  { tx, actor, request }: Deciding,
  step: 'approve' | 'decline' | 'withdraw',
  { id, version, approverComments: comment }: Decision,
  effect?: Effect,
) =>
  takeStep({ tx, actor, kind: updateRequestKind, step, id, version, comment, request, ...(effect ? { effect } : {}) })

const proposed = (change: StoredChange): { after: Values; lifeState?: LifeState } =>
  // What a request stores was read by its declaration when it was opened.
  change.subject === 'life_state' || change.subject === 'erasure'
    ? { after: {}, lifeState: change.after['lifeState'] as LifeState }
    : { after: change.after }

async function accountToLookUp(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ organisationId: string; account: BankAccount | null } | null> {
  if (!(await isUpdateRequest(tx, id))) return null
  const change = await getChange(tx, updateRequestKind, id)
  // Nothing is looked up for who may not decide it; the decision itself says why.
  if (refusal(updateRequestFlow.steps.approve, change, actor)) return null
  const farmer = await findFarmer(tx, change.target_id)
  if (!farmer) return null
  const { after } = proposed(change)
  return {
    organisationId: farmer.organisationId,
    account: concernsAccount(after) ? await bankAccountOf(tx, { ...farmer.values, ...after }) : null,
  }
}

/** The account of these values as it is looked up at the bank. */
export async function bankAccountOf(tx: Tx, values: Values): Promise<BankAccount> {
  const { institution: institutionCode = '', accountNumber = '' } = values
  const [institution] = await rows(
    tx,
    sql<{ type: BankAccount['institutionType'] }>`select type from institutions where code = ${institutionCode}`,
  )
  return { institutionCode, accountNumber, institutionType: institution?.type ?? 'BANK' }
}

async function noteNewRisks(tx: Tx, id: string): Promise<boolean> {
  await sql`select 1 from change_requests where id = ${id} for update`.execute(tx)
  const change = await getChange(tx, updateRequestKind, id)
  const farmer = await findFarmer(tx, change.target_id)
  if (!farmer || change.status !== updateRequestFlow.initial[0]) return false
  const notes = await findRisks({ tx, farmer, ...proposed(change) })
  const known = new Set(change.notes.map(({ message }) => message))
  if (JSON.stringify(notes) === JSON.stringify(change.notes)) return false
  await sql`update change_requests set notes = ${JSON.stringify(notes)} where id = ${id}`.execute(tx)
  const added = notes.filter(({ message }) => !known.has(message))
  // Warnings that went away are no reason to look again.
  if (added.length === 0) return false
  await systemStep({
    tx,
    kind: updateRequestKind,
    id,
    organisationId: change.organisation_id,
    from: change.status,
    to: change.status,
    title: change.title,
    changes: {
      warnings: {
        before: change.notes.map(({ message }) => message).join('; '),
        after: notes.map(({ message }) => message).join('; '),
      },
    },
  })
  return true
}

const copyToFarmer =
  ({ tx, alone }: { tx: Tx; alone: boolean }): Effect =>
  async ({ id, comment }) => {
    const change = await getChange(tx, updateRequestKind, id)
    const farmer = await findFarmer(tx, change.target_id, { lock: true })
    if (!farmer) throw new Refused('record.not_found')
    refuseStale(farmer, change)
    const { after, lifeState } = proposed(change)
    if (lifeState === erased) await refuseErasure(tx, farmer)
    else refuseByLifeState(farmer, { after, lifeState })
    const notes = await findRisks({ tx, farmer, after, lifeState })
    if (notes.length > 0 && !alone) throw new Refused('change.has_warnings')
    if (needReason(notes) && !comment)
      throw new Refused('step.comment_required', {
        message: 'Say why this is right in spite of its warnings.',
        details: { fields: { approverComments: 'Comment is required' }, notes },
      })
    if (lifeState === erased) await eraseForGood(tx, farmer.id)
    else if (lifeState) await writeFarmer(tx, farmer, { lifeState })
    else await writeDetails(tx, farmer, after)
    return { changes: changesOf(change.before, change.after) }
  }

function refuseStale(farmer: FarmerRecord, change: StoredChange): void {
  const current: Record<string, unknown> = { ...farmer.values, lifeState: farmer.lifeState }
  const isStale = Object.entries(change.before).some(([key, value]) => (current[key] ?? null) !== value)
  if (isStale) throw new Refused('change.stale')
}

async function writeDetails(tx: Tx, farmer: FarmerRecord, after: Values): Promise<void> {
  await refuseRegistered(tx, farmer, after)
  const account = concernsAccount(after) ? { accountState: await accountState(tx, farmer, after) } : {}
  const moved = movesMoney(after) ? { accountChangedAt: now() } : {}
  try {
    await savepoint(tx, () => writeFarmer(tx, farmer, { values: after, ...account, ...moved }))
  } catch (error) {
    // A member who was registered at the same moment holds the number: the index says so where the look did not.
    if (isPgError(error) && error.code === '23505') throw new Refused('farmer.registered')
    throw error
  }
}

async function accountState(tx: Tx, farmer: FarmerRecord, after: Values): Promise<string> {
  const values = { ...farmer.values, ...after }
  const lookUp = await findFreshLookUp(tx, {
    organisationId: farmer.organisationId,
    institution: values.institution ?? '',
    accountNumber: values.accountNumber ?? '',
  })
  if (!lookUp) throw new Refused('bank.silent')
  if (lookUp.outcome !== 'found') throw new Refused('account.refused', { details: { outcome: lookUp.outcome } })
  return fits(values, lookUp) ? 'VERIFIED' : 'NAME_DIFFERS'
}

/** Of who has left nothing is changed, of the dead only where the next of kin are paid, and the dead do not leave. */
export function refuseByLifeState(
  farmer: FarmerRecord,
  { after, lifeState }: { after: Values; lifeState?: LifeState | undefined },
): void {
  const current = farmer.lifeState
  if (current === erased) throw new Refused('farmer.erased')
  if (lifeState && lifeState !== current && !lifeStateRules[current].next.includes(lifeState))
    throw new Refused('farmer.life_state')
  const allowed = updatableIn(farmer.type, current)
  const isAllowed = Object.keys(after).every((key) => allowed.includes(key as UpdatableField)) // border: the keys of Values
  if (!isAllowed) throw new Refused(allowed.length === 0 ? 'farmer.left' : 'farmer.deceased')
}

/** Member number and ID belong to one farmer of a society. */
export async function refuseRegistered(tx: Tx, farmer: FarmerRecord, after: Values): Promise<void> {
  const identity = identityOf(after)
  const [other] = await rows(
    tx,
    sql<{ member: string; name: string }>`select member_number as member, full_name as name from farmers
      where organisation_id = ${farmer.organisationId} and id <> ${farmer.id} and status <> 'REJECTED'
        and (member_number = ${after.memberNumber ?? null} or id_number = ${identity ?? null}) limit 1`,
  )
  if (other) throw new Refused('farmer.registered', { message: `Already registered: ${other.member} ${other.name}` })
}
