import type { DeductionUpload } from '#contract/schedules/deductionUploads.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

type Allowed = Pick<
  DeductionUpload,
  'title' | 'amount' | 'season' | 'payee' | 'institution' | 'accountNumber' | 'minuteNumber' | 'minuteDate' | 'document'
>
type AllowedByProps = { row: Allowed; label: string; counted?: string }

/** The amount of a deduction or premium, who is paid, and the resolution that allows it. */
export function AllowedBy({ row, label, counted }: AllowedByProps) {
  const words = useWords().deductions
  const translate = useContractWords()
  const { money, date } = useFormat()
  const { title, amount, payee, institution, accountNumber } = row
  return (
    <>
      <Stake
        label={translate(label)}
        title={counted === undefined ? title : translate(counted)}
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
