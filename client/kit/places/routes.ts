import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
  type SearchSchemaInput,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import type { SessionUser } from '#contract/house/session.ts'
import { CallRefused } from '../call.ts'
import { parseListSearch, type ListSearch, type RawSearch } from '../lists/listState.ts'
import { prepareList } from '../lists/prepareList.ts'
import type { ListSource } from '../lists/useListPage.ts'
import { currentUser, fetchUser, may } from '../user.ts'
import { currentLanguage, switchLanguage, wholeDictionary, type Words } from '../words.ts'
import { endingOf } from './endings.ts'
import { allowed, type CallName } from './allowed.built.ts'
import { NotAllowed } from './notAllowed.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Breadcrumbs and the title of the page. */
    area?: AreaName
    /** The screen above it, an entry of the menu. */
    parent?: ScreenName
    screen?: ScreenName
  }
}

export type ScreenName = keyof Words['shell']['screens']
export type AreaName = keyof Words['shell']['areas']

const yes = (value: unknown) => (value === 'Y' ? 'Y' : undefined)
/** What an address may say beside the search of a list: to open the dialog of a screen that has one, and for which member. */
type Opening = { upload?: 'Y' | undefined; create?: 'Y' | undefined; member?: string | undefined }

/** What the address of a list says, read by the kit. */
export const listSearch = (search: RawSearch & Opening & SearchSchemaInput): ListSearch & Opening => ({
  ...parseListSearch(search),
  upload: yes(search.upload),
  create: yes(search.create),
  member: typeof search.member === 'string' ? search.member.slice(0, 20) : undefined,
})
/** A screen that reads its address itself. */
const anySearch = (search: RawSearch & SearchSchemaInput): RawSearch => search

/** Above every screen, the sign-in included. */
export const root = createRootRoute({ component: Outlet })

type Location = { pathname: string; href: string }
const cameFor = ({ pathname, href }: Location) => (pathname === '/' ? {} : { from: href })

/** Fetches who is signed in, and their words. Without a session it leads to the sign-in, which keeps the address. */
export async function knownUser(location: Location): Promise<void> {
  if (currentUser()) return wholeDictionary()
  try {
    const { language } = await fetchUser()
    await (language === currentLanguage() ? wholeDictionary() : switchLanguage(language))
  } catch (refused) {
    if (!(refused instanceof CallRefused) || refused.status !== 401) throw refused
    const ended = endingOf(refused.code)
    throw redirect({ to: '/sign-in', search: { ...cameFor(location), ...(ended === 'Y' ? {} : { ended }) } })
  }
}

/** Everything behind the sign-in, in the frame that the app gives it. Whoever needs a second factor first is led to it. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    await knownUser(location)
    if (currentUser()?.secondFactorFirst) throw redirect({ to: '/second-factor', search: cameFor(location) })
  },
})

/** Lets a route open only for users who may make the call it lives from, and says which one that is. */
export const guardedBy = (name: CallName) =>
  Object.assign(
    () => {
      const user = currentUser()
      if (user && !may(user, allowed[name])) throw new NotAllowed()
    },
    { guards: name },
  )

type Choosing<Sources> = (
  sources: Sources,
  context: { user: SessionUser; search: object } & LoaderContext['params'],
) => ListSource
type LoaderContext = { params: { id?: string; organisationCode?: string }; location: { search: object } }

/** Lets a route request its list as soon as it knows the call, while the code of its screen is still on its way. */
export const preparing =
  <Sources>(load: () => Promise<Sources>, choose: Choosing<Sources>) =>
  ({ params, location: { search } }: LoaderContext) => {
    const user = currentUser()
    if (!user) return undefined
    // Its answer is not awaited here; when the sources cannot be had, neither can the screen, which says so.
    return load().then(
      (sources) => prepareList({ source: choose(sources, { ...params, user, search }), search, user }),
      () => {},
    )
  }

type ScreenParts = StaticDataRouteOption & { component: RouteComponent }

/** A list and its screen: for whoever may make the call, and requested as soon as the address is known. */
export const listRoute = <const Path extends string, Sources>(
  path: Path,
  {
    call,
    from,
    choose,
    component,
    ...staticData
  }: ScreenParts & {
    call: CallName
    /** The file that knows the lists, and which of them it is. */
    from: () => Promise<Sources>
    choose: Choosing<Sources>
  },
) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    validateSearch: listSearch,
    beforeLoad: guardedBy(call),
    loader: preparing(from, choose),
    staticData,
    component,
  })

const Review = lazyRouteComponent(() => import('../uploads/ReviewScreen.tsx'), 'ReviewScreen')

/** Where the rows of a file are corrected. */
export const reviewRoute = <const Path extends string>(path: Path, staticData: StaticDataRouteOption) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    validateSearch: anySearch,
    beforeLoad: guardedBy('uploads.review'),
    staticData: { ...staticData, screen: 'review' },
    component: Review,
  })
