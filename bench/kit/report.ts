import { median, percentile } from './measure.ts'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** One line of the table. `met` is null where nothing is promised. */
export type Line = { work: string; measured: string; floor?: string; ratio?: number; promise?: string; met?: boolean }

export const ms = (took: number): string =>
  took >= 10_000 ? `${(took / 1000).toFixed(1)} s` : `${took.toFixed(took < 10 ? 1 : 0)} ms`
export const mb = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`
export const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
export const thousands = (n: number): string => n.toLocaleString('en')

/** Work against its floor, which it may take at most so many times. */
export const againstFloor = (
  work: string,
  { product, floor, ratio }: { product: number; floor: number; ratio: number },
  floorIs: string,
  most: number,
): Line => ({
  work,
  measured: ms(product),
  floor: `${ms(floor)} ${floorIs}`,
  ratio,
  promise: `<= ${most} x`,
  met: ratio <= most,
})

/** Calls that were timed many times, of which one in a hundred may take longer than promised. */
export const againstPromise = (work: string, took: readonly number[], promisedMs: number): Line => ({
  work,
  measured: `p99 ${ms(percentile(took, 0.99))}, median ${ms(median(took))}`,
  promise: `p99 <= ${promisedMs} ms`,
  met: percentile(took, 0.99) <= promisedMs,
})

const titles = ['Work', 'Measured', 'Floor in the same run', 'Ratio', 'Promise', 'Met']
const cells = ({ work, measured, floor, ratio, promise, met }: Line): string[] => [
  work,
  measured,
  floor ?? '',
  ratio === undefined ? '' : ratio.toFixed(2),
  promise ?? '',
  met === undefined ? '' : met ? 'yes' : 'NO',
]

/** The lines as a Markdown table that also reads well in a terminal. */
export function tableOf(lines: readonly Line[]): string {
  const all = [titles, ...lines.map(cells)]
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const text = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [text(titles), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...all.slice(1).map(text)].join(
    '\n',
  )
}

/** What the figures were taken on. */
export const machine = (postgresVersion: string): string =>
  `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 1_073_741_824)} GB, ` +
  `${process.platform} ${process.arch}, Node ${process.version}, PostgreSQL ${postgresVersion}`

export const load = (): string =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')
