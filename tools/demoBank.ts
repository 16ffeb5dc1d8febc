import { plainAccount, type BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { farmerCompaniesFile, farmersFile } from '#contract/farmers/farmerFiles.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import { demoNumbers } from '#server/facts/demoNumbers.ts'
import { lookUps } from './bankSimulator/lookUps.ts'
import type { BankControls } from './bankSimulator/spawn.ts'

/**
 * The house of the demo: before it looks up an account at its bank, it sends the simulator, outside the bank's own calls, the
 * holder whom the register or a waiting file names. The bank's protocol stays free of names, and the simulator need not know
 * the register: it gets the names of the accounts that are looked up, and forgets them again.
 */
export async function openDemoBank({ bank, house }: { bank: BankControls; house: House }): Promise<House> {
  await bank.control('POST', '/simulator/answer-any', { on: true })
  await bank.control(
    'PUT',
    '/simulator/endings',
    demoNumbers.flatMap(({ ending, does }) => (does === 'silent' ? [] : [{ ending, does }])),
  )
  for (const { ending, does } of demoNumbers)
    if (does === 'silent')
      for (const { path } of lookUps) await bank.setFault({ kind: 'error500', path, accounts: `${ending}$` })

  const nameHolders = async (accounts: readonly BankAccount[]): Promise<void> => {
    const numbers = [...new Set(accounts.flatMap((one) => [one.accountNumber, plainAccount(one).accountNumber]))]
    for (let from = 0; from < numbers.length; from += batchSize) {
      const holders = await house.db.transaction(
        'system',
        (tx) => holdersOf(tx, numbers.slice(from, from + batchSize)),
        {
          readOnly: true,
        },
      )
      // A bank that cannot be reached shows at the look-up itself.
      if (holders.length > 0) await bank.control('PUT', '/simulator/names', holders).catch(() => undefined)
    }
  }
  return {
    ...house,
    bank: {
      ...house.bank,
      lookUp: async (account, options) => {
        await nameHolders([account])
        return house.bank.lookUp(account, options)
      },
      lookUpMany: async (accounts, options) => {
        const all = [...accounts]
        await nameHolders(all)
        return house.bank.lookUpMany(all, options)
      },
    },
  }
}

const batchSize = 1_000
const kinds: readonly UploadKind[] = [farmersFile, farmerCompaniesFile]

/**
 * Who holds accounts of these numbers: of several the one who was registered first, and before those who wait in a file. The telephone
 * of a member is the member's own, whatever account is registered.
 */
const holdersOf = (tx: Tx, numbers: readonly string[]) =>
  rows(
    tx,
    sql<{ institutionCode: string; accountNumber: string; name: string }>`
      select distinct on (institution, number) institution as "institutionCode", number as "accountNumber", name from (
        select institution_code as institution, account_number as number, account_name as name, 0 as place, id from farmers
        where account_number = any (${numbers}) and status <> 'REJECTED'
        union all
        ${sql.join(
          kinds.map((kind) => rowsOf(kind, numbers)),
          sql` union all `,
        )}
        union all
        select i.code, f.mobile_number, f.full_name, 2, f.id from farmers f cross join institutions i
        where i.type = 'M-PESA' and f.mobile_number = any (${numbers}) and f.status <> 'REJECTED') held
      order by institution, number, place, id`,
  )

function rowsOf(kind: UploadKind, numbers: readonly string[]) {
  const { cell } = stagedCells(columnKeys(kind))
  return sql`select ${cell('institution')}, ${cell('accountNumber')}, ${cell('accountName')}, 1, r.id
    from uploads u join upload_rows r on r.upload_id = u.id
    where u.kind = ${kind.name} and u.status in ('PENDING_APPROVAL', 'PENDING_ACCOUNT_VALIDATION', 'APPROVED_WITH_ERRORS')
      and r.state = 'ready' and ${cell('accountNumber')} = any (${numbers})`
}
