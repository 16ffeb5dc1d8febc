import { toAmount, toRate } from '#contract/kit/money.ts'
import { seasonAccounts, type SeasonAccount } from '#contract/statements/seasonAccount.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { currentSeason, findSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { Refused, workbookType } from '#server/kit/refused.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { serve, streamReply } from '#server/kit/web/serve.ts'
import { writeSeasonAccount } from './seasonAccountSheet.ts'

type Moved = {
  account: 'non_checkoff' | 'checkoff' | 'farmers' | 'clearing'
  currency: 'USD' | 'KES'
  isBefore: boolean
  cause: string
  isIn: boolean
  cents: bigint
  sold: string[]
}

/**
 * What the books of a society say until the end of a season, by account and cause: the payee of a deduction apart from lenders. What comes in is positive.
 * Proceeds of lots come in with their arrival on the account, not while they are on the way there.
 */
const readMoved = (tx: Tx, organisationId: string, { from, to }: { from: string; to: string }): Promise<Moved[]> =>
  rows(
    tx,
    sql<Moved>`select a.kind as account, a.currency, e.business_date < ${from} as "isBefore",
        case when d.id is null then e.cause_kind else 'schedule_payee' end as cause, e.side = 'DEBIT' as "isIn",
        sum(case e.side when 'DEBIT' then e.posted_cents else -e.posted_cents end)::bigint as cents,
        coalesce(array_agg(e.cause_id) filter (where e.reference = 'transfer/' || e.cause_id || '/sold'), '{}') as sold
      from ledger_accounts a cross join lateral ledger_statement(a.id, '-infinity', ${to}, 0, 2147483647) e
        left join schedule_lender_payments d on e.cause_kind = 'schedule_lender' and d.id = e.cause_id and d.deduction_id is not null
      where a.organisation_id = ${organisationId} and a.subject_id = ${organisationId} and a.kind in ('non_checkoff', 'checkoff', 'farmers', 'clearing') and e.posted_cents > 0
        and not (a.kind = 'clearing' and e.cause_kind in ('eslip', 'eslip_leg'))
      group by 1, 2, 3, 4, 5`,
  )

type Conversion = {
  transferId: string
  dealCode: string | null
  micros: string | null
  dollars: bigint
  shillings: bigint
}

/** The conversions themselves, as they were ordered and carried out. */
const readConversions = (tx: Tx, ids: readonly string[]): Promise<Conversion[]> =>
  rows(
    tx,
    sql<Conversion>`select t.id as "transferId", c.deal_code as "dealCode", c.rate_micros::text as micros, t.amount_cents as dollars, t.received_cents as shillings
      from society_transfers t left join conversion_rates c on c.id = t.conversion_rate_id where t.id = any (${[...ids]}::uuid[]) order by t.id`,
  )

type Schedule = { id: string; season: string; cycle: number } & Record<
  'total' | 'bonus' | 'deducted' | 'recovered' | 'unsent' | 'paid' | 'held' | 'onTheWay' | 'left',
  bigint
>

/** Every schedule of a society whose money was set aside, as its lines and its payments to lenders and payees say it. */
const readSchedules = (tx: Tx, organisationId: string): Promise<Schedule[]> =>
  rows(
    tx,
    sql<Schedule>`select p.id, p.season, p.cycle, p.total_cents as total, p.bonus_cents as bonus, p.deducted_cents as deducted, p.recovered_cents as recovered,
        (p.recovered_cents + p.deducted_cents - coalesce((select sum(l.amount_cents) from schedule_lender_payments l where l.communal_payment_id = p.id and l.status = 'SUCCESS'), 0))::bigint as unsent,
        coalesce(t.paid, 0)::bigint as paid, coalesce(t.held, 0)::bigint as held, coalesce(t.way, 0)::bigint as "onTheWay",
        coalesce(t.remains, 0)::bigint as "left"
      from communal_payments p cross join lateral (
        select sum(l.net_cents) filter (where l.status = 'SUCCESS') as paid, sum(l.net_cents) filter (where l.status in ('HELD', 'FAILED')) as held,
          sum(l.net_cents) filter (where l.status in ('PENDING', 'QUEUED', 'PROCESSING')) as way, sum(l.left_cents) as remains
        from schedule_lines l where l.communal_payment_id = p.id) t
      where p.organisation_id = ${organisationId} and p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED') order by p.season, p.cycle`,
  )

const sum = <Row>(all: readonly Row[], of: (row: Row) => bigint): bigint => all.reduce((so, row) => so + of(row), 0n)

