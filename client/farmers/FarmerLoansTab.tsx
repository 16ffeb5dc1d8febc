import { Button } from '@mantine/core'
import { IconFileDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { externalStates, loanHistoryList, loanReports, type BorrowedLoan } from '#contract/loanReports/loanReports.ts'
import { loanStatements } from '#contract/loanReports/loanStatements.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { leastRows, Pager } from '#client/kit/lists/Pager.tsx'
import { PaymentStand } from '#client/kit/timelines/PaymentTracker.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { usePages } from '#client/kit/lists/usePages.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { usePaper } from '#client/kit/paper.ts'

/** What the farmer has borrowed, the latest first. */
export function FarmerLoansTab({ page: { farmer } }: { page: FarmerPage }) {
  const words = useWords().loanReports
  const { print, busy } = usePaper()
  const params = { organizationId: farmer.organizationId, farmerId: farmer.id }
  const state = usePages(loanHistoryList.pageSize)
  const query = { paginate: 'Y', page: state.page, size: state.size } as const
  const { data, error, refetch } = useCall(
    loanReports.historyList,
    { params, query },
    { placeholderData: keepPreviousData },
  )
  if (error && !data) return <NotLoaded refused={error} onReload={() => void refetch()} />
  // A list that is asked for by pages answers one.
  if (!data || Array.isArray(data)) return <ListSkeleton />
  return (
    <>
      {data.data.length === 0 ? <p className="faint">{words.noLoans}</p> : <Loans loans={data.data} />}
      {data.page.totalElements > leastRows && <Pager page={data.page} state={state} />}
      <p className="part-steps limit-acts">
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconFileDownload size={16} aria-hidden />}
          onClick={() =>
            void print(loanStatements.statement, { organizationId: farmer.organizationId, farmerId: farmer.id })
          }
        >
          {words.statement}
        </Button>
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          renderRoot={(rest) => <Link {...rest} to="/farmers/loan/history/$organizationId/$farmerId" params={params} />}
        >
          {words.loans.all}
        </Button>
      </p>
    </>
  )
}

function Loans({ loans }: { loans: readonly BorrowedLoan[] }) {
  const words = useWords().loanReports.loans
  return (
    <div className="card loads">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.reference}</th>
            <th scope="col" className="end">
              {words.amount}
            </th>
            <th scope="col" className="wide">
              {words.way}
            </th>
            <th scope="col" className="wide">
              {words.bank}
            </th>
            <th scope="col">{words.status}</th>
          </tr>
        </thead>
        <tbody>
          {loans.map((loan) => (
            <Loan key={loan.id} loan={loan} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

// What is paid, and what never had a payout, stands nowhere.
const mayStandStill: ReadonlySet<string> = new Set(
  (['PROCESSING', 'FAILED', 'REVERSED', 'REVERSAL_FAILED'] as const).map((state) => loanRequestFlow.states[state].name),
)

function Loan({ loan }: { loan: BorrowedLoan }) {
  const translate = useContractWords()
  const { ways } = useWords().loanReports
  const { dateTime, money } = useFormat()
  const state = stateFor(loan.status, loanRequestFlow)
  return (
    <tr>
      <th scope="row">
        <span className="code">{loan.referenceId}</span>
        {mayStandStill.has(loan.status.statusName) && <PaymentStand loanId={loan.id} />}
        <small className="faint">{dateTime(loan.dateCreated)}</small>
        {loan.approvalComment && (
          <small className="faint">
            <q>{loan.approvalComment}</q>
          </small>
        )}
      </th>
      <td className="num end">{money(loan.amount)}</td>
      <td className="wide">{ways[loan.paymentType]}</td>
      <td className="wide">{translate(externalStates[loan.externalStatus])}</td>
      <td>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? loan.status.statusName} />
      </td>
    </tr>
  )
}
