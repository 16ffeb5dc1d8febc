import { toAmount } from '#contract/kit/money.ts'
import { stepsFor } from '#contract/kit/workflow.ts'
import { estateCuredFlow } from '#contract/estateCured/estateCuredFlow.ts'
import { estateCuredHolds, type EstateCured, type EstateCuredHold } from '#contract/estateCured/estateCuredRecords.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { barredFrom } from '#server/kit/records/recordKind.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { estateCuredKind } from './estateCuredKind.ts'

type Same = Pick<
  EstateCured,
  | 'id'
  | 'uploadId'
  | 'lot'
  | 'growerCode'
  | 'growerOutturn'
  | 'curedOutturn'
  | 'brokerOutturn'
  | 'mark'
  | 'grade'
  | 'bags'
  | 'pockets'
  | 'splitNumber'
  | 'saleNumber'
  | 'cropSeason'
  | 'brokerCode'
  | 'brokerName'
  | 'warehouseCode'
  | 'warehouseName'
  | 'organisationCode'
  | 'organisationName'
  | 'currency'
  | 'deliveryDate'
  | 'warehouseMaker'
  | 'warehouseChecker'
  | 'brokerChecker'
  | 'lastComment'
>
type Stored = DecidedRow &
  Same & {
    organisationId: string
    warehouseId: string
    brokerId: string
    fileName: string
    kilograms: string
    transportCents: bigint
    dryingCents: bigint
    handSortingCents: bigint
    hold: EstateCuredHold | null
    earlierBags: number | null
    earlierPockets: number | null
    earlierKilograms: string | null
  }

const base = sql`estate_cured_records t`
const from = sql`${base} join organisations o on o.id = t.organisation_id join organisations w on w.id = t.warehouse_id join organisations b on b.id = t.broker_id
  join uploads u on u.id = t.upload_id`
const select = sql<Stored>`t.id, t.upload_id as "uploadId", u.file_name as "fileName", t.organisation_id as "organisationId", t.warehouse_id as "warehouseId", t.broker_id as "brokerId",
  t.lot_number as lot, t.grower_code as "growerCode", t.grower_outturn as "growerOutturn", t.outturn as "curedOutturn", t.broker_outturn as "brokerOutturn", t.marks as mark, t.grade,
  t.bags, t.pockets, t.kilograms, t.split_number as "splitNumber", t.sale_number as "saleNumber", t.season as "cropSeason", b.code as "brokerCode", b.name as "brokerName",
  w.code as "warehouseCode", w.name as "warehouseName", o.code as "organisationCode", o.name as "organisationName", t.currency, t.delivered_on as "deliveryDate",
  t.transport_cents as "transportCents", t.drying_cents as "dryingCents", t.hand_sorting_cents as "handSortingCents", t.hold_reason as hold,
  t.earlier_bags as "earlierBags", t.earlier_pockets as "earlierPockets", t.earlier_kilograms as "earlierKilograms", name_of_user(t.warehouse_made_by) as "warehouseMaker",
  name_of_user(t.warehouse_checked_by) as "warehouseChecker", name_of_user(t.broker_agreed_by) as "brokerChecker", t.last_comment as "lastComment", t.status, t.version, ${barredFrom(estateCuredKind)} as makers,
  name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`

const parties = (id: string) =>
  sql`(t.organisation_id = ${id} or t.warehouse_id = ${id} or t.broker_id = ${id} or t.grower_id = ${id})`

/** How records are read: those that an organisation has sent or is named by, or all in reach. */
export const estateCuredSource = (organisation: Organisation): ListSource<Stored> => ({
  base,
  from,
  select,
  where: organisation ? [parties(organisation.id)] : [],
  columns: {
    lot: sql`t.lot_number`,
    curedOutturn: sql`t.outturn`,
    grade: sql`t.grade`,
    cleanNetWeight: sql`t.kilograms`,
    saleNumber: sql`t.sale_number`,
    deliveryDate: sql`t.delivered_on`,
    created: sql`t.id`,
    status: sql`t.status`,
    cropSeason: sql`t.season`,
  },
  search: sql<string>`upper(t.outturn || ' ' || t.grower_outturn || ' ' || t.broker_outturn || ' ' || t.lot_number || ' ' || t.grower_code)`,
})

/** The records of one file, of those that the reader sees. */
export const recordsOfFile = (uploadId: string): ListSource<Stored> => ({
  ...estateCuredSource(null),
  where: [sql`t.upload_id = ${uploadId}`],
})

const theirs = 'organisation.not_allowed'

/** A record on the wire, with the steps this user may take: a party decides, its sender mends. */
export const shapeEstateCured =
  (actor: Actor) =>
  (stored: Stored): EstateCured => {
    const { organisationId, warehouseId, brokerId, fileName, kilograms, hold } = stored
    const { transportCents, dryingCents, handSortingCents, earlierBags, earlierPockets, earlierKilograms } = stored
    const steps = stepsFor(estateCuredFlow, stored, actor)
    const isParty = [warehouseId, brokerId].includes(actor.organisationId)
    const isSender = organisationId === actor.organisationId
    return {
      id: stored.id,
      uploadId: stored.uploadId,
      documentUpload: { fileName },
      lot: stored.lot,
      growerCode: stored.growerCode,
      growerOutturn: stored.growerOutturn,
      curedOutturn: stored.curedOutturn,
      brokerOutturn: stored.brokerOutturn,
      mark: stored.mark,
      grade: stored.grade,
      bags: stored.bags,
      pockets: stored.pockets,
      cleanNetWeight: Number(kilograms),
      splitNumber: stored.splitNumber,
      saleNumber: stored.saleNumber,
      cropSeason: stored.cropSeason,
      brokerCode: stored.brokerCode,
      brokerName: stored.brokerName,
      warehouseCode: stored.warehouseCode,
      warehouseName: stored.warehouseName,
      organisationCode: stored.organisationCode,
      organisationName: stored.organisationName,
      currency: stored.currency,
      transportCharge: toAmount(transportCents),
      dryingCharge: toAmount(dryingCents),
      handSortingCharge: toAmount(handSortingCents),
      deliveryDate: stored.deliveryDate,
      holdReason: hold === null ? '' : estateCuredHolds[hold],
      earlier:
        earlierBags === null
          ? null
          : { bags: earlierBags, pockets: earlierPockets ?? 0, cleanNetWeight: Number(earlierKilograms) },
      warehouseMaker: stored.warehouseMaker,
      warehouseChecker: stored.warehouseChecker,
      brokerChecker: stored.brokerChecker,
      approverComment: stored.decision_comment,
      lastComment: stored.lastComment,
      ...shapeDecided(estateCuredFlow, stored, actor),
      steps: {
        approve: steps.approve ?? (isParty ? null : theirs),
        reject: steps.reject ?? (isParty ? null : theirs),
        correct: steps.correct ?? (isParty ? null : theirs),
        edit: steps.edit ?? (isSender ? null : theirs),
        remove: steps.remove ?? (isSender ? null : theirs),
      },
    }
  }
