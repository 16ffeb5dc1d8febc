import type { House } from '#server/kit/house.ts'
import { rows, sql } from '#server/kit/db.ts'
import { organisationOf, users } from '../db/seed/organisations.ts'
import type { SpawnedBank } from './bankSimulator/spawn.ts'

/** Puts the accounts of the registered farmers into the simulated bank; it answers any other account with a name of its own. */
export async function loadDemoBank(bank: SpawnedBank, house: House): Promise<void> {
  const accounts = await house.db.transaction(
    'system',
    (tx) =>
      rows(
        tx,
        sql<{
          institutionCode: string
          accountNumber: string
          name: string
        }>`select institution_code as "institutionCode", account_number as "accountNumber", account_name as name from farmers limit 200000`,
      ),
    { readOnly: true },
  )
  await bank.load(accounts)
  await bank.control('POST', '/simulator/answer-any', { on: true })
}

export function printWelcome({ address, isDemo }: { address: string; isDemo: boolean }): void {
  const lines = ['', `  Kahawa is open at ${address}`, '']
  if (isDemo) {
    const width = Math.max(...users.map(({ username }) => username.length))
    lines.push('  Demo sign-ins, all with the password Kahawa-demo-2026:')
    for (const { username, role, organisationCode } of users)
      lines.push(`    ${username.padEnd(width)}  ${role}, ${organisationOf(organisationCode).name}`)
    lines.push('')
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

export async function seedDemoUploads(_house: House, _bank: SpawnedBank): Promise<void> {}
