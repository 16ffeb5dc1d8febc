import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoanTrack } from '#contract/loans/loanTrack.ts'
import { borrower, decideLoans, fillFund, waitingLoan } from '#test/kit/loans.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { stagesOf } from './loanTrack.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await fillFund(world, 'KPCU', 1_000_000)
})
afterAll(() => world?.close())

const track = async (person: Person, id: string): Promise<LoanTrack> =>
  (await person.get<LoanTrack>(`/loan/request/${id}/track`)).body
const statesOf = ({ stages }: LoanTrack) => stages.map(({ stage, state }) => `${stage} ${state}`)

test('a loan is followed from the request to the fund, and a paused channel says who, since when, why and who can act', async () => {
  const { wanjikuMaker, otienoChecker, mercyKpcuChecker, peterBankChecker, purityChecker } = world.people
  const { id: farmerId } = await borrower(world)
  const loan = await waitingLoan(world, farmerId)
  expect(statesOf(await track(wanjikuMaker, loan.id))).toEqual([
    'REQUESTED DONE',
    'APPROVED NOW',
    'FUND AHEAD',
    'MEMBER AHEAD',
  ])
  expect((await purityChecker.get(`/loan/request/${loan.id}/track`)).status).toBe(404)
  expect((await decideLoans(otienoChecker, 'approve', [loan])).body.data.done).toBe(1)
  expect(statesOf(await track(wanjikuMaker, loan.id))[2]).toBe('FUND NOW')
  const reason = { reason: 'The core of the bank is being mended' }
  expect((await peterBankChecker.post('/payouts/channels/internal/pause', reason)).status).toBe(200)
  expect((await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])).body.data.done).toBe(1)
  const held = await track(wanjikuMaker, loan.id)
  expect(statesOf(held)).toEqual(['REQUESTED DONE', 'APPROVED DONE', 'FUND STOPPED', 'MEMBER AHEAD'])
  expect(held.stages.map(({ by }) => by)).toEqual([
    wanjikuMaker.fullName,
    otienoChecker.fullName,
    mercyKpcuChecker.fullName,
    null,
  ])
  expect(held.stand).toMatchObject({
    cause: 'PAUSED',
    channel: 'internal',
    pause: { by: peterBankChecker.fullName, reason: reason.reason },
    isYours: false,
  })
  expect(held.stand?.actors.map(({ fullName }) => fullName)).toContain(mercyKpcuChecker.fullName)
  expect(held.stand?.actors.map(({ fullName }) => fullName)).not.toContain(peterBankChecker.fullName)
  expect((await track(mercyKpcuChecker, loan.id)).stand?.isYours).toBe(true)
  expect((await track(peterBankChecker, loan.id)).stand?.isYours).toBe(false)
})

const at = new Date('2026-11-22T08:00:00Z')
const loan = {
  status: 'PROCESSING',
  createdAt: at,
  createdBy: 'Wanjiku',
  approvedAt: at,
  approvedBy: 'Otieno',
  decidedAt: at,
  decidedBy: 'Mercy',
  paymentType: 'PESALINK',
} as const
const stand = {
  payoutId: '',
  channel: null,
  reason: '',
  since: '',
  nextAt: null,
  pause: null,
  actors: [],
  isYours: false,
}
const paid = (kind: 'INTERNAL' | 'EXTERNAL' | 'RETURN') => ({ kind, status: 'PAID', settledAt: at })
const states = (payout: Parameters<typeof stagesOf>[1]) => stagesOf(loan, payout).map(({ state }) => state)

test('a payment that PesaLink refused and the bank brought back stops at PesaLink, and one that arrived is through', () => {
  const refused = { kind: 'EXTERNAL', status: 'REFUSED', settledAt: at } as const
  expect(
    states({
      stand: { ...stand, cause: 'REVERSED' },
      legs: [paid('INTERNAL'), refused, paid('RETURN')],
      settledAt: at,
    }),
  ).toEqual(['DONE', 'DONE', 'DONE', 'STOPPED', 'AHEAD'])
  expect(
    states({ stand: { ...stand, cause: 'PAID' }, legs: [paid('INTERNAL'), paid('EXTERNAL')], settledAt: at }),
  ).toEqual(['DONE', 'DONE', 'DONE', 'DONE', 'DONE'])
  const sent = { kind: 'EXTERNAL', status: 'SENT', settledAt: null } as const
  expect(states({ stand: { ...stand, cause: 'SENDING' }, legs: [paid('INTERNAL'), sent], settledAt: null })).toEqual([
    'DONE',
    'DONE',
    'DONE',
    'NOW',
    'AHEAD',
  ])
})
