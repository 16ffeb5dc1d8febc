import type { RawBuilder } from 'kysely'
import { farmerCompaniesFile, farmersFile } from '#contract/farmers/farmerFiles.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'

/** A value as it is handed out: what JSON can say. */
export type Row = Record<string, unknown>
/** A part of the pack. `one` has a single row, shown as facts. */
export type Part = { key: string; title: string; none: string; one?: true; rows: Row[] }

type PartQuery = Omit<Part, 'rows'> & { query: (id: string) => RawBuilder<Row> }

const name = (id: string) => sql.raw(`(select full_name from users where id = ${id})`)
const names = (ids: string) =>
  sql.raw(`(select string_agg(full_name, ', ' order by full_name) from users where id = any (${ids}))`)
const place = (table: 'counties' | 'sub_counties' | 'wards', id: string) =>
  sql.raw(`(select name from ${table} where id = ${id})`)
const shillings = (column: string) => sql.raw(`(f.${column} / 100.0)::float8`)

/** What the ledger wrote on the farmer's accounts: posted and held, and what stood there afterwards. */
const movements = (id: string, book: 'MONEY' | 'LIMIT') => sql<Row>`
  select e.created_at as "at", e.business_date as "day", a.season, (select o.name from organisations o where o.id = a.lender_id) as lender, a.kind as "accountType", e.kind as "movementType",
    (case e.side when a.normal_side then e.posted_cents else -e.posted_cents end / 100.0)::float8 as "changeKes", (e.held_cents / 100.0)::float8 as "heldKes",
    (e.balance_after_cents / 100.0)::float8 as "balanceKes", (e.available_after_cents / 100.0)::float8 as "availableKes", e.narration, e.reference
  from ledger_accounts a cross join lateral ledger_statement(a.id, '-infinity', 'infinity', 0, 2147483647) e
  where a.subject_id = ${id} and a.book = ${book} order by e.created_at, a.kind, e.n`

