import type { BenchHouse } from './benchHouse.ts'

/** One run of the benchmarks, and what a row leaves for the next. */
export type Bench = {
  at: BenchHouse
  /** For files of the run. */
  folder: string
  rounds: number
  isQuick: boolean
  farmers: number
  say: (line: string) => void
  /** The checked upload that `approve` takes. */
  last?: { id: string; rows: number }
  /** Milliseconds per row of the check, to compare a larger one with. */
  perRow?: number
}
