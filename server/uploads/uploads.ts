import { counted } from '#contract/kit/counted.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { problemGroups as causes } from '#contract/uploads/uploadProblems.ts'
import { uploads, type Review, type Upload } from '#contract/uploads/uploads.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { disclaimerInForce } from '#server/facts/disclaimers.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { Refused } from '#server/kit/refused.ts'
import { around, done, serve, streamReply, type Route } from '#server/kit/web/serve.ts'
import { takeStep, type StepRequest } from '#server/kit/records/takeStep.ts'
import { importCorrections } from '#server/kit/uploads/corrections.ts'
import { bindingOf, closeDraft, leaveOutRows, openDraft, rewriteRows } from '#server/kit/uploads/draft.ts'
import { previewRepair, repairCells, repairOffered } from '#server/kit/uploads/repairs.ts'
import { progressEvents, progressOf, runningUploads } from '#server/kit/uploads/progress.ts'
import { crossCheckRows } from '#server/kit/uploads/crossCheck.ts'
import { countRows } from '#server/kit/uploads/stagedRows.ts'
import { mustLockUpload } from '#server/kit/uploads/decideUpload.ts'
import { downloadErrors, downloadFile } from '#server/kit/uploads/downloads.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { getUpload } from '#server/kit/uploads/uploadList.ts'
import { marksOf, pageOfErrors, pageOfRows, reviewRow, type ReviewRequest } from './reviewRows.ts'

type Sent = { error: false; message: string; data: Upload }

