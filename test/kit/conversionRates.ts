import type { ConversionRate } from '#contract/payments/conversionRates.ts'
import { now } from '#server/kit/clock.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

const hourMs = 3_600_000
type Deal = {
  dealCode: string
  rate?: string
  hours?: number
  from?: 'USD' | 'KES'
  to?: 'USD' | 'KES'
  isUsed?: boolean
}

/** Enters deals in the books of the bank; of KES 129 for a dollar and good for a day unless said otherwise. */
export const agreeDeals = (world: World, ...deals: Deal[]): Promise<object> =>
  world.bank.control(
    'PUT',
    '/simulator/deals',
    deals.map(({ rate = '129.000000', hours = 24, from = 'USD', to = 'KES', ...deal }) => ({
      rate,
      from,
      to,
      ...deal,
      expiresAt: new Date(now().getTime() + hours * hourMs).toISOString(),
    })),
  )

type Body = { code?: string; message: string; details?: Record<string, unknown>; data: ConversionRate }

export const submitDeal = (person: Person, rateCode: string | number, more: object = {}) =>
  person.post<Body>('/payment/conversionRate/update', { rateCode, ...more })
export const decideDeal = (person: Person, action: 'APPROVE' | 'REJECT', { id }: { id: string }, more: object = {}) =>
  person.post<Body>('/payment/conversionRate/approve', { id, action, ...more })

/** Conversion rates in every state that people bring about, through their own calls. */
export async function submitDeals(world: World): Promise<void> {
  const { wanjikuMaker, otienoChecker, danielMaker } = world.people
  const codes = ['8001', '8002', '8003', '8004', '8005']
  await agreeDeals(world, ...codes.map((dealCode, n) => ({ dealCode, rate: `12${n + 5}.500000` })))
  for (const [code, action] of [
    ['8001', 'APPROVE'],
    ['8002', 'REJECT'],
    ['8003', 'APPROVE'],
  ] as const)
    await decideDeal(otienoChecker, action, (await submitDeal(wanjikuMaker, code)).body.data, {
      approverComment: 'Seen',
    })
  const { data } = (await submitDeal(wanjikuMaker, '8004')).body
  await wanjikuMaker.post('/payment/conversionRate/withdraw', { id: data.id })
  await submitDeal(danielMaker, '8005')
}
