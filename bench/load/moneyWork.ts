import { organisationOf } from '../../db/seed/organisations.ts'
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
    read: async (): Promise<unknown> => {
      const { one, recent } = chance.pick(desks)
      const { id: societyId } = organisationOf(one.society)
      const who = chance.pick([one.maker, one.checker, one.lender])
      const get = (kind: string, by: string, path: string) => call.request(`read: ${kind}`, token(by), 'GET', path)
      const drawn = chance.between(1, 100)
      const paged = `paginate=Y&counts=Y&page=${chance.between(0, 3)}`
      if (drawn <= 30) return get('limits', who, `/limit/active/${societyId}?${paged}`)
      if (drawn <= 50) return get('loans', who, `/loan/requests/${societyId}?${paged}`)
      if (drawn <= 60) return get('loans waiting', who, `/disbursement/pending/${societyId}?${paged}`)
      if (drawn <= 75 && recent.length > 0) return get('loan', who, `/loan/request/${chance.pick(recent)}`)
      if (drawn <= 90) return get('payouts', one.lender, `/payouts?${paged}`)
      return get('payout board', one.lender, '/payouts/board')
    },
  }
}
