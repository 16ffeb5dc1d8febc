import { IconHammer, IconReceiptDollar } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { listRoute } from '#client/kit/places/routes.ts'
import { inMenu, showUpload } from '#client/kit/places/show.ts'

const resultsScreen = () => import('./AuctionResultsScreen.tsx')
/** What each lot fetched. */
export const auctionResults = inMenu(
  { Icon: IconHammer },
  listRoute('/sales/results', {
    call: 'auctionResults.list',
    from: resultsScreen,
    choose: ({ auctionResultsSource }) => auctionResultsSource,
    area: 'trade',
    screen: 'auctionResults',
    component: lazyRouteComponent(resultsScreen, 'AuctionResultsScreen'),
  }),
)

export const resultFiles = showUpload('resultFiles', {
  to: '/sales/results/files',
  detail: '/sales/results/$id/details',
  review: '/sales/results/$id/review',
  area: 'trade',
  tabOf: 'auctionResults',
  Icon: IconReceiptDollar,
  view: async () => (await import('./resultFileView.tsx')).resultFileView,
})
