import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { businessDate } from '#server/kit/clock.ts'
import { openDatabase, sql } from '#server/kit/db.ts'
import { openAccounts } from '#server/ledger/accounts.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'
import { placeReceipts } from '#server/settlement/placeReceipts.ts'
import { sendLegs } from '#server/settlement/sendLegs.ts'
import { besideOwner } from '../../bench/load/money.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import type { BankControls } from '../../tools/bankSimulator/spawn.ts'
import { holdSale } from '../kit/auctionResults.ts'
import { openAccount } from '../kit/settlement.ts'

/** The sale of the run. */
export const chaosSale = 63
const lots = 3_000
/** What lies on the account before any buyer pays: what people say was paid is paid out before the bank has it. */
const floatCents = 5_000_000_00
const society = 'CF4100'
const societyAccount = '02880000077001'

/** A sale that was held, with the account that its buyers pay onto, and the way into the database. */
export type HeldSale = { lots: number; heldOn: string; account: string; beside: ReturnType<typeof besideOwner> }

/** Lots of a closed catalogue, and accounts of everybody who is paid of them, at the house and at the bank. */
export async function prepareSales(owner: pg.Client, bank: BankControls): Promise<HeldSale> {
  const heldOn = businessDate()
  await holdSale({ owner }, { number: chaosSale, lots })
  await noteUploads(owner)
  const account = await openAccount({ owner }, 'BUYERS')
  const payees = [await openAccount({ owner }, 'DSS'), await openAccount({ owner }, 'EXCHANGE')]
  for (const code of ['BR5001', 'ML2001', 'WH6001']) payees.push(await openAccount({ owner }, 'PROVIDER', code))
  payees.push(await societyAccountOf(owner))
  await bank.load(
    [account, ...payees].map((accountNumber) => ({ institutionCode: '0011', accountNumber, name: 'PAYEE' })),
  )
  await bank.control('POST', '/simulator/funds', [
    { institutionCode: '0011', accountNumber: account, amountCents: floatCents, reference: 'FLOAT' },
  ])
  return { lots, heldOn, account, beside: besideOwner(owner) }
}

/** The files of the sale came by rows: the trail says so once, as it does of every other. */
const noteUploads = (owner: pg.Client) =>
  owner.query(
    `insert into audit_events (id, at, organisation_id, actor_name, actor_role, actor_organisation, kind, record_id, title, action, to_status, changes)
     select uuidv7(), now(), u.organisation_id, 'Chaos', 'SYSTEM', '', u.kind, u.id, u.file_name, 'upload', u.status, '{}' from uploads u where u.file_name in ($1, $2)`,
    [`held ${chaosSale}.csv`, `sent ${chaosSale}.csv`],
  )

async function societyAccountOf(owner: pg.Client): Promise<string> {
  const { id } = organisationOf(society)
  const mirror = mirrorOf(id, 'NON_CHECKOFF')
  const db = openDatabase(besideOwner(owner))
  try {
    await db.transaction('system', async (tx) => {
      const ledgerAccount = (await openAccounts(tx, [mirror]))(mirror)
      await sql`insert into society_accounts (id, organisation_id, purpose, account_number, account_name, ledger_account_id, opened_at, changed_at)
        values (${randomUUID()}, ${id}, 'NON_CHECKOFF', ${societyAccount}, 'SOCIETY', ${ledgerAccount.id}, now(), now()) on conflict on constraint one_account_for_each_purpose do nothing`.execute(
        tx,
      )
    })
  } finally {
    await db.close()
  }
  const { rows } = await owner.query<{ number: string }>(
    `select account_number as number from society_accounts where organisation_id = $1 and purpose = 'NON_CHECKOFF'`,
    [id],
  )
  return rows[0]?.number ?? societyAccount
}

/** What other servers of the same house would do beside the one that is killed: they settle the same sale at the same time. */
export async function settleBeside({ beside }: HeldSale, until: () => boolean): Promise<void> {
  const db = openDatabase({ ...beside, max: 4 })
  const settle = async (): Promise<void> => {
    while (!until()) {
      try {
        await placeReceipts({ db })
        await db.transaction('system', (tx) => sendLegs(tx, null))
      } catch {
        // PostgreSQL is being killed
      }
      await sleep(700)
    }
  }
  try {
    await Promise.all([settle(), settle()])
  } finally {
    await db.close()
  }
}
