// npm run recompute [-- --url http://localhost:8080 --token <session of somebody who reads schedules and e-slips>]
// Counts all sales and payment schedules again, from the raw tables and the rows of files and in whole numbers, and says each difference by
// name. With an address and a session it also asks the program for e-slips, statements, headers and balances, and compares them. The
// database is that of DATABASE_URL, else the one that runs in DATA_DIR. Leaves with 1 if anything differs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { compareCalls, type Ask } from './compareCalls.ts'
import { compareOutturns } from './compareOutturns.ts'
import { comparePrices } from './comparePrices.ts'
import { compareReports } from './compareReports.ts'
import { compareSaleCalls } from './compareSaleCalls.ts'
import { compareTimelines } from './compareTimelines.ts'
import { readRawOutturns } from './rawOutturns.ts'
import { readRawSales } from './rawSales.ts'
import { readRawWays } from './reachedLots.ts'
import { readRaw, shown, type Read } from './rawTables.ts'
import { recompute } from './recompute.ts'
import { recomputeSales } from './recomputeSales.ts'

const { values } = parseArgs({ options: { url: { type: 'string' }, token: { type: 'string' } } })
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** PostgreSQL says in its folder where it listens. */
function runningIn(folder: string): pg.ClientConfig {
  const [, , , port = '', host = ''] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { host, port: Number(port), user: 'kahawa', database: 'kahawa' }
}
const { DATABASE_URL, DATA_DIR = 'data' } = process.env
const client = new pg.Client(DATABASE_URL ? { connectionString: DATABASE_URL } : runningIn(DATA_DIR))

const ask: Ask = async (method, path, body) => {
  const answer = await fetch(`${values.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${values.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  // So many questions at once are more than a person may ask: the server says when it answers the next.
  if (answer.status === 429) {
    await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1))
    return ask(method, path, body)
  }
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
  return answer.json()
}

await client.connect()
try {
  // One look at all tables: what is paid meanwhile is in none of them.
  await client.query('begin transaction isolation level repeatable read, read only')
  const read: Read = async (text, parameters) => (await client.query(text, [...(parameters ?? [])])).rows
  const [raw, rawSales, outturns] = [await readRaw(read), await readRawSales(read), await readRawOutturns(read)]
  const ways = await readRawWays(read)
  const [recomputed, sales] = [recompute(raw), recomputeSales(rawSales)]
  const compared = values.url
    ? [
        await compareCalls(ask, raw, recomputed),
        await compareSaleCalls(ask, rawSales, sales),
        await compareReports({ ask, code: null }, rawSales, sales, { raw, due: recomputed.due }),
        await compareOutturns(ask, outturns, null),
        await compareTimelines(ask, outturns, null),
        await comparePrices(ask, { sales: rawSales, outturns, counted: sales, payments: raw, ways }),
      ]
    : []
  const differences = [...sales.differences, ...recomputed.differences, ...compared.flatMap((one) => one.differences)]
  for (const difference of differences) say(`DIFFERS  ${difference}`)
  const written = (figures: object) =>
    Object.entries(figures)
      .map(([what, figure]) => `${what} ${typeof figure === 'bigint' ? shown(figure) : figure}`)
      .join(', ')
  for (const [sale, figures] of sales.sales) say(`Sale ${sale}: ${written(figures)}`)
  for (const [code, season] of recomputed.societies) say(`${code}: ${written(season)}`)
  say(
    differences.length > 0
      ? `${differences.length} differences.`
      : `Everything agrees: ${raw.schedules.length} schedules with ${raw.lines.length} lines, ${sales.lots.size} sold lots, and ${compared.reduce((all, one) => all + one.compared, 0)} figures of the calls.`,
  )
  process.exitCode = differences.length > 0 ? 1 : 0
} finally {
  await client.end()
}
