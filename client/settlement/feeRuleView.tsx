import { feeNames, feeRule, type FeeName, type FeeRule } from '#contract/settlement/feeRules.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { formats, useFormat, type Formats } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'

const written: Record<FeeName, (format: Formats, value: number) => string> = {
  brokerPercent: ({ number }, value) => `${number(value)} %`,
  dssPercent: ({ number }, value) => `${number(value)} %`,
  exchangePercent: ({ number }, value) => `${number(value)} %`,
  millingPerTonne: ({ money }, value) => money(value, 'USD'),
  handlingPerPackage: ({ money }, value) => money(value, 'USD'),
  storagePerPackageDay: ({ money }, value) => money(value, 'USD'),
  warrantPerLot: ({ money }, value) => money(value, 'USD'),
  shillingsPerDollar: ({ exchangeRate }, value) => exchangeRate(value),
}

/** Each charge beside what counted for that day before. */
function FeeRuleLead({ row }: { row: FeeRule }) {
  const words = useWords().settlement
  const format = useFormat()
  const { before, reason, validFrom } = row
  const values = feeNames.map((name) => ({
    key: name,
    title: words.fees[name],
    before: before ? written[name](format, before[name]) : '–',
    after: written[name](format, row[name]),
  }))
  return (
    <>
      <div className="hero">
        <span className="big">{words.from(format.date(validFrom))}</span>
      </div>
      <BeforeAfter values={values.filter((value) => value.before !== value.after)} />
      <p className="faint">{words.unchanged}</p>
      <Quoted title={words.reason}>{reason}</Quoted>
    </>
  )
}

/** How fee rules are listed and decided. */
export const feeRuleView = viewRecord(feeRule, {
  title: ({ validFrom }) => `From ${formats('en').date(validFrom)}`,
  Lead: FeeRuleLead,
  leads: ['validFrom', ...feeNames],
})
