import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { loanReports, type LoanSummary } from '#contract/loanReports/loanReports.ts'
import type { LoanRequest } from '#contract/loans/loanRows.ts'
import { useFormat } from '#client/kit/format.ts'
import { rowsOf } from '#client/kit/lists/listAnswer.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { Figures } from './Figures.tsx'
import { societyLoansSource } from './loanReportSources.ts'

/** The loans of one society: where they stand, and each of them. */
export function SocietyLoansScreen() {
  const words = useWords().loanReports
  const navigate = useNavigate()
  const { organisationCode = '' }: { organisationCode?: string } = useParams({ strict: false })
  const { data } = useCall(loanReports.summary, {
    params: { organizationId: organisationCode },
    query: { paginate: 'Y', size: 100 },
  })
  const society = rowsOf(data).find((row) => row.organisationCode === organisationCode)
  return (
    <ListScreen<LoanRequest>
      source={societyLoansSource(organisationCode)}
      title={(row) => row.referenceId}
      heading={<h1>{words.societyTitle(society?.orgName ?? organisationCode)}</h1>}
      sub={organisationCode}
      above={society && <Sums society={society} />}
      noDrawer
      onView={({ farmer }) =>
        void navigate({
          to: '/farmers/loan/history/$organizationId/$farmerId',
          params: { organizationId: organisationCode, farmerId: farmer.id },
        })
      }
      viewLabel={words.history}
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          renderRoot={(rest) => <Link {...rest} to="/loan/summary" />}
        >
          {words.allSocieties}
        </Button>
      }
    />
  )
}

function Sums({ society }: { society: LoanSummary }) {
  const words = useWords().loanReports
  const { number, money } = useFormat()
  return (
    <Figures
      figures={[
        { title: words.value, value: money(society.successValue), isMain: true },
        { title: words.success, value: number(society.successCount) },
        { title: words.processing, value: number(society.processingCount) },
        { title: words.waiting, value: number(society.waitingCount) },
        { title: words.reversed, value: number(society.reversedCount) },
        { title: words.reversalFailed, value: number(society.reversalFailedCount) },
        { title: words.failed, value: number(society.failedCount) },
      ]}
    />
  )
}
