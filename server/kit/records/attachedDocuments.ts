import type { RawBuilder } from 'kysely'
import type { Attachment } from '#contract/kit/attachment.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { leaveTrace } from '../audit/leaveTrace.ts'
import { now } from '../clock.ts'
import { rows, sql, type Tx } from '../db.ts'
import { newId } from '../ids.ts'
import { Refused, wrongField } from '../refused.ts'
import { mustBeOwn, stayInsideWallOf, type Organisation } from '../scope.ts'
import { keepDocument } from '../web/receiveDocument.ts'
import { filePieces, type ReceivedFile } from '../web/receiveFile.ts'
import { disposition } from '../web/sendAnswer.ts'
import { streamReply, type StreamReply } from '../web/serve.ts'
import { mustMake } from './mustMake.ts'

type Flow = Parameters<typeof mustMake>[0]
type Attaching = { tx: Tx; actor: Actor; organisation: Organisation; file: ReceivedFile }

/** Keeps a document of the own organisation in `table`, for a record of `flow` that will name it. */
export async function attachDocument(table: string, flow: Flow, { tx, actor, organisation, file }: Attaching) {
  mustMake(flow, actor)
  mustBeOwn(actor, organisation)
  const { fileId, ...kept } = await keepDocument(tx, actor.organisationId, file)
  const id = newId()
  await sql`insert into ${sql.table(table)} (id, organisation_id, file_id, file_name, media_type, made_by, created_at)
    values (${id}, ${actor.organisationId}, ${fileId}, ${kept.fileName}, ${kept.mediaType}, ${actor.userId}, ${now()})`.execute(
    tx,
  )
  return { id, ...kept }
}

/** The document of the own organisation that a new record names, with what stands of it in the trail; nothing where none is attached. */
export async function attachedTo(
  table: string,
  { tx, actor, documentId }: { tx: Tx; actor: Actor; documentId: string | undefined },
): Promise<{ document_id: string | null; changes: Record<string, { before: null; after: string }> }> {
  if (!documentId) return { document_id: null, changes: {} }
  const [found] = await rows(
    tx,
    sql<{
      name: string
      hash: string
    }>`select d.file_name as name, encode(f.sha256, 'hex') as hash from ${sql.table(table)} d join files f on f.id = d.file_id
      where d.id = ${documentId} and d.organisation_id = ${actor.organisationId}`,
  )
  if (!found) throw wrongField('documentId', 'Attach the document again')
  return {
    document_id: documentId,
    changes: { attached: { before: null, after: `${found.name}, SHA-256 ${found.hash}` } },
  }
}

/** The document `of` in `table`, as it is shown. */
export const attachmentOf = (
  table: string,
  of: RawBuilder<unknown>,
) => sql<Attachment>`(select jsonb_build_object('fileName', a.file_name, 'mediaType', a.media_type, 'size', f.size, 'sha256', encode(f.sha256, 'hex'))
  from ${sql.table(table)} a join files f on f.id = a.file_id where a.id = ${of})`

type Opened = { tx: Tx; actor: Actor; kind: string; recordId: string; title: string; of: RawBuilder<unknown> }

/** The document of a record that the reader may see, as it was attached; who opened it stands in the trail. */
export async function openDocument(table: string, opening: Opened): Promise<StreamReply> {
  const { tx, actor, kind, recordId, title, of } = opening
  const [found] = await rows(
    tx,
    sql<{
      organisationId: string
      fileId: string
      fileName: string
      mediaType: string
    }>`select a.organisation_id as "organisationId", a.file_id as "fileId",
      a.file_name as "fileName", a.media_type as "mediaType" from ${sql.table(table)} a where a.id = (${of})`,
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
