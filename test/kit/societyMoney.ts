import { expect } from 'vitest'
import type { AccountStatement } from '#contract/loanReports/settlementAccounts.ts'
import type { AccountPurpose, SocietyAccount } from '#contract/payments/societyAccounts.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { HttpAnswer, Person } from './people.ts'
import { decideAccount, proposedAccount } from './societyAccounts.ts'
import type { World } from './world.ts'

/** Opens an account of CF4100 by two people; answers its number. */
export async function openAccount(world: World, purpose: AccountPurpose): Promise<string> {
  const proposal = await proposedAccount(world, purpose)
  const { status, body } = await decideAccount(world, world.people.otienoChecker, 'approve', proposal)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return proposal.number
}

/** Money that comes to an account at the bank, such as the proceeds of a lot. */
export const payIn = ({ bank }: World, accountNumber: string, amountCents: number, narration: string) =>
  bank.control('POST', '/simulator/funds', [{ institutionCode: '11', accountNumber, amountCents, narration }])

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
