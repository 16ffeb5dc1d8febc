import { toAmount } from '#contract/kit/money.ts'
import type { Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { lendersOf, limitMustNotBeExpired, limitOf, type Limit, type LiveLender } from '#server/ledger/limits.ts'
import { lendersOnWire } from './loanRows.ts'

type LoanAmount = { lender: string | undefined; amountCents: bigint }

/**
 * Who lends an amount: the lender that is named, by code or id, else the one whose grant is the oldest of those who cover it
 * alone. One loan has one lender, so what only several cover together is refused with what each of them would lend. Under
 * `lockLimit`, so that what was found is there when it is reserved.
 */
export async function chooseLender(tx: Tx, limit: Limit, { lender, amountCents }: LoanAmount): Promise<LiveLender> {
  await limitMustNotBeExpired(tx, limit)
  const parts = await lendersOf(tx, limit)
  const candidates = lender === undefined ? parts : parts.filter((part) => isNamed(part, lender))
  if (candidates.length === 0 && parts.length > 0)
    throw new Refused('loan.unknown_lender', lenderDetails(parts, 'lender'))
  const oldest = candidates.find(({ availableCents }) => availableCents >= amountCents)
  if (oldest) return oldest
  const { availableCents } = await limitOf(tx, limit)
  if (availableCents >= amountCents && parts.length > 1)
    throw new Refused('limit.lender_short', lenderDetails(parts, 'amount'))
  const most = `At most KES ${toAmount(availableCents).toLocaleString('en')} may be borrowed`
  throw new Refused('limit.exceeded', {
    details: { fields: { amount: most }, available: toAmount(availableCents), lenders: lendersOnWire(parts) },
  })
}

const isNamed = ({ lenderId, code }: LiveLender, named: string): boolean =>
  lenderId === named.toLowerCase() || code === named.toUpperCase()

const lenderDetails = (parts: readonly LiveLender[], field: 'amount' | 'lender') => ({
  details: { fields: { [field]: parts.map(offerOf).join(', ') }, lenders: lendersOnWire(parts) },
})
const offerOf = ({ name, availableCents }: LiveLender): string =>
  `${name} up to KES ${toAmount(availableCents).toLocaleString('en')}`
