import type { InterestCommission } from '#contract/loanReports/loanReports.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { commissionsSource } from './loanReportSources.ts'

/** What the loans that went out earn for who lends. */
export function CommissionsScreen() {
  const words = useWords().loanReports
  const user = useUser()
  return (
    <ListScreen<InterestCommission>
      source={commissionsSource(user)}
      title={(row) => row.referenceId}
      sub={words.commissionsSub}
      next={{ text: words.noCommissions }}
    />
  )
}
