import { useNavigate } from '@tanstack/react-router'
import type { LoanSummary } from '#contract/loanReports/loanReports.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { loanSummarySource } from './loanReportSources.ts'

/** Where the loans of each society stand; View More leads to one society. */
export function LoanSummaryScreen() {
  const words = useWords().loanReports
  const user = useUser()
  const navigate = useNavigate()
  return (
    <ListScreen<LoanSummary>
      source={loanSummarySource(user)}
      title={(society) => society.orgName}
      sub={words.summarySub}
      viewLabel={words.viewMore}
      onView={({ organisationCode }) =>
        void navigate({ to: '/loan/summary/$organisationCode', params: { organisationCode } })
      }
      noDrawer
    />
  )
}
