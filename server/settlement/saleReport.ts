import { legKinds, type LegKind } from '#contract/settlement/eslipMoney.ts'
import type { eslipFlow } from '#contract/settlement/eslips.ts'
import { fromGrams, toAmount, toGrams } from '#contract/kit/money.ts'
import { type closings, saleName, saleNameOf, type SaleReport } from '#contract/settlement/saleReports.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { legsOf, slipsOf, type SalePart } from './saleParts.ts'

type Place = 'unpaid' | 'waiting' | 'atBank' | 'arrived'
type Status = keyof typeof eslipFlow.states
type Kind = LegKind | 'SHARED'
type Stored = {
  season: string
  saleNumber: number
  saleDate: string
  promptDate: string
  organisationName: string
  states: { status: Status; lots: number; kilograms: string; gross: string | null }[]
  legs: { payee: string | null; code: string; name: string; kind: Kind; place: Place; cents: string }[]
  /** What is not explained: gross that no leg stands for. */
  unexplained: string
  received: string
  posted: { distributed: string; arrived: string; paidIn: string }
}

/**
 * Everything in one statement, so that what is paid meanwhile is on both sides or on neither. A leg counts where its dollars are. Charges of a
 * bulked lot are shared by weight: for one of its growers they are what its part fetched less what it gets, where the last of them is.
 */
const statement = (part: SalePart, { season, number }: { season: string; number: number }) => sql<Stored>`
  with slips as materialized (${slipsOf(part, sql`e.season = ${season} and e.sale_number = ${number}`)}),
  legs as materialized (
    select l.id, l.eslip_id, l.kind, l.payee_id, l.grower_id, l.amount_cents as cents, s.is_known,
      case when s.status in ('PENDING_PAYMENT', 'DEFAULTED') then 'unpaid' when l.status = 'PAID' then 'arrived' when l.status = 'PROCESSING' then 'atBank' else 'waiting' end as place
    from eslip_legs l join slips s on s.id = l.eslip_id where ${legsOf(part)}),
  shared as materialized (
    select s.id, s.gross - coalesce((select sum(l.cents) from legs l where l.eslip_id = s.id), 0) as cents,
      case when s.status in ('PENDING_PAYMENT', 'DEFAULTED') then 'unpaid' else (
        select case when bool_or(l.status in ('WAITING', 'FAILED')) then 'waiting' when bool_or(l.status = 'PROCESSING') then 'atBank' else 'arrived' end
        from eslip_legs l where l.eslip_id = s.id and l.grower_id is null) end as place
    from slips s where s.grower_id is null and ${part?.type === 'FARMER_SOCIETY' ? sql`true` : sql`false`}),
  gone as materialized (
    select payee_id as payee, kind, place, sum(cents)::text as cents from legs group by 1, 2, 3
    union all select null, 'SHARED', place, sum(cents)::text from shared where cents <> 0 group by place),
  posted as materialized (
    select 'distributed' as what, m.amount_cents as cents from ledger_movements m join slips s on s.id = m.cause_id
      where m.cause_kind = 'eslip' and m.kind = 'POST' and ${part === null ? sql`true` : sql`m.organisation_id = ${part.id}`}
    union all
    select 'arrived', m.amount_cents from ledger_movements m join legs l on l.id = m.cause_id
      where m.cause_kind = 'eslip_leg' and m.kind = 'POST' and ${part === null ? sql`true` : sql`m.organisation_id = ${part.id}`}
    union all
    select 'paidIn', m.amount_cents from ledger_movements m join ledger_accounts a on a.id = m.debit_account_id and a.kind = 'proceeds'
      where ${part === null} and m.cause_kind in ('buyer_payment', 'statement_line') and m.cause_id in (
        select payment_id from slips union select b.line_id from buyer_payments b join slips s on s.payment_id = b.id))
  select min(season) as season, min(sale_number)::int as "saleNumber", min(sale_date) as "saleDate", max(prompt_date) as "promptDate",
    coalesce((select name from organisations where id = ${part?.id ?? null}::uuid), '') as "organisationName",
    (select jsonb_agg(to_jsonb(x)) from (
      select status, count(*)::int as lots, sum(kilograms)::text as kilograms, sum(gross)::text as gross from slips group by status) x) as states,
    (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
      select g.*, coalesce(o.code, '') as code, coalesce(o.name, '') as name from gone g left join organisations o on o.id = g.payee) x) as legs,
    (coalesce(sum(gross) filter (where is_known), 0) - coalesce((select sum(cents) from legs where is_known), 0) - coalesce((select sum(cents) from shared), 0))::text as unexplained,
    coalesce(sum(gross) filter (where status in ('PAID', 'COLLECTED')), 0)::text as received,
    (select jsonb_build_object('distributed', coalesce(sum(cents) filter (where what = 'distributed'), 0)::text,
      'arrived', coalesce(sum(cents) filter (where what = 'arrived'), 0)::text, 'paidIn', coalesce(sum(cents) filter (where what = 'paidIn'), 0)::text) from posted) as posted
  from slips having count(*) > 0`

