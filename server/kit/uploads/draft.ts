import type { CheckContext } from '#contract/kit/field.ts'
import { checkCells, columnKeys, type CellProblem } from '#contract/kit/uploadKind.ts'
import { refusal } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Changes } from '../audit/audit.ts'
import { businessYear } from '../clock.ts'
import type { RawBuilder } from 'kysely'
import { rows, sql, type Tx } from '../db.ts'
import { Refused } from '../refused.ts'
import type { CellFaultCode } from '../sheets/tableRows.ts'
import { lockRecord, noteEdit, type Locked } from '../records/takeStep.ts'
import { plainField } from './packedRows.ts'
import { bulkChanges } from './bulkTrail.ts'
import { writeAndRecheck, mostEdits, type Edited } from './crossCheck.ts'
import { selectUpload } from './stagedRows.ts'
import type { UploadBinding, UploadRecord } from './uploadBinding.ts'

export type Draft = {
  tx: Tx
  actor: Actor
  binding: UploadBinding
  upload: UploadRecord
  record: Locked
  context: CheckContext
  requestId: string
}
type StagedRow = { id: string; row_number: number; cells: string[]; clean: string[]; state: string }

/** The rows of an upload that meet a condition on `upload_rows r`, in the order of the sheet. */
const stagedRows = (tx: Tx, uploadId: string, condition: RawBuilder<unknown>): Promise<StagedRow[]> =>
  rows(
    tx,
    sql<StagedRow>`select r.id, r.row_number, r.cells, r.clean, r.state from upload_rows r where r.upload_id = ${uploadId} and ${condition} order by r.row_number`,
  )

/** Locks a draft for its maker. Refuses when it is somebody else's, has moved on, or was changed since it was read. */
export async function openDraft(request: {
  tx: Tx
  actor: Actor
  bindings: readonly UploadBinding[]
  id: string
  version?: number
  requestId: string
}): Promise<Draft> {
  const { tx, actor, id } = request
  const binding = await bindingOf(tx, request.bindings, id)
  const record = await lockRecord({ tx, actor, kind: binding.record, id })
  const step = binding.record.flow.steps['send']
  const code = step ? refusal(step, record, actor) : 'step.wrong_state'
  if (code) throw new Refused(code)
  if (request.version !== undefined && request.version !== record.version)
    throw new Refused('record.changed', { details: { version: record.version } })
  const [upload] = await rows(tx, sql<UploadRecord>`${selectUpload} where id = ${id}`)
  if (!upload) throw new Refused('record.not_found')
  return {
    tx,
    actor,
    binding,
    upload,
    record,
    context: { year: businessYear(), lists: await binding.lists(tx) },
    requestId: request.requestId,
  }
}

/** The kind of an upload the reader may see. */
export async function bindingOf(tx: Tx, bindings: readonly UploadBinding[], id: string): Promise<UploadBinding> {
  const [found] = await rows(tx, sql<{ kind: string }>`select kind from uploads where id = ${id}`)
  const binding = bindings.find(({ kind }) => kind.name === found?.kind)
  if (!binding) throw new Refused('record.not_found')
  return binding
}

// What the reader of the file found and no rule for the text can find again, such as a number that lost its last digits.
const faultCodes = [
  'error_value',
  'number_damaged',
  'number_unreadable',
  'date_not_real',
  'formula_without_value',
  'merged_cell',
  'cell_too_long',
] as const satisfies readonly CellFaultCode[]

/** Stands in the trail for a value that only the organisation of the file may know. */
export const secretInTrail = '•••'

type Fault = { row: number; column: number; code: string; message: string }
/** New cells of a row. `typed` are the columns a person has written anew; `faults` what the reader found in the new cells. */
type RowEdit = {
  cells: string[]
  typed?: readonly number[]
  faults?: readonly Omit<Fault, 'row'>[]
  takeBack?: true
}
type EditOf = (row: StagedRow) => RowEdit | null
const batchSize = 2000

/**
 * Writes new cells of rows, checks them and what hangs on them by the kind's rules, and answers what changed for the
 * audit trail. A row that was left out stays so until it is withdrawn, and has no problems but what its reader found.
 */
export async function rewriteRows(
  draft: Draft,
  numbers: readonly number[],
  editOf: EditOf,
): Promise<{ rewritten: number[]; changes: Changes }> {
  const changes: Changes = {}
  const rewritten: number[] = []
  const next = async (some: readonly number[]) => {
    const batch = await plan(draft, some, editOf)
    rewritten.push(...batch.edited.map(({ row }) => row))
    Object.assign(changes, batch.changes)
    return batch
  }
  if (numbers.length <= mostEdits) {
    const { edited, write } = await next(numbers)
    if (edited.length > 0) await writeAndRecheck(draft, edited, write)
  } else
    await writeAndRecheck(draft, null, async () => {
      for (let at = 0; at < numbers.length; at += batchSize)
        await (await next(numbers.slice(at, at + batchSize))).write()
    })
  return { rewritten, changes }
}

