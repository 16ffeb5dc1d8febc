import { dispatchFile, dispatchRowList, type DispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { dispatchRecord, type DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { dispatchSheet } from '#contract/dispatch/dispatchSheet.ts'
import { weightDifferenceList } from '#contract/dispatch/weightDifferences.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { csvOf } from './farmerFiles.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** The sale that files of the tests are for. */
const saleNumber = 9

/** Enters a sale as if two people had: it takes dispatch for another month, unless another cut-off is named. */
export async function openSale(
  world: Pick<World, 'owner'>,
  { number = saleNumber, cutoff }: { number?: number; cutoff?: Date } = {},
) {
  const closes = cutoff ?? new Date(Date.now() + 30 * 86_400_000)
  await world.owner.query(`delete from sales where season = $1 and sale_number = $2`, [currentSeason(), number])
  await world.owner.query(
    `insert into sales (id, organisation_id, season, sale_number, sale_date, dispatch_cutoff, catalogue_close, prompt_date, status, makers, made_by, created_at)
     select gen_random_uuid(), u.organisation_id, $1, $2, $3::timestamptz::date + 12, $3, $3::timestamptz + interval '5 days', $3::timestamptz::date + 19, 'APPROVED', array[u.id], u.id, now()
     from users u where u.username = 'broker.maker'`,
    [currentSeason(), number, closes.toISOString()],
  )
}

let serial = 0

/** An outturn of which nobody has dispatched anything. */
const freshOutturn = (): string => {
  serial += 1
  return `${String(10 + Math.floor(serial / 9000)).padStart(2, '0')}TH${String(1000 + (serial % 9000)).padStart(4, '0')}`
}

type Cells = Record<string, string>

/** Coffee that nobody has dispatched: 754 kg net in each row, unless `differing` says otherwise. */
export const newDispatch = (count: number, differing: Partial<Cells> = {}): Cells[] =>
  Array.from({ length: count }, () => ({
    outturn: freshOutturn(),
    grade: 'AB',
    splitNumber: '',
    marks: 'OTHAMERU/CF4100',
    bags: '12',
    pockets: '34',
    season: currentSeason(),
    saleNumber: String(saleNumber),
    miller: 'ML2001',
    warehouse: 'WH6001',
    broker: 'BR5001',
    grossWeight: '766.6',
    tareWeight: '12.6',
    netWeight: '754',
    ...(differing as Cells), // border: nobody gives undefined
  }))

export const dispatchCsv = (rows: readonly Cells[]) => csvOf(dispatchSheet, rows)

export type FileBody = { code?: string; message: string; details?: Record<string, unknown>; data: DispatchFile }
type RecordBody = { code?: string; message: string; details?: Record<string, unknown>; data: DispatchRecord }

/** Uploads a dispatch file as a form. */
export const uploadDispatch = (miller: Person, rows: readonly Cells[], fields: Record<string, string> = {}) =>
  miller.upload<FileBody>('/grn_record', `dispatch ${(serial += 1)}.csv`, dispatchCsv(rows), fields)

/** Uploads a right dispatch file; it then waits for its warehouse. */
export async function sendDispatch(miller: Person, rows: readonly Cells[] = newDispatch(1)): Promise<DispatchFile> {
  const answer = await uploadDispatch(miller, rows)
  if (answer.status !== 200) throw new Error(`the upload was refused: ${answer.status} ${answer.body?.message}`)
  return answer.body.data
}

/** The records of a file, in the order of their outturns. */
export const recordsOf = async (person: Person, fileId: string, query: Record<string, string> = {}) =>
  (await person.get<DispatchRecord[]>('/grn_record/details', { fileId, sort: 'outTurnNumber', ...query })).body

/** The first record of a file. */
export async function firstRecord(person: Person, fileId: string): Promise<DispatchRecord> {
  const [record] = await recordsOf(person, fileId)
  if (!record) throw new Error('the file has no record that is seen')
  return record
}

export const fileOf = async (person: Person, id: string) =>
  (await person.get<DispatchFile>(`/grn_record/files/${id}`)).body

/** What came back with a record is nobody's new comment: each decision has its own. */
const newComment = () => `Weighed at the gate, ticket ${(serial += 1)}`

/** Takes a step of a file at the call that the specification gives it. */
export const decideFile = (
  person: Person,
  call: 'approve' | 'reject' | 'delete-grnFile' | 'approve-delete-grnFile' | 'reject-delete-grnFile',
  file: { id: string; version?: number },
  approverComment: string | undefined = newComment(),
) => person.post<FileBody>(`/grn_record/${call}`, { id: file.id, version: file.version, approverComment })

/** Edits a record, posted back whole as the specification does. */
export const editRecord = (person: Person, record: DispatchRecord, changed: object, actionComment = newComment()) =>
  person.post<RecordBody>('/grn_record/update', { ...record, ...changed, actionComment })

export const approveRecord = (person: Person, record: { id: string; version?: number }) =>
  person.post<RecordBody>('/grn_record/approve-item', { id: record.id, version: record.version })

/** What the warehouse weighs instead: one bag less. */
export const weighedLess = { bags: 11, grossWeight: 706.6 }

/** A record that the warehouse has weighed otherwise and the mill is asked about. */
export async function referredRecord(world: World): Promise<DispatchRecord> {
  const { kipronoMillerMaker, francisWarehouseChecker } = world.people
  const { id } = await sendDispatch(kipronoMillerMaker)
  const { status, body } = await editRecord(
    francisWarehouseChecker,
    await firstRecord(francisWarehouseChecker, id),
    weighedLess,
  )
  if (status !== 200) throw new Error(`the edit was refused: ${status} ${body.message}`)
  return body.data
}

/** The same, agreed to by the mill. */
export async function agreedRecord(world: World): Promise<DispatchRecord> {
  const { status, body } = await approveRecord(world.people.kipronoMillerMaker, await referredRecord(world))
  if (status !== 200) throw new Error(`the mill was refused: ${status} ${body.message}`)
  return body.data
}

let nineRows = ''

/** Dispatch in several states for the lists of the mill; one file has nine rows. */
export async function makeDispatchRecords(world: World): Promise<void> {
  await openSale(world)
  const { kipronoMillerMaker, francisWarehouseChecker } = world.people
  const nine = newDispatch(9).map((row, at) => ({ ...row, grade: ['AA', 'AB', 'C'][at % 3] ?? 'AB' }))
  nineRows = (await sendDispatch(kipronoMillerMaker, nine)).id
  const received = await sendDispatch(kipronoMillerMaker, newDispatch(3))
  await decideFile(francisWarehouseChecker, 'approve', received)
  const other = await sendDispatch(kipronoMillerMaker, newDispatch(2, { broker: 'MK3001' }))
  await decideFile(francisWarehouseChecker, 'reject', other)
  await referredRecord(world)
  await agreedRecord(world)
  // Weights are reported by mill and sale.
  for (const number of [10, 11]) {
    await openSale(world, { number })
    await sendDispatch(kipronoMillerMaker, newDispatch(1, { saleNumber: String(number) }))
  }
  await decideFile(kipronoMillerMaker, 'delete-grnFile', { id: received.id })
  await uploadDispatch(kipronoMillerMaker, newDispatch(1, { grade: 'XX' }))
}

/** The lists of dispatch, each with a call that answers it. */
export const dispatchLists = [
  { screen: dispatchFile.list, path: () => '/grn_record/files' },
  { screen: dispatchRowList, path: () => `/grn_record/rows/${nineRows}` },
  { screen: dispatchRecord.list, path: () => '/grn_record/records' },
  { screen: weightDifferenceList, path: () => '/grn_record/weight-differences' },
].map((listed) => ({ ...listed, reader: 'kipronoMillerMaker' as const }))
