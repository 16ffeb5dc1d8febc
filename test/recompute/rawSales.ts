import { catalogueFile } from '#contract/catalogue/catalogueFile.ts'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { dispatchSheet } from '#contract/dispatch/dispatchSheet.ts'
import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { resultFile } from '#contract/results/resultFile.ts'
import type { Read } from './rawTables.ts'

/** A row of a file as it was uploaded and understood, with the file that it stands in. */
export type RawRow<Columns extends string = never> = Record<'id' | 'upload' | 'file' | Columns, string>
type RawDelivery = { id: string; upload: string; member: string; kilograms: string; status: string }
/** Parchment of an outturn that a mill has taken in; `from`: since when it counts. */
type RawParchment = {
  society: string
  miller: string
  season: string
  outturn: string
  kilograms: string
  from: string
}
export type RawDispatch = {
  id: string
  upload: string
  season: string
  sale: number
  outturn: string
  grade: string
  bags: number
  pockets: number
  sentGross: string
  sentTare: string
  sentNet: string
  net: string
  isEdited: boolean
  grower: string | null
  receivedOn: string | null
  status: string
  from: string
  until: string | null
}
type RawLot = {
  id: string
  upload: string
  season: string
  sale: number
  lot: number
  kilograms: string
  isEdited: boolean
  grower: string | null
  dispatch: string | null
  status: string
}
type RawResult = {
  id: string
  upload: string
  season: string
  sale: number
  lot: number
  record: string
  kilograms: string
  price: string | null
  gross: string | null
  invoice: string | null
  buyer: string | null
  grower: string | null
  state: string
}
/** Shares in hundredths of a percent, charges in cents of a dollar, shillings for a dollar in millionths. */
export type RawFeeRule = {
  id: string
  day: string
  from: string
  broker: string
  dss: string
  exchange: string
  milling: string
  handling: string
  storage: string
  warrant: string
  shillings: string
}
export type RawCured = {
  season: string
  outturn: string
  grade: string
  split: string
  currency: string
  transport: string | null
  drying: string | null
  handSorting: string | null
  from: string
}
export type RawSlip = {
  id: string
  number: string
  result: string
  record: string
  dispatch: string | null
  season: string
  sale: number
  saleDate: string
  outturn: string
  grade: string
  split: string
  bags: number
  pockets: number
  kilograms: string
  price: string
  invoice: string
  miller: string
  rule: string
  gross: string
  deductions: string
  net: string
  payment: string | null
  paidAt: string | null
  status: string
  drawnAt: string
}
type RawShare = { slip: string; grower: string; code: string; kilograms: string; gross: string; net: string }
export type RawLeg = {
  id: string
  slip: string
  place: number
  kind: string
  payee: string | null
  grower: string | null
  claim: string | null
  cents: string
  status: string
  sentAs: string | null
}
type RawClaim = {
  id: string
  document: string
  grower: string
  cents: string
  taken: string
  status: string
  decidedAt: string
}
/** A movement of the ledger: between accounts of what kind, of whom. */
type RawPosting = {
  reference: string
  cents: string
  debit: string
  debitOf: string
  credit: string
  creditOf: string
}
type RawSalePayout = { source: string; payee: string; status: string; cents: string }
/** What a buyer paid: a line of the statement, or what people recorded, which may be a line too. */
type RawPayment = { id: string; line: string | null; cents: string }
type RawReceipt = { id: string; line: string; cents: string }

export type RawSales = {
  written: {
    cherry: RawRow<'memberNumber' | 'currentDelivery' | 'receiptNumber'>[]
    dispatch: RawRow<'outturn' | 'grade' | 'grossWeight' | 'tareWeight'>[]
    catalogue: RawRow<'lotNumber' | 'weight'>[]
    results: RawRow<'lotNumber' | 'weight' | 'price' | 'buyer' | 'invoice'>[]
  }
  deliveries: RawDelivery[]
  parchment: RawParchment[]
  dispatched: RawDispatch[]
  lots: RawLot[]
  results: RawResult[]
  rules: RawFeeRule[]
  cured: RawCured[]
  slips: RawSlip[]
  shares: RawShare[]
  legs: RawLeg[]
  claims: RawClaim[]
  postings: RawPosting[]
  payouts: RawSalePayout[]
  payments: RawPayment[]
  receipts: RawReceipt[]
}

