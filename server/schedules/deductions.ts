import { toAmount, toCents } from '#contract/kit/money.ts'
import { deduction, deductionFlow, type Deduction } from '#contract/schedules/deductions.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { accountProblems, findFreshLookUp, lookUpAccount } from '#server/farmers/accountLookUps.ts'
import { findSeason } from '#server/facts/seasons.ts'
import type { BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustBeOwn, personal, scopeOf, type Organisation } from '#server/kit/scope.ts'
import { takeToken } from '#server/kit/web/rateLimit.ts'
import { around, done } from '#server/kit/web/serve.ts'
import { lockMoney } from '#server/payments/lockMoney.ts'

const kind = recordKind({
  flow: deductionFlow,
  table: 'deductions',
  where: sql<boolean>`true`,
  title: sql<string>`t.title`,
  atStake: sql<string>`'KES ' || to_char(t.rate_cents / 100.0, 'FM999,999,990.00')`,
})

type Stored = DecidedRow &
  Pick<
    Deduction,
    | 'id'
    | 'organisationName'
    | 'season'
    | 'kind'
    | 'basis'
    | 'title'
    | 'isEnd'
    | 'minuteNumber'
    | 'minuteDate'
    | 'document'
    | 'payee'
    | 'accountNumber'
    | 'institution'
  > & { rateCents: bigint }

const from = sql`deductions t join organisations o on o.id = t.organisation_id left join institutions i on i.code = t.institution_code`
const source = (organisation: Organisation): ListSource<Stored> => ({
  base: from,
  from,
  select: sql<Stored>`t.id, o.name as "organisationName", t.season, t.kind, t.basis, t.rate_cents as "rateCents", t.title, t.ends_id is not null as "isEnd",
    t.minute_number as "minuteNumber", t.minute_on as "minuteDate", t.document, coalesce(t.account_name, '') as payee, coalesce(t.account_number, '') as "accountNumber",
    coalesce(i.name, '') as institution, t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name,
    t.decided_at, t.decision_comment`,
  where: organisation ? [sql`t.organisation_id = ${organisation.id}`] : [],
  columns: {
    title: sql`t.title`,
    organisationName: sql`o.name`,
    season: sql`t.season`,
    kind: sql`t.kind`,
    amount: sql`t.rate_cents`,
    created: sql`t.id`,
    status: sql`t.status`,
  },
  search: sql<string>`upper(t.title || ' ' || t.minute_number || ' ' || o.name)`,
})

const shape =
  (actor: Actor) =>
  ({ rateCents, accountNumber, ...stored }: Stored): Deduction => {
    const { id, organisationName, season, kind: what, basis, title, isEnd, minuteNumber, minuteDate, document } = stored
    return {
      id,
      organisationName,
      season,
      kind: what,
      basis,
      title,
      isEnd,
      minuteNumber,
      minuteDate,
      document,
      amount: toAmount(rateCents),
      payee: stored.payee,
      accountNumber: personal(actor, accountNumber),
      institution: stored.institution,
      approverComment: stored.decision_comment,
      ...shapeDecided(deductionFlow, stored, actor),
    }
  }

type Kept = { ends: string | null; institutionCode: string | null; accountNumber: string; accountName: string }
const readKept = (tx: Tx, id: string): Promise<Kept> =>
  one(
    tx,
    sql<Kept>`select ends_id as ends, institution_code as "institutionCode", account_number as "accountNumber", account_name as "accountName" from deductions where id = ${id}`,
  )

/** The rule counts from the next schedule on, whose lines are computed under the same lock; an end takes it out again. The bank must still say whose the account is. */
const takeEffect =
  ({ tx }: StepCall): Effect =>
  async ({ id, organisationId, title }) => {
    await lockMoney(tx, organisationId)
    const { ends, institutionCode, accountNumber, accountName } = await readKept(tx, id)
    if (ends !== null) {
      const step = { tx, kind, id: ends, organisationId, from: 'APPROVED', to: 'ENDED', title }
      if (!(await systemStep(step))) throw new Refused('change.stale')
      return { to: 'ENDED' }
    }
    if (institutionCode !== null) {
      const found = await findFreshLookUp(tx, { organisationId, institution: institutionCode, accountNumber })
      if (!found) throw new Refused('bank.silent')
      if (found.outcome !== 'found')
        throw new Refused(found.outcome === 'closed' ? 'account.takes_no_money' : 'account.details_missing')
      if (found.accountName !== accountName) throw new Refused('change.stale')
    }
    return { to: 'APPROVED' }
  }

const wrong = (fields: Record<string, string>) => new Refused('input.invalid', { details: { fields } })
type Payee = { institution?: string | undefined; accountNumber?: string | undefined; kind: Deduction['kind'] }

