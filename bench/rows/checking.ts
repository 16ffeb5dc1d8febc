import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { inflatePart, openZip } from '#server/kit/sheets/zip.ts'
import { uploadCaps } from '#server/kit/sheets/sheetRefused.ts'
import type { Checked } from '../kit/checkProcess.ts'
import type { Bench } from '../kit/bench.ts'
import { writeFarmersFile } from '../kit/farmerWorkbook.ts'
import { byTurns, timed } from '../kit/measure.ts'
import { againstFloor, mb, ms, thousands, type Line } from '../kit/report.ts'
import { openUpload, removeUpload } from '../kit/stagedUpload.ts'

/** Check and stage one workbook. The floor inflates its sheet and copies the very same rows into an equal table. */
export async function checking(bench: Bench, rows: number): Promise<Line[]> {
  const { house, owner } = bench.at
  const path = join(bench.folder, `farmers-${rows}.xlsx`)
  bench.say(`Writing a workbook of ${thousands(rows)} rows.`)
  await writeFarmersFile(path, { rows, firstSerial: 20_000_000, prefix: 'W' })
  const bytes = await readFile(path)
  const measured: Checked[] = []
  let staged = Buffer.alloc(0)
  await makeBareRows(owner)
  const product = async (): Promise<number> => {
    const id = await openUpload(house, path)
    const checked = await checkInProcess(owner.host, id)
    measured.push(checked)
    const { rows: ended } = await owner.query<{ status: string; problem: string | null; ready_count: number }>(
      'select status, problem, ready_count from uploads where id = $1',
      [id],
    )
    if (ended[0]?.ready_count !== rows) throw new Error(`the check ended otherwise: ${JSON.stringify(ended[0])}`)
    if (staged.length === 0 && rows <= 200_000) staged = await stagedRows(owner, id)
    if (rows > 200_000 || bench.last?.id) await removeUpload(owner, id)
    else bench.last = { id, rows }
    return checked.took
  }
  // Once outside the count: it leaves the rows that the floor copies, and the upload that is approved later.
  await product()
  if (rows > 200_000) return [lineOf(rows, measured.map(({ took }) => took).at(-1) ?? 0, measured, bench)]
  measured.length = 0
  const result = await byTurns({
    rounds: bench.rounds,
    floor: () => inflateAndCopy(owner, bytes, staged),
    product,
  })
  await owner.query('drop table bench_rows')
  bench.perRow = result.product / rows
  return [
    againstFloor(`check and stage ${thousands(rows)} rows (.xlsx, ${mb(bytes.length)})`, result, 'inflate + COPY', 3),
    memoryLine(rows, measured, 256),
  ]
}

/** An empty table like that of staged rows, for the floor. */
export async function makeBareRows(owner: pg.Client): Promise<void> {
  await owner.query('drop table if exists bench_rows; create table bench_rows (like upload_rows including all)')
  await owner.query('alter table bench_rows add foreign key (upload_id) references uploads')
}

export const stagedRows = (owner: pg.Client, uploadId: string): Promise<Buffer<ArrayBuffer>> =>
  buffer(owner.query(copyTo(`copy (select * from upload_rows where upload_id = '${uploadId}') to stdout`)))

/** Milliseconds to inflate a workbook and copy its staged rows: the least that a check can take. */
export async function inflateAndCopy(owner: pg.Client, bytes: Buffer, staged: Buffer): Promise<number> {
  await owner.query('truncate bench_rows')
  return timed(async () => {
    await inflateSheet(bytes)
    await pipeline(Readable.from([staged]), owner.query(copyFrom('copy bench_rows from stdin')))
  })
}

// The thread's own share cannot be measured: what the whole process grows by is the most that it can be.
const growth = (measured: readonly Checked[]): number => Math.max(...measured.map(({ peak, before }) => peak - before))
const memoryOf = (measured: readonly Checked[]): string =>
  `process grows by ${mb(growth(measured))} to ${mb(Math.max(...measured.map(({ peak }) => peak)))}`

function lineOf(rows: number, took: number, measured: readonly Checked[], bench: Bench): Line {
  const ratio = bench.perRow ? took / rows / bench.perRow : undefined
  return {
    work: `check and stage ${thousands(rows)} rows, cap raised`,
    measured: `${ms(took)}, ${memoryOf(measured)}`,
    ...(ratio === undefined
      ? {}
      : { floor: `${ms((bench.perRow ?? 0) * rows)} at the pace of the smaller file`, ratio }),
    promise: 'linear, worker <= 350 MB',
    met: growth(measured) <= 350 * 1_048_576 && (ratio ?? 1) <= 1.3,
  }
}

/** What a process grew by while it checked, against what is promised. */
export function memoryLine(rows: number, measured: readonly Checked[], cap: number): Line {
  return {
    work: `memory of that check, ${thousands(rows)} rows`,
    measured: memoryOf(measured),
    promise: `worker <= ${cap} MB`,
    met: growth(measured) <= cap * 1_048_576,
  }
}

/** One check in a process of its own, so that its memory is its own. */
export function checkInProcess(host: string, uploadId: string): Promise<Checked> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, '../kit/checkProcess.ts'), [host, uploadId], { stdio: 'inherit' })
    child.once('message', (checked) => resolve(checked as Checked)) // border: what checkProcess.ts sends
    child.once('exit', (code) => reject(new Error(`the check ended with ${code}`)))
  })
}

/** Inflates the sheet of a workbook and throws it away: what no reader of it can do without. */
async function inflateSheet(bytes: Buffer): Promise<void> {
  const zip = openZip({
    bytes,
    caps: { ...uploadCaps, maxInflatedBytes: 4e9, maxTotalInflatedBytes: 4e9, maxBytes: 1e9 },
  })
  for (const part of zip.parts.values())
    if (part.name.startsWith('xl/worksheets/sheet1.xml') || part.name === 'xl/sharedstrings.xml')
      for await (const piece of inflatePart({ zip, part })) void piece
}
