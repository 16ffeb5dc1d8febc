import { demoFunds } from '../../db/seed/demo.ts'
import type { Fault } from '../../tools/bankSimulator/faults.ts'
import { fillFund } from '../kit/loans.ts'
import type { TestBank } from '../kit/testBank.ts'
import type { World } from '../kit/world.ts'

/**
 * What the bank does wrong all the time: a tenth of the calls end in silence, half of these after the money has moved. Orders
 * that bring money back into a fund get there: of one that is lost somebody has to decide, which is another story.
 */
export const faults: readonly Fault[] = [
  {
    kind: 'timeout',
    when: 'before',
    rate: 0.05,
    accounts: `^(?!(${demoFunds.map(({ account }) => account).join('|')})$)`,
  },
  { kind: 'timeout', when: 'after', rate: 0.05 },
  { kind: 'duplicate', rate: 0.05 },
  { kind: 'callbackTwice', rate: 0.05 },
  { kind: 'callbackLate', rate: 0.2, delayMs: 3_000 },
  { kind: 'callbackAfterNext', rate: 0.2 },
  { kind: 'callbackNever', rate: 0.05 },
]

/** How long an order waits at the bank: long enough for the second legs to find it gone. */
export const settleMs = 1_000

/** How long the bank is away: four times the patience of the door to it. */
export const awayMs = 20_000

/** What each lender has at the bank, and keeps in the ledger: in the fund. Its M-PESA float stands beside. */
export const openingShillings = { fund: 5_000_000, float: 1_000_000 }

/** The lenders and their accounts, by their keys in the books of the bank. */
export async function lendersOf(world: World) {
  const { rows } = await world.owner.query<{ id: string; code: string; shortCode: string }>(
    'select o.id, o.code, f.mpesa_short_code as "shortCode" from funds f join organisations o on o.id = f.organisation_id order by o.code',
  )
  return rows.flatMap(({ id, code, shortCode }) => {
    const accounts = demoFunds.find((one) => one.code === code)
    if (!accounts) throw new Error(`${code} has no accounts`)
    return [{ id, code, fund: accounts.account, transit: accounts.transit, float: shortCode }]
  })
}

/** Money comes into the funds and the floats of the lenders, here and at the bank. */
export async function fillFunds(world: World): Promise<void> {
  for (const { code, fund, float } of await lendersOf(world)) {
    await fillFund(world, code === 'KPCU' ? 'KPCU' : 'COOP', openingShillings.fund)
    await world.bank.control('POST', '/simulator/funds', [
      { institutionCode: '0011', accountNumber: fund, amountCents: openingShillings.fund * 100 },
      { institutionCode: 'MPESA', accountNumber: float, amountCents: openingShillings.float * 100 },
    ])
  }
}

/**
 * The bank stops in the middle of whatever it does. What was sent to it in the meantime is done when it comes back, after
 * everybody has given up on it. Answers how it comes back.
 */
export function goAway({ pid }: TestBank): { backAgain: () => void } {
  if (pid === undefined) throw new Error('Only a bank in a process of its own can be away')
  let isAway = true
  process.kill(pid, 'SIGSTOP')
  return {
    backAgain: () => {
      if (isAway) process.kill(pid, 'SIGCONT')
      isAway = false
    },
  }
}

/**
 * Time passes faster than it does. The bank is asked again without the pauses that grow between questions; and once nothing is
 * under way any more but orders that it was asked about and cannot have, twenty minutes pass for these. Answers whether all
 * payouts have ended.
 */
export async function letTimePass({ owner, bank }: World): Promise<boolean> {
  const { rows } = await owner.query<{ open: number; moving: number }>(
    `select count(*)::int as open, (count(*) filter (where status <> 'IN_DOUBT' or asked = 0))::int as moving
     from payout_legs where settled_at is null`,
  )
  const { open = 0, moving = 0 } = rows[0] ?? {}
  if (open === 0) return true
  const { underWay } = await bank.control('GET', '/simulator/state')
  const isOver = moving === 0 && underWay === 0
  await owner.query(
    `update payout_legs set next_at = least(next_at, now()), sent_at = case when $1 then least(sent_at, now() - interval '20 minutes') else sent_at end
     where status in ('ACCEPTED', 'IN_DOUBT') and asked > 0`,
    [isOver],
  )
  return false
}
