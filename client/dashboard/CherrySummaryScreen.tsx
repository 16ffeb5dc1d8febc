import {
  cherrySeasonStates,
  cherrySummary,
  cherrySummaryList,
  type CherrySummary,
} from '#contract/deliveries/cherrySummary.ts'
import type { SessionUser } from '#contract/house/session.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { Status } from '#client/kit/Status.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'

export const cherrySummarySource = (user: SessionUser): ListSource => ({
  list: cherrySummaryList,
  endpoint: cherrySummary.report,
  params: { organisationId: user.organisation.id },
})

const cells: Cells<CherrySummary> = { status: ({ status }) => <Status {...cherrySeasonStates[status]} /> }

/** The cherry of each season, of the own society or of all in reach. */
export function CherrySummaryScreen() {
  const words = useWords().dashboard.cherrySummary
  const user = useUser()
  return (
    <ListScreen<CherrySummary>
      source={cherrySummarySource(user)}
      title={({ organisationName, season }) => `${organisationName} ${season}`}
      sub={words.sub}
      next={{ text: words.none }}
      cells={cells}
    />
  )
}
