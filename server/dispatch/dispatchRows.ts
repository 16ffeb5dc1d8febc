import { dispatchRecordFlow, openRecords, receivedRecords } from '#contract/dispatch/dispatchFlow.ts'
import type { DispatchFile, DispatchRow } from '#contract/dispatch/dispatchFiles.ts'
import type { DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { shapeUpload, type StoredUpload } from '#server/kit/uploads/uploadList.ts'
import { cell, entered } from './dispatchChecks.ts'
import { dispatchFileKind as kind } from './dispatchKinds.ts'

type StoredFile = StoredUpload &
  Pick<DispatchFile, 'season' | 'saleNumber' | 'warehouseCode' | 'warehouseName' | 'termsVersion'> &
  Pick<DispatchFile, 'waiting' | 'referred' | 'approved' | 'rejected' | 'totalBags' | 'saleDate'> & {
    kilograms: string
    dispatchCutoff: Date | null
  }

const [first, ...later] = openRecords
// What the reader sees of its records; of a deleted file those that were deleted with it.
const records = sql`lateral (
  select count(*)::int as records, coalesce(sum(r.bags), 0)::int as bags, coalesce(sum(r.net_kg), 0) as kilograms,
    (count(*) filter (where r.status = ${first}))::int as waiting, (count(*) filter (where r.status = any (${later})))::int as referred,
    (count(*) filter (where r.status = any (${receivedRecords})))::int as approved, (count(*) filter (where r.status = 'REJECTED'))::int as rejected
  from dispatch_records r where r.upload_id = t.id and (r.status <> 'DELETED' or t.status = 'DELETED')) s`
// A draft has no records yet: its maker sees what its rows say.
const draft = sql`lateral (
  select coalesce(sum(${cell('bags')}::int), 0)::int as bags, coalesce(sum(${cell('netWeight')}::numeric), 0) as kilograms
  from upload_rows r where r.upload_id = t.id and d.season is null and t.status = 'FAILED_VALIDATION' and r.state <> 'left_out') drafted`

/** What dispatch files say besides what every file does. */
export function dispatchFileSource(source: ListSource<StoredUpload>): ListSource<StoredFile> {
  const base = sql`${source.base} left join dispatch_files d on d.upload_id = t.id`
  return {
    ...source,
    base,
    from: sql`${base} left join disclaimers terms on terms.id = d.disclaimer_id left join organisations w on w.id = d.warehouse_id
      left join sales sale on sale.season = d.season and sale.sale_number = d.sale_number and sale.status = 'APPROVED' cross join ${records} cross join ${draft}`,
    select: sql<StoredFile>`${source.select}, d.season, d.sale_number::int as "saleNumber", sale.sale_date as "saleDate", sale.dispatch_cutoff as "dispatchCutoff", w.code as "warehouseCode", w.name as "warehouseName", coalesce(terms.version, 0) as "termsVersion",
      s.waiting, s.referred, s.approved, s.rejected, s.bags + drafted.bags as "totalBags", s.kilograms + drafted.kilograms as kilograms`,
    columns: {
      ...source.columns,
      season: sql`d.season`,
      // A draft has none yet: it stands before the first.
      saleNumber: sql`coalesce(d.sale_number, 0)`,
      dateCreated: sql`t.created_at`,
    },
    search: sql<string>`upper(t.file_name || ' ' || o.code || ' ' || coalesce((select string_agg(r.outturn, ' ') from dispatch_records r where r.upload_id = t.id), ''))`,
    matched: (patterns) =>
      sql<string>`(select min(r.outturn) from dispatch_records r where r.upload_id = t.id and r.outturn like any (${patterns}))`,
  }
}

export const shapeDispatchFile =
  (actor: Actor) =>
  (stored: StoredFile): DispatchFile => {
    const { season, saleNumber, saleDate, warehouseCode, warehouseName, termsVersion, kilograms } = stored
    const { waiting, referred, approved, rejected, totalBags } = stored
    const upload = shapeUpload(kind, actor)(stored)
    return {
      ...upload,
      season,
      saleNumber,
      saleDate,
      dispatchCutoff: stored.dispatchCutoff?.toISOString() ?? null,
      warehouseCode,
      warehouseName,
      termsVersion,
      waiting,
      referred,
      approved,
      rejected,
      totalBags,
      totalWeight: Number(kilograms),
      dateCreated: upload.created,
    }
  }

type StoredRow = Omit<DispatchRow, 'bags' | 'pockets' | 'netWeight'> & Record<'bags' | 'pockets' | 'netWeight', string>

/** The rows of a file as they were written, for who repairs it. */
export const dispatchRowsSource = (uploadId: string): ListSource<StoredRow> => {
  const from = sql`upload_rows r`
  return {
    base: from,
    from,
    select: sql<StoredRow>`r.id, r.row_number as "row", ${entered('outturn')} as outturn, ${entered('grade')} as grade, ${entered('splitNumber')} as "splitNumber", ${entered('marks')} as marks,
      ${entered('bags')} as bags, ${entered('pockets')} as pockets, ${entered('netWeight')} as "netWeight", ${entered('broker')} as broker, r.state,
      coalesce((select string_agg(p.message, '; ' order by p.column_number) from upload_problems p where p.upload_id = r.upload_id and p.row_number = r.row_number), '') as message`,
    where: [sql`r.upload_id = ${uploadId}`],
    columns: {
      row: sql`r.row_number`,
      outturn: entered('outturn'),
      grade: entered('grade'),
      state: sql`r.state`,
    },
    search: sql<string>`upper(${entered('outturn')} || ' ' || ${entered('grade')} || ' ' || ${entered('marks')})`,
    id: sql<string>`r.id`,
  }
}

export const shapeDispatchRow = (stored: StoredRow): DispatchRow => ({
  ...stored,
  bags: Number(stored.bags) || 0,
  pockets: Number(stored.pockets) || 0,
  netWeight: Number(stored.netWeight) || 0,
})

type Party = DispatchRecord['millerCode']
export type StoredRecord = DecidedRow &
  Pick<
    DispatchRecord,
    'id' | 'fileId' | 'fileName' | 'grade' | 'marks' | 'season' | 'saleNumber' | 'bags' | 'pockets'
  > &
  Pick<DispatchRecord, 'growerCode' | 'growerName' | 'holdReason'> & {
    outturn: string
    splitNumber: number
    miller: Party
    warehouse: Party
    broker: Party
    gross: string
    tare: string
    net: string
    sentBags: number
    sentPockets: number
    sentGross: string
    sentTare: string
    sentNet: string
    requireReapproval: boolean
    deleteFlag: boolean
    before: Partial<Record<string, string>>
    editedBy: string | null
    editedAt: Date | null
  }

const party = (alias: string) =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'organisationCode', ${sql.ref(`${alias}.code`)}, 'organisationName', ${sql.ref(`${alias}.name`)})`
const base = sql`dispatch_records t join uploads u on u.id = t.upload_id join organisations m on m.id = t.miller_id left join organisations g on g.id = t.grower_id`
const difference = sql`(t.net_kg - t.sent_net_kg)`

/** Dispatch records that the reader sees: those of the own mill, and those that name the organisation. */
export const dispatchRecordSource: ListSource<StoredRecord> = {
  base,
  from: sql`${base} join organisations w on w.id = t.warehouse_id join organisations b on b.id = t.broker_id`,
  select: sql<StoredRecord>`t.id, t.upload_id as "fileId", u.file_name as "fileName", t.outturn, t.grade, t.split_number::int as "splitNumber", t.marks, t.bags, t.pockets::int as pockets, t.season,
    t.sale_number::int as "saleNumber", ${party('m')} as miller, ${party('w')} as warehouse, ${party('b')} as broker, g.code as "growerCode", g.name as "growerName",
    t.gross_kg as gross, t.tare_kg as tare, t.net_kg as net, t.sent_bags as "sentBags", t.sent_pockets::int as "sentPockets", t.sent_gross_kg as "sentGross", t.sent_tare_kg as "sentTare",
    t.sent_net_kg as "sentNet", t.require_reapproval as "requireReapproval", t.delete_flag as "deleteFlag", t.before, t.hold_reason as "holdReason",
    name_of_user(t.edited_by) as "editedBy", t.edited_at as "editedAt", t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name, t.created_at,
    name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`,
  where: [],
  columns: {
    outTurnNumber: sql`t.outturn`,
    grade: sql`t.grade`,
    season: sql`t.season`,
    saleNumber: sql`t.sale_number`,
    netWeight: sql`t.net_kg`,
    difference,
    created: sql`t.created_at`,
    status: sql`t.status`,
    differs: sql`case when ${difference} = 0 then 'N' else 'Y' end`,
  },
  search: sql<string>`upper(t.outturn || ' ' || t.grade || ' ' || t.marks || ' ' || u.file_name || ' ' || coalesce(g.code, ''))`,
}

/** The values that an edit may change, by their names on the wire, as the trail and the screens show them. */
export const valuesOf = (stored: StoredRecord): Record<string, string> => ({
  outTurnNumber: stored.outturn,
  splitNumber: stored.splitNumber === 0 ? '' : String(stored.splitNumber),
  marks: stored.marks,
  bags: String(stored.bags),
  pockets: String(stored.pockets),
  grossWeight: plain(stored.gross),
  tareWeight: plain(stored.tare),
  netWeight: plain(stored.net),
  brokerCode: stored.broker.organisationCode,
  deleteFlag: stored.deleteFlag ? 'Y' : 'N',
})

// PostgreSQL keeps three places: 12.500 is 12.5.
const plain = (kilograms: string): string => String(Number(kilograms))

export const shapeDispatchRecord =
  (actor: Actor) =>
  (stored: StoredRecord): DispatchRecord => {
    const values = valuesOf(stored)
    const { decidedBy, decidedAt, ...decided } = shapeDecided(dispatchRecordFlow, stored, actor)
    const { editedAt } = stored
    const isEdited = editedAt !== null && (decidedAt === null || editedAt.toISOString() > decidedAt)
    return {
      id: stored.id,
      fileId: stored.fileId,
      fileName: stored.fileName,
      outTurnNumber: stored.outturn,
      grade: stored.grade,
      splitNumber: stored.splitNumber === 0 ? null : stored.splitNumber,
      marks: stored.marks,
      bags: stored.bags,
      pockets: stored.pockets,
      season: stored.season,
      saleNumber: stored.saleNumber,
      millerCode: stored.miller,
      warehouseCode: stored.warehouse,
      brokerCode: stored.broker,
      miller: stored.miller.organisationName,
      warehouse: stored.warehouse.organisationName,
      broker: stored.broker.organisationName,
      growerCode: stored.growerCode,
      growerName: stored.growerName,
      grossWeight: Number(stored.gross),
      tareWeight: Number(stored.tare),
      netWeight: Number(stored.net),
      dispatched: {
        bags: stored.sentBags,
        pockets: stored.sentPockets,
        grossWeight: Number(stored.sentGross),
        tareWeight: Number(stored.sentTare),
        netWeight: Number(stored.sentNet),
      },
      difference: Number((Number(stored.net) - Number(stored.sentNet)).toFixed(3)),
      changed: Object.entries(stored.before).flatMap(([field, before]) =>
        before === undefined ? [] : [{ field, before, after: values[field] ?? '' }],
      ),
      differs: Number(stored.net) === Number(stored.sentNet) ? 'N' : 'Y',
      requireReapproval: stored.requireReapproval ? 'Y' : 'N',
      deleteFlag: stored.deleteFlag ? 'Y' : 'N',
      actionComment: stored.decision_comment,
      holdReason: stored.holdReason,
      updatedBy: isEdited ? stored.editedBy : decidedBy,
      updatedAt: isEdited ? editedAt.toISOString() : decidedAt,
      approverComment: stored.decision_comment,
      ...decided,
      decidedBy,
      decidedAt,
    }
  }
