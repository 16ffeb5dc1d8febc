import type { z } from 'zod'
import { toAmount } from '#contract/kit/money.ts'
import { paymentRetry, paymentRetryFlow, type PaymentRetry } from '#contract/schedules/paymentRetries.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { UpdateBody } from '#contract/farmers/updateRequests.ts'
import { accountProblems, findFreshLookUp, lookUpAccount } from '#server/farmers/accountLookUps.ts'
import { findFarmer } from '#server/farmers/farmerValues.ts'
import { fits } from '#server/farmers/updates/riskNotes.ts'
import { openUpdate } from '#server/farmers/updates/updateRequests.ts'
import { plainAccount, type BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { wholeList } from '#server/kit/records/wholeList.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { takeToken } from '#server/kit/web/rateLimit.ts'
import { around, done, type RequestFacts } from '#server/kit/web/serve.ts'
import { move } from '#server/ledger/ledger.ts'
import { paymentRetryKind, paymentRetrySource, shapePaymentRetry } from './paymentRetryRows.ts'
import { accountNow, lockTarget, mustBeOpen, wayTo, type Account, type RetryTarget } from './retryTargets.ts'
import { payRetryQueue } from './payRetry.ts'
import { keepCents } from './scheduleMoney.ts'

type Body = z.output<(typeof paymentRetry.calls.initiate)['body']>
type Initiating = { tx: Tx; actor: Actor; house: House; request: RequestFacts }

const wrong = (fields: Record<string, string>) => new Refused('input.invalid', { details: { fields } })

/** Another account, as it must be filled in. Source: domain 10.9. */
function mustBeWhole({ instId = '', accountNumber = '', accountName = '' }: Body): void {
  const missing = {
    ...(instId.trim() ? {} : { instId: 'Institution is required' }),
    ...(accountNumber.trim() ? {} : { accountNumber: 'Account number is required.' }),
    ...(accountName.trim() ? {} : { accountName: 'Account name is required' }),
  }
  if (Object.keys(missing).length > 0) throw wrong(missing)
}

const updateOf = (id: string, account: BankAccount, { accountName = '', reason }: Body): UpdateBody => ({
  id,
  bankCode: account.institutionCode,
  account: account.accountNumber,
  accountName: accountName.trim(),
  ...(reason ? { reason } : {}),
})

/** Before anything is written: whose the other account is, by the bank. */
async function prepare({ house, actor, body }: { house: House; actor: Actor; body: Body }): Promise<void> {
  mustMake(paymentRetryFlow, actor)
  if (body.type === 'RETRY') return
  mustBeWhole(body)
  // A bucket of its own: names behind numbers must not be collected.
  takeToken(house, `accounts ${actor.userId}`, 'lookUp')
  const account = await house.db.transaction(scopeOf(actor), (tx) => accountOf(tx, body), { readOnly: true })
  await lookUpAccount({ house, actor, organisationId: actor.organisationId, account })
}

/** The account that is filled in. Refuses an institution that there is not. */
async function accountOf(tx: Tx, { instId = '', accountNumber = '' }: Body): Promise<BankAccount> {
  const institutionCode = instId.trim()
  const [found] = await rows(
    tx,
    sql<{ type: BankAccount['institutionType'] }>`select type from institutions where code = ${institutionCode}`,
  )
  if (!found) throw wrong({ instId: 'Institution is required' })
  const account = { institutionCode, institutionType: found.type, accountNumber: accountNumber.replace(/[\s-]/g, '') }
  // As the register keeps a telephone, however it was typed.
  return found.type === 'M-PESA' ? { ...account, accountNumber: plainAccount(account).accountNumber } : account
}

type Elsewhere = { account: Account; notes: PaymentRetry['notes'] }

/**
 * Another account of the member. The bank must know it, under the member's name; what is in the register is changed by an update
 * request of its own, so that the next schedule pays there too, and whose warnings the decider of the retry sees.
 */
async function openElsewhere(call: Initiating, target: RetryTarget, body: Body): Promise<Elsewhere> {
  const { tx } = call
  const farmer = target.farmerId === null ? undefined : await findFarmer(tx, target.farmerId)
  if (!farmer) throw wrong({ type: 'A lender is paid to the account of its fund' })
  const account = await accountOf(tx, body)
  const { institutionCode: institution, accountNumber } = account
  const { isOfFund } = await one(
    tx,
    sql<{ isOfFund: boolean }>`select is_account_of_fund(${accountNumber}) as "isOfFund"`,
  )
  if (isOfFund && institution === '11')
    throw wrong({ accountNumber: `${accountNumber} cannot be the account of a member: it is a main account of a fund` })
  const lookUp = await findFreshLookUp(tx, { organisationId: farmer.organisationId, institution, accountNumber })
  if (!lookUp) throw new Refused('bank.silent')
  if (lookUp.outcome !== 'found') throw wrong({ accountNumber: accountProblems[lookUp.outcome] })
  if (!fits(farmer.values, lookUp))
    throw wrong({
      accountName: `The bank knows the account as ${lookUp.accountName}, not as ${target.title}`,
    })
  const isKnown = farmer.values.institution === institution && farmer.values.accountNumber === accountNumber
  const opened = isKnown ? null : await asItsFields(() => openUpdate(call, updateOf(farmer.id, account, body)))
  return { account: { ...account, accountName: lookUp.accountName }, notes: opened?.data.notes ?? [] }
}

/** An update request names these fields otherwise. */
const fieldNames: Readonly<Record<string, string>> = { bankCode: 'instId', account: 'accountNumber' }

/** Says what is wrong with the account beside the fields of this form. */
async function asItsFields<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'input.invalid') throw error
    const fields = Object.entries((error.details?.['fields'] ?? {}) as Record<string, string>) // border: as every such refusal says them
    throw wrong(Object.fromEntries(fields.map(([name, message]) => [fieldNames[name] ?? name, message])))
  }
}

