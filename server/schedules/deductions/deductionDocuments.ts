import type { RawBuilder } from 'kysely'
import { deductionFlow, type Attachment } from '#contract/schedules/deductions.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { leaveTrace } from '#server/kit/audit/leaveTrace.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustBeOwn, seesPersonalData, stayInsideWallOf, type Organisation } from '#server/kit/scope.ts'
import { keepDocument } from '#server/kit/web/receiveDocument.ts'
import { filePieces, type ReceivedFile } from '#server/kit/web/receiveFile.ts'
import { disposition } from '#server/kit/web/sendAnswer.ts'
import { streamReply, type StreamReply } from '#server/kit/web/serve.ts'
import { wrong } from './payees.ts'

type Attaching = { tx: Tx; actor: Actor; organisation: Organisation; file: ReceivedFile }

/** Keeps a document that a proposal will name. */
export async function attachDocument({ tx, actor, organisation, file }: Attaching) {
  mustMake(deductionFlow, actor)
  mustBeOwn(actor, organisation)
  const { fileId, ...kept } = await keepDocument(tx, actor.organisationId, file)
  const id = newId()
  await sql`insert into deduction_documents (id, organisation_id, file_id, file_name, media_type, made_by, created_at)
    values (${id}, ${actor.organisationId}, ${fileId}, ${kept.fileName}, ${kept.mediaType}, ${actor.userId}, ${now()})`.execute(
    tx,
  )
  return { id, ...kept }
}

/** The document of the own society that a proposal names, with what stands of it in the trail; nothing where none is attached. */
export async function attachedTo(
  tx: Tx,
  { organisationId }: Actor,
  { documentId }: { documentId?: string | undefined },
): Promise<{ document_id: string | null; changes: Record<string, { before: null; after: string }> }> {
  if (!documentId) return { document_id: null, changes: {} }
  const [found] = await rows(
    tx,
    sql<{
      name: string
      hash: string
    }>`select d.file_name as name, encode(f.sha256, 'hex') as hash from deduction_documents d join files f on f.id = d.file_id
      where d.id = ${documentId} and d.organisation_id = ${organisationId}`,
  )
  if (!found) throw wrong({ documentId: 'Attach the document again' })
  return {
    document_id: documentId,
    changes: { attached: { before: null, after: `${found.name}, SHA-256 ${found.hash}` } },
  }
}

/** The document of a row `of` of its table, as it is shown. */
export const attachmentOf = (
  of: RawBuilder<unknown>,
) => sql<Attachment>`(select jsonb_build_object('fileName', a.file_name, 'mediaType', a.media_type, 'size', f.size, 'sha256', encode(f.sha256, 'hex'))
  from deduction_documents a join files f on f.id = a.file_id where a.id = ${of})`

type Opened = { tx: Tx; actor: Actor; kind: string; recordId: string; title: string; of: RawBuilder<unknown> }

/** The document of a record that the reader may see, as it was attached; who opened it stands in the trail. */
export async function openDocument({ tx, actor, kind, recordId, title, of }: Opened): Promise<StreamReply> {
  // A resolution may name members by their numbers.
  if (!seesPersonalData(actor))
    throw new Refused('permission.missing', { details: { needs: ['CAN_VIEW_PERSONAL_DATA'] } })
  const [found] = await rows(
    tx,
    sql<{
      organisationId: string
      fileId: string
      fileName: string
      mediaType: string
    }>`select a.organisation_id as "organisationId", a.file_id as "fileId",
      a.file_name as "fileName", a.media_type as "mediaType" from deduction_documents a where a.id = (${of})`,
  )
  if (!found) throw new Refused('record.not_found')
  const { organisationId, fileId, fileName, mediaType } = found
  const opened = { by: actor, organisationId, kind, recordId, title, action: 'download' }
  return streamReply({
    type: mediaType,
    headers: { 'content-disposition': disposition(fileName) },
    before: ({ db }) => leaveTrace(db, actor, opened),
    produce: async function* (read) {
      await stayInsideWallOf({ tx: read, actor, organisationId })
      yield* filePieces(read, fileId)
    },
  })
}
