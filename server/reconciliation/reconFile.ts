import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { streamReply, type StreamReply } from '#server/kit/web/serve.ts'
import { writeDelimitedTable, type ExportColumn } from '#server/kit/sheets/writeTable.ts'

type Row = {
  id: string
  ours: string
  partner: string
  day: string
  society: string
  member: string
  account: string
  channel: string
  cents: bigint
  status: string
  partnerStatus: string
  match: string
}

const columns: (ExportColumn & { key: keyof Row })[] = [
  { key: 'ours', title: 'Our reference', kind: 'text' },
  { key: 'partner', title: 'Partner reference', kind: 'text' },
  { key: 'day', title: 'Date', kind: 'date' },
  { key: 'society', title: 'Society', kind: 'text' },
  { key: 'member', title: 'Member number', kind: 'text' },
  { key: 'account', title: 'Account', kind: 'text' },
  { key: 'channel', title: 'Channel', kind: 'text' },
  { key: 'cents', title: 'Amount', kind: 'money' },
  { key: 'status', title: 'Our status', kind: 'text' },
  { key: 'partnerStatus', title: 'Partner status', kind: 'text' },
  { key: 'match', title: 'Statement match', kind: 'text' },
]

/** reconfile.csv: every leg of our payouts with what the statement says of it, then what only the bank knows. */
export function reconFile(actor: Actor, organisation: Organisation): StreamReply {
  return streamReply({
    type: 'text/csv; charset=utf-8',
    name: 'reconfile.csv',
    // Who is paid how much is personal: each export leaves a line.
    before: (house) =>
      auditExport({
        house,
        actor,
        title: 'Reconciliation file',
        details: ['CSV', ...(organisation ? [organisation.name] : [])],
      }),
    produce: (tx) => writeDelimitedTable({ sheetName: 'Reconciliation', columns, rows: everyRow(tx, organisation) }),
  })
}

const batch = 1_000
const first = '00000000-0000-0000-0000-000000000000'

async function* everyRow(tx: Tx, organisation: Organisation): AsyncGenerator<unknown[]> {
  // A line that names no payment belongs to no society.
  for (const page of organisation ? [legsAfter] : [legsAfter, linesAfter])
    for (let after = first; ;) {
      const records = await page(tx, { after, organisation })
      for (const row of records) yield columns.map(({ key }) => row[key])
      const last = records.at(-1)
      if (!last || records.length < batch) break
      after = last.id
    }
}

type After = { after: string; organisation: Organisation }

/** A leg is judged by the account it left. One that no statement has reached yet has no word in the last column. */
const legsAfter = (tx: Tx, { after, organisation }: After): Promise<Row[]> =>
  rows(
    tx,
    sql<Row>`select l.id, l.reference as ours, coalesce(l.bank_reference, '') as partner,
        to_char(coalesce(l.sent_at, l.created_at) at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as day, o.name as society, coalesce(m.member_number, '') as member,
        repeat('•', greatest(3, length(l.to_account) - 3)) || right(l.to_account, 3) as account, l.channel, l.amount_cents as cents, p.status, l.status as "partnerStatus",
        case when i.kind in ('MATCHED', 'MISSING_IN_BANK', 'AMOUNT_DIFFERS') then i.kind when i.kind = 'PAID_TWICE' then 'MATCHED' else '' end as match
      from payout_legs l join payouts p on p.id = l.payout_id join organisations o on o.id = l.organisation_id
        left join loan_requests r on p.source_kind = 'loan_request' and r.id = p.source_id left join farmers m on m.id = r.farmer_id
        left join lateral (select kind from recon_items i where i.leg_id = l.id and i.account_number = l.from_account
          order by array_position(array['MATCHED', 'AMOUNT_DIFFERS', 'PAID_TWICE', 'MISSING_IN_BANK'], i.kind) limit 1) i on true
      where l.id > ${after} ${organisation ? sql`and l.organisation_id = ${organisation.id}` : sql``} order by l.id limit ${batch}`,
  )

/** What the bank has done that we did not: lines that name no payment, and those that repeat one. */
const linesAfter = (tx: Tx, { after }: After): Promise<Row[]> =>
  rows(
    tx,
    sql<Row>`select i.id, coalesce(l.reference, s.reference) as ours, s.line_key as partner, i.booked_on::text as day, '' as society, '' as member,
        repeat('•', greatest(3, length(i.account_number) - 3)) || right(i.account_number, 3) as account, coalesce(l.channel, '') as channel, i.amount_cents as cents,
        '' as status, 'BOOKED' as "partnerStatus", 'MISSING_HERE' as match
      from recon_items i join bank_statement_lines s on s.id = i.line_id left join payout_legs l on l.id = i.leg_id
      where i.kind in ('MISSING_HERE', 'PAID_TWICE') and i.id > ${after} order by i.id limit ${batch}`,
  )