/** The account of the payee, at a bank; nothing for a premium, which goes to the members. */
function payeeOf({ kind: what, institution = '', accountNumber = '' }: Payee): BankAccount | null {
  const digits = accountNumber.replace(/[\s-]/g, '')
  if (what === 'PREMIUM') {
    if (institution || digits) throw wrong({ accountNumber: 'A premium is paid to the members themselves' })
    return null
  }
  if (!institution) throw wrong({ institution: 'Institution is required' })
  if (!digits) throw wrong({ accountNumber: 'Account number is required.' })
  return { institutionCode: institution, institutionType: 'BANK', accountNumber: digits }
}

async function lookUp(house: House, actor: Actor, account: BankAccount): Promise<void> {
  const { institutionCode } = account
  const found = await house.db.transaction(
    scopeOf(actor),
    (tx) => rows(tx, sql`select from institutions where code = ${institutionCode} and type = 'BANK'`),
    { readOnly: true },
  )
  if (found.length === 0) throw wrong({ institution: 'Institution is required' })
  await lookUpAccount({ house, actor, organisationId: actor.organisationId, account })
}

/** Before an approval: the bank says once more whose the account is. */
async function askAgain(house: House, actor: Actor, ids: readonly string[]): Promise<void> {
  const accounts = await house.db.transaction(
    scopeOf(actor),
    (tx) =>
      rows(
        tx,
        sql<BankAccount>`select institution_code as "institutionCode", 'BANK' as "institutionType", account_number as "accountNumber" from deductions
          where id = any (${ids}) and status = 'PENDING_APPROVAL' and institution_code is not null and ends_id is null`,
      ),
    { readOnly: true },
  )
  for (const account of accounts) await lookUpAccount({ house, actor, organisationId: actor.organisationId, account })
}

export const deductions = serveRecord(deduction, {
  kind,
  source: ({ organisation }) => source(organisation),
  shape,
  steps: {
    approve: {
      prepare: ({ house, actor, ids }) => askAgain(house, actor, ids),
      effect: takeEffect,
      message: 'Approved: the next schedule counts with it',
    },
  },
  calls: (read) => ({
    propose: around({
      prepare: async ({ house, actor, organisation, body }) => {
        mustMake(deductionFlow, actor)
        mustBeOwn(actor, organisation)
        const account = payeeOf(body)
        if (!account) return null
        // A bucket of its own: names behind numbers must not be collected.
        const wait = takeToken(house, `accounts ${actor.userId}`, 'lookUp')
        if (wait > 0) throw new Refused('rate.limited', { details: { retryAfterSeconds: wait } })
        await lookUp(house, actor, account)
        return null
      },
      act: async ({ tx, actor, body, request }) => {
        const { season, title, basis, amount, minuteNumber, minuteDate, document } = body
        if (!(await findSeason(tx, season))?.open) throw wrong({ season: `The season ${season} is closed` })
        const account = payeeOf(body)
        const { organisationId } = actor
        const found = account
          ? await findFreshLookUp(tx, { organisationId, institution: account.institutionCode, ...account })
          : null
        if (found === undefined) throw new Refused('bank.silent')
        if (found && found.outcome !== 'found') throw wrong({ accountNumber: accountProblems[found.outcome] })
        const id = await enterRecord({
          tx,
          actor,
          kind,
          title,
          values: {
            season,
            kind: body.kind,
            basis,
            rate_cents: toCents(amount),
            title,
            minute_number: minuteNumber,
            minute_on: minuteDate,
            document,
            institution_code: account?.institutionCode ?? null,
            account_number: account?.accountNumber ?? null,
            account_name: found?.accountName ?? null,
          },
          once: 'one_waiting_title',
          changes: { amount: { before: null, after: amount }, minuteNumber: { before: null, after: minuteNumber } },
          request,
        })
        return read(tx, actor, id)
      },
      settle: async (_call, data) => done('Sent for approval', data),
    }),
    end: async ({ tx, actor, organisation, body, request }) => {
      mustMake(deductionFlow, actor)
      mustBeOwn(actor, organisation)
      const [found] = await rows(
        tx,
        sql<
          Record<string, unknown> & { title: string; status: string }
        >`select season, kind, basis, rate_cents, title, institution_code, account_number, account_name, status
          from deductions where id = ${body.id} and organisation_id = ${actor.organisationId} and ends_id is null`,
      )
      if (!found) throw new Refused('record.not_found')
      const { status, ...same } = found
      if (status !== 'APPROVED') throw new Refused('change.stale')
      const { minuteNumber, minuteDate, document } = body
      const authority = { minute_number: minuteNumber, minute_on: minuteDate, document }
      const id = await enterRecord({
        tx,
        actor,
        kind,
        title: found.title,
        values: { ...same, ...authority, ends_id: body.id },
        once: 'one_waiting_end',
        changes: { minuteNumber: { before: null, after: minuteNumber } },
        request,
      })
      return done('Sent for approval', await read(tx, actor, id))
    },
  }),
})