async function plan(draft: Draft, numbers: readonly number[], editOf: EditOf) {
  const { tx, upload, binding, context } = draft
  const changes: Changes = {}
  const keys = columnKeys(binding.kind)
  const problems: (CellProblem & { row: number })[] = []
  const before = Map.groupBy(await faultsOf(tx, upload.id, numbers), ({ row }) => row)
  const edited: Edited[] = []
  const stored = await stagedRows(tx, upload.id, sql`r.row_number = any (${numbers})`)
  const written = stored.flatMap((row) => {
    const edit = editOf(row)
    if (!edit) return []
    const { typed = [], faults = [], takeBack } = edit
    const cells = edit.cells.map((cell) => plainField(cell.toWellFormed()))
    const oldFaults = (before.get(row.row_number) ?? []).filter(
      ({ column }) => row.cells[column] === cells[column] && !typed.includes(column),
    )
    const faulty = [...oldFaults, ...faults].map((fault) => ({ ...fault, severity: 'error' as const }))
    const { clean, problems: read } = checkCells(binding.kind, cells, context)
    const wasLeftOut = row.state === 'left_out'
    const isLeftOut = wasLeftOut && !takeBack
    const others = read.filter(({ column }) => !isLeftOut && !faulty.some((fault) => fault.column === column))
    problems.push(...[...faulty, ...others].map((problem) => ({ ...problem, row: row.row_number })))
    edited.push({ row: row.row_number, before: wasLeftOut ? [] : row.clean, after: isLeftOut ? [] : clean })
    keys.forEach((key, index) => {
      const kept = (cell = '') => (cell !== '' && binding.kind.columns[key]?.secret ? secretInTrail : cell)
      if (row.cells[index] !== cells[index])
        changes[`row ${row.row_number} ${key}`] = { before: kept(row.cells[index]), after: kept(cells[index]) }
    })
    // What the other rows and the register say of it is added to this state afterwards.
    return [{ id: row.id, cells, clean, state: isLeftOut ? 'left_out' : 'ready' }]
  })
  const crossCodes = binding.crossRules.map(({ code }) => code)
  const write = async (): Promise<void> => {
    await sql`delete from upload_problems where upload_id = ${upload.id}
      and row_number = any (${edited.map(({ row }) => row)}) and not code = any (${crossCodes})`.execute(tx)
    await sql`
      update upload_rows r set cells = array(select jsonb_array_elements_text(e.cells)), clean = array(select jsonb_array_elements_text(e.clean)), state = e.state
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as e (id uuid, cells jsonb, clean jsonb, state text)
      where r.id = e.id and r.upload_id = ${upload.id}`.execute(tx)
    await sql`
      insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
      select ${upload.id}, ${upload.organisationId}, p.row, p.column, p.code, p.message, p.severity
      from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as p (row int, "column" int, code text, message text, severity text)`.execute(
      tx,
    )
  }
  return { edited, changes, write }
}

const faultsOf = (tx: Tx, uploadId: string, rowNumbers: readonly number[]): Promise<Fault[]> =>
  rows(
    tx,
    sql<Fault>`select row_number as "row", column_number as "column", code, message from upload_problems
      where upload_id = ${uploadId} and row_number = any (${rowNumbers}) and code = any (${faultCodes})`,
  )

/** Ends an edit by noting it. Answers the new version. */
export async function closeDraft(draft: Draft, action: string, changes: Changes): Promise<number> {
  const { tx, actor, binding, record, requestId } = draft
  return noteEdit({ tx, actor, kind: binding.record, record, action, changes, requestId })
}

/** Leaves rows out of a draft or takes them back; rows withdrawn are checked again. */
export async function leaveOutRows(
  draft: Draft,
  selection: { rows?: number[] | undefined; allFailed?: boolean | undefined; takeBack: boolean },
): Promise<{ count: number; changes: Changes }> {
  const { tx, upload } = draft
  const which = selection.allFailed ? sql`r.state = 'failed'` : sql`r.row_number = any (${selection.rows ?? []})`
  const state = selection.takeBack ? sql`r.state = 'left_out'` : sql`r.state <> 'left_out'`
  const selected = await rows(
    tx,
    sql<{ row: number }>`
      select r.row_number as "row" from upload_rows r where r.upload_id = ${upload.id} and ${which} and ${state} order by 1`,
  )
  const numbers = selected.map(({ row }) => row)
  const these = sql`r.row_number = any (${numbers})`
  if (selection.takeBack) await rewriteRows(draft, numbers, ({ cells }) => ({ cells, takeBack: true }))
  else {
    // All failing rows of a long file are not read into memory only to be left out.
    const few = numbers.length > mostEdits ? null : await stagedRows(tx, upload.id, these)
    const edits = few?.map((row): Edited => ({ row: row.row_number, before: row.clean, after: [] })) ?? null
    await writeAndRecheck(draft, edits, async () => {
      await sql`update upload_rows r set state = 'left_out' where r.upload_id = ${upload.id} and ${these}`.execute(tx)
      await sql`delete from upload_problems r
        where r.upload_id = ${upload.id} and ${these} and not code = any (${faultCodes})`.execute(tx)
    })
  }
  const rule = selection.allFailed ? 'All rows with errors' : 'Rows chosen by hand'
  return { count: numbers.length, changes: bulkChanges({ rule, rows: numbers }) }
}
