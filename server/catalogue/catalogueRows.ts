import {
  catalogueHolds,
  catalogueValues,
  type CatalogueHold,
  type CatalogueRecord,
  type CatalogueValue,
} from '#contract/catalogue/catalogueRecords.ts'
import { catalogueRecordFlow } from '#contract/catalogue/catalogueFlow.ts'
import { toAmount } from '#contract/kit/money.ts'
import { permissionIn, type Step } from '#contract/kit/workflow.ts'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { RawBuilder } from 'kysely'
import { now } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { scopeOf } from '#server/kit/scope.ts'

/** Whom a lot names, by their ids. */
export type Parties = { organisationId: string; warehouseId: string; brokerId: string }

export type StoredLot = DecidedRow &
  Parties & {
    id: string
    lotNumber: number
    outturn: string
    brokerOutturn: string
    grade: string
    marks: string
    bags: number
    pockets: number
    kilograms: string
    splitNumber: string
    season: string
    saleNumber: number
    saleDate: string | null
    closesAt: Date | null
    sellsAt: Date | null
    millerCode: string
    agentCode: string
    agentName: string
    warehouseCode: string
    warehouseName: string
    uploadId: string
    fileName: string
    deleteFlag: boolean
    reserveCents: bigint | null
    certification: string
    remark: string
    holdReason: CatalogueHold | null
    holdAvailable: string | null
    previous: Partial<Record<CatalogueValue, string>>
    warehouseAgreed: string | null
    brokerAgreed: string | null
  }

const base = sql`catalogue_records t join organisations broker on broker.id = t.broker_id join organisations warehouse on warehouse.id = t.warehouse_id`
const from = sql`${base} join organisations miller on miller.id = t.miller_id join uploads u on u.id = t.upload_id
  left join sales s on s.status = 'APPROVED' and s.season = t.season and s.sale_number = t.sale_number`
// Whoever reads of every organisation has no right to read reserve prices, and must not ask.
const reserve = (actor: Actor) =>
  scopeOf(actor).wide
    ? sql`null::bigint`
    : sql`(select p.cents from catalogue_reserves p where p.record_id = t.id and t.broker_id = ${actor.organisationId})`
const columnsFor = (actor: Actor): RawBuilder<StoredLot> => sql<StoredLot>`
  t.id, t.organisation_id as "organisationId", t.warehouse_id as "warehouseId", t.broker_id as "brokerId", t.lot_number as "lotNumber", t.outturn,
  t.broker_outturn as "brokerOutturn", t.grade, t.marks, t.bags, t.pockets, t.kilograms, t.split_number as "splitNumber", t.season, t.sale_number::int as "saleNumber",
  s.sale_date as "saleDate", s.catalogue_close as "closesAt", s.sale_date::timestamp at time zone 'Africa/Nairobi' as "sellsAt", miller.code as "millerCode", broker.code as "agentCode", broker.name as "agentName", warehouse.code as "warehouseCode",
  warehouse.name as "warehouseName", t.upload_id as "uploadId", u.file_name as "fileName", t.delete_flag as "deleteFlag", ${reserve(actor)} as "reserveCents",
  t.certification, t.remark, t.hold_reason as "holdReason", t.hold_available as "holdAvailable", t.previous,
  name_of_user(t.warehouse_agreed_by) as "warehouseAgreed", name_of_user(t.broker_agreed_by) as "brokerAgreed", t.status, t.version, t.makers,
  name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`

/** Lots that a reader may see, all of them or those of one organisation. */
export const lotSource = (
  { actor, organisation }: { actor: Actor; organisation: { id: string } | null },
  ...where: RawBuilder<unknown>[]
): ListSource<StoredLot> => ({
  base,
  from,
  select: columnsFor(actor),
  where: [
    ...where,
    ...(organisation
      ? [sql`${organisation.id} in (t.organisation_id, t.warehouse_id, t.broker_id, t.miller_id, t.grower_id)`]
      : []),
  ],
  columns: {
    lotNumber: sql`t.lot_number`,
    outturn: sql`t.outturn`,
    grade: sql`t.grade`,
    weight: sql`t.kilograms`,
    season: sql`t.season`,
    saleNumber: sql`t.sale_number`,
    created: sql`t.id`,
    status: sql`t.status`,
  },
  search: sql<string>`upper(t.outturn || ' ' || t.broker_outturn || ' ' || t.lot_number || ' ' || t.marks)`,
})

