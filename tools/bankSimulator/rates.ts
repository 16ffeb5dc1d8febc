import { z } from 'zod'
import { connectHead, type BankCall } from './bankCall.ts'

const Rate = z.string().regex(/^\d{1,6}(\.\d{1,6})?$/)

/** A rate that was agreed with a dealer, under a code of at most 12 digits. */
export const Deal = z.strictObject({
  dealCode: z.string().regex(/^\d{1,12}$/),
  from: z.enum(['KES', 'USD']),
  to: z.enum(['KES', 'USD']),
  rate: Rate,
  expiresAt: z.iso.datetime({ offset: true }),
  /** Somebody has drawn on it already: a deal is good for one exchange. */
  isUsed: z.boolean().optional(),
})
export type Deal = z.output<typeof Deal>

export type Rates = ReturnType<typeof makeRates>

/** The deals in the bank's book, and its rate of the day. */
export function makeRates() {
  const deals = new Map<string, Deal>()
  return {
    put: (deal: Deal): void => void deals.set(deal.dealCode, deal),
    find: (dealCode: string): Deal | undefined => deals.get(dealCode),
    /** Somebody has drawn on it. */
    use: (dealCode: string): void => {
      const deal = deals.get(dealCode)
      if (deal) deals.set(dealCode, { ...deal, isUsed: true })
    },
    all: (): Deal[] => [...deals.values()],
    /** Shillings for a dollar. */
    spot: (): string => '129.250000',
  }
}

const Reference = z.string().min(1).max(27)
const SpotBody = z.object({ MessageReference: Reference, FromCurrencyCode: z.string(), ToCurrencyCode: z.string() })
const DealBody = z.object({ MessageReference: Reference, DealCode: z.string().max(20) })

const notFound = (reference: string, now: Date) => ({
  status: 404,
  body: connectHead(reference, now, '-4', 'RECORD NOT FOUND'),
})

/** The rate of the day as Co-operative Bank Connect quotes it, and the look-up of a deal, which is agreed in its manner. */
export const rateCalls: readonly BankCall[] = [
  {
    path: '/Enquiry/ExchangeRate/1.0.0',
    read: ({ body, bank, now }) => {
      const read = SpotBody.safeParse(body)
      if (!read.success) return null
      const { MessageReference, FromCurrencyCode: from, ToCurrencyCode: to } = read.data
      const isQuoted = from === 'USD' && to === 'KES'
      if (!isQuoted) return { accountNumber: '', run: () => notFound(MessageReference, now) }
      const rate = { FromCurrencyCode: from, ToCurrencyCode: to, RateType: 'SPOT', Rate: bank.rates.spot() }
      const answer = { ...connectHead(MessageReference, now), ...rate, MultiplyDivide: 'M' }
      return {
        accountNumber: '',
        run: () => ({ status: 200, body: answer, wrong: { ...answer, Rate: '1.000000' } }),
      }
    },
  },
  {
    path: '/Enquiry/DealRate/1.0.0',
    read: ({ body, bank, now }) => {
      const read = DealBody.safeParse(body)
      if (!read.success) return null
      const { MessageReference, DealCode } = read.data
      const deal = bank.rates.find(DealCode)
      if (!deal) return { accountNumber: DealCode, run: () => notFound(MessageReference, now) }
      if (deal.isUsed) {
        const used = connectHead(MessageReference, now, '-17', 'DEAL ALREADY UTILISED')
        return { accountNumber: DealCode, run: () => ({ status: 409, body: used }) }
      }
      const answer = {
        ...connectHead(MessageReference, now),
        DealCode,
        FromCurrencyCode: deal.from,
        ToCurrencyCode: deal.to,
        Rate: deal.rate,
        ExpiryDate: deal.expiresAt,
      }
      return {
        accountNumber: DealCode,
        run: () => ({ status: 200, body: answer, wrong: { ...answer, DealCode: '1' } }),
      }
    },
  },
]
