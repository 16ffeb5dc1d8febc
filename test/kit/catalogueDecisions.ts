import { approveLot, editLot, waitingLot } from './catalogueFiles.ts'
import type { DecisionCall, Row } from './decisionCalls.ts'
import { makeLot } from './everyKind.ts'
import type { World } from './world.ts'

const makeLotAtBroker = async (world: World) => {
  const lot = await waitingLot(world)
  await approveLot(world.people.francisWarehouseChecker, lot)
  return lot.id
}
const makeApprovedLot = async (world: World) => {
  const lot = await waitingLot(world)
  // The warehouse has the last word: its broker has decided before, and withdraws it.
  await approveLot(world.people.catherineBrokerChecker, lot)
  await approveLot(world.people.francisWarehouseChecker, { id: lot.id })
  return lot.id
}
const makeReferredLot = async (world: World) => {
  const lot = await waitingLot(world)
  const { status } = await editLot(world.people.francisWarehouseChecker, lot, { weight: 89.5 }, 'We weighed 89.5 kg')
  if (status !== 200) throw new Error('the lot was not referred')
  return lot.id
}

const whole = (row: Row): Row => row
const lots = (world: World) => `/upload/catalogue/records/${world.organisationId('BR5001')}`
const lot = { kind: 'catalogue_record', make: makeLot, list: lots, posts: whole, comment: 'comment' } as const
const atBroker = { ...lot, by: 'catherineBrokerChecker' } as const
const atWarehouse = { ...lot, by: 'francisWarehouseChecker', list: () => '/upload/catalogue/pending' } as const
const fromBroker = { ...lot, by: 'kevinBrokerMaker' } as const
/** The calls that decide on lots of a catalogue, by each of their parties. */
export const catalogueDecisions: readonly DecisionCall[] = [
  { ...atBroker, call: 'POST /upload/catalogue/approve-catalogue-item', step: 'approve' },
  { ...atWarehouse, call: 'POST /upload/catalogue/approve-catalogue-item', step: 'approve' },
  {
    ...atBroker,
    call: 'POST /upload/catalogue/approve-catalogue-item',
    step: 'approve',
    make: makeLotAtBroker,
  },
  { ...atBroker, call: 'POST /upload/catalogue/reject', step: 'reject' },
  { ...atBroker, call: 'POST /upload/catalogue/update', step: 'edit', posts: (row) => ({ ...row, cert: 'RA' }) },
  { ...atWarehouse, call: 'POST /upload/catalogue/update', step: 'edit', posts: (row) => ({ ...row, weight: 89.25 }) },
  { ...atBroker, call: 'POST /upload/catalogue/withdraw', step: 'withdraw', make: makeApprovedLot },
  {
    ...fromBroker,
    call: 'POST /upload/catalogue/update',
    step: 'correct',
    make: makeReferredLot,
    posts: (row) => ({ ...row, cert: 'RA' }),
  },
  { ...fromBroker, call: 'POST /upload/catalogue/miller-approve', step: 'accept', make: makeReferredLot },
  { ...fromBroker, call: 'POST /upload/catalogue/reset/:id', step: 'reset', make: makeReferredLot },
]
