import { z } from 'zod'
import { silence, silenceOf, type BankWire, type Silence } from './bankWire.ts'

/** What the bank says of a deal: shillings for a dollar in millionths, and until when they can be had. */
export type DealLookUp =
  | { outcome: 'found'; rateMicros: bigint; expiresAt: Date }
  | { outcome: 'unknown' | 'used' | 'other_currencies' }
  | Silence

/** The part of the door that knows what was agreed with the dealers. */
export type Deals = {
  /** Looks up a deal by the code that the dealer gave. Nothing of it is used up. */
  lookUpDeal: (dealCode: string) => Promise<DealLookUp>
}

const short = z.string().max(200)
const DealAnswer = z.object({
  MessageReference: short,
  MessageCode: short,
  DealCode: short.nullish(),
  FromCurrencyCode: short.nullish(),
  ToCurrencyCode: short.nullish(),
  Rate: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/)
    .nullish(),
  ExpiryDate: z.iso.datetime({ offset: true }).nullish(),
})

// Codes of the manner of Co-operative Bank Connect; any other says nothing.
const codes: Readonly<Record<string, 'found' | 'unknown' | 'used'>> = { '0': 'found', '-4': 'unknown', '-17': 'used' }

/** Makes it. An answer counts only when the bank has signed it and it names this deal. */
export const makeDeals = ({
  wire,
  newMessageReference,
}: {
  wire: BankWire
  newMessageReference: () => string
}): Deals => ({
  lookUpDeal: async (dealCode) => {
    const reference = newMessageReference()
    const body = { MessageReference: reference, DealCode: dealCode }
    const response = await wire.request({ path: '/Enquiry/DealRate/1.0.0', body })
    if (response.outcome === 'silent') return response
    const parsed = DealAnswer.safeParse(response.json)
    if (!response.isSigned || !parsed.success) return silenceOf(response.status)
    const { MessageReference, MessageCode, DealCode, FromCurrencyCode, ToCurrencyCode, Rate, ExpiryDate } = parsed.data
    if (MessageReference !== reference) return silence('mismatch')
    const outcome = Object.hasOwn(codes, MessageCode) ? codes[MessageCode] : undefined
    if (!outcome) return silence('undecided')
    if (outcome !== 'found') return { outcome }
    if (DealCode !== dealCode) return silence('mismatch')
    if (FromCurrencyCode !== 'USD' || ToCurrencyCode !== 'KES') return { outcome: 'other_currencies' }
    if (!Rate || !ExpiryDate) return silence('garbage')
    const rateMicros = microsOf(Rate)
    return rateMicros > 0n ? { outcome, rateMicros, expiresAt: new Date(ExpiryDate) } : silence('garbage')
  },
})

function microsOf(rate: string): bigint {
  const [whole = '', places = ''] = rate.split('.')
  return BigInt(whole + places.padEnd(6, '0'))
}
