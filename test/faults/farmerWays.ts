import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import type { Review, ReviewRow, Upload } from '#contract/uploads/uploads.ts'
import { csvOf } from '#test/kit/farmerFiles.ts'
import type { RequestOptions, Person } from '#test/kit/people.ts'
import type { World } from '#test/kit/world.ts'

/** The ways of a farmers file through the product, as tests walk them. */
export type Cells = Partial<Record<string, string>>
export type UploadAnswer = {
  error: boolean
  code?: string
  message: string
  details?: Record<string, unknown>
  data: Upload
}
type Problem = {
  row: number
  columnKey: string | null
  column: string | null
  value: string
  code: string
  message: string
  severity: string
}

export const society = (world: World, code = 'CF4100') => world.organisationId(code)

export function sendFile(
  world: World,
  person: Person,
  bytes: string | Uint8Array,
  { name = 'members.csv', path = 'farmer', code = person.organisationCode, ...options }: RequestOptions & Sending = {},
) {
  return person.upload<UploadAnswer>(`/upload/cherry/${path}/${society(world, code)}`, name, bytes, {}, options)
}
type Sending = { name?: string; path?: 'farmer' | 'farmerCompany'; code?: string }

/** Uploads rows as CSV and answers the upload, whether it was good (200) or came back with errors (424). */
export async function uploadRows(
  world: World,
  person: Person,
  rows: readonly Cells[],
  { kind = farmersFile }: { kind?: UploadKind } = {},
): Promise<Upload> {
  const path = kind === farmersFile ? 'farmer' : 'farmerCompany'
  const answer = await sendFile(world, person, csvOf(kind, rows), { path })
  if (answer.status === 200) return answer.body.data
  if (answer.status !== 424) throw new Error(`the upload was answered ${answer.status}: ${answer.bytes.toString()}`)
  return uploadOf(person, (JSON.parse(answer.headers['x-upload-summary'] ?? '{}') as { id: string }).id)
}

export const uploadOf = async (person: Person, id: string): Promise<Upload> =>
  (await person.get<Review>(`/uploads/${id}/review`)).body.upload

export const problemsOf = async (person: Person, id: string): Promise<Problem[]> => {
  const all: Problem[] = []
  for (let page = 0; ; page++) {
    const { body } = await person.get<PageOf<Problem>>(`/uploads/${id}/errors`, { paginate: 'Y', size: 100, page })
    all.push(...body.data)
    if (body.data.length < 100) return all
  }
}

export const rowsOf = async (person: Person, id: string, show = 'all'): Promise<ReviewRow[]> =>
  (await person.get<PageOf<ReviewRow>>(`/uploads/${id}/rows`, { show, size: 500 })).body.data

export const decide = (
  world: World,
  person: Person,
  { id, version }: { id: string; version?: number },
  more: { path?: string; [field: string]: unknown } = {},
  options: RequestOptions = {},
) => {
  const { path = 'approve_farmer', ...body } = more
  const place = path === 'decline_farmer' ? '' : `/${society(world, person.organisationCode)}`
  return person.post<UploadAnswer>(`/upload/cherry/${path}${place}`, { id, version, ...body }, options)
}

export const decline = (
  world: World,
  person: Person,
  record: { id: string; version?: number },
  comment = 'No minutes',
) => decide(world, person, record, { path: 'decline_farmer', approverComment: comment })

/** The bank does not answer for the accounts of these rows. Look-ups begin as a file is sent: whoever is to be silent is so before. */
export const silence = ({ bank }: World, rows: readonly Cells[]): Promise<unknown> =>
  bank.setFault({ kind: 'away', accounts: rows.map((row) => row['accountNumber']!) })

/** The farmers that an upload made, as they stand in the register. */
export const farmersOf = async (world: World, uploadId: string): Promise<Record<string, unknown>[]> =>
  (
    await world.owner.query<Record<string, unknown>>(
      'select * from farmers where upload_id = $1 order by member_number',
      [uploadId],
    )
  ).rows

/** Every audit row of a record, oldest first: action, from, to. */
export const trailOf = async (world: World, id: string): Promise<string[]> =>
  (
    await world.owner.query<{ line: string }>(
      `select concat_ws(' ', action, from_status, '->', to_status) as line from audit_events where record_id = $1 order by id`,
      [id],
    )
  ).rows.map(({ line }) => line)

/** Looks again until the condition holds; throws with what was read last when it never does. */
export async function until<Value>(
  read: () => Promise<Value>,
  holds: (value: Value) => boolean,
  patienceMs = 20_000,
): Promise<Value> {
  const end = performance.now() + patienceMs
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    if (performance.now() > end) throw new Error(`waited in vain; last seen ${JSON.stringify(value)?.slice(0, 2000)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
