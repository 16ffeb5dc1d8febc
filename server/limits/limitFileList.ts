import { toAmount } from '#contract/kit/money.ts'
import type { LimitFile, LimitFileRow } from '#contract/limits/limitFiles.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { personal } from '#server/kit/scope.ts'
import { sql } from '#server/kit/db.ts'
import { shapeUpload, type StoredUpload } from '#server/kit/uploads/uploadList.ts'
import { isShared, sharing } from '#server/uploads/consent.ts'
import { cell, entered } from './limitFileChecks.ts'
import { limitFileKind as kind } from './limitFileKinds.ts'

/** What limit files say besides what every file does. */
export function limitFileSource(source: ListSource<StoredUpload>): ListSource<StoredUpload> {
  const lender = sql`case when ${sharing(sql`t.id`)} then 'KPCU' else 'BANK' end`
  return {
    ...source,
    columns: { ...source.columns, lender },
  }
}

export const shapeLimitFile =
  (actor: Actor) =>
  (stored: StoredUpload): LimitFile => ({
    ...shapeUpload(kind, actor)(stored),
    shareData: isShared(stored),
    lender: isShared(stored) ? 'KPCU' : 'BANK',
  })

type StoredRow = {
  id: string
  row_number: number
  farmer_name: string
  id_no: string
  member_no: string
  grower_code: string
  kilograms: string
  season: string
  rate_cents: bigint | null
  added_cents: bigint | null
  state: LimitFileRow['state']
  message: string | null
}

// All rows of a file are added at once, so its state is theirs.
const state = sql`case when r.state = 'ready' and u.status = 'APPROVED' then 'done' else r.state end`

/** The rows of one file, whether they were added to limits yet or not. */
export function limitRowsSource(uploadId: string, actor: Actor): ListSource<StoredRow> {
  const from = sql`upload_rows r join uploads u on u.id = r.upload_id join organisations o on o.id = r.organisation_id left join limit_rows l on l.id = r.id
    left join farmers f on f.organisation_id = r.organisation_id and f.member_number = ${cell('memberNumber')}`
  const id = actor.permissions.has('CAN_VIEW_PERSONAL_DATA') ? entered('idNumber') : sql`''`
  return {
    base: from,
    from,
    select: sql<StoredRow>`r.id, r.row_number, coalesce(f.full_name, ${entered('fullName')}) as farmer_name, ${entered('idNumber')} as id_no, ${entered('memberNumber')} as member_no,
      coalesce(${cell('growerCode')}, o.code) as grower_code, ${entered('currentDelivery')} as kilograms, ${entered('season')} as season, l.rate_cents, l.added_cents, ${state} as state,
      (select string_agg(p.message, '; ' order by p.column_number) from upload_problems p where p.upload_id = r.upload_id and p.row_number = r.row_number) as message`,
    where: [sql`r.upload_id = ${uploadId}`],
    columns: { row: sql`r.row_number`, memberNo: entered('memberNumber'), state },
    search: sql<string>`upper(coalesce(f.full_name, '') || ' ' || ${entered('memberNumber')} || ' ' || ${id})`,
    id: sql<string>`r.id`,
  }
}

export const shapeLimitRow =
  (actor: Actor) =>
  (stored: StoredRow): LimitFileRow => ({
    id: stored.state === 'done' ? stored.id : null,
    row: stored.row_number,
    farmerName: stored.farmer_name,
    idNo: personal(actor, stored.id_no),
    memberNo: stored.member_no,
    growerCode: stored.grower_code,
    currentDelivery: Number(stored.kilograms) || 0,
    season: stored.season,
    rate: stored.rate_cents === null ? null : toAmount(stored.rate_cents),
    added: stored.added_cents === null ? null : toAmount(stored.added_cents),
    state: stored.state,
    message: stored.message ?? '',
  })
