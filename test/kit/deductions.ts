import type { Deduction } from '#contract/schedules/deductions.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Person, RequestOptions } from './people.ts'
import { addBankAccount, newAccount } from './updateRequests.ts'
import type { World } from './world.ts'

type Body = { code?: string; message: string; details?: { fields?: Record<string, string> }; data: Deduction }

let serial = 0
/** A minute of its own. */
export const resolution = () => ({
  minuteNumber: `${(serial += 1)}/2026`,
  minuteDate: '2026-10-02',
  document: `Minute book ${serial}`,
})

/** Another scan each time. */
export const minuteScan = () => Buffer.from(`%PDF-1.7\nminute ${(serial += 1)}\n%%EOF\n`)

type Attached = { code?: string; data: { id: string; fileName: string; mediaType: string; size: number } }

/** Attaches a document that a proposal may name. */
export const attachMinute = (
  world: World,
  person: Person,
  {
    bytes = minuteScan(),
    name = 'minute 7.pdf',
    options = {},
  }: { bytes?: Buffer; name?: string; options?: RequestOptions } = {},
) => person.upload<Attached>(`${pathOf(world, person)}/document`, name, bytes, {}, options)

/** A deduction of KES 2 for each kilogram of inputs, to an account that the bank knows. */
const inputsRule = async (world: World, more: object = {}) => {
  const accountNumber = newAccount()
  await addBankAccount(world, accountNumber, 'MKULIMA STORES')
  const allowed = resolution()
  return {
    season: currentSeason(),
    kind: 'INPUTS',
    basis: 'PER_KG',
    amount: 2,
    title: `Inputs ${allowed.minuteNumber}`,
    institution: '11',
    accountNumber,
    ...allowed,
    ...more,
  }
}
const pathOf = (world: World, { organisationCode }: Person) =>
  `/payment/deductions/${world.organisationId(organisationCode)}`

export const proposeDeduction = async (world: World, person: Person, more: object = {}) =>
  person.post<Body>(pathOf(world, person), await inputsRule(world, more))

export const endDeduction = (world: World, person: Person, id: string) =>
  person.post<Body>(`${pathOf(world, person)}/end`, { id, ...resolution() })

export const decideDeduction = (
  world: World,
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  { id }: { id: string },
  approverComment = 'Seen',
) => person.post<Body>(`${pathOf(world, person)}/decide`, { id, step, approverComment })

/** A deduction that two people of the society have agreed on. */
export async function agreeDeduction(world: World, more: object): Promise<void> {
  const proposed = await proposeDeduction(world, world.people.wanjikuMaker, more)
  if (proposed.status !== 200) throw new Error(JSON.stringify(proposed.body))
  const { status, body } = await decideDeduction(world, world.people.margaretManager, 'approve', proposed.body.data)
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** What makes a premium of what `agreeDeduction` proposes: it goes to nobody. */
export const asPremium = { kind: 'PREMIUM', institution: undefined, accountNumber: undefined }

/** Deductions in every state that people bring about. */
export async function makeDeductions(world: World): Promise<void> {
  const { wanjikuMaker, margaretManager, danielMaker } = world.people
  const propose = async () => (await proposeDeduction(world, wanjikuMaker)).body.data
  await decideDeduction(world, margaretManager, 'decline', await propose())
  await decideDeduction(world, wanjikuMaker, 'withdraw', await propose())
  const rule = await propose()
  await decideDeduction(world, margaretManager, 'approve', rule)
  const ending = (await endDeduction(world, wanjikuMaker, rule.id)).body.data
  await decideDeduction(world, margaretManager, 'approve', ending)
  await propose()
  await proposeDeduction(world, danielMaker)
}
