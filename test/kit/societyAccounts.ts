import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { AccountPurpose } from '#contract/payments/societyAccounts.ts'
import type { Person } from './people.ts'
import { addBankAccount } from './updateRequests.ts'
import type { World } from './world.ts'

type Body = { code?: string; message: string; details?: Record<string, unknown>; data: ChangeRequest }

let serial = 0
/** A number of the currency of a purpose that no account has. */
export const newNumber = (purpose: AccountPurpose): string =>
  `${purpose === 'FARMERS_KES' ? '01' : '02'}77${String((serial += 1)).padStart(10, '0')}`

export const proposeAccount = (world: World, person: Person, purpose: string, accountNumber: string, more = {}) => {
  const path = `/society-accounts/${world.organisationId(person.organisationCode)}`
  return person.post<Body>(path, { purpose, accountNumber, ...more })
}

export const decideAccount = (
  world: World,
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  { id, version }: Pick<ChangeRequest, 'id' | 'version'>,
  more = {},
) => {
  const path = `/society-accounts/${world.organisationId(person.organisationCode)}/decide`
  return person.post<Body>(path, { step, id, version, ...more })
}

/** Proposes a fresh number that the bank knows; answers the request. */
export async function proposedAccount(
  world: World,
  purpose: AccountPurpose = 'NON_CHECKOFF',
  { person = world.people.wanjikuMaker, name = 'OTHAMERU FCS' } = {},
): Promise<ChangeRequest & { number: string }> {
  const number = newNumber(purpose)
  await addBankAccount(world, number, name)
  const { status, body } = await proposeAccount(world, person, purpose, number)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...body.data, number }
}

/** Changes of accounts in every state that people bring about. */
export async function makeAccountChanges(world: World): Promise<void> {
  const { wanjikuMaker, otienoChecker } = world.people
  await decideAccount(world, otienoChecker, 'approve', await proposedAccount(world, 'NON_CHECKOFF'))
  const declined = await proposedAccount(world, 'CHECKOFF')
  await decideAccount(world, otienoChecker, 'decline', declined, { approverComment: 'Not our branch' })
  await decideAccount(world, wanjikuMaker, 'withdraw', await proposedAccount(world, 'FARMERS_USD'))
  await proposedAccount(world, 'FARMERS_KES')
}
