import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Caller } from '../../bench/load/caller.ts'
import { lending, type Borrower, type Lending } from '../../bench/load/money.ts'
import { chanceFrom, type Chance } from '../../db/seed/chance.ts'
import { codeOf, untilAnswered, type Counted } from './untilAnswered.ts'

/** What the server has acknowledged of loans: it may never be gone or happen again afterwards. */
export type MoneyAcknowledged = Counted & {
  /** Ids of loan requests by the channel's own names of them. */
  requested: Map<string, string>
  approved: Set<string>
  authorised: Set<string>
  refused: Set<string>
  /** How many requests were rejected, by the code. */
  rejections: Map<string, number>
  /** Answers that nobody should get. */
  unexpected: string[]
}

type MoneyWork = {
  call: Caller
  tokens: Readonly<Record<string, string>>
  borrowers: ReadonlyMap<Lending, readonly Borrower[]>
  seed: number
  until: () => boolean
}
type Outcomes = { rows: { id: string; outcome: 'done' | 'skipped' | 'failed'; code?: string }[] }

/**
 * Two clerks of each society request loans of the same members, its checker approves or rejects them, and who lends
 * authorises or declines, now and then both at once. Every call is repeated under its key until it is answered.
 */
export async function workWithMoney(options: MoneyWork): Promise<MoneyAcknowledged> {
  const { call, tokens, seed, until } = options
  const done: MoneyAcknowledged = {
    calls: 0,
    unanswered: 0,
    requested: new Map(),
    approved: new Set(),
    authorised: new Set(),
    refused: new Set(),
    rejections: new Map(),
    unexpected: [],
  }
  await Promise.all(
    lending.flatMap((one) => {
      const chance = chanceFrom(`money ${seed} ${one.society}`)
      const waiting: string[] = []
      const approved: string[] = []
      return [
        requestLoans(one, 'a', chance, waiting),
        requestLoans(one, 'b', chance, waiting),
        approve(one, chance, waiting, approved),
        authorise(one, chance, approved),
      ]
    }),
  )
  return done

  /** Sends under one key until it is answered; null when the work is over. */
  function command(username: string, path: string, body: object): Promise<Answer | null> {
    const key = randomUUID()
    return untilAnswered(() => call.request('money', tokens[username] ?? '', 'POST', path, body, key), {
      until,
      counted: done,
    })
  }

  async function requestLoans(one: Lending, clerk: string, chance: Chance, waiting: string[]): Promise<void> {
    const members = options.borrowers.get(one) ?? []
    for (let n = 0; !until(); n++) {
      await sleep(chance.between(100, 500))
      const reference = `${one.society}-${seed}-${clerk}${n}`
      // Both clerks use up the limits of a few members, so that they meet in what is left.
      const isLarge = chance.happens(0.4)
      const { id: farmerId } = chance.pick(isLarge ? members.slice(0, 3) : members)
      const amount = chance.between(1, isLarge ? 50 : 5) * 100
      const body = { farmerId, amount, channel: 'USSD', reference }
      const answer = await command(one.maker, '/loan/request', body)
      if (!answer) return
      if (answer.status !== 200) {
        const code = codeOf(answer) ?? String(answer.status)
        done.rejections.set(code, (done.rejections.get(code) ?? 0) + 1)
        if (code !== 'limit.exceeded') done.unexpected.push(`a loan request was refused with ${code}`)
        continue
      }
      const id = idIn(answer)
      done.requested.set(reference, id)
      // The channel sends it once more under its own reference only, as if it had lost the answer.
      const again = n % 7 === 3 ? await command(one.maker, '/loan/request', body) : null
      if (again && (again.status !== 200 || idIn(again) !== id))
        done.unexpected.push(`request ${reference} came to another answer the second time: ${again.status}`)
      waiting.push(id)
    }
  }

  async function approve(one: Lending, chance: Chance, waiting: string[], approved: string[]): Promise<void> {
    while (!until()) {
      await sleep(chance.between(100, 500))
      const batch = waiting.splice(0, chance.between(1, 6))
      if (batch.length === 0) continue
      if (chance.happens(0.15)) await refuse(one.checker, 'reject', batch.pop() ?? '')
      for (const id of await decide(one.checker, 'approve', batch)) {
        done.approved.add(id)
        approved.push(id)
      }
    }
  }

  async function authorise(one: Lending, chance: Chance, approved: string[]): Promise<void> {
    while (!until()) {
      await sleep(chance.between(100, 500))
      const batch = approved.splice(0, chance.between(1, 6))
      const [first] = batch
      if (!first) continue
      if (chance.happens(0.1)) await refuse(one.lender, 'decline', batch.pop() ?? '')
      const isContested = chance.happens(0.2)
      const [authorised] = await Promise.all([
        decide(one.lender, 'authorize', batch, isContested),
        isContested ? refuse(one.lender, 'decline', first, true) : null,
      ])
      for (const id of authorised) done.authorised.add(id)
      // Once more under another key, as if somebody pressed the button again.
      if (chance.happens(0.2) && authorised.length > 0)
        for (const id of await decide(one.lender, 'authorize', authorised, true))
          done.unexpected.push(`loan ${id} was authorised twice`)
      await queryInDoubt(one)
    }
  }

  /** Decides and answers the ids that came through. */
  async function decide(by: string, step: string, ids: readonly string[], isContested = false): Promise<string[]> {
    if (ids.length === 0) return []
    const body = ids.map((id) => ({ id }))
    const answer = await command(by, `/disbursement/${step}`, body)
    if (!answer) return []
    // Where none was done, the refusal carries the outcomes.
    const { data, details } = answer.body as { data?: Outcomes; details?: Partial<Outcomes> } // border: the declared answer
    const rows = data?.rows ?? details?.rows
    if (!rows) {
      done.unexpected.push(`${step} was refused with ${codeOf(answer) ?? answer.status}`)
      return []
    }
    for (const { outcome, code } of rows)
      if (outcome !== 'done' && !(isContested && code === 'step.wrong_state'))
        done.unexpected.push(`${step} of a loan was ${outcome} with ${code}`)
    return rows.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
  }

  async function refuse(by: string, step: 'reject' | 'decline', id: string, isContested = false): Promise<void> {
    if (!id) return
    const answer = await command(by, `/disbursement/${step}`, { id, approvalComment: 'Not this season' })
    if (!answer) return
    if (answer.status === 200) done.refused.add(id)
    else if (!(isContested && codeOf(answer) === 'step.wrong_state'))
      done.unexpected.push(`${step} was refused with ${codeOf(answer) ?? answer.status}`)
  }

  /** Has the bank queried about a payout that is in doubt. */
  async function queryInDoubt({ lender }: Lending): Promise<void> {
    const { status, body } = await call.request(
      'desk',
      tokens[lender] ?? '',
      'GET',
      '/payouts?paginate=Y&filter=status:IN_DOUBT',
    )
    const [payout] = status === 200 ? (body as { data: { id: string }[] }).data : [] // border: the declared answer
    if (payout) await command(lender, `/payouts/${payout.id}/query`, {})
  }
}

const idIn = ({ body }: Answer): string => (body as { data: { id: string } }).data.id // border: the declared answer
