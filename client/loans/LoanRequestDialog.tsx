import { positiveInteger, text } from '#contract/kit/field.ts'
import { loanSum, wholeAmounts } from '#contract/loans/loanFee.ts'
import { loanRequest } from '#contract/loans/loanRequests.ts'
import type { BorrowingMember } from '#contract/loans/loanRows.ts'
import { call } from '#client/kit/call.ts'
import { LookupNumber } from '#client/kit/forms/LookupNumber.tsx'
import type { ControlProps } from '#client/kit/forms/FormControl.tsx'
import { useFormat } from '#client/kit/format.ts'
import { LenderParts } from '#client/kit/LenderParts.tsx'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useFormValue, useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useWords } from '#client/kit/words.ts'
import { useBorrower, type BorrowerLookUp } from './loanCalls.ts'
import { Bars, LimitSum, LoanAccount } from './LoanLead.tsx'
import { LoanSum } from './LoanSum.tsx'

const fields = {
  memberNumber: { title: 'Member number', ...text(20) },
  lender: { title: 'Lender', ...text(40, { required: false }) },
  amount: { title: 'Amount', ...positiveInteger({ max: 100_000_000 }) },
  narration: { title: 'Purpose', ...text(140, { required: false }) },
}

/** A clerk enters a loan request of a member: the limit, the fee and the account stand beside the amount while it is typed. */
export function LoanRequestDialog({
  member: chosenMember,
  onClose,
}: {
  member: string | undefined
  onClose: () => void
}) {
  const words = useWords().loans
  const { money } = useFormat()
  const state = useRecordForm({ fields, ...(chosenMember ? { initial: { memberNumber: chosenMember } } : {}) })
  const lookUp = useBorrower(useFormValue(state, 'memberNumber'))
  const member = lookUp.state === 'found' ? lookUp.member : undefined
  const amount = Number(useFormValue(state, 'amount').replace(/[^\d]/g, ''))
  const chosen = useFormValue(state, 'lender')
  const isShared = (member?.lenders.length ?? 0) > 1
  const lender = member?.lenders.find(({ code }) => isShared && code === chosen)
  const problemTexts = {
    more: (member: BorrowingMember) => words.tooMuch(money((lender ?? member.limit).available)),
    lenders: ({ lenders }: BorrowingMember) =>
      words.oneLender(lenders.map(({ name, available }) => words.gives(name, money(available)))),
    less: (member: BorrowingMember) => words.tooLittle(money(member.least)),
    cents: (member: BorrowingMember) => words.noCents(centless(member, amount).map((whole) => money(whole))),
  }
  const wrong = member && amountProblem(member, amount, lender)
  const problem = member && wrong && problemTexts[wrong](member)
  return (
    <RecordDialog
      title={words.createTitle}
      state={state}
      lead={<p className="faint">{words.createHint}</p>}
      groups={[{ names: ['memberNumber', ...(isShared ? (['lender'] as const) : []), 'amount', 'narration'] }]}
      controls={{
        memberNumber: { wide: true, render: (props) => <BorrowerField {...props} lookUp={lookUp} /> },
        lender: {
          wide: true,
          options: member?.lenders.map(({ code, name, available }) => ({
            value: code,
            label: words.gives(name, money(available)),
          })),
        },
        amount: { unit: words.shillings, note: amount > 0 && problem },
        narration: { wide: true },
      }}
      wireNames={{ farmerId: 'memberNumber' }}
      submitLabel={words.send}
      invalid={words.fix}
      send={(values, key) =>
        call(loanRequest.calls.request, {
          body: {
            farmerId: member?.id ?? values.memberNumber,
            amount: Number(values.amount),
            channel: 'CLERK',
            narration: values.narration,
            ...(lender ? { lender: lender.code } : {}),
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={560}
    >
      {member && <Borrowing member={member} amount={problem ? 0 : amount} />}
    </RecordDialog>
  )
}

type Problem = 'more' | 'lenders' | 'less' | 'cents'

function amountProblem(
  member: BorrowingMember,
  amount: number,
  lender: BorrowingMember['lenders'][number] | undefined,
): Problem | undefined {
  if (amount > (lender ?? member.limit).available) return 'more'
  if (member.lenders.length > 0 && member.lenders.every(({ available }) => amount > available)) return 'lenders'
  if (amount > 0 && amount < member.least) return 'less'
  const paysCents = member.paymentType === 'MPESA' && amount > 0 && sumOf(member, amount).netCents % 100n !== 0n
  return paysCents ? 'cents' : undefined
}

/** The nearest amounts that M-PESA can pay, as far as the limit goes. */
function centless(member: BorrowingMember, amount: number): number[] {
  const { feeHundredths: hundredths, feeAddedOn: addedOn, least, limit } = member
  const { below, above } = wholeAmounts(amount, { hundredths, addedOn })
  return [below ?? 0, above].filter((whole) => whole >= least && whole <= limit.available)
}

// Outside of the component: the compiler of components loses literals of whole numbers without end.
const sumOf = ({ feeHundredths, feeAddedOn }: BorrowingMember, shillings: number) =>
  loanSum(BigInt(shillings) * 100n, { hundredths: feeHundredths, addedOn: feeAddedOn })

/** What the loan would come to, and the limit it is taken of. */
function Borrowing({ member, amount }: { member: BorrowingMember; amount: number }) {
  const words = useWords().loans
  const { money, percent } = useFormat()
  const sum = sumOf(member, amount)
  const shown = (cents: bigint) => money(Number(cents) / 100)
  const fee = words.fee(percent(member.feeHundredths / 10_000))
  return (
    <section className="borrowing" aria-label={words.calculation}>
      <Bars bars={member.bars} />
      {member.waiting > 0 && <p className="faint">{words.waiting(member.waiting)}</p>}
      {member.season !== null && <LimitSum limit={member.limit} season={member.season} />}
      <LenderParts lenders={member.lenders} />
      {amount > 0 && (
        <LoanSum
          title={words.calculation}
          lines={[
            { title: words.amount, value: shown(sum.amountCents) },
            { title: fee, value: shown(sum.feeCents), ...(member.feeAddedOn ? {} : { sign: '−' as const }) },
            { title: words.net, value: shown(sum.netCents), sign: '=', strong: true },
            { title: words.owed, value: shown(sum.owedCents) },
          ]}
        />
      )}
      <LoanAccount {...member} />
    </section>
  )
}

function BorrowerField({ lookUp, ...props }: ControlProps & { lookUp: BorrowerLookUp }) {
  const words = useWords().loans
  const stateTexts = {
    none: words.typeMore,
    searching: words.searching,
    unknown: <span className="member-unknown">{words.unknown}</span>,
    unasked: words.unasked,
  }
  return (
    <LookupNumber
      {...props}
      maxLength={20}
      isSearching={lookUp.state === 'searching'}
      result={
        lookUp.state === 'found' ? <b className="member-found">{lookUp.member.fullName}</b> : stateTexts[lookUp.state]
      }
    />
  )
}
