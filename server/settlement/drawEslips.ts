import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { divideRounded, fromGrams, kilogramsInWords, toGrams } from '#contract/kit/money.ts'
import type { Actor } from '#contract/house/permissions.ts'
import {
  chargesOf,
  sharesOf,
  sumOf,
  type Charge,
  type FeeRates,
  type LegKind,
} from '#contract/settlement/eslipMoney.ts'
import { findSale } from '#server/facts/saleDays.ts'
import { writeAudits } from '#server/kit/audit/audit.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { systemSteps } from '#server/kit/records/takeStep.ts'
import { insideWallOf } from '#server/kit/scope.ts'
import { findFeeRule, ratesOf } from './feeRuleRows.ts'
import { eslipKind } from './eslipRows.ts'

type Sold = {
  resultId: string
  lotId: string
  season: string
  number: number
  saleDate: string
  lotNumber: number
  outturn: string
  grade: string
  bags: number
  pockets: number
  kilograms: string
  priceCents: bigint
  grossCents: bigint
  invoiceNumber: string
  buyerId: string
  millerId: string
  warehouseId: string
  brokerId: string
  growerId: string | null
  dispatchId: string | null
  receivedOn: string | null
  earlier: number
  currency: 'KES' | 'USD' | null
  curedBy: string | null
  transport: bigint | null
  drying: bigint | null
  handSorting: bigint | null
}

/**
 * Draws the e-slip of each of these results that is in force and sold, in the transaction that approves them; a result that has one is
 * passed over. Charges are those of the fee rule of the sale's day. Refuses with `eslip.no_fee_rule` and `eslip.no_sale`.
 */
export async function drawEslips(
  tx: Tx,
  { resultIds, actor, at }: { resultIds: readonly string[]; actor: Actor; at: Date },
): Promise<void> {
  const sold = await readSold(tx, resultIds)
  const sales = new Map<string, Terms>()
  for (const lot of sold) {
    const key = `${lot.season} ${lot.number} ${lot.saleDate}`
    if (!sales.has(key)) sales.set(key, await termsOf(tx, lot))
  }
  const payees = await readPayees(tx)
  const origins = await readOrigins(
    tx,
    sold.map(({ lotId }) => lotId),
  )
  const drawn = sold.map((lot) =>
    draw(lot, {
      terms: sales.get(`${lot.season} ${lot.number} ${lot.saleDate}`),
      origins: origins.get(lot.lotId) ?? [],
      payees,
    }),
  )
  for (const brokerId of new Set(drawn.map(({ lot }) => lot.brokerId)))
    await insideWallOf({ tx, actor, organisationId: brokerId }, () =>
      write(tx, { drawn: drawn.filter(({ lot }) => lot.brokerId === brokerId), actor, at }),
    )
}

type Terms = { rates: FeeRates; ruleId: string; shillings: bigint; promptDate: string }

async function termsOf(tx: Tx, { season, number, saleDate }: Sold): Promise<Terms> {
  const rule = await findFeeRule(tx, saleDate)
  if (!rule) throw new Refused('eslip.no_fee_rule')
  const sale = await findSale(tx, { season, number })
  if (!sale) throw new Refused('eslip.no_sale')
  return { rates: ratesOf(rule), ruleId: rule.id, shillings: rule.shillings, promptDate: sale.promptDate }
}

