/** Reads rows of the raw tables. Every amount comes as text, and is counted in whole cents and grams here. */
export type Read = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>

export type RawSchedule = {
  id: string
  society: string
  code: string
  season: string
  cycle: number
  sinceLast: boolean
  kilograms: string
  rate: string
  pool: string
  lenders: string[]
  total: string
  bonus: string
  deducted: string
  leftOut: string[]
  recovered: string
  net: string
  leftOver: string
  status: string
  decidedAt: string
}
export type RawLine = {
  id: string
  schedule: string
  farmer: string
  kilograms: string
  total: string
  bonus: string
  deducted: string
  recovered: string
  leftOver: string
  net: string
  way: string
  account: string
  status: string
}
export type RawBrought = {
  society: string
  season: string
  farmer: string
  factory: string
  cycle: number
  kilograms: string
}
type RawShare = { schedule: string; factory: string; kilograms: string; amount: string; rate: string }
type RawPart = { line: string; factory: string; kilograms: string; cents: string }
type RawRecovery = { line: string; loan: string; lender: string; season: string; cents: string }
type RawMove = { account: string; cents: string; at: string; cause: string; causeKind: string }
type RawLoan = { id: string; farmer: string; lender: string; lenderType: string; season: string }
/** What a society takes or adds beside loans; `until`: when it was ended. */
export type RawRule = {
  id: string
  society: string
  season: string
  kind: string
  basis: string
  /** Null where a file says what each member owes. */
  amount: string | null
  title: string
  account: string | null
  from: string
  until: string | null
}
/** What a file says of a member. */
type RawAmount = { rule: string; farmer: string; cents: string }
type RawDeduction = { line: string; rule: string; cents: string }
type RawPayout = { source: string; kind: string; status: string; cents: string; account: string; line: string }
type RawLenderPayment = {
  id: string
  schedule: string
  lender: string | null
  rule: string | null
  cents: string
  status: string
}
type RawConversion = { id: string; society: string; dollars: string; shillings: string; rate: string }
type RawAccount = { id: string; society: string; code: string; purpose: string; name: string }
type RawTrace = { schedule: string; transfer: string | null; dollars: string; shillings: string }

export type RawTables = {
  schedules: RawSchedule[]
  lines: RawLine[]
  brought: RawBrought[]
  shares: RawShare[]
  parts: RawPart[]
  recoveries: RawRecovery[]
  loans: RawLoan[]
  rules: RawRule[]
  amounts: RawAmount[]
  deductions: RawDeduction[]
  loanMoves: RawMove[]
  payouts: RawPayout[]
  lenderPayments: RawLenderPayment[]
  asideMoves: RawMove[]
  accounts: RawAccount[]
  accountMoves: RawMove[]
  conversions: RawConversion[]
  traces: RawTrace[]
}

const decided = `('APPROVED', 'PARTIALLY_PAID', 'COMPLETED')`
/** What was posted to or from accounts of these kinds: debits more, credits less. */
const moves = (which: string): string => `
  select a.id as account, case when m.debit_account_id = a.id then m.amount_cents else -m.amount_cents end::text as cents,
    to_char(m.created_at, 'YYYY-MM-DD HH24:MI:SS.US') as at, m.cause_id as cause, m.cause_kind as "causeKind"
  from ledger_movements m join ledger_accounts a on a.id in (m.debit_account_id, m.credit_account_id)
  where m.kind in ('POST', 'POST_HOLD') and ${which} order by m.created_at, m.id`

