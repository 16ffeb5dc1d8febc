import { createRoute, createRouter, lazyRouteComponent, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { endings, type Ending } from '#client/kit/places/endings.ts'
import { ownPath } from '#client/kit/places/ownPath.ts'
import { inside, knownUser, root } from '#client/kit/places/routes.ts'
import { apiReference } from '#client/developers/shown.ts'
import { currentUser } from '#client/kit/user.ts'
import { wholeDictionary } from '#client/kit/words.ts'
import { check } from '#client/loanReports/shown.ts'
import { follow } from '#client/loans/shown.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { firstScreenFor } from './menu/menu.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { screens } from './records.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({
    from,
    ended,
    organisation,
  }: { from?: string; ended?: Ending; organisation?: string } & SearchSchemaInput) => ({
    from: typeof from === 'string' && from.length <= 2000 ? from : undefined,
    ended: endings.find((known) => known === ended),
    organisation: typeof organisation === 'string' && organisation.length <= 40 ? organisation : undefined,
  }),
  component: lazyRouteComponent(() => import('#client/session/SignInScreen.tsx'), 'SignInScreen'),
})

/** Outside the frame: nothing in it can be read before. */
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  validateSearch: ({ from }: { from?: string } & SearchSchemaInput) => ({
    from: typeof from === 'string' && from.length <= 2000 ? from : undefined,
  }),
  beforeLoad: async ({ location, search }) => {
    await knownUser(location)
    if (!currentUser()?.secondFactorFirst) throw redirect({ href: ownPath(search.from), replace: true })
  },
  component: lazyRouteComponent(() => import('./FactorFirstScreen.tsx'), 'FactorFirstScreen'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation/$token',
  beforeLoad: wholeDictionary,
  component: lazyRouteComponent(() => import('#client/session/InvitationScreen.tsx'), 'InvitationScreen'),
})

const provider = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/provider/$organisation',
  component: lazyRouteComponent(() => import('#client/session/ProviderScreen.tsx'), 'ProviderScreen'),
})

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: firstScreenFor(currentUser()), replace: true })
  },
})
const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  staticData: { screen: 'account' },
  component: lazyRouteComponent(() => import('#client/account/AccountScreen.tsx'), 'AccountScreen'),
})
/** An address that is no screen: it says so beside the menu, so that the way on is in sight. */
const unknown = createRoute({ getParentRoute: () => inside, path: '$', component: NotFoundScreen })
inside.update({ component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell') })

const routes = root.addChildren([
  signIn,
  secondFactor,
  provider,
  invitation,
  check,
  follow,
  inside.addChildren([start, account, apiReference, unknown, ...screens.flatMap((screen) => [...screen.routes])]),
])

/** Addresses are plain: `?page=2&search=0712`, every value a text, so that leading zeros stay. */
export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  trailingSlash: 'never',
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const params = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(params.map(([key, value]) => [key, String(value)])).toString()
    return text ? `?${text}` : ''
  },
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})
