import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import type { RecordDeclaration } from '#contract/kit/record.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Upload } from '#contract/uploads/uploads.ts'
import { sql, type Tx } from '../db.ts'
import { listPage, type ListSource, type Listing } from '../records/listPage.ts'
import type { RecordKind } from '../records/recordKind.ts'
import { Refused } from '../refused.ts'
import type { Call, Handlers } from '../web/serve.ts'
import { serveRecord, type List, type Parts, type Read, type ServedRecord } from '../records/serveRecord.ts'
import { declineEffect, mustMatchCall, RowsRefused, answerFailingRows } from './decideUpload.ts'
import { receiveUpload, settleUpload, type SettleCall } from './receiveUpload.ts'
import type { UploadBinding } from './uploadBinding.ts'
import { ofFilesAlone, uploadSource, type StoredUpload } from './uploadList.ts'

type UploadCall = Call<Endpoint & { upload: 'any' }>

type Within = (step: { tx: Tx; actor: Actor; id: string }, work: () => Promise<void>) => Promise<void>

type FileParts<Row extends z.ZodObject, Stored extends StoredUpload, FileRow, StoredRow> = Pick<
  Parts<Row, Stored>,
  'shape' | 'steps'
> & {
  binding: UploadBinding
  /** What its list reads besides what every list of files does. */
  source?: (common: ListSource<StoredUpload>, reader: Listing) => ListSource<Stored> | Promise<ListSource<Stored>>
  /** Whose list a file stands in; that of the organisation which has sent it where none is declared. */
  concerns?: (organisationId: string) => RawBuilder<unknown>
  /** The rows of one file. */
  rows: {
    source: (
      uploadId: string,
      reader: Omit<Listing, 'organisation'>,
    ) => ListSource<StoredRow> | Promise<ListSource<StoredRow>>
    shape: (actor: Actor) => (stored: StoredRow) => FileRow
    /** Of rows that are records which are decided one by one. */
    kind?: RecordKind
  }
  /** Runs around each step, such as inside the wall of whoever sent the file. */
  within?: Within
  /** What is asked before it, outside its transaction: of the bank, whose the account is that is named beside the file. */
  prepare?: (call: Omit<UploadCall, 'tx'>) => Promise<void>
  /** How a file is received, where more is kept of it than the file. */
  receive?: (call: UploadCall) => Promise<{ id: string }>
}

// border: the row of every kind of file is an `Upload`, or more of it
const asUpload = (row: object) => row as Upload
const ownFiles = (organisationId: string) => sql`t.organisation_id = ${organisationId}`

/** Answers the calls of a kind of file: those of every record, its rows, and the call that receives it. */
export function serveUpload<
  Row extends z.ZodObject,
  FileRow extends z.ZodObject,
  Odd extends Record<'rows' | 'upload', Endpoint>,
  Stored extends StoredUpload,
  StoredRow,
>(
  declared: RecordDeclaration<Row> & { custom: Odd; rows: ListScreen<FileRow> },
  parts: FileParts<Row, Stored, z.output<FileRow>, StoredRow> &
    ([Exclude<keyof Odd, 'rows' | 'upload'>] extends [never]
      ? { calls?: never }
      : { calls: (read: Read<Row>, list: List<Row>) => Omit<Handlers<Odd>, 'rows' | 'upload'> }),
): ServedRecord & { read: Read<Row> } {
  const { binding, rows, shape, steps = {}, concerns = ownFiles } = parts
  const within: Within = parts.within ?? ((_step, work) => work())
  const receive = parts.receive ?? ((call: UploadCall) => receiveUpload(call, binding))
  const { record: kind } = binding
  const source = async (reader: Listing): Promise<ListSource<Stored>> => {
    const { actor, organisation, query } = reader
    const withDiscarded = query.filter.includes('status:DISCARDED')
    const every = uploadSource({ kind, actor, organisationId: null, withDiscarded })
    const common = organisation ? { ...every, where: [...every.where, concerns(organisation.id)] } : every
    // border: without a source of its own a kind stores no more than every file
    return parts.source
      ? parts.source(common, reader)
      : ({ ...common, ...ofFilesAlone } as unknown as ListSource<Stored>)
  }
  const odd: ((read: Read<Row>, list: List<Row>) => object) | undefined = parts.calls
  const calls = (read: Read<Row>, list: List<Row>) => ({
    ...odd?.(read, list),
    rows: async ({ tx, actor, params, query }: Listing & { params: { id: string } }) => {
      await read(tx, actor, params.id)
      const source = await rows.source(params.id, { tx, actor, query })
      const waiting = rows.kind ? { kind: rows.kind } : {}
      return listPage({ tx, actor, screen: declared.rows, query, source, shape: rows.shape(actor), ...waiting })
    },
    upload: {
      ...(parts.prepare ? { prepare: parts.prepare } : {}),
      act: receive,
      settle: (call: SettleCall, upload: { id: string }) =>
        settleUpload(call, upload, binding, async (tx) => asUpload(await read(tx, call.actor, upload.id))),
    },
  })
  const recordParts: Parts<Row, Stored> = {
    kind,
    source,
    shape,
    steps: { ...steps, decline: { effect: ({ tx }) => declineEffect(tx), ...steps['decline'] } },
    within: async ({ tx, actor, id, step, action, form }, work) => {
      mustMatchCall(step, action)
      const inside = () => within({ tx, actor, id }, work)
      if (form === 'one') return answerFailingRows({ tx, actor, binding, id }, inside)
      try {
        await inside()
      } catch (error) {
        // Of many files each has its outcome; no workbook comes with it.
        if (!(error instanceof RowsRefused)) throw error
        throw new Refused('upload.rows_invalid', { details: { failed: error.failed } })
      }
    },
  }
  // border: one handler for each call, as `parts` gives them
  const served = { ...recordParts, calls } as unknown as Parameters<typeof serveRecord<Row, Odd, Stored>>[1]
  return { ...serveRecord(declared, served), binding }
}