/** On which side of a lot the actor stands; nowhere for who only reads it. */
export function standingOf(
  { organisationId, organisationType }: Actor,
  lot: Parties,
): 'warehouse' | 'broker' | 'sender' | null {
  if (organisationType === 'WAREHOUSE') return lot.warehouseId === organisationId ? 'warehouse' : null
  if (lot.brokerId === organisationId) return 'broker'
  return lot.organisationId === organisationId ? 'sender' : null
}

const steps: Readonly<Record<string, Step>> = catalogueRecordFlow.steps
const changeable = Object.keys(catalogueValues) as CatalogueValue[] // border: the keys of the list
type CatalogueStep = keyof typeof catalogueRecordFlow.steps

/** Why it is too late for a step: its catalogue is closed, or the sale has begun. What is rejected was never in it. */
function lateFor(
  step: CatalogueStep,
  { closesAt, sellsAt }: Pick<StoredLot, 'closesAt' | 'sellsAt'>,
): ErrorCode | null {
  if (step === 'reject') return null
  if (step === 'withdraw') return sellsAt && sellsAt <= now() ? 'catalogue.sale_begun' : null
  return closesAt && closesAt <= now() ? 'sale.catalogue_closed' : null
}

/** A lot on the wire. Whoever only reads it may take no step, whatever the own role could elsewhere. */
export const shapeLot =
  (actor: Actor) =>
  (stored: StoredLot): CatalogueRecord => {
    const decided = shapeDecided(catalogueRecordFlow, stored, actor)
    if (standingOf(actor, stored) === null)
      for (const [name, step] of Object.entries(decided.steps))
        if (step === null || actor.permissions.has(permissionIn(steps[name]!, stored.status)))
          // border: the steps of this flow
          decided.steps[name as CatalogueStep] = 'organisation.not_allowed'
    for (const name of Object.keys(decided.steps) as CatalogueStep[]) decided.steps[name] ??= lateFor(name, stored)
    const { holdReason, status } = stored
    const values = valuesOf(stored)
    return {
      id: stored.id,
      lotNumber: stored.lotNumber,
      outturn: stored.outturn,
      brokerOutturn: stored.brokerOutturn,
      grade: stored.grade,
      marks: stored.marks,
      numberOfBags: stored.bags,
      numberOfPocket: stored.pockets,
      weight: Number(stored.kilograms),
      splitNumber: stored.splitNumber,
      season: stored.season,
      saleNumber: stored.saleNumber,
      saleDate: stored.saleDate,
      closesAt: stored.closesAt?.toISOString() ?? null,
      millerCode: stored.millerCode,
      agentCode: stored.agentCode,
      agentName: stored.agentName,
      warehouseCode: stored.warehouseCode,
      warehouseName: stored.warehouseName,
      documentUpload: { id: stored.uploadId, fileName: stored.fileName },
      deleteFlag: stored.deleteFlag,
      reservePrice: stored.reserveCents === null ? null : toAmount(stored.reserveCents),
      cert: stored.certification,
      remark: stored.remark,
      holdReason: status === 'HOLDING_STATUS' && holdReason ? catalogueHolds[holdReason] : '',
      holdAvailable: status === 'HOLDING_STATUS' && stored.holdAvailable !== null ? Number(stored.holdAvailable) : null,
      previous: changeable.flatMap((field) => {
        const before = stored.previous[field]
        return before === undefined ? [] : { field, before, after: values[field] }
      }),
      warehouseAgreed: stored.warehouseAgreed,
      brokerAgreed: stored.brokerAgreed,
      comment: stored.decision_comment,
      ...decided,
    }
  }

/** What an edit can change of a lot, as text. */
export function valuesOf(
  lot: Pick<
    StoredLot,
    | 'lotNumber'
    | 'outturn'
    | 'brokerOutturn'
    | 'grade'
    | 'marks'
    | 'bags'
    | 'pockets'
    | 'kilograms'
    | 'splitNumber'
    | 'season'
    | 'saleNumber'
    | 'certification'
    | 'remark'
    | 'deleteFlag'
  >,
): Record<CatalogueValue, string> {
  const text: Record<CatalogueValue, string | number> = {
    lotNumber: lot.lotNumber,
    outturn: lot.outturn,
    brokerOutturn: lot.brokerOutturn,
    grade: lot.grade,
    marks: lot.marks,
    numberOfBags: lot.bags,
    numberOfPocket: lot.pockets,
    weight: Number(lot.kilograms),
    splitNumber: lot.splitNumber,
    season: lot.season,
    saleNumber: lot.saleNumber,
    cert: lot.certification,
    remark: lot.remark,
    deleteFlag: lot.deleteFlag ? 'Y' : 'N',
  }
  return Object.fromEntries(changeable.map((key) => [key, String(text[key])])) as Record<CatalogueValue, string> // border: the same keys
}
