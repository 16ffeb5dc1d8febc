import { performance } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'
import type { House } from './house.ts'

/** A number for operators, read when somebody asks for the figures; of several each with its labels. None means that there is nothing to tell. */
export type Figure = {
  name: string
  help: string
  labels?: readonly string[]
  read: (house: House) => Promise<readonly { value: number; labels?: Readonly<Record<string, string>> }[]>
}

/** However many ask: read no more often than this. */
const keptMs = 4_000

/** Adds figures to those of the server. One that cannot be read is left out and counted, so that the others are still told. */
export function tellFigures(registry: Registry, house: House, figures: readonly Figure[]): void {
  const unread = new Gauge({
    name: 'figures_unread',
    help: '1 for each figure that could not be read now',
    labelNames: ['figure'],
    registers: [registry],
  })
  for (const { name, help, labels = [], read } of figures) {
    // Without labels a gauge stands at 0 by itself, which would be an answer.
    const tellNothing = (gauge: Gauge): void => {
      if (labels.length === 0) gauge.set(Number.NaN)
    }
    let readAt = Number.NEGATIVE_INFINITY
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        if (performance.now() - readAt < keptMs) return
        readAt = performance.now()
        try {
          const values = await read(house)
          this.reset()
          if (values.length === 0) tellNothing(this)
          for (const { value, labels: of } of values) this.set(of ?? {}, value)
          unread.remove(name)
        } catch {
          this.reset()
          tellNothing(this)
          unread.set({ figure: name }, 1)
        }
      },
    })
  }
}
