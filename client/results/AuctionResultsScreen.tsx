import { auctionResultList, auctionResults, type AuctionResult } from '#contract/results/auctionResults.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { useWords } from '#client/kit/words.ts'

export const auctionResultsSource: ListSource = {
  list: auctionResultList,
  endpoint: auctionResults.list,
  params: {},
}

/** What each lot of the auction fetched, and what was not sold. */
export function AuctionResultsScreen() {
  const words = useWords().results
  return (
    <ListScreen<AuctionResult>
      source={auctionResultsSource}
      title={({ lotNumber, outturn, grade }) => words.lotTitle(lotNumber, outturn, grade)}
      sub={words.sub}
      next={{ text: words.none }}
    />
  )
}
