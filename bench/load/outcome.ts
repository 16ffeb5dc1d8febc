import { percentile } from '../kit/measure.ts'
import type { Sample } from './caller.ts'

// Promises: reads 50 ms, money commands and others that decide 100 ms, no errors. Uploads and edits are shown, not judged.
const readP99 = 50
const commandP99 = 100

const at = (samples: readonly Sample[], share: number): number =>
  percentile(
    samples.map(({ took }) => took),
    share,
  )
const p99 = (samples: readonly Sample[]): number => at(samples, 0.99)
const isError = ({ status }: Sample): boolean => status === 0 || status >= 400
const form = (took: number): string => (Number.isNaN(took) ? '-' : took.toFixed(1)).padStart(8)

export function outcomeTable(samples: readonly Sample[]): string {
  const kinds = Map.groupBy(samples, ({ kind }) => kind)
  const lines = [...kinds]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, own]) => {
      const took = own.map((sample) => sample.took)
      const errors = own.filter(isError)
      const by = [...Map.groupBy(errors, ({ status }) => status)]
        .map(([status, some]) => `${some.length} x ${status}`)
        .join(', ')
      return `${kind.padEnd(18)}${String(own.length).padStart(7)}${[0.5, 0.95, 0.99].map((share) => form(percentile(took, share))).join('')}  ${by}`
    })
  return [
    `${'kind'.padEnd(18)}${'calls'.padStart(7)}${['p50 ms', 'p95 ms', 'p99 ms'].map((title) => title.padStart(8)).join('')}  errors`,
    ...lines,
  ].join('\n')
}

const readsOf = (samples: readonly Sample[]) => samples.filter(({ kind }) => kind.startsWith('read'))

/** How the reads went, in a line. */
export function readsLine(samples: readonly Sample[]): string {
  const reads = readsOf(samples)
  return `reads p50 ${at(reads, 0.5).toFixed(1)} ms, p99 ${at(reads, 0.99).toFixed(1)} ms`
}

/** Answers the exit code, and prints each promise with what was measured. */
export function judge(samples: readonly Sample[], dropped: number, say: (line: string) => void): number {
  const reads = readsOf(samples)
  const decisions = samples.filter(({ kind }) => kind === 'change: decision')
  const money = samples.filter(({ kind }) => kind.startsWith('money'))
  const errors = samples.filter(isError).length + dropped
  const gates: [string, boolean][] = [
    [`reads p99 ${p99(reads).toFixed(1)} ms, promised ${readP99}`, p99(reads) <= readP99],
    [`money commands p99 ${p99(money).toFixed(1)} ms, promised ${commandP99}`, p99(money) <= commandP99],
    [`decisions on files p99 ${p99(decisions).toFixed(1)} ms, promised ${commandP99}`, p99(decisions) <= commandP99],
    [`${errors} errors of ${samples.length}, promised 0`, errors === 0],
  ]
  for (const [line, isMet] of gates) say(`${isMet ? 'met    ' : 'NOT MET'}  ${line}`)
  return gates.every(([, isMet]) => isMet) ? 0 : 1
}
