import { toAmount } from '#contract/kit/money.ts'
import type { Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { lendersOf, limitMustNotBeExpired, limitOf, type Limit, type LiveLender } from '#server/ledger/limits.ts'
import { lendersOnWire } from './loanRows.ts'

type Wanted = { lender: string | undefined; amountCents: bigint }

/**
 * Who lends an amount: the lender that is named, by code or id, else the one whose grant is the oldest of those who cover it
 * alone. One loan has one lender, so what only several cover together is refused with what each of them would give. Under
 * `lockLimit`, so that what was found is there when it is reserved.
 */
export async function chooseLender(tx: Tx, limit: Limit, { lender, amountCents }: Wanted): Promise<LiveLender> {
  await limitMustNotBeExpired(tx, limit)
  const parts = await lendersOf(tx, limit)
  const asked = lender === undefined ? parts : parts.filter((part) => isNamed(part, lender))
  if (asked.length === 0 && parts.length > 0) throw new Refused('loan.unknown_lender', tell(parts, 'lender'))
  const found = asked.find(({ availableCents }) => availableCents >= amountCents)
  if (found) return found
  const { availableCents } = await limitOf(tx, limit)
  if (availableCents >= amountCents && parts.length > 1) throw new Refused('limit.lender_short', tell(parts, 'amount'))
  const most = `At most KES ${toAmount(availableCents).toLocaleString('en')} may be borrowed`
  throw new Refused('limit.exceeded', {
    details: { fields: { amount: most }, available: toAmount(availableCents), lenders: lendersOnWire(parts) },
  })
}

const isNamed = ({ lenderId, code }: LiveLender, named: string): boolean =>
  lenderId === named.toLowerCase() || code === named.toUpperCase()

const tell = (parts: readonly LiveLender[], field: 'amount' | 'lender') => ({
  details: { fields: { [field]: parts.map(givesUpTo).join(', ') }, lenders: lendersOnWire(parts) },
})
const givesUpTo = ({ name, availableCents }: LiveLender): string =>
  `${name} up to KES ${toAmount(availableCents).toLocaleString('en')}`
