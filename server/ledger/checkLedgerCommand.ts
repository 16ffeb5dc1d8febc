import { counted } from '#contract/kit/counted.ts'
import { writeSync } from 'node:fs'
import { config } from '#server/config.ts'
import { connectOwner } from '#server/kit/postgres/ownerConnection.ts'
import { checkLedger, type Checked } from './checkLedger.ts'

/** `npm run ledger:check`: recomputes every balance from the movements and says plainly what is wrong. Leaves with 1 if anything is. */
export async function checkLedgerCommand(): Promise<number> {
  const { client, close } = await connectOwner({ config, say })
  try {
    const checked = await checkLedger(client)
    for (const line of linesOf(checked)) say(line)
    return checked.findings.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

/** The result as a person reads it. */
export function linesOf({ movements, accounts, openHolds, sums, findings }: Checked): string[] {
  if (findings.length > 0)
    return findings.map(({ what, count, example }) => `WRONG: ${what} (${count}, the first is ${example}).`)
  return [
    `The ledger is right: ${counted(movements, 'movement')} on ${counted(accounts, 'account')}, ${counted(openHolds, 'open hold')}.`,
    ...sums.map(
      ({ book, currency, debitsCents, creditsCents }) =>
        `${book} ${currency}: debits ${inShillings(debitsCents)} = credits ${inShillings(creditsCents)}.`,
    ),
  ]
}

const inShillings = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

const say = (line: string): void => void writeSync(1, `${line}\n`)

if (import.meta.main) process.exitCode = await checkLedgerCommand()