/** The settlement of a sale, or of a part of it. Throws `record.not_found` where the part has no lot of it. */
export async function readSaleReport(tx: Tx, part: SalePart, sale: string): Promise<SaleReport> {
  const [, from = '', to = '', number = ''] = saleName.exec(sale) ?? []
  const [stored] = await rows(tx, statement(part, { season: `${from}/${to}`, number: Number(number) }))
  if (!stored) throw new Refused('record.not_found', { message: 'No lot of yours was sold at this sale.' })
  return shape(stored, part)
}

type Leg = Stored['legs'][number]
const sum = (legs: readonly Leg[]): bigint => legs.reduce((all, { cents }) => all + BigInt(cents), 0n)

/** Where the dollars of legs are. */
function partsOf(legs: readonly Leg[]): SaleReport['total'] {
  const at = (place: Place) => toAmount(sum(legs.filter((leg) => leg.place === place)))
  return {
    amount: toAmount(sum(legs)),
    unpaid: at('unpaid'),
    waiting: at('waiting'),
    atBank: at('atBank'),
    arrived: at('arrived'),
  }
}

// As an e-slip takes them; what of the charges of a bulked lot falls to one grower stands where the charges end.
const order = Object.keys(legKinds).flatMap((kind) => (kind === 'CLAIM' ? ['SHARED', kind] : [kind]))
const inOrder = (kinds: Iterable<Kind>): Kind[] => [...kinds].toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
const statuses: readonly Status[] = ['PENDING_PAYMENT', 'DEFAULTED', 'PAID', 'COLLECTED']

function shape(stored: Stored, part: SalePart): SaleReport {
  const { season, saleNumber, states, legs } = stored
  const knows = states.some(({ gross }) => gross !== null)
  const gross = states.reduce((all, state) => all + BigInt(state.gross ?? 0), 0n)
  const byKind = Map.groupBy(legs, ({ kind }) => kind)
  const byPayee = Map.groupBy(
    legs.filter(({ kind }) => kind !== 'SHARED'),
    ({ payee, kind }) => payee ?? kind,
  )
  const isSettled = legs.every(({ place }) => place === 'arrived')
  const isUnpaid = (status: Status) => status === 'PENDING_PAYMENT' || status === 'DEFAULTED'
  const closing = closingOf(stored, part)
  // What is in clearing follows from the two before it.
  const off = closing.flatMap(({ what, difference }) => (what === 'CLEARING' ? [] : difference))
  return {
    id: saleNameOf(season, saleNumber),
    season,
    saleNumber,
    saleDate: stored.saleDate,
    promptDate: stored.promptDate,
    organisationName: stored.organisationName,
    status: states.every(({ status }) => isUnpaid(status))
      ? 'AWAITING'
      : isSettled && !states.some(({ status }) => isUnpaid(status))
        ? 'SETTLED'
        : 'BEING_PAID',
    lots: states.reduce((all, { lots }) => all + lots, 0),
    weight: Number(fromGrams(states.reduce((all, state) => all + toGrams(state.kilograms), 0n))),
    gross: knows ? toAmount(gross) : null,
    states: states
      .toSorted((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status))
      .map((state) => ({
        status: state.status,
        lots: state.lots,
        weight: Number(state.kilograms),
        gross: state.gross === null ? null : toAmount(state.gross),
      })),
    legs: inOrder(byKind.keys()).map((kind) => ({ kind, ...partsOf(byKind.get(kind) ?? []) })),
    payees: [...byPayee.values()]
      .map((of) => ({
        code: of[0]?.code ?? '',
        name: of[0]?.name ?? '',
        kinds: inOrder(new Set(of.map(({ kind }) => kind))),
        ...partsOf(of),
      }))
      .toSorted((a, b) => b.amount - a.amount || a.code.localeCompare(b.code)),
    total: partsOf(legs),
    closing: closing.map(({ what, ...cents }) => ({
      what,
      eslips: toAmount(cents.eslips),
      ledger: toAmount(cents.ledger),
      difference: toAmount(cents.difference),
    })),
    difference: toAmount(
      [BigInt(stored.unexplained), ...off].reduce((all, cents) => all + (cents < 0n ? -cents : cents), 0n),
    ),
  }
}

type Held = { what: keyof typeof closings; eslips: bigint; ledger: bigint; difference: bigint }

/** What the e-slips say against what was posted: of the whole sale everything, of a part what goes to it. */
function closingOf({ legs, received, posted }: Stored, part: SalePart): Held[] {
  const own = legs.filter(({ payee, kind }) => (part ? payee === part.id : payee !== null || kind === 'EXCHANGE'))
  const paid = own.filter(({ place }) => place !== 'unpaid')
  const arrived = sum(paid.filter(({ place }) => place === 'arrived'))
  const [out, there] = [BigInt(posted.distributed), BigInt(posted.arrived)]
  const held = (what: Held['what'], eslips: bigint, ledger: bigint): Held => ({
    what,
    eslips,
    ledger,
    difference: eslips - ledger,
  })
  if (part && own.length === 0) return []
  return [
    ...(part ? [] : [held('RECEIVED', BigInt(received), BigInt(posted.paidIn))]),
    held('DISTRIBUTED', sum(paid), out),
    held('ARRIVED', arrived, there),
    held('CLEARING', sum(paid) - arrived, out - there),
  ]
}
