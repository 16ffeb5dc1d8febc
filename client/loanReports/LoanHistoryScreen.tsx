import { Button } from '@mantine/core'
import { IconFileDownload, IconUser } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { loanReports, type BorrowedLoan, type BorrowerLimit } from '#contract/loanReports/loanReports.ts'
import { loanStatements } from '#contract/loanReports/loanStatements.ts'
import { usePaper } from '#client/kit/paper.ts'
import { useFormat } from '#client/kit/format.ts'
import { LenderParts } from '#client/kit/LenderParts.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { Figures } from './Figures.tsx'
import { loanHistorySource } from './loanReportSources.ts'

/** Every loan of one member, with the limit as it stands. */
export function LoanHistoryScreen() {
  const words = useWords().loanReports
  const { organizationId = '', farmerId = '' }: { organizationId?: string; farmerId?: string } = useParams({
    strict: false,
  })
  const { data } = useCall(loanReports.history, { params: { organizationId, farmerId } })
  const borrower = data?.borrowerLimit
  return (
    <ListScreen<BorrowedLoan>
      source={loanHistorySource(organizationId, farmerId)}
      title={(row) => row.referenceId}
      heading={<h1>{borrower ? words.historyTitle(borrower.name) : words.history}</h1>}
      sub={borrower && <Who borrower={borrower} />}
      above={borrower && <CurrentLimit borrower={borrower} />}
      actions={borrower && <Acts borrower={borrower} organizationId={organizationId} />}
      next={{ text: words.noLoans }}
      cells={{ paymentType: ({ paymentType }) => words.ways[paymentType] }}
    />
  )
}

const Who = ({ borrower }: { borrower: BorrowerLimit }) => (
  <>
    <span className="code">{borrower.mobileNumber}</span> · <span className="code">{borrower.memberNumber}</span> ·{' '}
    {borrower.organisationName}
  </>
)

function CurrentLimit({ borrower }: { borrower: BorrowerLimit }) {
  const words = useWords().loanReports
  const { money } = useFormat()
  const season = borrower.season ? `, ${words.season(borrower.season)}` : ''
  return (
    <>
      <Figures
        figures={[
          {
            title: `${words.currentLimit}${season}${borrower.isExpired ? `, ${words.expired}` : ''}`,
            value: money(borrower.availableBalance),
            isMain: true,
          },
          { title: words.granted, value: money(borrower.granted) },
          { title: words.used, value: money(borrower.used) },
          { title: words.reserved, value: money(borrower.reserved) },
          { title: words.arrears, value: money(borrower.arrears) },
        ]}
      />
      <LenderParts lenders={borrower.lenders} />
    </>
  )
}

function Acts({ borrower, organizationId }: { borrower: BorrowerLimit; organizationId: string }) {
  const words = useWords().loanReports
  const { print, busy } = usePaper()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUser size={16} aria-hidden />}
        renderRoot={(rest) => (
          <Link {...rest} to="/farmers/farmer/$id" params={{ id: borrower.id }} search={{ tab: 'loans' }} />
        )}
      >
        {words.farmer}
      </Button>
      <Button
        loading={busy}
        leftSection={<IconFileDownload size={16} aria-hidden />}
        onClick={() => void print(loanStatements.statement, { organizationId, farmerId: borrower.id })}
      >
        {words.statement}
      </Button>
    </>
  )
}
