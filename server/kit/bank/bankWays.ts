import { plainAccount, type BankAccount, type BankChannel } from './bankAccounts.ts'
import type { BankCurrency } from './bankTransfer.ts'

/** KES 999,999.00, the ceiling of one PesaLink payment. */
export const pesaLinkMostCents = 99_999_900n
/** KES 250,000.00, the ceiling of one M-PESA payment. */
export const mpesaMostCents = 25_000_000n

/** How an amount goes to an account. RTGS goes by file; the others by as many transfers as there are parts, which add up. */
type Way =
  | { paymentType: 'INTERNALFT' | 'PESALINK' | 'MPESA'; channel: BankChannel; partsCents: bigint[] }
  | { paymentType: 'RTGS'; partsCents: bigint[] }

/** Why an amount cannot go to an account at all. */
type NoWay = 'no_such_account' | 'no_amount' | 'not_whole_shillings' | 'shillings_only'

type Payment = { to: BankAccount; amountCents: bigint; currency: BankCurrency }

/**
 * The channel of a payment: inside the bank when the pic is 0011; PesaLink for another bank, MFB or SACCO, above its ceiling
 * RTGS; M-PESA in equal parts below its ceiling, so that no part is too small for it. Source: specification 2, section 5.
 */
export function chooseChannel({ to, amountCents, currency }: Payment): Way | NoWay {
  const { channel, isPossible } = plainAccount(to)
  if (!isPossible) return 'no_such_account'
  if (amountCents <= 0n) return 'no_amount'
  if (channel === 'internal') return { paymentType: 'INTERNALFT', channel, partsCents: [amountCents] }
  if (currency !== 'KES') return 'shillings_only'
  if (channel === 'pesalink')
    return amountCents <= pesaLinkMostCents
      ? { paymentType: 'PESALINK', channel, partsCents: [amountCents] }
      : { paymentType: 'RTGS', partsCents: [amountCents] }
  if (amountCents % 100n !== 0n) return 'not_whole_shillings'
  return { paymentType: 'MPESA', channel, partsCents: splitEvenly(amountCents / 100n).map((whole) => whole * 100n) }
}

// Parts differ by one shilling at most; the first ones are the larger.
function splitEvenly(shillings: bigint): bigint[] {
  const most = mpesaMostCents / 100n
  const count = (shillings + most - 1n) / most
  const [part, rest] = [shillings / count, shillings % count]
  return Array.from({ length: Number(count) }, (_, at) => part + (BigInt(at) < rest ? 1n : 0n))
}