/** The calls that every kind of upload shares. */
export const uploadRoutes = (bindings: readonly UploadBinding[]): Route[] => {
  const upload = async (tx: Tx, actor: Actor, id: string) => {
    const binding = await bindingOf(tx, bindings, id)
    if (!binding.reads.some((permission) => actor.permissions.has(permission))) throw new Refused('record.not_found')
    return { binding, upload: await getUpload(tx, actor, binding.record, id) }
  }
  type UploadCall = {
    tx: Tx
    actor: Actor
    house: House
    params: { id: string }
    body: { version: number }
    request: StepRequest
  }
  const draftOf = ({ tx, actor, params, body, request }: UploadCall) =>
    openDraft({ tx, actor, bindings, id: params.id, version: body.version, requestId: request.id })
  const makerStep =
    (step: string, message: string, also?: 'sent' | 'withdrawn') =>
    async ({ tx, actor, house, params, body, request }: UploadCall) => {
      const binding = await bindingOf(tx, bindings, params.id)
      const kind = binding.record
      const effect = async () => {
        if (also) await binding[also]?.(tx, await mustLockUpload(tx, params.id), house.jobs)
      }
      await takeStep({
        tx,
        actor,
        kind,
        step,
        id: params.id,
        version: body.version,
        request,
        effect,
      })
      return done(message, await getUpload(tx, actor, kind, params.id))
    }

  const errorFile = async ({ tx, actor, params }: Pick<UploadCall, 'tx' | 'actor' | 'params'>) =>
    downloadErrors({ tx, actor, ...(await upload(tx, actor, params.id)) })

  return serve(uploads, {
    consent: ({ tx, actor }) => disclaimerInForce(tx, actor, 'share_data'),
    progress: async ({ tx, actor, params, house, request }) => {
      await upload(tx, actor, params.id)
      if (request.wantsEvents)
        return streamReply({
          type: 'text/event-stream',
          produce: () => progressEvents(house, actor, bindings, params.id),
        })
      const progress = await progressOf(tx, bindings, params.id)
      if (!progress) throw new Refused('record.not_found')
      return progress
    },
    running: async ({ tx, actor }) => runningUploads(tx, bindings, actor),
    errors: async ({ tx, actor, params, query }) => {
      const { binding } = await upload(tx, actor, params.id)
      return pageOfErrors({ tx, actor, binding, uploadId: params.id, query })
    },
    errorFile,
    errorFileAsSpecified: errorFile,
    review: async ({ tx, actor, params }) => {
      const stored = await upload(tx, actor, params.id)
      return {
        upload: stored.upload,
        kind: stored.binding.kind.name,
        columns: columnsOf(stored.binding),
        groups: await problemGroups({ tx, actor, binding: stored.binding, uploadId: params.id }),
      }
    },
    rows: async ({ tx, actor, params, query }) => {
      const { binding } = await upload(tx, actor, params.id)
      return pageOfRows({ tx, actor, binding, uploadId: params.id, query })
    },
    editCell: async (call) => {
      const draft = await draftOf(call)
      const keys = columnKeys(draft.binding.kind)
      const edited = new Map(Object.entries(call.body.cells))
      const typed = keys.flatMap((key, index) => (edited.has(key) ? [index] : []))
      const { rewritten, changes } = await rewriteRows(draft, [call.params.row], (row) => ({
        cells: keys.map((key, index) => (edited.get(key) ?? row.cells[index] ?? '').trim()),
        typed,
      }))
      if (rewritten.length === 0) throw new Refused('record.not_found')
      const version = await closeDraft(draft, 'edit', changes)
      const row = await reviewRow(call.tx, call.params.id, call.params.row)
      const stays = row.state === 'left_out' ? '; it is still left out' : ''
      return done(`Row ${row.row} saved${stays}`, { row, version })
    },
    leaveOut: async (call) => {
      const draft = await draftOf(call)
      const { count, changes } = await leaveOutRows(draft, call.body)
      await closeDraft(draft, call.body.takeBack ? 'take_back' : 'leave_out', changes)
      return done(
        `${counted(count, 'row')} ${call.body.takeBack ? 'withdrawn' : 'left out'}`,
        await getUpload(call.tx, call.actor, draft.binding.record, call.params.id),
      )
    },
    repairPreview: async ({ tx, actor, params, query }) => {
      const found = await upload(tx, actor, params.id)
      // Its cells stand here as they are: a draft is its maker's alone.
      if (found.upload.steps['send'] !== null) throw new Refused('step.wrong_state')
      return previewRepair(tx, found.binding, params.id, query)
    },
    repair: async (call) => {
      const draft = await draftOf(call)
      const { mended, left, changes } = await repairCells(draft, call.body)
      if (mended > 0) await closeDraft(draft, 'repair', changes)
      const rest = left > 0 ? `; ${counted(left, 'cell')} could not be repaired` : ''
      const message =
        mended > 0
          ? `${counted(mended, 'cell')} repaired${rest}`
          : 'No cell could be repaired this way; correct them by hand'
      return done(message, {
        ...(await getUpload(call.tx, call.actor, draft.binding.record, call.params.id)),
        mended,
        left,
      })
    },
    correct: async ({ tx, actor, params, file, house, request }) => {
      const draft = await openDraft({ tx, actor, bindings, id: params.id, requestId: request.id })
      const { corrected, unknown, changes } = await importCorrections(house, draft, file)
      await closeDraft(draft, 'correct', changes)
      const message =
        unknown > 0
          ? `${counted(corrected, 'row')} corrected; not in this upload: ${counted(unknown, 'row')} of the file`
          : `${counted(corrected, 'row')} corrected`
      return done(message, { ...(await getUpload(tx, actor, draft.binding.record, params.id)), corrected, unknown })
    },
    send: around({
      act: async (call) => {
        const draft = await draftOf(call)
        await crossCheckRows(draft)
        const { failed, ready } = await countRows(call.tx, call.params.id)
        // Committed without a step: what was registered meanwhile must stand beside its row when the refusal is read.
        if (failed > 0 || ready === 0) return { failed }
        return makerStep('send', 'Sent for approval', 'sent')(call)
      },
      settle: async (_call, data: { failed: number } | Sent) => {
        if ('message' in data) return data
        if (data.failed > 0) throw new Refused('upload.rows_left', { details: { failed: data.failed } })
        throw new Refused('upload.nothing_to_send')
      },
    }),
    discard: makerStep('discard', 'Discarded'),
    withdraw: makerStep('withdraw', 'Withdrawn; you can correct it and send it again', 'withdrawn'),
    download: async ({ tx, actor, params }) => downloadFile({ tx, actor, ...(await upload(tx, actor, params.id)) }),
  })
}

const columnsOf = ({ kind }: UploadBinding): Review['columns'] =>
  columnKeys(kind).map((key) => {
    const { title, required, rule, choices } = kind.columns[key]!
    return { key, title, required, rule, ...(choices ? { choices: [...choices] } : {}) }
  })

/** A row bears a cause once in a column, so that counting problems counts rows. */
async function problemGroups(review: ReviewRequest): Promise<Review['groups']> {
  const { tx, binding, uploadId } = review
  const found = await rows(
    tx,
    sql<Omit<Review['groups'][number], 'repair' | 'help'>>`
      select code, column_number as "column", min(message) as message, severity, count(*)::int as rows
      from (${marksOf(review)}) p
      where not exists (select 1 from upload_rows r where r.upload_id = ${uploadId} and r.row_number = p.row_number and r.state = 'left_out')
      group by code, column_number, severity order by array_position(array['error', 'warning', 'note'], severity), rows desc, column_number`,
  )
  const groups: Review['groups'] = []
  for (const group of found)
    groups.push({
      ...group,
      message: causes[group.code]?.title ?? group.message,
      help: causes[group.code]?.help ?? null,
      repair: await repairOffered(tx, binding, uploadId, group),
    })
  return groups
}