const readSold = (tx: Tx, ids: readonly string[]): Promise<Sold[]> =>
  rows(
    tx,
    sql<Sold>`select r.id as "resultId", c.id as "lotId", r.season, r.sale_number::int as number, r.sale_date as "saleDate", r.lot_number as "lotNumber", r.outturn, r.grade,
        r.bags, r.pockets, r.kilograms, r.price_cents as "priceCents", r.gross_cents as "grossCents", r.invoice_number as "invoiceNumber", r.buyer_id as "buyerId",
        r.miller_id as "millerId", r.warehouse_id as "warehouseId", r.broker_id as "brokerId", coalesce(r.grower_id, d.grower_id) as "growerId",
        c.dispatch_record_id as "dispatchId", (d.decided_at at time zone 'Africa/Nairobi')::date::text as "receivedOn",
        (select count(*)::int from eslips v where v.catalogue_record_id = c.id) as earlier, e.currency, e.organisation_id as "curedBy",
        e.transport_cents as transport, e.drying_cents as drying, e.hand_sorting_cents as "handSorting"
      from auction_results r join catalogue_records c on c.id = r.catalogue_record_id left join dispatch_records d on d.id = c.dispatch_record_id
        left join estate_cured_records e on e.season = r.season and e.outturn = r.outturn and e.grade = r.grade and e.split_number = c.split_number and e.status = 'APPROVED'
      where r.id = any (${ids}::uuid[]) and r.state = 'IN_FORCE' and r.price_cents is not null
        and not exists (select from eslips s where s.result_id = r.id and s.status <> 'VOID') order by r.season, r.sale_number, r.lot_number`,
  )

type Payees = { bankId: string | null }
async function readPayees(tx: Tx): Promise<Payees> {
  const [bank] = await rows(
    tx,
    sql<{ id: string }>`select id from organisations where type = 'COOPERATIVE_BANK' order by id limit 1`,
  )
  return { bankId: bank?.id ?? null }
}

type Origin = { lotId: string; growerId: string; parchment: string; dispatched: string | null }
const placeOf = (key: 'season' | 'outturn' | 'netWeight') => columnKeys(parchmentFile).indexOf(key) + 1

async function readOrigins(tx: Tx, lotIds: readonly string[]): Promise<Map<string, Origin[]>> {
  const found = await rows(
    tx,
    sql<Origin>`select lot as "lotId", grower as "growerId", parchment, dispatched
      from lot_origins(${lotIds}::uuid[], ${placeOf('season')}, ${placeOf('outturn')}, ${placeOf('netWeight')}) order by lot, grower`,
  )
  const byLot = new Map<string, Origin[]>()
  for (const origin of found) byLot.set(origin.lotId, [...(byLot.get(origin.lotId) ?? []), origin])
  return byLot
}

/**
 * Takes back the e-slips of results that were corrected: nobody has paid them. Refuses with `results.being_paid` otherwise; who pays one at the
 * same time is waited for. What takes their place is drawn after.
 */
export async function voidEslips(
  tx: Tx,
  { resultIds, actor }: { resultIds: readonly string[]; actor: Actor },
): Promise<void> {
  const slips = await rows(
    tx,
    sql<{
      id: string
      organisationId: string
      title: string
      from: string
    }>`select id, organisation_id as "organisationId", eslip_number as title, status as "from" from eslips
      where result_id = any (${resultIds}::uuid[]) and status <> 'VOID' order by id for update`,
  )
  if (slips.some(({ from }) => from === 'PAID' || from === 'COLLECTED')) throw new Refused('results.being_paid')
  for (const [organisationId, records] of Map.groupBy(slips, (slip) => slip.organisationId))
    await insideWallOf({ tx, actor, organisationId }, () => systemSteps({ tx, kind: eslipKind, records, to: 'VOID' }))
}

type NewLeg = { kind: LegKind; payeeId: string | null; growerId: string | null; amountCents: bigint; basis: string }
type Drawn = {
  lot: Sold
  id: string
  number: string
  terms: Terms
  growerId: string | null
  deductionsCents: bigint
  legs: NewLeg[]
  shares: { growerId: string; outturn: string; kilograms: string; grossCents: bigint; netCents: bigint }[]
}

