import { opensDocuments } from '#contract/schedules/deductions.ts'
import type { DeductionUpload } from '#contract/schedules/deductionUploads.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { Attached } from '#client/kit/forms/Attached.tsx'
import { useFormat } from '#client/kit/format.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

type Allowed = Pick<
  DeductionUpload,
  | 'attachment'
  | 'title'
  | 'amount'
  | 'season'
  | 'payee'
  | 'institution'
  | 'accountNumber'
  | 'minuteNumber'
  | 'minuteDate'
  | 'document'
>
type AllowedByProps = {
  row: Allowed
  label: string
  counted?: string
  /** Opens the document that is attached. */
  onOpen: () => void
}

/** The amount of a deduction or premium, who is paid, and the resolution that allows it. */
export function AllowedBy({ row, label, counted, onOpen }: AllowedByProps) {
  const words = useWords().deductions
  const user = useUser()
  const translate = useContractWords()
  const { money, date } = useFormat()
  const { title, amount, payee, institution, accountNumber, attachment } = row
  const opens = may(user, opensDocuments) && may(user, 'CAN_VIEW_PERSONAL_DATA')
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
      <Attached attachment={attachment} onOpen={opens ? onOpen : undefined} />
    </>
  )
}
