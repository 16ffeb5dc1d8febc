import {
  auctionResultList,
  auctionResults,
  handledResultList,
  type AuctionResult,
} from '#contract/results/auctionResults.ts'
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
const handledSource: ListSource = { ...auctionResultsSource, list: handledResultList }

/** What each lot of the auction fetched, and what was not sold; who mills or stores lots reads who bought them. */
export function AuctionResultsScreen() {
  const words = useWords().results
  const { organisationType } = actorOf(useUser())
  const handles = organisationType === 'MILLER' || organisationType === 'WAREHOUSE'
  return (
    <ListScreen<AuctionResult>
      source={handles ? handledSource : auctionResultsSource}
      title={({ lotNumber, outturn, grade }) => words.lotTitle(lotNumber, outturn, grade)}
      sub={handles ? words.handledSub : words.sub}
      next={{ text: words.none }}
    />
  )
}