function draw(
  lot: Sold,
  { terms, origins, payees }: { terms: Terms | undefined; origins: Origin[]; payees: Payees },
): Drawn {
  if (!terms) throw new Refused('eslip.no_fee_rule')
  const charges = chargesOf(
    {
      grossCents: lot.grossCents,
      kilograms: lot.kilograms,
      parchmentKilograms: parchmentOf(lot, origins),
      bags: lot.bags,
      pockets: lot.pockets,
      daysStored: daysBetween(lot.receivedOn ?? lot.saleDate, lot.saleDate),
      transportCents: inDollars(lot.transport, lot, terms),
      dryingCents: inDollars(lot.drying, lot, terms),
      handSortingCents: inDollars(lot.handSorting, lot, terms),
    },
    terms.rates,
  )
  const deductionsCents = sumOf(charges)
  const netCents = lot.grossCents - deductionsCents
  const shares = sharesOf(growersOf(lot, origins), { kilograms: lot.kilograms, grossCents: lot.grossCents, netCents })
  const payeeOf: Record<Charge['kind'], string | null> = {
    DSS: payees.bankId,
    EXCHANGE: null,
    BROKER: lot.brokerId,
    MILLER: lot.millerId,
    WAREHOUSE: lot.warehouseId,
    TRANSPORT: lot.curedBy,
    DRYING: lot.curedBy,
    HAND_SORTING: lot.curedBy,
  }
  const growers =
    shares.length > 0
      ? shares.map(({ growerId, outturn, kilograms, netCents: amountCents }) => ({
          growerId,
          amountCents,
          basis:
            shares.length > 1
              ? `${kilogramsInWords(toGrams(kilograms))} of ${kilogramsInWords(toGrams(lot.kilograms))} kg`
              : outturn,
        }))
      : [{ growerId: null, amountCents: netCents, basis: lot.outturn }]
  return {
    lot,
    id: newId(),
    number: numberOf(lot),
    terms,
    growerId: shares.length === 1 ? (shares[0]?.growerId ?? null) : null,
    deductionsCents,
    shares,
    legs: [
      ...charges.map(({ kind, amountCents, basis }) => ({
        kind,
        amountCents,
        basis,
        payeeId: payeeOf[kind],
        growerId: null,
      })),
      ...growers
        .filter(({ amountCents }) => amountCents > 0n)
        .map((share) => ({ kind: 'GROWER' as const, ...share, payeeId: share.growerId })),
    ],
  }
}

/** Parchment that a lot was milled from: its part of the outturn's, by clean coffee. Null where no record of the parchment is known. */
function parchmentOf({ kilograms }: Sold, origins: readonly Origin[]): string | null {
  const [first] = origins
  if (!first || first.dispatched === null) return null
  const [clean, all] = [toGrams(kilograms), toGrams(first.dispatched)]
  const brought = origins.reduce((sum, { parchment }) => sum + toGrams(parchment), 0n)
  if (all < clean || brought === 0n) return null
  return fromGrams(divideRounded(brought * clean, all))
}

/** Whose coffee a lot is, with what each brought to it: by the parchment of its outturn, which may be several societies', else by its mark. */
function growersOf(lot: Sold, origins: readonly Origin[]) {
  const brought = origins.filter(({ parchment }) => toGrams(parchment) > 0n)
  if (brought.length > 1)
    return brought.map(({ growerId, parchment }) => ({ growerId, outturn: lot.outturn, kilograms: parchment }))
  const growerId = brought[0]?.growerId ?? lot.growerId
  return growerId === null ? [] : [{ growerId, outturn: lot.outturn, kilograms: lot.kilograms }]
}

const inDollars = (cents: bigint | null, { currency }: Sold, { shillings }: Terms): bigint =>
  currency === 'KES' ? divideRounded((cents ?? 0n) * 1_000_000n, shillings) : (cents ?? 0n)

const daysBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000))

/** ES/2026-27/09/0123; a lot whose result was corrected has another one after it. */
function numberOf({ season, number, lotNumber, earlier }: Sold): string {
  const sale = String(number).padStart(2, '0')
  const lot = String(lotNumber).padStart(4, '0')
  return `ES/${season.slice(0, 4)}-${season.slice(-2)}/${sale}/${lot}${earlier > 0 ? `-${earlier + 1}` : ''}`
}

