import { Button } from '@mantine/core'
import { IconCircleCheck, IconClockExclamation, IconQrcode } from '@tabler/icons-react'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { loanRequest } from '#contract/loans/loanRequests.ts'
import { loanSlips } from '#contract/loans/loanSlips.ts'
import type { BorrowingMember, LoanRequest, LoanRequestDetail } from '#contract/loans/loanRows.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { LenderParts } from '#client/kit/LenderParts.tsx'
import { ListSkeleton } from '#client/kit/lists/ListFaces.tsx'
import { FarmerLink } from '#client/kit/places/links.tsx'
import { usePaper } from '#client/kit/paper.ts'
import { PaymentTracker } from '#client/kit/timelines/PaymentTracker.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Status } from '#client/kit/Status.tsx'
import { noteLines, Warned } from '#client/kit/decisions/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { LoanSum } from './LoanSum.tsx'

/** What stands in the way of a loan. */
export function Bars({ bars }: Pick<LoanRequestDetail, 'bars'>) {
  const words = useWords().loans
  const translate = useContractWords()
  return <Warned title={words.bars} lines={noteLines(bars, translate)} />
}

/** Where the money goes, and whether the bank has confirmed whose it is. */
export function LoanAccount({ account, paymentType }: Pick<BorrowingMember, 'account' | 'paymentType'>) {
  const words = useWords().loans
  const Icon = account.isVerified ? IconCircleCheck : IconClockExclamation
  return (
    <p className="loan-account">
      <span className="faint">{words.account}</span>
      <b>{account.accountName}</b>
      <span className="num">
        {account.institutionName} · {account.accountNumber}
      </span>
      <span className={account.isVerified ? 'is-verified' : 'is-not-verified'}>
        <Icon size={15} aria-hidden /> {account.isVerified ? words.verified : words.notVerified} ·{' '}
        {words.ways[paymentType]}
      </span>
    </p>
  )
}

/** The limit of this moment, line by line. */
export function LimitSum({ limit, season }: { limit: LoanRequestDetail['limit']; season: string }) {
  const words = useWords().loans
  const { money } = useFormat()
  return (
    <LoanSum
      title={words.limitOf(season)}
      lines={[
        { title: words.granted, value: money(limit.granted), note: season },
        { title: words.used, value: money(limit.used), sign: '−' },
        { title: words.reserved, value: money(limit.reserved), sign: '−' },
        limit.arrears > 0 && { title: words.arrears, value: money(limit.arrears), sign: '−' },
        { title: words.available, value: money(limit.available), sign: '=', strong: true },
      ]}
    />
  )
}

/** What is at stake in a loan request: the calculation, the limit, the account, the fund, and what stands in the way. */
export function LoanLead({ row }: { row: { id: string } }) {
  const { data } = useCall(loanRequest.calls.one, { params: { id: row.id } }, { staleTime: 0 })
  return data ? <Detail loan={data} /> : <ListSkeleton />
}

function Detail({ loan }: { loan: LoanRequestDetail }) {
  const words = useWords().loans
  const { money } = useFormat()
  const state = stateFor(loan.status, loanRequestFlow)
  const { fundAvailable } = loan
  // Only what is not authorised yet still comes out of the fund.
  const isOpen =
    loan.steps['authorize'] !== undefined && ['PENDING-APPROVAL', 'APPROVED'].includes(loan.status.statusName)
  const addedOn = loan.owedAmount > loan.amount
  return (
    <>
      <div className="hero">
        <span className="big num">{money(loan.amount)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? loan.status.statusName} />
      </div>
      <PaymentTracker loanId={loan.id} />
      <Bars bars={loan.bars} />
      <LoanSum
        title={words.calculation}
        lines={[
          { title: words.amount, value: money(loan.amount) },
          !addedOn && { title: words.feeOnly, value: money(loan.feeAmount), sign: '−' },
          { title: words.net, value: money(loan.netAmount), sign: '=', strong: true },
          addedOn && { title: words.feeOnly, value: money(loan.feeAmount) },
          { title: words.owed, value: money(loan.owedAmount) },
        ]}
      />
      <LoanAccount {...loan} />
      <p className="faint">
        {words.lender}: <b>{loan.lenderName}</b>
      </p>
      <LimitSum limit={loan.limit} season={loan.season} />
      <LenderParts lenders={loan.lenders} />
      {fundAvailable !== null && (
        <LoanSum
          title={words.fund}
          lines={[
            { title: words.fund, value: money(fundAvailable) },
            isOpen && { title: words.fundAfter, value: money(fundAvailable - loan.netAmount), sign: '=' },
          ]}
        />
      )}
      <Quoted title={words.narration}>{loan.narration}</Quoted>
      <Quoted title={words.reasonOf}>{loan.approvalComment}</Quoted>
    </>
  )
}

/** The way to the member who borrows, and the slip that the member follows the loan with. */
export function LoanDocuments({ row }: { row: Pick<LoanRequest, 'id' | 'farmer'> }) {
  const words = useWords().loans
  const { print, busy } = usePaper()
  return (
    <>
      <FarmerLink id={row.farmer.id} />
      <Button
        variant="default"
        size="xs"
        loading={busy}
        leftSection={<IconQrcode size={15} aria-hidden />}
        onClick={() => void print(loanSlips.slip, { id: row.id })}
      >
        {words.slip}
      </Button>
    </>
  )
}
