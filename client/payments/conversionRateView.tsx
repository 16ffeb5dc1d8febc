import { conversionRate, type ConversionRate } from '#contract/payments/conversionRates.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'

type Submitted = Pick<ConversionRate, 'rate' | 'previousRate' | 'changeInPercent' | 'expiryDate' | 'reason' | 'status'>

/** The rate beside the one before, and until when it can be had. */
function ConversionRateLead({ row }: { row: Submitted }) {
  const words = useWords().conversion
  const { exchangeRate, number, dateTime } = useFormat()
  const { rate, previousRate, changeInPercent, expiryDate, reason, status } = row
  const before = previousRate === null ? words.first : exchangeRate(previousRate)
  const isOver = status.statusName === 'EXPIRED'
  return (
    <>
      <BeforeAfter values={[{ key: 'rate', title: words.perDollar, before, after: exchangeRate(rate) }]} />
      <p className="faint">
        {changeInPercent !== null &&
          `${words.change(`${changeInPercent > 0 ? '+' : ''}${number(changeInPercent)} %`.replace('-', '−'))} `}
        {isOver ? words.over(dateTime(expiryDate)) : words.until(dateTime(expiryDate))}{' '}
        {status.statusName === 'PENDING_APPROVAL' && !isOver && words.replaces}
      </p>
      <Quoted title={words.reason}>{reason}</Quoted>
    </>
  )
}

/** How conversion rates are listed and decided. */
export const conversionRateView = viewRecord(conversionRate, {
  title: ({ rateCode }) => rateCode,
  Lead: ConversionRateLead,
  leads: ['rate', 'changeInPercent', 'expiryDate'],
})
