import { deduction, deductionBases, deductionKinds, type Deduction } from '#contract/schedules/deductions.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

function DeductionLead({ row }: { row: Deduction }) {
  const words = useWords().deductions
  const translate = useContractWords()
  const { money, date } = useFormat()
  const { kind, basis, amount, payee, accountNumber, institution } = row
  return (
    <>
      <Stake
        label={row.isEnd ? words.ends : translate(deductionKinds[kind].label)}
        title={translate(deductionBases[basis].label)}
        amount={money(amount)}
        facts={[
          [words.season, row.season],
          [words.payee, payee === '' ? words.members : `${payee}, ${institution} ${accountNumber}`],
          [words.minute, `${row.minuteNumber}, ${date(row.minuteDate)}`],
        ]}
      />
      <Quoted title={words.document}>{row.document}</Quoted>
    </>
  )
}

/** How deductions and premiums are listed and decided. */
export const deductionView = viewRecord(deduction, {
  title: ({ title }) => title,
  Lead: DeductionLead,
  leads: ['amount', 'basis', 'minuteNumber', 'minuteDate', 'document', 'payee'],
})
