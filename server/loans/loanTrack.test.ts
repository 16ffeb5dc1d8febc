import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FollowedLoan } from '#contract/loans/loanSlips.ts'
import type { LoanTrack } from '#contract/loans/loanTrack.ts'
import { borrower, decideLoans, fillFund, waitingLoan } from '#test/kit/loans.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { stagesOf } from './loanTrack.ts'
import { loanSlip } from './loanSlips.ts'
import { codeOfPaper } from '#server/kit/paper/paperCodes.ts'

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

test('the slip of a loan leads anybody who holds it to how far it has come, and to nothing of whose it is', async () => {
  const { wanjikuMaker, purityChecker, mercyKpcuChecker } = world.people
  const { id: farmerId } = await borrower(world)
  const loan = await waitingLoan(world, farmerId)
  const { rows } = await world.owner.query<{ reference: string; names: string[] }>(
    `select r.reference, array[f.full_name, f.last_name, f.id_number, f.mobile_number, f.account_number, f.member_number] as names
     from loan_requests r join farmers f on f.id = r.farmer_id where r.id = $1`,
    [loan.id],
  )
  const { reference = '', names = [] } = rows[0] ?? {}
  const slip = await wanjikuMaker.get(`/loan/request/${loan.id}/slip`, { language: 'sw' })
  expect([slip.status, slip.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect((await purityChecker.get(`/loan/request/${loan.id}/slip`)).status).toBe(404)
  const trail = await wanjikuMaker.get<{ action: string }[]>(`/audit/loan_request/${loan.id}`)
  expect(trail.body.map(({ action }) => action)).toContain('slip')

  const code = codeOfPaper(world.house, loanSlip, reference)
  const follow = async (typed: string) => {
    const { status, body } = await world.stranger({ method: 'GET', path: `/follow/${encodeURIComponent(typed)}` })
    return { status, body: body as FollowedLoan }
  }
  const first = await follow(code)
  expect(first).toMatchObject({
    status: 200,
    body: { organisationName: expect.stringContaining('Othameru'), stand: null },
  })
  expect(first.body.stages.map(({ stage, state }) => `${stage} ${state}`).slice(0, 2)).toEqual([
    'REQUESTED DONE',
    'APPROVED NOW',
  ])
  // As somebody types it from paper.
  expect((await follow(code.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
  expect(await decideLoans(world.people.otienoChecker, 'approve', [loan])).toMatchObject({
    body: { data: { done: 1 } },
  })
  expect(await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])).toMatchObject({
    body: { data: { done: 1 } },
  })
  const later = await follow(code)
  expect(later.body.stand?.cause).toBeDefined()
  const said = JSON.stringify(later.body)
  const people = [wanjikuMaker, mercyKpcuChecker, world.people.otienoChecker].map(({ fullName }) => fullName)
  expect([...names, ...people, reference, loan.id].filter((each) => each && said.includes(each))).toEqual([])
  // One letter beside it, the bare reference, another loan's letters.
  const others = [
    `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`,
    reference,
    code.replace(reference, 'LNAAAAAAAAAA'),
  ]
  for (const other of others) expect([other, (await follow(other)).status]).toEqual([other, 404])
})