const cell = (kind: UploadKind, key: string): string => `r.clean[${columnKeys(kind).indexOf(key) + 1}]`
const rowsOf = (kind: UploadKind): string =>
  `select r.id, r.upload_id as upload, u.file_name as file, ${columnKeys(kind)
    .map((key) => `coalesce(${cell(kind, key)}, '') as "${key}"`)
    .join(', ')} from uploads u join upload_rows r on r.upload_id = u.id
   where u.kind = '${kind.name}' and u.status = 'APPROVED' and r.state <> 'left_out' order by r.id`
const time = (value: string): string => `to_char(${value}, 'YYYY-MM-DD HH24:MI:SS.US')`
/** When the trail first says that a record came into one of these states. */
const cameTo = (kind: string, id: string, states: string): string =>
  `(select min(a.at) from audit_events a where a.kind = '${kind}' and a.record_id = ${id} and a.to_status in (${states}))`

/** Everything that sales are made of and have moved, as it stands in the tables and in the rows of the files. */
export async function readRawSales(read: Read): Promise<RawSales> {
  return {
    written: {
      cherry: await read(rowsOf(cherryDeliveriesFile)),
      dispatch: await read(rowsOf(dispatchSheet)),
      catalogue: await read(rowsOf(catalogueFile)),
      results: await read(rowsOf(resultFile)),
    },
    deliveries: await read(
      `select d.id, d.upload_id as upload, m.member_number as member, d.kilograms::text, d.status from cherry_deliveries d join farmers m on m.id = d.farmer_id where d.upload_id is not null`,
    ),
    parchment:
      await read(`select u.organisation_id as society, p.miller_id as miller, ${cell(parchmentFile, 'season')} as season, ${cell(parchmentFile, 'outturn')} as outturn,
        ${cell(parchmentFile, 'netWeight')} as kilograms, ${time(`coalesce(${cameTo('parchment', 'u.id', `'PENDING_KPCU_APPROVAL', 'APPROVED'`)}, u.created_at)`)} as "from"
      from uploads u join parchment_records p on p.upload_id = u.id join upload_rows r on r.upload_id = u.id
      where u.kind = 'parchment' and u.status in ('PENDING_KPCU_APPROVAL', 'APPROVED') and r.state <> 'left_out' and ${cell(parchmentFile, 'netWeight')} <> ''
      order by u.organisation_id`),
    dispatched:
      await read(`select d.id, d.upload_id as upload, d.season, d.sale_number::int as sale, d.outturn, d.grade, d.bags, d.pockets::int as pockets, d.sent_gross_kg::text as "sentGross",
        d.sent_tare_kg::text as "sentTare", d.sent_net_kg::text as "sentNet", d.net_kg::text as net, d.edited_at is not null as "isEdited", d.grower_id as grower,
        to_char(d.decided_at at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as "receivedOn", d.status, ${time('d.created_at')} as "from",
        case when d.status in ('REJECTED', 'DELETED') then ${time(`coalesce(${cameTo('dispatch_record', 'd.id', `'REJECTED', 'DELETED'`)}, d.created_at)`)} end as until
      from dispatch_records d order by d.id`),
    lots: await read(`select c.id, c.upload_id as upload, c.season, c.sale_number::int as sale, c.lot_number as lot, c.kilograms::text, c.previous <> '{}' as "isEdited", c.grower_id as grower,
        c.dispatch_record_id as dispatch, c.status
      from catalogue_records c order by c.id`),
    results:
      await read(`select a.id, a.upload_id as upload, a.season, a.sale_number::int as sale, a.lot_number as lot, a.catalogue_record_id as record, a.kilograms::text, a.price_cents::text as price,
        a.gross_cents::text as gross, a.invoice_number as invoice, b.code as buyer, a.grower_id as grower, a.state
      from auction_results a left join organisations b on b.id = a.buyer_id order by a.id`),
    rules:
      await read(`select f.id, f.valid_from::text as day, ${time('coalesce(f.decided_at, f.created_at)')} as "from", f.broker_hundredths::text as broker, f.dss_hundredths::text as dss,
        f.exchange_hundredths::text as exchange, f.milling_cents::text as milling, f.handling_cents::text as handling, f.storage_cents::text as storage, f.warrant_cents::text as warrant,
        f.shilling_micros::text as shillings
      from fee_rules f where f.status in ('APPROVED', 'SUPERSEDED') order by f.valid_from, f.decided_at, f.id`),
    cured:
      await read(`select e.season, e.outturn, e.grade, e.split_number as split, e.currency, e.transport_cents::text as transport, e.drying_cents::text as drying,
        e.hand_sorting_cents::text as "handSorting", ${time('coalesce(e.decided_at, e.created_at)')} as "from"
      from estate_cured_records e where e.status = 'APPROVED'`),
    slips:
      await read(`select e.id, e.eslip_number as number, e.result_id as result, e.catalogue_record_id as record, e.dispatch_record_id as dispatch, e.season, e.sale_number::int as sale,
        e.sale_date::text as "saleDate", e.outturn, e.grade, c.split_number as split, e.bags, e.pockets, e.kilograms::text, e.price_cents::text as price, e.invoice_number as invoice, e.miller_id as miller,
        e.fee_rule_id as rule, e.gross_cents::text as gross, e.deductions_cents::text as deductions, e.net_cents::text as net, e.payment_id as payment, ${time('e.paid_at')} as "paidAt", e.status,
        ${time('e.created_at')} as "drawnAt"
      from eslips e join catalogue_records c on c.id = e.catalogue_record_id order by e.id`),
    shares:
      await read(`select s.eslip_id as slip, s.grower_id as grower, o.code, s.kilograms::text, s.gross_cents::text as gross, s.net_cents::text as net
      from eslip_shares s join organisations o on o.id = s.grower_id order by s.grower_id`),
    legs: await read(`select l.id, l.eslip_id as slip, l.place::int as place, l.kind, l.payee_id as payee, l.grower_id as grower, l.claim_id as claim, l.amount_cents::text as cents, l.status,
        l.sent_as as "sentAs"
      from eslip_legs l order by l.eslip_id, l.place`),
    claims:
      await read(`select c.id, c.document, c.grower_id as grower, c.amount_cents::text as cents, c.taken_cents::text as taken, c.status, ${time('c.decided_at')} as "decidedAt"
      from sale_claims c where c.status in ('APPROVED', 'COVERED') order by c.decided_at, c.id`),
    postings:
      await read(`select m.reference, m.amount_cents::text as cents, d.kind as debit, d.organisation_id as "debitOf", c.kind as credit, c.organisation_id as "creditOf"
      from ledger_movements m join ledger_accounts d on d.id = m.debit_account_id join ledger_accounts c on c.id = m.credit_account_id
      where m.kind in ('POST', 'POST_HOLD') and (m.cause_kind in ('eslip', 'eslip_leg') or 'proceeds' in (d.kind, c.kind)) order by m.id`),
    payouts: await read(
      `select p.source_id as source, p.organisation_id as payee, p.status, p.amount_cents::text as cents from payouts p where p.source_kind = 'eslip_leg'`,
    ),
    payments: await read(
      `select p.id, p.line_id as line, p.amount_cents::text as cents from buyer_payments p where p.status = 'APPROVED'`,
    ),
    receipts: await read(`select i.id, i.line_id as line, i.amount_cents::text as cents from recon_items i
      where i.kind = 'CREDITED' and i.account_number in (select account_number from trade_accounts where purpose = 'BUYERS')`),
  }
}