async function write(tx: Tx, { drawn, actor, at }: { drawn: readonly Drawn[]; actor: Actor; at: Date }): Promise<void> {
  const column = <Value>(of: (one: Drawn) => Value): Value[] => drawn.map(of)
  await sql`insert into eslips (id, eslip_number, result_id, catalogue_record_id, dispatch_record_id, organisation_id, season, sale_number, sale_date, lot_number, outturn, grade, bags, pockets,
      kilograms, price_cents, invoice_number, miller_id, warehouse_id, broker_id, buyer_id, grower_id, fee_rule_id, gross_cents, deductions_cents, net_cents, prompt_date, status,
      makers, made_by, created_at)
    select g.id, g.number, r.id, r.catalogue_record_id, g.dispatch, r.broker_id, r.season, r.sale_number, r.sale_date, r.lot_number, r.outturn, r.grade, r.bags, r.pockets,
      r.kilograms, r.price_cents, r.invoice_number, r.miller_id, r.warehouse_id, r.broker_id, r.buyer_id, g.grower, g.rule, r.gross_cents, g.deductions, r.gross_cents - g.deductions, g.prompt,
      'PENDING_PAYMENT', array[${actor.userId}]::uuid[], ${actor.userId}::uuid, ${at}::timestamptz
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ number }) => number)}::text[], ${column(({ lot }) => lot.resultId)}::uuid[],
        ${column(({ lot }) => lot.dispatchId)}::uuid[], ${column(({ growerId }) => growerId)}::uuid[], ${column(({ terms }) => terms.ruleId)}::uuid[],
        ${column(({ deductionsCents }) => deductionsCents)}::bigint[], ${column(({ terms }) => terms.promptDate)}::date[])
      as g (id, number, result, dispatch, grower, rule, deductions, prompt) join auction_results r on r.id = g.result`.execute(
    tx,
  )
  await writeShares(tx, drawn)
  await writeLegs(tx, drawn)
  for (const [organisationId, own] of Map.groupBy(drawn, ({ lot }) => lot.brokerId))
    await writeAudits(tx, {
      by: actor,
      organisationId,
      kind: eslipKind.flow.kind,
      action: 'system',
      records: own.map(({ id, number: title }) => ({ id, title, to: 'PENDING_PAYMENT' })),
    })
}

async function writeShares(tx: Tx, drawn: readonly Drawn[]): Promise<void> {
  const shares = drawn.flatMap(({ id, lot, shares: own }) =>
    own.map((share) => ({ id, brokerId: lot.brokerId, ...share })),
  )
  const column = <Value>(of: (one: (typeof shares)[number]) => Value): Value[] => shares.map(of)
  await sql`insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents)
    select * from unnest(${column(({ id }) => id)}::uuid[], ${column(({ brokerId }) => brokerId)}::uuid[], ${column(({ growerId }) => growerId)}::uuid[],
      ${column(({ outturn }) => outturn)}::text[], ${column(({ kilograms }) => kilograms)}::numeric[], ${column(({ grossCents }) => grossCents)}::bigint[],
      ${column(({ netCents }) => netCents)}::bigint[])`.execute(tx)
}

async function writeLegs(tx: Tx, drawn: readonly Drawn[]): Promise<void> {
  const legs = drawn.flatMap(({ id, lot, legs: own }) =>
    own.map((leg, at) => ({ id: newId(), eslipId: id, brokerId: lot.brokerId, place: at + 1, ...leg })),
  )
  const column = <Value>(of: (one: (typeof legs)[number]) => Value): Value[] => legs.map(of)
  await sql`insert into eslip_legs (id, eslip_id, organisation_id, place, kind, payee_id, grower_id, amount_cents, basis)
    select * from unnest(${column(({ id }) => id)}::uuid[], ${column(({ eslipId }) => eslipId)}::uuid[], ${column(({ brokerId }) => brokerId)}::uuid[],
      ${column(({ place }) => place)}::smallint[], ${column(({ kind }) => kind)}::text[], ${column(({ payeeId }) => payeeId)}::uuid[], ${column(({ growerId }) => growerId)}::uuid[],
      ${column(({ amountCents }) => amountCents)}::bigint[], ${column(({ basis }) => basis)}::text[])`.execute(tx)
}
