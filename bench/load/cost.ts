import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller } from './caller.ts'

/** What both sides have used so far: CPU in milliseconds, and how often the server waited for PostgreSQL. */
type Used = { server: number; database: number; roundTrips: number }
type Sides = { url: string; folder: string }

/** So many calls of a kind make its figures steadier than those of the clock. */
const callsOfKind = 150
const atOnce = 2

/**
 * Makes calls of each kind alone and answers a line for each: CPU of the server, CPU of PostgreSQL, and round trips between them, by
 * call. They hold on a machine that does other work besides, where times to answer do not.
 */
export async function costOfKinds(
  sides: Sides,
  call: Caller,
  kinds: ReadonlyMap<string, () => Promise<unknown>>,
): Promise<string> {
  const lines = [
    `${'by call'.padEnd(24)}${['server ms', 'database ms', 'round trips'].map((title) => title.padStart(13)).join('')}`,
  ]
  for (const [kind, perform] of kinds) {
    for (let n = 0; n < 20; n++) await perform() // its statements get their plans
    call.reset()
    const before = await used(sides)
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let n = 0; n < callsOfKind / atOnce; n++) await perform()
      }),
    )
    const calls = call.samples.length
    const after = await used(sides)
    const by = (key: keyof Used): string => ((after[key] - before[key]) / calls).toFixed(2).padStart(13)
    lines.push(`${kind.padEnd(24)}${by('server')}${by('database')}${by('roundTrips')}`)
  }
  call.reset()
  return lines.join('\n')
}

/** The same by call over all that is done meanwhile. */
export async function costOfRun(sides: Sides, call: Caller, run: () => Promise<void>): Promise<string> {
  const before = await used(sides)
  await run()
  const after = await used(sides)
  const by = (key: keyof Used): string => ((after[key] - before[key]) / call.samples.length).toFixed(2)
  return `by call of the mix: ${by('server')} ms of CPU in the server, ${by('database')} ms in PostgreSQL, ${by('roundTrips')} round trips`
}

async function used({ url, folder }: Sides): Promise<Used> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const sumOf = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    )
  return {
    server: sumOf('process_cpu_seconds_total') * 1_000,
    database: cpuOfChildren(Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])),
    roundTrips: sumOf('database_round_trips_total'),
  }
}

/** CPU of all processes that a process has started, in milliseconds. Source: /proc/<pid>/schedstat and, of those that ended, the parent's /proc/<pid>/stat, Linux. */
function cpuOfChildren(parent: number): number {
  const ended = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(13, 15) ?? []
  let nanoseconds = ended.reduce((sum, ticks) => sum + Number(ticks) * 1e7, 0)
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) !== parent) continue
      nanoseconds += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // It ended meanwhile.
    }
  return nanoseconds / 1e6
}
