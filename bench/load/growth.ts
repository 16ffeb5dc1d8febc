import { setTimeout as sleep } from 'node:timers/promises'

/** What the server holds at a moment. */
type Held = { minute: number; rssMb: number; heapMb: number; handles: number }

/** A server that does the same work all the time may hold this much more after an hour of it. */
const mostGrowth = { rssMb: 40, handles: 10 }
const everyMs = 30_000
const megabyte = 1_048_576

/** Looks twice a minute at what the server holds. Answers it once the work is over. */
export async function watchGrowth(url: string, work: () => Promise<void>): Promise<Held[]> {
  const held: Held[] = []
  const ended = new AbortController()
  const started = performance.now()
  const watching = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      held.push(await look(url, (performance.now() - started) / 60_000))
      await sleep(everyMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  const watch = watching()
  await work()
  ended.abort()
  await watch
  return held
}

async function look(url: string, minute: number): Promise<Held> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const of = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    minute,
    rssMb: of('process_resident_memory_bytes') / megabyte,
    heapMb: of('nodejs_heap_size_used_bytes') / megabyte,
    handles: of('process_open_fds'),
  }
}

/** A line for every five minutes, and by how much an hour would add as the second half of the run went. Answers whether that is little enough. */
export function growthTable(held: readonly Held[], say: (line: string) => void): boolean {
  const shown = held.filter(
    ({ minute }, n) => n === 0 || Math.floor(minute / 5) > Math.floor((held[n - 1]?.minute ?? 0) / 5),
  )
  say(`${'minute'.padStart(6)}${'RSS MB'.padStart(10)}${'heap MB'.padStart(10)}${'open files'.padStart(12)}`)
  for (const { minute, rssMb, heapMb, handles } of shown)
    say(
      `${minute.toFixed(0).padStart(6)}${rssMb.toFixed(0).padStart(10)}${heapMb.toFixed(0).padStart(10)}${String(handles).padStart(12)}`,
    )
  const later = held.slice(Math.floor(held.length / 2))
  const [rss, handles] = [perHour(later, 'rssMb'), perHour(later, 'handles')]
  const isMet = rss <= mostGrowth.rssMb && handles <= mostGrowth.handles
  say(
    `${isMet ? 'met    ' : 'NOT MET'}  an hour adds ${rss.toFixed(1)} MB and ${handles.toFixed(1)} open files as the second half went, promised ${mostGrowth.rssMb} and ${mostGrowth.handles}`,
  )
  return isMet
}

/** The slope of the straight line that fits best. */
function perHour(held: readonly Held[], of: 'rssMb' | 'handles'): number {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [minutes, values] = [held.map(({ minute }) => minute), held.map((each) => each[of])]
  const [middle, level] = [mean(minutes), mean(values)]
  const along = minutes.map((minute, n) => (minute - middle) * ((values[n] ?? level) - level))
  const across = minutes.map((minute) => (minute - middle) ** 2)
  return (60 * mean(along)) / mean(across)
}