/** The account of a season. Of the running one, what is under way is what orders and schedules say; of one that has ended, what the books say. */
async function readSeasonAccount(tx: Tx, society: { id: string }, name: string): Promise<SeasonAccount> {
  const season = await findSeason(tx, name)
  if (!season) throw new Refused('record.not_found')
  const { startsOn: from, endsOn: to } = season
  const whose = await one(
    tx,
    sql<{ organisationName: string; organisationCode: string }>`
      select name as "organisationName", code as "organisationCode" from organisations where id = ${society.id}`,
  )
  const moved = await readMoved(tx, society.id, { from, to })
  const of = (which: (one: Moved) => boolean) => sum(moved.filter(which), ({ cents }) => cents)
  const inSeason = (currency: 'USD' | 'KES', which: (one: Moved) => boolean) =>
    of((one) => !one.isBefore && one.currency === currency && which(one))
  const on = (account: Moved['account'], currency: 'USD' | 'KES') =>
    of((one) => one.account === account && one.currency === currency)
  const opening = (currency: 'USD' | 'KES') => of((one) => one.isBefore && one.currency === currency)

  const sold = moved.flatMap((one) => (one.isBefore ? [] : one.sold))
  const conversions = await readConversions(tx, sold)
  const schedules = await readSchedules(tx, society.id)
  const isRunning = to >= businessDate()
  const ordered = await one(
    tx,
    sql<{ cents: bigint }>`select coalesce(sum(amount_cents), 0)::bigint as cents from society_transfers
      where organisation_id = ${society.id} and status = 'PROCESSING'`,
  )
  const dollars = {
    opening: opening('USD'),
    cameIn: inSeason('USD', ({ cause, isIn }) => cause !== 'society_transfer' && isIn),
    wentOut: -inSeason('USD', ({ cause, isIn }) => cause !== 'society_transfer' && !isIn),
    converted: sum(conversions, (each) => each.dollars),
    nonCheckoff: on('non_checkoff', 'USD'),
    retained: on('checkoff', 'USD'),
    farmers: on('farmers', 'USD'),
    underWay: isRunning ? ordered.cents : on('clearing', 'USD'),
  }
  const ofSchedules = new Set([
    'society_transfer',
    'communal_payment',
    'schedule_line',
    'schedule_lender',
    'schedule_payee',
  ])
  const shillings = {
    opening: opening('KES'),
    converted: sum(conversions, (each) => each.shillings),
    cameIn: inSeason('KES', ({ cause, isIn }) => !ofSchedules.has(cause) && isIn),
    wentOut: -inSeason('KES', ({ cause, isIn }) => !ofSchedules.has(cause) && !isIn),
    paid: -inSeason('KES', ({ cause }) => cause === 'schedule_line'),
    recovered: -inSeason('KES', ({ cause }) => cause === 'schedule_lender'),
    deducted: -inSeason('KES', ({ cause }) => cause === 'schedule_payee'),
    held: isRunning ? sum(schedules, ({ held, onTheWay, unsent }) => held + onTheWay + unsent) : on('clearing', 'KES'),
    carried: on('farmers', 'KES'),
  }
  return {
    season: name,
    ...whose,
    from,
    to,
    dollars: amounts({
      ...dollars,
      difference:
        dollars.opening +
        dollars.cameIn -
        dollars.wentOut -
        dollars.converted -
        (dollars.nonCheckoff + dollars.retained + dollars.farmers + dollars.underWay),
    }),
    conversions: conversions.map(({ dealCode, micros, ...each }) => ({
      transferId: each.transferId,
      dealCode: dealCode ?? '',
      rate: micros === null ? null : toRate(micros),
      dollars: toAmount(each.dollars),
      shillings: toAmount(each.shillings),
    })),
    shillings: amounts({
      ...shillings,
      difference:
        shillings.opening +
        shillings.converted +
        shillings.cameIn -
        shillings.wentOut -
        shillings.paid -
        shillings.recovered -
        shillings.deducted -
        shillings.held -
        shillings.carried,
    }),
    schedules: schedules
      .filter((each) => each.season === name)
      .map(({ season: _season, unsent: _unsent, id, cycle, ...cents }) => ({ id, cycle, ...amounts(cents) })),
  }
}

/** Cents as the wire has them, under the same names. */
const amounts = <Name extends string>(cents: Record<Name, bigint>): Record<Name, number> =>
  Object.fromEntries(Object.entries<bigint>(cents).map(([name, value]) => [name, toAmount(value)])) as Record<
    Name,
    number
  > // border: the same names

const societyOf = (actor: Actor, organisation: Organisation) => ({ id: organisation?.id ?? actor.organisationId })

export const seasonAccountRoutes = serve(seasonAccounts, {
  account: ({ tx, actor, organisation, query }) =>
    readSeasonAccount(tx, societyOf(actor, organisation), query.season ?? currentSeason()),
  workbook: async ({ tx, actor, organisation, query }) => {
    const account = await readSeasonAccount(tx, societyOf(actor, organisation), query.season ?? currentSeason())
    return streamReply({
      type: workbookType,
      name: `SeasonAccount_${account.organisationCode}_${account.season.replace('/', '-')}.xlsx`,
      before: (house) =>
        auditExport({
          house,
          actor,
          title: 'Season account',
          details: ['XLSX', account.organisationCode, account.season],
        }),
      produce: () => writeSeasonAccount(account),
    })
  },
})
