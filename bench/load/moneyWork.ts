import { organisationOf } from '../../db/seed/organisations.ts'
import type { Shares } from './work.ts'
import { lending, type Lending, type Mix } from './money.ts'

/** Loans that wait for their society, and for who lends. */
type Desk = {
  one: Lending
  members: { id: string; left: number }[]
  requested: string[]
  approved: string[]
  recent: string[]
}
type Outcomes = { data: { rows: { id: string; outcome: string }[] } }

/** Money in the mix: requests of clerks, approvals of checkers, authorisations of lenders, each in batches as they come; and what they look at. */
export function makeMoneyWork({ call, token, borrowers, chance }: Mix) {
  const desks: Desk[] = lending.map((one) => ({
    one,
    members: (borrowers.get(one) ?? []).map(({ id, limit }) => ({ id, left: limit })),
    requested: [],
    approved: [],
    recent: [],
  }))
  let serial = 0

  async function request({ one, members, requested, recent }: Desk): Promise<void> {
    const able = members.filter(({ left }) => left >= 100)
    if (able.length === 0) return void call.samples.push({ kind: 'money: no limit left', took: 0, status: 409 })
    const member = chance.pick(able)
    member.left -= 100
    const reference = `LOAD-${(serial += 1)}`
    const body = { farmerId: member.id, amount: 100, channel: 'USSD', reference }
    const answer = await call.request('money: request', token(one.maker), 'POST', '/loan/request', body)
    const id = (answer.body as { data?: { id: string } } | null)?.data?.id
    if (!id) return
    requested.push(id)
    recent.push(id)
    if (recent.length > 50) recent.shift()
  }

  /** Answers the ids that came through; one that did not is an error of the run. */
  async function decide(kind: string, by: string, path: string, ids: readonly string[]): Promise<string[]> {
    const { status, body } = await call.request(
      kind,
      token(by),
      'POST',
      path,
      ids.map((id) => ({ id })),
    )
    if (status !== 200) return []
    const { rows } = (body as Outcomes).data // border: the declared answer
    const through = rows.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
    if (through.length < ids.length) call.samples.push({ kind: `${kind}, a row`, took: 0, status: 409 })
    return through
  }

  const paged = (): string => `paginate=Y&page=${chance.between(0, 3)}`
  const read = (kind: string, path: (societyId: string, desk: Desk) => string) => (): Promise<unknown> => {
    const desk = chance.pick(desks)
    const { society, maker, checker, lender } = desk.one
    const by = token(chance.pick([maker, checker, lender]))
    return call.request(`read: ${kind}`, by, 'GET', path(organisationOf(society).id, desk))
  }
  const ofLender = (kind: string, path: () => string) => (): Promise<unknown> =>
    call.request(`read: ${kind}`, token(chance.pick(desks).one.lender), 'GET', path())

  return {
    /** The next command of money that is possible: what waits longest goes first. */
    change: async (): Promise<void> => {
      const desk = chance.pick(desks)
      const { one, requested, approved } = desk
      const many = chance.between(1, 5)
      if (approved.length > 4)
        await decide('money: authorise', one.lender, '/disbursement/authorize', approved.splice(0, many))
      else if (requested.length > 4)
        approved.push(
          ...(await decide('money: approve', one.checker, '/disbursement/approve', requested.splice(0, many))),
        )
      else await request(desk)
    },
    reads: [
      [30, 'read: limits', read('limits', (societyId) => `/limit/active/${societyId}?${paged()}`)],
      [20, 'read: loans', read('loans', (societyId) => `/loan/requests/${societyId}?${paged()}`)],
      [
        10,
        'read: loans waiting',
        read('loans waiting', (societyId) => `/disbursement/pending/${societyId}?${paged()}`),
      ],
      [15, 'read: loan', read('loan', (_, { recent }) => `/loan/request/${chance.pick(recent)}`)],
      [15, 'read: payouts', ofLender('payouts', () => `/payouts?${paged()}`)],
      [10, 'read: payout board', ofLender('payout board', () => '/payouts/board')],
    ] satisfies Shares,
  }
}
