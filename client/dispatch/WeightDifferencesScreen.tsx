import { weightDifferenceList, weightDifferences, type WeightDifference } from '#contract/dispatch/weightDifferences.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { useWords } from '#client/kit/words.ts'

export const weightDifferencesSource: ListSource = { list: weightDifferenceList, endpoint: weightDifferences.list }

/** What mills dispatched to each sale against what the warehouses received of it. */
export function WeightDifferencesScreen() {
  const words = useWords().dispatch
  return (
    <ListScreen<WeightDifference>
      source={weightDifferencesSource}
      title={({ millerName, season, saleNumber }) => words.ofSale(millerName, saleNumber, season)}
      sub={words.differencesSub}
      next={{ text: words.noDifferences }}
    />
  )
}
