import { writeSync } from 'node:fs'
import { balances, type BalanceName } from '#contract/balances/balances.ts'
import { counted } from '#contract/kit/counted.ts'
import { config } from '#server/config.ts'
import { openDatabase } from '#server/kit/db.ts'
import { connectOwner } from '#server/kit/postgres/ownerConnection.ts'
import { checkBalances, type Balanced } from './checkBalances.ts'

/** `npm run balance:check`: holds every balance against its other side and says plainly which does not close. Leaves with 1 if any does not. */
export async function checkBalancesCommand(): Promise<number> {
  const { connection, close } = await connectOwner({ config, say })
  const db = openDatabase({ connection, max: 1 })
  try {
    const all = await db.transaction('system', checkBalances, { readOnly: true })
    for (const line of linesOf(all)) say(line)
    return all.some(({ open }) => open > 0) ? 1 : 0
  } finally {
    await db.close()
    await close()
  }
}

/** The result as a person reads it: a line for each balance, and beneath it what does not close. */
export const linesOf = (all: readonly Balanced[]): string[] =>
  Object.entries(balances).flatMap(([name, declared]) => {
    const own = all.filter((one) => one.name === name)
    const open = own.filter((one) => one.open > 0)
    const sum = (side: 'came' | 'went') =>
      written(
        name as BalanceName,
        own.reduce((so, one) => so + one[side], 0n),
      ) // border: the keys of the list
    const records = own.reduce((so, one) => so + one.records, 0)
    return [
      `${open.length > 0 ? 'OPEN  ' : 'closes'} ${declared.label}: ${declared.came.toLowerCase()} ${sum('came')}, ${declared.went.toLowerCase()} ${sum('went')} (${counted(records, 'record')})`,
      ...open.flatMap((one) =>
        one.findings.map(
          ({ record, came, went }) =>
            `         ${[one.code, one.season, one.sale !== null && `sale ${one.sale}`].filter(Boolean).join(', ')}: ${record}: ${written(one.name, BigInt(came))} and ${written(one.name, BigInt(went))}`,
        ),
      ),
    ]
  })

function written(name: BalanceName, value: bigint): string {
  const { unit } = balances[name]
  const places = unit === 'KG' ? 3 : 2
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0')
  const amount = `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
  return unit === 'KG' ? `${amount} kg` : `${unit} ${amount}`
}

const say = (line: string): void => void writeSync(1, `${line}\n`)

if (import.meta.main) process.exitCode = await checkBalancesCommand()
