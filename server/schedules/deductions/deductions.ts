import { toAmount, toCents } from '#contract/kit/money.ts'
import { deduction, deductionFlow, type Deduction } from '#contract/schedules/deductions.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { findSeason } from '#server/facts/seasons.ts'
import type { BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustBeOwn, personal, type Organisation } from '#server/kit/scope.ts'
import { around, done } from '#server/kit/web/serve.ts'
import { lockMoney } from '#server/payments/lockMoney.ts'
import { attachDocument, attachedTo, attachmentOf, openDocument } from './deductionDocuments.ts'
import { askAgain, askBank, mustBeSamePayee, payeeColumns, wrong, type KeptPayee } from './payees.ts'

/** What a rule says, or all that its file says. */
const amount = sql<bigint>`coalesce(t.rate_cents, (select sum(a.amount_cents)::bigint from deduction_amounts a where a.deduction_id = coalesce(t.ends_id, t.id)))`

const kind = recordKind({
  flow: deductionFlow,
  table: 'deductions',
  where: sql<boolean>`true`,
  title: sql<string>`t.title`,
  atStake: sql<string>`'KES ' || to_char(${amount} / 100.0, 'FM999,999,990.00')`,
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
    | 'file'
    | 'attachment'
  > & { rateCents: bigint }

const from = sql`deductions t join organisations o on o.id = t.organisation_id left join institutions i on i.code = t.institution_code`
const source = (organisation: Organisation): ListSource<Stored> => ({
  base: from,
  from,
  select: sql<Stored>`t.id, o.name as "organisationName", t.season, t.kind, t.basis, ${amount} as "rateCents", t.title, t.ends_id is not null as "isEnd", case t.basis when 'BY_FILE' then coalesce(t.ends_id, t.id) end as file,
    t.minute_number as "minuteNumber", t.minute_on as "minuteDate", t.document, ${attachmentOf(sql`t.document_id`)} as attachment, coalesce(t.account_name, '') as payee, coalesce(t.account_number, '') as "accountNumber",
    coalesce(i.name, '') as institution, t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name,
    t.decided_at, t.decision_comment`,
  where: organisation ? [sql`t.organisation_id = ${organisation.id}`] : [],
  columns: {
    title: sql`t.title`,
    organisationName: sql`o.name`,
    season: sql`t.season`,
    kind: sql`t.kind`,
    amount,
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
      file: stored.file,
      attachment: stored.attachment,
      approverComment: stored.decision_comment,
      ...shapeDecided(deductionFlow, stored, actor),
    }
  }

type Kept = KeptPayee & { ends: string | null }
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
    const { ends, ...payee } = await readKept(tx, id)
    if (ends !== null) {
      const step = { tx, kind, id: ends, organisationId, from: 'APPROVED', to: 'ENDED', title }
      if (!(await systemStep(step))) throw new Refused('change.stale')
      return { to: 'ENDED' }
    }
    await mustBeSamePayee(tx, organisationId, payee)
    return { to: 'APPROVED' }
  }

type Titled = { season: string; title: string }
/** Refuses a season that is closed, and a title that stands in the season already. */
export async function mustBeOpenTitle(tx: Tx, { organisationId }: Actor, { season, title }: Titled): Promise<void> {
  if (!(await findSeason(tx, season))?.open) throw wrong({ season: `The season ${season} is closed` })
  const same = await rows(
    tx,
    sql`select from deductions where organisation_id = ${organisationId} and season = ${season} and title = ${title} and ends_id is null
      and status in ('PENDING_APPROVAL', 'APPROVED')`,
  )
  if (same.length > 0) throw new Refused('change.open')
}

export const deductions = serveRecord(deduction, {
  kind,
  source: ({ organisation }) => source(organisation),
  shape,
  steps: {
    approve: {
      prepare: ({ house, actor, ids }) =>
        askAgain(
          { house, actor },
          sql<BankAccount>`select institution_code as "institutionCode", 'BANK' as "institutionType", account_number as "accountNumber" from deductions
            where id = any (${ids}) and status = 'PENDING_APPROVAL' and institution_code is not null and ends_id is null`,
        ),
      effect: takeEffect,
      message: 'Approved: the next schedule counts with it',
    },
  },
  calls: (read) => ({
    attach: async (call) => done('Attached', await attachDocument(call)),
    document: async ({ tx, actor, params }) => {
      const { id: recordId, title } = await read(tx, actor, params.id)
      const of = sql`select d.document_id from deductions d where d.id = ${recordId}`
      return openDocument({ tx, actor, kind: deductionFlow.kind, recordId, title, of })
    },
    propose: around({
      prepare: async ({ house, actor, organisation, body }) => {
        mustMake(deductionFlow, actor)
        mustBeOwn(actor, organisation)
        await askBank(house, actor, body)
        return null
      },
      act: async ({ tx, actor, body, request }) => {
        const { season, title, basis, amount, minuteNumber, minuteDate, document } = body
        await mustBeOpenTitle(tx, actor, body)
        const payee = await payeeColumns(tx, actor, body)
        const { document_id, changes } = await attachedTo(tx, actor, body)
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
            document_id,
            ...payee,
          },
          once: 'one_waiting_title',
          changes: {
            amount: { before: null, after: amount },
            minuteNumber: { before: null, after: minuteNumber },
            ...changes,
          },
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
      const { document_id, changes } = await attachedTo(tx, actor, body)
      const authority = { minute_number: minuteNumber, minute_on: minuteDate, document, document_id }
      const id = await enterRecord({
        tx,
        actor,
        kind,
        title: found.title,
        values: { ...same, ...authority, ends_id: body.id },
        once: 'one_waiting_end',
        changes: { minuteNumber: { before: null, after: minuteNumber }, ...changes },
        request,
      })
      return done('Sent for approval', await read(tx, actor, id))
    },
  }),
})