/** Everything that is held on a farmer, one query for each place it is kept in. A test knows every table that names a farmer. */
const partQueries: readonly PartQuery[] = [
  {
    key: 'identity',
    title: 'Identity and membership',
    none: '',
    one: true,
    query: (
      id,
    ) => sql`select f.full_name as "fullName", f.type as "farmerType", f.first_name as "firstName", f.middle_name as "middleName", f.last_name as "lastName",
      f.company_name as "companyName", f.id_number as "idNumber", f.kra_pin as "kraPin", f.mobile_number as "mobileNumber", f.gender, f.year_of_birth as "yearOfBirth",
      o.name as society, o.code as "growerCode", f.member_number as "memberNumber", ${place('counties', 'f.county_id')} as county,
      ${place('sub_counties', 'f.sub_county_id')} as "subCounty", ${place('wards', 'f.ward_id')} as ward, f.village, f.acreage::float8 as "acreageAcres",
      f.number_of_trees as "numberOfTrees", v.name as variety, f.year_one_produce_kg as "yearOneProduceKg", f.year_two_produce_kg as "yearTwoProduceKg",
      f.year_three_produce_kg as "yearThreeProduceKg", ${shillings('year_one_price_cents')} as "yearOnePriceKes", ${shillings('year_two_price_cents')} as "yearTwoPriceKes",
      ${shillings('year_three_price_cents')} as "yearThreePriceKes", f.life_state as "lifeState", f.status, f.version, ${names('f.makers')} as "enteredBy",
      ${name('f.decided_by')} as "decidedBy", f.decided_at as "decidedAt", f.decision_comment as "decisionComment", f.override_reason as "overrideReason",
      f.entry_notes as "entryNotes", f.created_at as "registeredAt"
      from farmers f join organisations o on o.id = f.organisation_id left join varieties v on v.id = f.variety_id where f.id = ${id}`,
  },
  {
    key: 'payment',
    title: 'Where the farmer is paid',
    none: '',
    one: true,
    query: (
      id,
    ) => sql`select i.name as institution, i.type as "institutionType", f.account_name as "accountName", f.account_number as "accountNumber", f.currency,
      f.account_state as "accountState", f.account_changed_at as "accountChangedAt"
      from farmers f join institutions i on i.code = f.institution_code where f.id = ${id}`,
  },
  {
    key: 'accountLookUps',
    title: 'What banks said of the accounts',
    none: 'No bank was asked.',
    query: (id) => sql`with f as (select * from farmers where id = ${id}), accounts as (
        select institution_code, account_number from f
        union select coalesce(v ->> 'institution', f.institution_code), coalesce(v ->> 'accountNumber', f.account_number)
          from f join change_requests r on r.kind = 'farmer_update' and r.target_id = f.id::text cross join unnest(array[r.before, r.after]) v)
      select i.name as institution, l.account_number as "accountNumber", l.outcome, l.account_name as "accountName", l.checked_at as "checkedAt"
      from f join account_look_ups l on l.organisation_id = f.organisation_id
        join accounts a on a.institution_code = l.institution_code and a.account_number = l.account_number
        join institutions i on i.code = l.institution_code
      union all select i.name, f.account_number, c.outcome, c.account_name, c.checked_at
        from f join upload_row_checks c on c.row_id = f.id join institutions i on i.code = f.institution_code
      order by 5`,
  },
  {
    key: 'requests',
    title: 'Requested changes',
    none: 'No change was asked for.',
    query: (
      id,
    ) => sql`select r.created_at as "requestedAt", ${names('r.makers')} as "requestedBy", r.before, r.after, r.reason, r.notes, r.status, ${name('r.decided_by')} as "decidedBy",
      r.decided_at as "decidedAt", r.decision_comment as "comment" from change_requests r where r.kind = 'farmer_update' and r.target_id = ${id} order by r.id`,
  },
  {
    key: 'plots',
    title: 'Plots',
    none: 'No plot is known.',
    query: (
      id,
    ) => sql`select p.name, p.area_ha::float8 as "areaHa", p.geometry, p.source, p.captured_at as "capturedAt", p.captured_by as "capturedBy", p.accuracy_m::float8 as "accuracyM",
      p.screening, p.screening_reference as "screeningReference", p.notes, p.status, ${names('p.makers')} as "enteredBy", ${name('p.decided_by')} as "decidedBy",
      p.decided_at as "decidedAt", p.decision_comment as "comment" from farm_plots p where p.farmer_id = ${id} order by p.id`,
  },
  {
    key: 'seasons',
    title: 'Cherry by season',
    none: 'No cherry was delivered.',
    query: (id) =>
      sql`select season, approved_kg::float8 as "approvedKg", pending_kg::float8 as "pendingKg" from season_weights where farmer_id = ${id} order by season`,
  },
  {
    key: 'deliveries',
    title: 'Cherry deliveries and corrections',
    none: 'No cherry was delivered.',
    query: (
      id,
    ) => sql`select d.delivered_on as "day", d.season, d.kilograms::float8 as "kilograms", d.type, fa.name as factory, d.receipt_number as "receipt", d.reason,
      d.paid_in as "paidIn", d.status, ${names('d.makers')} as "enteredBy", ${name('d.decided_by')} as "decidedBy", d.decided_at as "decidedAt", d.decision_comment as "comment"
      from cherry_deliveries d left join factories fa on fa.id = d.factory_id where d.farmer_id = ${id} order by d.delivered_on, d.id`,
  },
  {
    key: 'limits',
    title: 'Limits and what was lent',
    none: 'No limit was set.',
    query: (
      id,
    ) => sql`select season, (granted_cents / 100.0)::float8 as "grantedKes", (used_cents / 100.0)::float8 as "usedKes", (reserved_cents / 100.0)::float8 as "reservedKes",
      (arrears_cents / 100.0)::float8 as "arrearsKes", (available_cents / 100.0)::float8 as "availableKes" from farmer_limits where farmer_id = ${id} order by season`,
  },
  {
    key: 'lenderLimits',
    title: 'The limits by lender',
    none: 'No limit was set.',
    query: (
      id,
    ) => sql`select l.season, o.name as lender, (l.granted_cents / 100.0)::float8 as "grantedKes", (l.used_cents / 100.0)::float8 as "usedKes",
      (l.reserved_cents / 100.0)::float8 as "reservedKes", (l.arrears_cents / 100.0)::float8 as "arrearsKes", (l.available_cents / 100.0)::float8 as "availableKes"
      from lender_limits l join organisations o on o.id = l.lender_id where l.farmer_id = ${id} order by l.season, l.since, o.code`,
  },
  {
    key: 'limitRows',
    title: 'What raised the limits',
    none: 'Nothing.',
    query: (
      id,
    ) => sql`select l.season, l.kind, l.kilograms::float8 as "kilograms", (rate_cents / 100.0)::float8 as "rateKes", (added_cents / 100.0)::float8 as "addedKes",
      (limit_cents / 100.0)::float8 as "limitKes", (select o.name from organisations o where o.id = l.granted_by) as lender, ${name('approved_by')} as "approvedBy", approved_at as "approvedAt",
      d.version as "consentVersion", ${name('c.consented_by')} as "consentBy", c.consented_at as "consentAt"
      from limit_rows l left join upload_consents c on c.upload_id = l.upload_id left join disclaimers d on d.id = c.disclaimer_id where l.farmer_id = ${id} order by l.season, l.place`,
  },
  {
    key: 'loans',
    title: 'Loan requests',
    none: 'No loan was asked for.',
    query: (
      id,
    ) => sql`select l.reference, l.season, l.channel, (l.amount_cents / 100.0)::float8 as "amountKes", (l.fee_cents / 100.0)::float8 as "feeKes", (l.net_cents / 100.0)::float8 as "netKes",
      l.account_number as "accountNumber", l.account_name as "accountName", l.status, l.created_at as "requestedAt", ${names('l.makers')} as "enteredBy", ${name('l.decided_by')} as "decidedBy",
      l.decided_at as "decidedAt", l.decision_comment as "comment", l.settled_at as "settledAt" from loan_requests l where l.farmer_id = ${id} order by l.id`,
  },
  {
    key: 'payouts',
    title: 'Money that was sent',
    none: 'Nothing was sent.',
    query: (
      id,
    ) => sql`select p.created_at as "orderedAt", p.reference, l.reference as loan, p.payment_type as "paymentType", (p.amount_cents / 100.0)::float8 as "amountKes", i.name as institution,
      p.account_number as "accountNumber", p.account_name as "accountName", p.narration, p.status, p.reason, p.bank_reference as "bankReference", p.settled_at as "settledAt"
      from payouts p join loan_requests l on p.source_kind = 'loan_request' and l.id = p.source_id left join institutions i on i.code = p.institution_code
      where l.farmer_id = ${id} order by p.created_at, p.id`,
  },
  {
    key: 'cherryPayments',
    title: 'Payments for cherry',
    none: 'Nothing was paid by a schedule.',
    query: (
      id,
    ) => sql`select p.season, p.cycle, l.kilograms::float8 as "kilograms", (p.rate_cents / 100.0)::float8 as "rateKes", (l.total_cents / 100.0)::float8 as "totalKes",
      (l.bonus_cents / 100.0)::float8 as "premiumKes", (l.deducted_cents / 100.0)::float8 as "deductedKes", (l.recovered_cents / 100.0)::float8 as "recoveredKes", (l.net_cents / 100.0)::float8 as "netKes", i.name as institution, l.account_number as "accountNumber",
      l.account_name as "accountName", l.status, l.reason, l.transaction_id as "bankReference", p.created_at as "orderedAt", l.settled_at as "settledAt"
      from schedule_lines l join communal_payments p on p.id = l.communal_payment_id left join institutions i on i.code = l.institution_code
      where l.farmer_id = ${id} order by p.created_at, l.id`,
  },
  {
    key: 'agreedAmounts',
    title: 'Deductions and premiums of a file',
    none: 'None.',
    query: (
      id,
    ) => sql`select d.season, d.title as name, (case d.kind when 'PREMIUM' then a.amount_cents else 0 end / 100.0)::float8 as "premiumKes",
      (case d.kind when 'PREMIUM' then 0 else a.amount_cents end / 100.0)::float8 as "deductedKes", ${names('d.makers')} as "requestedBy", ${name('d.decided_by')} as "decidedBy",
      d.decided_at as "decidedAt" from deduction_amounts a join deductions d on d.id = a.deduction_id where a.farmer_id = ${id} order by a.id`,
  },
  {
    key: 'paymentRetries',
    title: 'Payments that were sent again',
    none: 'None.',
    query: (
      id,
    ) => sql`select r.created_at as "requestedAt", r.type, r.attempt, (r.amount_cents / 100.0)::float8 as "amountKes", r.failure, i.name as institution,
      r.account_number as "accountNumber", r.account_name as "accountName", r.payment_type as "paymentType", r.old_account_number as "oldAccountNumber", r.notes, r.reason, r.status,
      ${names('r.makers')} as "requestedBy", ${name('r.decided_by')} as "decidedBy", r.decided_at as "decidedAt", r.decision_comment as "comment"
      from payment_retries r left join institutions i on i.code = r.institution_code where r.farmer_id = ${id} order by r.id`,
  },
  {
    key: 'loanMovements',
    title: 'Movements of what is owed',
    none: 'Nothing has moved.',
    query: (id) => movements(id, 'MONEY'),
  },
  {
    key: 'limitMovements',
    title: 'Movements of the limits',
    none: 'Nothing has moved.',
    query: (id) => movements(id, 'LIMIT'),
  },
  {
    key: 'statements',
    title: 'Statements that were printed',
    none: 'None.',
    query: (
      id,
    ) => sql`select kind, from_day as "from", to_day as "to", (closing_cents / 100.0)::float8 as "closingKes", ${name('issued_by')} as "issuedBy", issued_at as "issuedAt"
      from member_statements where farmer_id = ${id} order by issued_at`,
  },
  {
    key: 'texts',
    title: 'SMS to the farmer',
    none: 'None.',
    query: (id) =>
      sql`select created_at as "at", mobile_number as "mobileNumber", occasion as kind, coalesce(nullif(text, ''), told::text) as text, state as status, problem as outcome, ended_at as "endedAt"
        from farmer_texts where farmer_id = ${id} order by created_at, id`,
  },
  {
    key: 'findings',
    title: 'What is being looked at in these data',
    none: 'Nothing.',
    query: (id) =>
      sql`select kind, measure::float8 as measure from quality_findings where farmer_id = ${id} order by kind`,
  },
  {
    key: 'history',
    title: 'Who did what',
    none: 'Nothing.',
    query: (
      id,
    ) => sql`select t.at, t.action, t.kind, coalesce(f.called, t.title) as record, t.actor_name as "by", t.actor_organisation as organisation, t.from_status as "from", t.to_status as "to",
      case when f.called is null then t.comment end as comment, case when f.called is null then t.changes else '{}' end as changes
      from (select 'farmer' as kind, ${id}::uuid as id union all select 'created_farmer', ${id}::uuid
        union all select r.kind, r.id from change_requests r where r.kind = 'farmer_update' and r.target_id = ${id}
        union all select 'farm_plot', p.id from farm_plots p where p.farmer_id = ${id}
        union all select 'cherry_delivery', d.id from cherry_deliveries d where d.farmer_id = ${id}
        union all select 'loan_request', l.id from loan_requests l where l.farmer_id = ${id}) r
      join audit_events t on t.kind = r.kind and t.record_id = r.id
      cross join (select case when life_state = 'ERASED' then full_name end as called from farmers where id = ${id}) f order by t.id`,
  },
]

