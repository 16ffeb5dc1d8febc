import { IconRoute } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { guardedBy, inside } from '#client/kit/places/routes.ts'
import { inMenu } from '#client/kit/places/show.ts'

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 20) : undefined)

/** One outturn from cherry to sale, at an address that names it. */
export const outturn = inMenu(
  { Icon: IconRoute },
  createRoute({
    getParentRoute: () => inside,
    path: '/trade/outturn',
    validateSearch: (search: { outturn?: string | undefined; season?: string | undefined } & SearchSchemaInput) => ({
      outturn: text(search.outturn),
      season: text(search.season),
    }),
    beforeLoad: guardedBy('outturns.page'),
    staticData: { area: 'trade', screen: 'outturn' },
    component: lazyRouteComponent(() => import('./OutturnScreen.tsx'), 'OutturnScreen'),
  }),
)
