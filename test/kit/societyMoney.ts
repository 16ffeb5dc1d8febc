import { expect } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { openAccounts } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/ledger.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'
import type { AccountStatement } from '#contract/loanReports/settlementAccounts.ts'
import { accountPurposes, type AccountPurpose, type SocietyAccount } from '#contract/payments/societyAccounts.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { HttpAnswer, Person } from './people.ts'
import { decideAccount, newNumber, proposedAccount } from './societyAccounts.ts'
import type { World } from './world.ts'

/** Opens an account of CF4100 by two people; answers its number. */
export async function openAccount(world: World, purpose: AccountPurpose): Promise<string> {
  const proposal = await proposedAccount(world, purpose)
  const { status, body } = await decideAccount(world, world.people.otienoChecker, 'approve', proposal)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return proposal.number
}

/** Money that comes to an account at the bank, such as the proceeds of a lot; `reference` is what the payer wrote. */
export const payIn = (
  { bank }: World,
  accountNumber: string,
  amountCents: number,
  narration: string,
  reference?: string,
) =>
  bank.control('POST', '/simulator/funds', [
    { institutionCode: '11', accountNumber, amountCents, narration, ...(reference ? { reference } : {}) },
  ])

export const requestOf = (person: Person, accountNumber: string, day = businessDate()) =>
  person.post<{ code?: string; message: string }>('/bank/statement/pull', { accountNumber, from: day, to: day })

/** Asks the bank for today's statement of an account and waits until it is read and matched. */
export async function askBank(world: World, accountNumber: string, person = world.people.wanjikuMaker): Promise<void> {
  const { status, body } = await requestOf(person, accountNumber)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const isAsking = async () =>
    (await accountsOf(world, person)).some((account) => account.accountNumber === accountNumber && account.isAsking)
  await expect.poll(isAsking, { timeout: 20_000 }).toBe(false)
}

export const accountsOf = async (world: World, person: Person): Promise<SocietyAccount[]> =>
  (await person.get<SocietyAccount[]>(`/society-accounts/${world.organisationId(person.organisationCode)}`)).body

export const statementOf = (
  person: Person,
  query: Record<string, string> = {},
): Promise<HttpAnswer<AccountStatement & { code?: string }>> =>
  person.get(`/noncheckoff?${new URLSearchParams({ size: '20', ...query }).toString()}`)

/** Puts so much on an account of a society, in its currency, as if a line of the bank had brought it; opens the account where there is none. */
export async function fillAccount(world: World, code: string, purpose: AccountPurpose, amount: number): Promise<void> {
  const organisationId = world.organisationId(code)
  const mirror = mirrorOf(organisationId, purpose)
  const { currency } = accountPurposes[purpose]
  await world.house.db.transaction('system', async (tx) => {
    const { id } = (await openAccounts(tx, [mirror]))(mirror)
    await sql`insert into society_accounts (id, organisation_id, purpose, account_number, account_name, ledger_account_id, opened_at, changed_at)
      values (${newId()}, ${organisationId}, ${purpose}, ${newNumber(purpose)}, 'SOCIETY', ${id}, now(), now())
      on conflict on constraint one_account_for_each_purpose do nothing`.execute(tx)
    if (amount === 0) return
    await post(tx, [
      {
        reference: `filled/${newId()}`,
        cause: { kind: 'statement_line', id: newId() },
        debit: mirror,
        credit: { kind: 'outside', organisationId, subjectId: organisationId, currency },
        amountCents: BigInt(Math.round(amount * 100)),
        narration: 'Outturn 40KR0001',
      },
    ])
  })
}

/** All four accounts of a society, with so many dollars that came in. */
export async function fillSociety(world: World, code: string, dollars: number): Promise<void> {
  for (const purpose of Object.keys(accountPurposes) as AccountPurpose[])
    // border: the keys of the list
    await fillAccount(world, code, purpose, purpose === 'NON_CHECKOFF' ? dollars : 0)
}
