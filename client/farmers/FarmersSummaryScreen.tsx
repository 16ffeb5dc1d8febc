import { useNavigate } from '@tanstack/react-router'
import type { FarmersSummary } from '#contract/farmers/farmers.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { summarySource } from './farmerSources.ts'

/** How many farmers each society has; View more leads to them. */
export function FarmersSummaryScreen() {
  const words = useWords().farmers
  const user = useUser()
  const navigate = useNavigate()
  return (
    <ListScreen<FarmersSummary>
      source={summarySource(user)}
      title={(society) => society.organisationName}
      sub={words.everySociety}
      viewLabel={words.viewMore}
      onView={({ organisationCode }) =>
        void navigate({ to: '/farmers/summary/$organisationCode', params: { organisationCode } })
      }
      noDrawer
    />
  )
}
