import { createdFarmerFlow, needReason } from '#contract/farmers/createdFarmers.ts'
import { refusal } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import type { Job } from '#server/kit/jobs.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { accountProblems, findFreshLookUp, lookUpAccount, saveLookUp, type AccountLookUp } from './accountLookUps.ts'
import { accountOf, findNotes, fits } from './createdFarmerNotes.ts'
import { createdFarmerKind, getStoredFarmer } from './createdFarmerRows.ts'
import { isRegisteredElsewhere } from './elsewhere.ts'

/** The queue of farmers who were entered or approved before the bank answered for their account. */
export const accountLookUpQueue = 'farmers.ask_account'

type FarmerAccount = {
  id: string
  organisationId: string
  status: string
  makers: string[]
  accountState: string
  title: string
  fullName: string
} & BankAccount

async function findFarmerAccount(tx: Tx, id: string): Promise<FarmerAccount | undefined> {
  const [farmer] = await rows(
    tx,
    sql<FarmerAccount>`select t.id, t.organisation_id as "organisationId", t.status, t.makers, t.account_state as "accountState", ${createdFarmerKind.title} as title, t.full_name as "fullName",
        t.institution_code as "institutionCode", i.type as "institutionType", t.account_number as "accountNumber"
      from farmers t join institutions i on i.code = t.institution_code where t.id = ${id}`,
  )
  return farmer
}

/** Before an approval, outside its transaction: looks the account up. Nothing is looked up for who may not decide. */
export async function prepareFarmer({ house, actor, id }: { house: House; actor: Actor; id: string }): Promise<void> {
  const farmer = await house.db.transaction(scopeOf(actor), (tx) => findFarmerAccount(tx, id), { readOnly: true })
  if (!farmer || refusal(createdFarmerFlow.steps.approve, farmer, actor)) return
  await lookUpAccount({ house, actor, organisationId: farmer.organisationId, account: farmer })
}

type Approval = {
  tx: Tx
  house: House
  override: string | undefined
  alone: boolean
}

/**
 * The effect of an approval. An account the bank does not know is refused; when the bank is silent the farmer is approved
 * unverified, and a job looks the account up later. An ID of another society needs an `override`, other warnings about money any reason. `alone` is false in
 * a bulk decision, which leaves warnings to be looked at.
 */
export const approveFarmerEffect =
  ({ tx, house, override, alone }: Approval): Effect =>
  async ({ id, comment }) => {
    const farmer = await getStoredFarmer(tx, id)
    // Two societies that approve the same person at once decide one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`national id ${farmer.id_number}`}, 0))`.execute(tx)
    const isElsewhere = await isRegisteredElsewhere(tx, farmer.id_number, farmer.organisation_id)
    if (isElsewhere && !override)
      throw new Refused('farmer.elsewhere', { details: { fields: { override: 'Give a reason' } } })
    const lookUp = await findFreshLookUp(tx, accountOf(farmer))
    if (lookUp && lookUp.outcome !== 'found') throw refusedAccount(lookUp)
    const notes = await findNotes(tx, farmer)
    if (!alone && notes.some(({ code }) => code !== 'account_unchecked')) throw new Refused('farmer.has_warnings')
    // The bank may have answered only now: a decider who gave no reason has not seen its answer.
    if (needReason(notes) && !override && !comment)
      throw new Refused('step.comment_required', {
        message: 'Say why this is right in spite of its warnings.',
        details: { fields: { override: 'Give a reason' }, notes },
      })
    const accountState = lookUp ? stateOf(farmer, lookUp) : 'UNVERIFIED'
    const overrideReason = isElsewhere ? (override ?? null) : null
    await sql`update farmers set account_state = ${accountState}, override_reason = ${overrideReason} where id = ${id}`.execute(
      tx,
    )
    if (!lookUp) await house.jobs.send(tx, accountLookUpQueue, { farmerId: id })
    return {
      changes: {
        accountState: { before: farmer.account_state, after: accountState },
        ...(overrideReason ? { overrideReason: { before: null, after: overrideReason } } : {}),
      },
    }
  }

const stateOf = (farmer: { full_name: string }, lookUp: AccountLookUp): 'VERIFIED' | 'NAME_DIFFERS' =>
  fits(farmer, lookUp) ? 'VERIFIED' : 'NAME_DIFFERS'

function refusedAccount({ outcome }: AccountLookUp): Refused {
  const why = outcome === 'found' ? '' : `${accountProblems[outcome]}.`
  return new Refused('account.refused', {
    message: `${why} Decline the farmer and ask for the right account.`,
    details: { outcome },
  })
}

/** Retries until the bank answers. The answer is saved for whoever decides; for a farmer who is approved already it sets the state of the account. */
export const accountLookUpJob: Job = {
  queue: accountLookUpQueue,
  retries: 20,
  work: async (house, { farmerId }) => {
    if (!farmerId) return
    const farmer = await house.db.transaction('system', (tx) => findFarmerAccount(tx, farmerId), { readOnly: true })
    if (!farmer) return
    const answer = await house.bank.lookUp(farmer)
    if (answer.outcome === 'silent') throw new Error('the bank is silent for an account')
    await house.db.transaction('system', async (tx) => {
      await saveLookUp(tx, { organisationId: farmer.organisationId, account: farmer, answer })
      if (answer.outcome === 'found') await verify(tx, farmer, answer)
    })
  },
}

/** The account may have changed during the look-up: the answer is about the one that was looked up. */
async function verify(tx: Tx, farmer: FarmerAccount, lookUp: AccountLookUp): Promise<void> {
  const state = stateOf({ full_name: farmer.fullName }, lookUp)
  const moved = await changed(
    tx,
    sql`update farmers set account_state = ${state}, version = version + 1 where id = ${farmer.id} and status = 'APPROVED' and account_state = 'UNVERIFIED'
      and institution_code = ${farmer.institutionCode} and account_number = ${farmer.accountNumber} and full_name = ${farmer.fullName}`,
  )
  if (moved === 0) return
  await writeAudit(tx, {
    by: { system: 'Kahawa', organisationId: farmer.organisationId },
    organisationId: farmer.organisationId,
    kind: createdFarmerFlow.kind,
    recordId: farmer.id,
    title: farmer.title,
    action: 'system',
    from: farmer.status,
    to: farmer.status,
    changes: { accountState: { before: 'UNVERIFIED', after: state } },
  })
}
