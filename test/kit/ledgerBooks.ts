import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase, type Database } from '#server/kit/db.ts'
import { checkLedger } from '#server/ledger/checkLedger.ts'
import type { AccountName } from '#server/ledger/accounts.ts'
import type { Cause } from '#server/ledger/ledger.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { makeTestDatabase, type TestDatabase } from './testDatabase.ts'

/** A database with the demo valley, the ledger empty, and names of accounts in it. No server: the ledger has no calls of its own. */
export type Books = {
  database: TestDatabase
  db: Database
  owner: pg.Client
  /** What `npm run ledger:check` finds. */
  wrong: () => Promise<string[]>
  close: () => Promise<void>
}

export async function openBooks({ connections = 8 }: { connections?: number } = {}): Promise<Books> {
  const database = await makeTestDatabase()
  const owner = new pg.Client(database.config)
  await owner.connect()
  const db = openDatabase({ connection: { ...database.config, user: 'kahawa_app' }, max: connections })
  return {
    database,
    db,
    owner,
    wrong: async () => (await checkLedger(owner)).findings.map(({ what, example }) => `${what}: ${example}`),
    close: async () => {
      await db.close()
      await owner.end()
      await database.drop()
    },
  }
}

export const society = organisationOf('CF4100').id
export const otherSociety = organisationOf('CF4101').id
export const kpcu = organisationOf('KPCU').id
export const bank = organisationOf('COOP').id
export const season = '2026/2027'

export const newFarmer = (): string => randomUUID()
export const newCause = (): Cause => ({ kind: 'test', id: randomUUID() })

export const fund: AccountName = { kind: 'fund', organisationId: kpcu, subjectId: kpcu }
export const outside: AccountName = { kind: 'outside', organisationId: kpcu, subjectId: kpcu }
export const clearingOf = (subjectId: string): AccountName => ({ kind: 'clearing', organisationId: kpcu, subjectId })
export const feeOf = (subjectId: string): AccountName => ({ kind: 'fee', organisationId: kpcu, subjectId })
export const loanOf = (farmerId: string, organisationId = society): AccountName => ({
  kind: 'loan',
  organisationId,
  subjectId: farmerId,
  season,
  lenderId: kpcu,
})
export const limitOf = (farmerId: string, lenderId = kpcu): AccountName => ({
  kind: 'limit',
  organisationId: society,
  subjectId: farmerId,
  season,
  lenderId,
})
export const settlementOf = (organisationId: string, currency: 'KES' | 'USD' = 'KES'): AccountName => ({
  kind: 'settlement',
  organisationId,
  subjectId: organisationId,
  currency,
})
