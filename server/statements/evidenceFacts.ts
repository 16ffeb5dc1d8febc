import { toCents } from '#contract/kit/money.ts'
import type { Proof } from '#contract/statements/chains.ts'
import { businessDate } from '#server/kit/clock.ts'
import { printedFormats, type PrintLanguage } from '#server/kit/paper/printed.ts'
import { evidenceWords } from './evidenceWords.ts'

/** What an evidence pack says of its payment, line by line: what it came to is what was taken, left and paid. */
export function evidenceFacts(chain: Proof, language: PrintLanguage): (readonly [string, string])[] {
  const words = evidenceWords[language]
  const { day, money, weight } = printedFormats(language)
  const kes = (amount: number) => `KES ${money(toCents(amount))}`
  const where = (amount: number, name: string) => (amount > 0 ? [[name, kes(amount)] as const] : [])
  return [
    [words.cherry, weight(chain.weight)],
    [words.rate, kes(chain.rate)],
    [words.total, kes(chain.total)],
    ...where(chain.bonus, words.bonus),
    [words.taken, kes(chain.deducted + chain.recovered)],
    ...where(chain.leftOver, words.leftOver),
    [words.paid, kes(chain.paid)],
    [words.paidOn, chain.paidAt ? day(businessDate(new Date(chain.paidAt))) : '–'],
  ]
}