/** What a retry says of where it goes, as its row keeps it. */
async function initiate(call: Initiating, body: Body): Promise<string> {
  const { tx, actor, request } = call
  const target = await lockTarget(tx, actor, body.id)
  mustBeOpen(target)
  const { farmerId } = target
  const registered = body.type === 'RETRY' ? (await accountNow(tx, target)).account : null
  const { account, notes } = registered ? { account: registered, notes: [] } : await openElsewhere(call, target, body)
  const { paymentType, amountCents } = wayTo(account, target.amountCents)
  const { institutionCode, institutionType, accountNumber, accountName } = account
  return enterRecord({
    tx,
    actor,
    kind: paymentRetryKind,
    title: target.title,
    values: {
      line_id: farmerId === null ? null : target.id,
      lender_payment_id: farmerId === null ? target.id : null,
      farmer_id: farmerId,
      type: body.type,
      attempt: target.attempts + 1,
      amount_cents: amountCents,
      failure: target.reason,
      institution_code: institutionCode,
      institution_type: institutionType,
      account_number: accountNumber,
      account_name: accountName,
      payment_type: paymentType,
      old_account_number: target.accountNumber,
      notes: JSON.stringify(notes),
      reason: body.reason ?? '',
    },
    once: 'one_waiting_retry',
    comment: body.reason,
    changes: { amount: { before: null, after: toAmount(amountCents) } },
    request,
  })
}

type Kept = Account & { targetId: string; type: string; attempt: number }

/** Everything that was checked when it was asked for is checked again; then it goes to the bank after the commit, once. */
const takeEffect =
  ({ tx, actor, house }: StepCall): Effect =>
  async ({ id }) => {
    const kept = await one(
      tx,
      sql<Kept>`select coalesce(line_id, lender_payment_id) as "targetId", type, attempt, institution_code as "institutionCode", institution_type as "institutionType",
          account_number as "accountNumber", account_name as "accountName" from payment_retries where id = ${id}`,
    )
    const target = await lockTarget(tx, actor, kept.targetId)
    const { farmerId } = target
    mustBeOpen(target)
    // Somebody who has died or left meanwhile is not paid; what was held is judged again. Another account was decided by these two.
    const { institutionCode, institutionType, accountNumber, accountName } = kept
    const account = { institutionCode, institutionType, accountNumber, accountName }
    const now = await accountNow(tx, kept.type === 'RETRY' ? target : { ...target, status: 'FAILED' })
    if ((kept.type === 'RETRY' || now.isOfKin) && now.account.accountNumber !== accountNumber)
      throw new Refused('payment_retry.held', {
        message: 'The account has changed meanwhile: withdraw this retry, and ask again',
      })
    const { paymentType, amountCents, leftCents } = wayTo(account, target.amountCents)
    await (farmerId === null
      ? setLender(tx, target)
      : setLine(tx, target, { ...account, paymentType, amountCents, leftCents }))
    await house.jobs.send(tx, payRetryQueue, { retryId: id })
  }

const setLender = (tx: Tx, { id }: RetryTarget) =>
  sql`update schedule_lender_payments set status = 'PROCESSING', reason = '', settled_at = null where id = ${id}`.execute(
    tx,
  )

type Sent = Account & { paymentType: string; amountCents: bigint; leftCents: bigint }

/** The line goes to its new account. The cents that M-PESA does not pay go back to the farmers' account, and stand so in line and header. */
async function setLine(tx: Tx, target: RetryTarget, sent: Sent): Promise<void> {
  const { id, scheduleId, organisationId } = target
  await sql`update schedule_lines set status = 'QUEUED', reason = '', settled_at = null, institution_code = ${sent.institutionCode}, institution_type = ${sent.institutionType},
      account_number = ${sent.accountNumber}, account_name = ${sent.accountName}, payment_type = ${sent.paymentType}, net_cents = ${sent.amountCents},
      left_cents = left_cents + ${sent.leftCents} where id = ${id}`.execute(tx)
  if (sent.leftCents === 0n) return
  await sql`update communal_payments set net_cents = net_cents - ${sent.leftCents}, left_cents = left_cents + ${sent.leftCents} where id = ${scheduleId}`.execute(
    tx,
  )
  await move(tx, [keepCents({ id, organisationId, cents: sent.leftCents })])
}

export const paymentRetries = serveRecord(paymentRetry, {
  kind: paymentRetryKind,
  source: ({ organisation }) => paymentRetrySource(organisation),
  shape: shapePaymentRetry,
  steps: {
    approve: {
      effect: takeEffect,
      after: (house) => house.jobs.wake(payRetryQueue),
      message: 'Approved: the payment goes to the bank again',
    },
  },
  calls: (read, list) => ({
    initiate: around({
      prepare,
      act: async (call) => {
        const id = await initiate(call, call.body)
        return done('Sent for approval', await read(call.tx, call.actor, id))
      },
      settle: async (_call, opened: { error: false; message: string; data: PaymentRetry }) => opened,
    }),
    unapproved: async ({ tx, actor, house }) => {
      await auditExport({ house, actor, title: paymentRetry.list.title, details: ['JSON'] })
      return done('', {
        data: await wholeList(list)({ tx, actor, organisation: null }, sql`t.status = 'PENDING_APPROVAL'`),
      })
    },
  }),
})