/** Everything that schedules are made of and have moved, as it stands in the tables. Of the societies with these codes, or of all. */
export async function readRaw(read: Read): Promise<RawTables> {
  const ofDecided = `join communal_payments p on p.id = l.communal_payment_id where p.status in ${decided}`
  return {
    schedules:
      await read(`select p.id, p.organisation_id as society, o.code, p.season, p.cycle, p.since_last as "sinceLast", p.kilograms::text, p.rate_cents::text as rate, p.pool_cents::text as pool,
        p.lenders, p.total_cents::text as total, p.bonus_cents::text as bonus, p.deducted_cents::text as deducted, p.without_deductions as "leftOut",
        p.recovered_cents::text as recovered, p.net_cents::text as net, p.left_cents::text as "leftOver", p.status,
        to_char(p.decided_at, 'YYYY-MM-DD HH24:MI:SS.US') as "decidedAt"
      from communal_payments p join organisations o on o.id = p.organisation_id where p.status in ${decided} order by p.decided_at, p.id`),
    lines:
      await read(`select l.id, l.communal_payment_id as schedule, l.farmer_id as farmer, l.kilograms::text, l.total_cents::text as total,
        l.bonus_cents::text as bonus, l.deducted_cents::text as deducted, l.recovered_cents::text as recovered, l.left_cents::text as "leftOver", l.net_cents::text as net, l.payment_type as way, l.account_number as account, l.status
      from schedule_lines l ${ofDecided} order by l.farmer_id`),
    // A correction counts where the delivery that it corrects was weighed.
    brought:
      await read(`select d.organisation_id as society, d.season, d.farmer_id as farmer, coalesce(d.factory_id, c.factory_id)::text as factory,
        coalesce(regexp_substr(d.paid_in, '\\d+(?=\\)$)')::integer, 0) as cycle, sum(d.kilograms)::text as kilograms
      from cherry_deliveries d left join cherry_deliveries c on c.id = d.corrects_id where d.status = 'APPROVED' and d.paid_in is not null group by 1, 2, 3, 4, 5`),
    shares:
      await read(`select l.communal_payment_id as schedule, l.factory_id::text as factory, l.kilograms::text, l.amount_cents::text as amount, l.rate_cents::text as rate
      from schedule_factories l ${ofDecided}`),
    parts:
      await read(`select s.line_id as line, f.factory_id::text as factory, s.kilograms::text, s.total_cents::text as cents
      from schedule_line_factories s join schedule_factories f on f.id = s.schedule_factory_id join schedule_lines l on l.id = s.line_id ${ofDecided}`),
    recoveries:
      await read(`select r.line_id as line, r.ledger_account_id as loan, r.lender_id as lender, a.season, r.amount_cents::text as cents
      from schedule_recoveries r join ledger_accounts a on a.id = r.ledger_account_id join schedule_lines l on l.id = r.line_id ${ofDecided}`),
    loans: await read(
      `select a.id, a.subject_id as farmer, a.lender_id as lender, o.type as "lenderType", a.season
      from ledger_accounts a join organisations o on o.id = a.lender_id where a.kind = 'loan'`,
    ),
    // A rule counts from its approval on, until a further proposal ended it.
    rules:
      await read(`select d.id, d.organisation_id as society, d.season, d.kind, d.basis, d.rate_cents::text as amount, d.title, d.account_number as account,
        to_char(d.decided_at, 'YYYY-MM-DD HH24:MI:SS.US') as "from", to_char(e.decided_at, 'YYYY-MM-DD HH24:MI:SS.US') as until
      from deductions d left join deductions e on e.ends_id = d.id and e.status = 'ENDED'
      where d.ends_id is null and d.status in ('APPROVED', 'ENDED') order by d.id`),
    amounts: await read(
      `select deduction_id as rule, farmer_id as farmer, amount_cents::text as cents from deduction_amounts`,
    ),
    deductions: await read(`select s.line_id as line, s.deduction_id as rule, s.amount_cents::text as cents
      from schedule_deductions s join schedule_lines l on l.id = s.line_id ${ofDecided}`),
    loanMoves: await read(moves(`a.kind = 'loan'`)),
    payouts:
      await read(`select o.source_id as source, o.source_kind as kind, o.status, o.amount_cents::text as cents, o.account_number as account,
        coalesce(y.line_id, y.lender_payment_id, o.source_id) as line
      from payouts o left join payment_retries y on y.id = o.source_id where o.source_kind in ('schedule_line', 'schedule_lender', 'payment_retry')`),
    lenderPayments:
      await read(`select l.id, l.communal_payment_id as schedule, l.lender_id as lender, l.deduction_id as rule, l.amount_cents::text as cents, l.status
      from schedule_lender_payments l ${ofDecided}`),
    asideMoves: await read(
      moves(
        `a.kind = 'clearing' and m.cause_kind in ('communal_payment', 'schedule_line', 'schedule_lender') and a.organisation_id = a.subject_id`,
      ),
    ),
    accounts:
      await read(`select s.ledger_account_id as id, s.organisation_id as society, o.code, s.purpose, s.account_number as name
      from society_accounts s join organisations o on o.id = s.organisation_id order by o.code, s.purpose`),
    accountMoves: await read(moves(`a.id in (select ledger_account_id from society_accounts)`)),
    conversions:
      await read(`select t.id, t.organisation_id as society, t.amount_cents::text as dollars, t.received_cents::text as shillings, r.rate_micros::text as rate
      from society_transfers t join conversion_rates r on r.id = t.conversion_rate_id where t.kind = 'CONVERSION' and t.status = 'DONE'`),
    traces:
      await read(`select l.communal_payment_id as schedule, l.transfer_id as transfer, l.dollars_cents::text as dollars, l.shillings_cents::text as shillings
      from communal_payment_conversions l ${ofDecided}`),
  }
}

/** Whole cents or grams of a number with so many places, as PostgreSQL writes it. */
function wholeOf(text: string, places: number): bigint {
  const [before = '0', after = ''] = text.replace('-', '').split('.')
  if (after.length > places) throw new Error(`${text} has more than ${places} places`)
  const whole = BigInt(before + after.padEnd(places, '0'))
  return text.startsWith('-') ? -whole : whole
}
export const gramsOf = (kilograms: string): bigint => wholeOf(kilograms, 3)
/** An amount for a person: 1234.05. */
export const shown = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
export const sumOf = <Of>(all: readonly Of[], of: (one: Of) => bigint): bigint =>
  all.reduce((sum, one) => sum + of(one), 0n)
