import { stepsFor } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Upload } from '#contract/uploads/uploads.ts'
import { rows, sql, type Tx } from '../db.ts'
import type { ListSource } from '../records/listPage.ts'
import { visibleTo, type RecordKind } from '../records/recordKind.ts'
import { Refused, workbookType } from '../refused.ts'
import { statusOf } from '../web/status.ts'

export type StoredUpload = {
  id: string
  file_id: string
  file_name: string
  status: string
  problem: string | null
  row_count: number
  ready_count: number
  failed_count: number
  warned_count: number
  left_out_count: number
  done_count: number
  version: number
  makers: string[]
  made_by_name: string
  decided_by_name: string | null
  decided_at: Date | null
  decision_comment: string | null
  created_at: Date
  emptied_at: Date | null
  consent_version: number | null
  consented_by_name: string | null
  consented_at: Date | null
  organisation_code: string
  organisation_name: string
}

const from = sql`uploads t left join users maker on maker.id = t.made_by join organisations o on o.id = t.organisation_id left join users decider on decider.id = t.decided_by left join upload_consents agreed on agreed.upload_id = t.id left join disclaimers consent on consent.id = agreed.disclaimer_id`
const select = sql<StoredUpload>`t.id, t.file_id, t.file_name, t.status, t.problem, t.row_count, t.ready_count, t.failed_count, t.warned_count, t.left_out_count, t.done_count, t.version, t.makers,
  coalesce(maker.full_name, name_of_user(t.made_by)) as made_by_name, coalesce(decider.full_name, name_of_user(t.decided_by)) as decided_by_name, t.decided_at, t.decision_comment, t.created_at, t.emptied_at, consent.version as consent_version, name_of_user(agreed.consented_by) as consented_by_name, agreed.consented_at, o.code as organisation_code, o.name as organisation_name`

/** Where the files of a kind that adds nothing of its own are looked for and counted: the others join what they add. */
export const ofFilesAlone = {
  base: sql`uploads t left join users maker on maker.id = t.made_by`,
  unsearchedBase: sql`uploads t`,
}

type UploadFilter = { kind: RecordKind; actor: Actor; organisationId: string | null; withDiscarded: boolean }

/** The list of one kind of upload, of one organisation or of all in reach. Discarded ones only show when they are filtered for. */
export function uploadSource({ kind, actor, organisationId, withDiscarded }: UploadFilter): ListSource<StoredUpload> {
  return {
    base: from,
    from,
    select,
    where: [
      visibleTo(kind, actor),
      ...(organisationId ? [sql`t.organisation_id = ${organisationId}`] : []),
      ...(withDiscarded ? [] : [sql`t.status <> 'DISCARDED'`]),
    ],
    columns: {
      fileName: sql`t.file_name`,
      numberOfLots: sql`t.row_count`,
      createdBy: sql`maker.full_name`,
      status: sql`t.status`,
      created: sql`t.created_at`,
    },
    search: sql`upper(t.file_name)`,
  }
}

/** An upload as lists and decisions answer it, with the steps this user may take. */
export const shapeUpload =
  (kind: RecordKind, actor: Actor) =>
  (stored: StoredUpload): Upload => ({
    id: stored.id,
    fileName: stored.file_name,
    file: stored.file_id,
    fileType: /\.csv$/i.test(stored.file_name) ? 'text/csv' : workbookType,
    fileExtension: /\.(\w+)$/.exec(stored.file_name)?.[1]?.toLowerCase() ?? '',
    approverComment: stored.decision_comment,
    numberOfLots: stored.row_count,
    ready: stored.ready_count,
    failed: stored.failed_count,
    warned: stored.warned_count,
    leftOut: stored.left_out_count,
    done: stored.done_count,
    waitingRows: stored.status === 'PENDING_ACCOUNT_VALIDATION' ? stored.ready_count : 0,
    problem: stored.problem,
    organisationName: stored.organisation_name,
    organisationCode: stored.organisation_code,
    createdBy: stored.made_by_name,
    created: stored.created_at.toISOString(),
    decidedBy: stored.decided_by_name,
    decidedAt: stored.decided_at?.toISOString() ?? null,
    removed: stored.emptied_at?.toISOString() ?? null,
    consent: consentOf(stored),
    status: statusOf(kind.flow, stored.status),
    version: stored.version,
    steps: stepsFor(kind.flow, stored, actor),
  })

const consentOf = ({ consent_version, consented_by_name, consented_at }: StoredUpload): Upload['consent'] =>
  consent_version === null || !consented_at
    ? null
    : { version: consent_version, by: consented_by_name ?? '', at: consented_at.toISOString() }

/** One upload that the user may see. */
export async function getUpload(tx: Tx, actor: Actor, kind: RecordKind, id: string): Promise<Upload> {
  const [stored] = await rows(
    tx,
    sql<StoredUpload>`select ${select} from ${from} where t.id = ${id} and ${visibleTo(kind, actor)}`,
  )
  if (!stored) throw new Refused('record.not_found')
  return shapeUpload(kind, actor)(stored)
}
