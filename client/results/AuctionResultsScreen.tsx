import { auctionResultList, auctionResults, type AuctionResult } from '#contract/results/auctionResults.ts'
import { handlers } from '#contract/house/organisationTypes.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'

export const auctionResultsSource: ListSource = {
  list: auctionResultList,
  endpoint: auctionResults.list,
  params: {},
}

/** What each lot of the auction fetched, and what was not sold; who mills or stores lots reads who bought them. */
export function AuctionResultsScreen() {
  const words = useWords().results
  const { organisationType } = actorOf(useUser())
  return (
    <ListScreen<AuctionResult>
      source={auctionResultsSource}
      title={({ lotNumber, outturn, grade }) => words.lotTitle(lotNumber, outturn, grade)}
      sub={handlers.includes(organisationType) ? words.handledSub : words.sub}
      next={{ text: words.none }}
    />
  )
}
