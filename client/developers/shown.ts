import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import type { RawSearch } from '#client/kit/lists/listState.ts'
import { inside } from '#client/kit/places/routes.ts'

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined)

/** Every call of the product, for who writes programs against it: found by `search` and `method`, one open as `call`. */
export const apiReference = createRoute({
  getParentRoute: () => inside,
  path: '/developers/api',
  validateSearch: ({ search, method, call }: RawSearch & SearchSchemaInput) => ({
    search: textIn(search),
    method: textIn(method),
    call: textIn(call),
  }),
  staticData: { screen: 'apiReference' },
  component: lazyRouteComponent(() => import('./ApiScreen.tsx'), 'ApiScreen'),
})
