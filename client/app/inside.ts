import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { SessionUser } from '#contract/session.ts'
import { CallRefused } from '#client/kit/call.ts'
import { parseListSearch, type ListTab } from '#client/kit/listState.ts'
import { prepareList } from '#client/kit/prepareList.ts'
import type { ListSource } from '#client/kit/useListPage.ts'
import { currentUser, fetchUser, may } from '#client/kit/user.ts'
import { currentLanguage, speak } from '#client/kit/words.ts'
import { endingOf } from '#client/session/endings.ts'
import { NotAllowed } from './ErrorScreen.tsx'
import type { AreaName, ScreenName } from './screens.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Breadcrumbs and the title of the page. */
    area?: AreaName
    parent?: {
      name: ScreenName
      to:
        | '/farmers/uploads'
        | '/farmers/farmercompany'
        | '/farmers/summary'
        | '/farmers/view'
        | '/farmers/quality'
        | '/dashboard'
        | '/cherry/deliveries'
        | '/cherry/uploads'
    }
    screen?: ScreenName
  }
}

/** What the address of a list says, read by the kit; `upload` and `create` open the dialog of a screen that has one. */
export const listSearch = z
  .looseObject({
    upload: z.literal('Y').optional().catch(undefined),
    create: z.literal('Y').optional().catch(undefined),
  })
  .transform(({ upload, create, ...search }) => ({ ...parseListSearch(search), upload, create }))
/** A screen that reads its address itself. */
export const anySearch = z.looseObject({})

/** Above every screen, the sign-in included. */
export const root = createRootRoute({ component: Outlet })

/** Everything behind the sign-in. Without a session the address is kept and shown after signing in. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
  beforeLoad: async ({ location }) => {
    if (currentUser()) return
    try {
      const { language } = await fetchUser()
      if (language !== currentLanguage()) await speak(language)
    } catch (refused) {
      if (!(refused instanceof CallRefused) || refused.status !== 401) throw refused
      const ended = endingOf(refused.code)
      throw redirect({
        to: '/sign-in',
        search: {
          ...(location.pathname === '/' ? {} : { from: location.href }),
          ...(ended === 'Y' ? {} : { ended }),
        },
      })
    }
  },
})

/** Lets a route open only for users who may make the call it lives from. */
export const guardedBy =
  ({ allow }: Pick<Endpoint, 'allow'>) =>
  () => {
    const user = currentUser()
    if (user && !may(user, allow)) throw new NotAllowed()
  }

type Asked = { params: { id?: string; organisationCode?: string }; location: { search: object } }

/** Lets a route ask for its list at once, while the code of its screen is still on its way. */
export const preparing =
  (
    source: (user: SessionUser, params: Asked['params'], search: object) => ListSource,
    firstTab?: (user: SessionUser) => ListTab,
  ) =>
  ({ params, location }: Asked) => {
    const user = currentUser()
    if (!user) return
    const tab = firstTab && { firstTab: firstTab(user) }
    prepareList({ source: source(user, params, location.search), search: location.search, ...tab })
  }
