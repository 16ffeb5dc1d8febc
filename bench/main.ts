// npm run bench [-- --only check,register,approve,list,session,export,deliveries,delivery-file,limit-file,dispatch,catalogue,balance,settle,sold,timeline,prices,dashboard,ledger,authorise,payouts,schedules,schedule-payouts,start,screen] [--farmers 1000000] [--deliveries 1000000] [--sold 1000000] [--rows 100000] [--million]
//               [--rounds 3] [--quick] [--data folder] [--write]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBenchHouse } from './kit/benchHouse.ts'
import type { Bench } from './kit/bench.ts'
import { load, machine, tableOf, type Line } from './kit/report.ts'
import { approving } from './rows/approving.ts'
import { authorising } from './rows/authorising.ts'
import { checking } from './rows/checking.ts'
import { catalogues } from './rows/catalogue.ts'
import { outturnBalance } from './rows/outturnBalance.ts'
import { dashboards } from './rows/dashboard.ts'
import { delivering } from './rows/delivering.ts'
import { deliveryLists } from './rows/deliveryLists.ts'
import { dispatching } from './rows/dispatching.ts'
import { exporting } from './rows/exporting.ts'
import { firstScreen } from './rows/firstScreen.ts'
import { limits } from './rows/limits.ts'
import { listing } from './rows/listing.ts'
import { movingMoney } from './rows/movingMoney.ts'
import { payingOut } from './rows/payingOut.ts'
import { payingSchedules } from './rows/payingSchedules.ts'
import { registering } from './rows/registering.ts'
import { scheduling } from './rows/schedules.ts'
import { settling } from './rows/settling.ts'
import { signingIn } from './rows/signingIn.ts'
import { outturnTimelines, soldCoffee, soldPrices } from './rows/soldCoffee.ts'
import { starting } from './rows/starting.ts'

const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default:
        'check,register,approve,session,list,export,deliveries,delivery-file,limit-file,dispatch,catalogue,balance,settle,sold,timeline,prices,dashboard,ledger,authorise,payouts,schedules,schedule-payouts,start,screen',
    },
    farmers: { type: 'string' },
    deliveries: { type: 'string' },
    rows: { type: 'string' },
    sold: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    million: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
})
const only = new Set(values.only.split(','))
const rows = Number(values.rows ?? (values.quick ? 5_000 : 100_000))
const say = (line: string): void => void process.stderr.write(`${line}\n`)

const at = await openBenchHouse(values.data)
const bench: Bench = {
  at,
  folder: at.dataDir,
  rounds: Number(values.rounds),
  isQuick: values.quick,
  farmers: Number(values.farmers ?? (values.quick ? 20_000 : 1_000_000)),
  say,
}
const lines: Line[] = []
const loads = [load()]
const row = async (name: string, work: () => Promise<Line[]>): Promise<void> => {
  if (!only.has(name) && !(name === 'check' && (only.has('approve') || only.has('register')))) return
  say(`${name} (load ${load()})`)
  const measured = await work()
  lines.push(...measured)
  if (measured.length > 0) say(tableOf(measured))
}
try {
  await row('check', () => checking(bench, rows))
  await row('register', () => registering(bench))
  await row('approve', () => approving(bench))
  if (values.million) await row('check', () => checking(bench, 1_000_000))
  await row('session', () => signingIn(bench))
  await row('list', () => listing(bench))
  await row('export', () => exporting(bench))
  await row('deliveries', () => deliveryLists(bench, Number(values.deliveries ?? (values.quick ? 50_000 : 1_000_000))))
  await row('delivery-file', () => delivering(bench, values.quick ? 10_000 : 200_000))
  await row('limit-file', () => limits(bench, values.quick ? 10_000 : rows))
  await row('dispatch', () => dispatching(bench, 5_000))
  await row('catalogue', () => catalogues(bench, values.quick ? 1_000 : 10_000))
  await row('balance', () => outturnBalance(bench, values.quick ? 50_000 : 1_000_000))
  await row('settle', () => settling(bench, 2_000))
  // Apart, so that one that a machine has no time for is left out.
  const sold = Number(values.sold ?? (values.quick ? 50_000 : 1_000_000))
  await row('sold', () => soldCoffee(bench, sold))
  await row('timeline', () => outturnTimelines(bench, sold))
  await row('prices', () => soldPrices(bench, sold))
  await row('dashboard', () => dashboards(bench, Number(values.deliveries ?? (values.quick ? 50_000 : 1_000_000))))
  await row('ledger', () => movingMoney(bench))
  await row('authorise', () => authorising(bench))
  await row('payouts', () => payingOut(bench))
  await row('schedules', () => scheduling(bench, rows))
  await row('schedule-payouts', () => payingSchedules(bench, rows))
} finally {
  await at.close()
}
await row('start', () => starting(bench))
await row('screen', () => firstScreen(bench))
loads.push(load())

const conditions = `${new Date().toISOString().slice(0, 10)}, ${machine(at.postgresVersion)}; load average ${loads.join(' at first, ')} at the end`
process.stdout.write(`\n${conditions}\n\n${tableOf(lines)}\n`)
if (values.write)
  writeFileSync(
    join(import.meta.dirname, '../docs/benchmarks.md'),
    `# Benchmarks\n\nWritten by \`npm run bench -- --write\`. Floor and product ran by turns; medians of ${bench.rounds} rounds; a ratio is the median of the rounds' ratios.\n\n${conditions}.\n\n${tableOf(lines)}\n`,
  )
if (lines.some(({ met }) => met === false)) process.exitCode = 1
