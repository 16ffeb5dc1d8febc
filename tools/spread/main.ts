// npm run spread: how the tables of this build would lie on many machines (docs/scaling.md), and what stands in the way.
import { counted } from '#contract/kit/counted.ts'
import { withMigratedDatabase } from '../migratedDatabase.ts'
import { findSpread } from './findSpread.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const { tables, obstacles } = await withMigratedDatabase(findSpread)
for (const place of ['by organisation', 'with its parent', 'copied'] as const) {
  const found = tables.filter((table) => table.place === place)
  say(`\n${place}: ${counted(found.length, 'table')}`)
  say(found.map(({ name, parent }) => (parent ? `${name} (${parent})` : name)).join(', '))
}
for (const what of ['key', 'reference'] as const) {
  const found = obstacles.filter((obstacle) => obstacle.what === what)
  say(`\n${counted(found.length, what)} without the column`)
  for (const { table, name, columns } of found) say(`${table}: ${name} (${columns})`)
}