type Staged = {
  kind: string
  row_number: number
  file_name: string
  cells: string[]
  clean: string[]
  override_reason: string | null
  at: Date
  by: string
}
const files = [farmersFile, farmerCompaniesFile]

/** The row of the spreadsheet that the farmer came with: as it was written, and as it was understood. */
async function uploadedRow(tx: Tx, id: string): Promise<Part> {
  const [staged] = await rows(
    tx,
    sql<Staged>`select u.kind, r.row_number, u.file_name, r.cells, r.clean, r.override_reason, u.created_at as at, m.full_name as by
      from upload_rows r join uploads u on u.id = r.upload_id join users m on m.id = u.made_by where r.id = ${id}`,
  )
  const columns = Object.values(files.find((file) => file.name === staged?.kind)?.columns ?? {})
  const facts = staged && {
    file: staged.file_name,
    row: staged.row_number,
    uploadedBy: staged.by,
    uploadedAt: staged.at,
    overrideReason: staged.override_reason,
    ...Object.fromEntries(
      columns.map(({ title }, index) => {
        const [written = '', understood = ''] = [staged.cells[index], staged.clean[index]]
        // Places and institutions are understood as numbers of our lists, which mean nothing to a farmer.
        const isOurs = /^\d+$/.test(understood) && !/^\d/.test(written)
        return [title, written === understood || isOurs ? written : `${written} → ${understood}`]
      }),
    ),
  }
  const none = 'The farmer did not come with a file.'
  return { key: 'uploadedRow', title: 'The row of the file', none, one: true, rows: facts ? [facts] : [] }
}

export async function readPack(tx: Tx, id: string): Promise<Part[]> {
  const parts: Part[] = []
  for (const { query, ...part } of partQueries) parts.push({ ...part, rows: await rows(tx, query(id)) })
  parts.splice(2, 0, await uploadedRow(tx, id))
  return parts
}
