import type { FeeRule } from '#contract/settlement/feeRules.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

type Answer = { code?: string; message: string; details?: { fields?: Record<string, string> }; data: FeeRule }

/** What the trade usually charges. */
export const usualFees = {
  brokerPercent: 1,
  dssPercent: 0.3,
  exchangePercent: 0.5,
  millingPerTonne: 60,
  handlingPerPackage: 1.2,
  storagePerPackageDay: 0,
  warrantPerLot: 0,
  shillingsPerDollar: 128.95,
}

export const proposeFees = (
  person: Person,
  fees: Partial<Record<keyof typeof usualFees, unknown>> & { validFrom?: string; reason?: string } = {},
) => person.post<Answer>('/settlement/fees', { validFrom: businessDate(), ...usualFees, ...fees })

export const decideFees = (
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  rule: { id: string; version?: number },
  approverComment?: string,
) => person.post<Answer>(`/settlement/fees/${step}`, { ...rule, ...(approverComment ? { approverComment } : {}) })

/** A rule in force: one officer of the bank proposes, another approves. */
export async function agreedFees({ people }: World, fees: Parameters<typeof proposeFees>[1] = {}): Promise<FeeRule> {
  const { status, body } = await proposeFees(people.estherBankMaker, fees)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const { id, version } = body.data
  return (await decideFees(people.peterBankChecker, 'approve', { id, version })).body.data
}

/** Rules in every state, through their own calls. */
export async function makeFeeRules(world: World): Promise<void> {
  const { estherBankMaker, peterBankChecker } = world.people
  await agreedFees(world, { validFrom: '2020-10-01' })
  await agreedFees(world, { warrantPerLot: 1, reason: 'Warrants are charged' })
  await agreedFees(world, { handlingPerPackage: 1.25, reason: 'Wages rose' })
  await agreedFees(world, { handlingPerPackage: 1.35, reason: 'Wages rose again' })
  const declined = await proposeFees(estherBankMaker, { millingPerTonne: 90 })
  await decideFees(peterBankChecker, 'decline', declined.body.data, 'Too much')
  const back = await proposeFees(estherBankMaker, { millingPerTonne: 70 })
  await decideFees(estherBankMaker, 'withdraw', back.body.data)
  await proposeFees(estherBankMaker, { millingPerTonne: 65 })
}
