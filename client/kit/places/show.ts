import {
  lazyRouteComponent,
  type AnyRoute,
  type RouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import type { TablerIcon } from '@tabler/icons-react'
import type { SessionUser } from '#contract/house/session.ts'
import { doors, type CallName, type RecordName } from './allowed.built.ts'
import type { ShownRecord } from '../decisions/recordView.tsx'
import { listRoute, reviewRoute, type AreaName, type ScreenName } from './routes.ts'
import type { ShownUpload } from '../uploads/uploadView.tsx'
import type { Words } from '../words.ts'

/** An entry of the menu: where it leads, and which call it lives from, so who may open it. */
export type MenuEntry = {
  name: ScreenName
  area?: AreaName | undefined
  to: string
  call: CallName
  /** Who may open it, where the call alone does not say so. */
  for?: ((user: SessionUser) => boolean) | undefined
  Icon: TablerIcon
  /** The entry of the menu among whose tabs it stands. */
  tabOf?: ScreenName | undefined
}

/** Where records of a kind are seen: in their list, and for files the rows of one and where they are corrected. */
export type Place = { list: string; detail?: string; review?: string }

/** An address of the register. The router cannot vouch for it here: its routes are made of these very screens. */
export type Address = { to: string; params?: Record<string, string>; search?: Record<string, string> }

/**
 * Something that a screen lets people do, as the command palette offers it: what it is called, the call that it ends in, so who may
 * do it, and where it is done. With `makes` it makes a record of that kind, which the rule of its maker allows too.
 */
type Doing<Says> = { says: Says; call: CallName; makes?: RecordName; Icon: TablerIcon }
export type Act = Doing<keyof Words['shell']['acts']> & { at: Address }
/** The same for one farmer, who is chosen already. */
export type ActFor = Doing<keyof Words['shell']['actsFor']> & {
  at: (farmer: { id: string; memberNumber: string }) => Address
}
type Acts = { acts?: readonly Act[]; actsFor?: readonly ActFor[] }

/** A screen of the product: its routes, its entry in the menu, and the kind of record that it shows. */
export type Shown<
  Routes extends readonly AnyRoute[] = readonly AnyRoute[],
  Name extends RecordName = RecordName,
> = Acts & {
  routes: Routes
  menu?: MenuEntry
  /** What the search finds and no record of the register is: its kind there, and where one of them is seen. */
  found?: { kind: string; at: (id: string) => Address }
  /** The kind of news that leads to its list, where that is no record of the register. */
  news?: string
  record?: {
    name: Name
    place: Place
    /** The entry of the menu that counts what waits of it. */
    counted: ScreenName
    view: () => Promise<ShownRecord>
  }
}

type InMenu = Pick<MenuEntry, 'Icon' | 'for' | 'tabOf'>
type ShownBesides = Acts & Pick<Shown, 'found' | 'news'>

/** The entry of a screen in the menu: all but its picture stands in the route. */
function menuOf(route: AnyRoute, { Icon, for: whom, tabOf }: InMenu): MenuEntry {
  // Not `route.path`, which the router sets only once it is made.
  const { path, beforeLoad, staticData }: { path?: unknown; beforeLoad?: unknown; staticData?: StaticDataRouteOption } =
    route.options
  const { screen = 'detail', area } = staticData ?? {}
  const call = (
    typeof beforeLoad === 'function' && 'guards' in beforeLoad ? beforeLoad.guards : 'inbox.list'
  ) as CallName // border: as guardedBy wrote it
  return { name: screen, area, to: String(path), call, Icon, for: whom, tabOf }
}

/** Enters a screen in the menu; its other routes lead there too. */
export const inMenu = <const Routes extends readonly [AnyRoute, ...AnyRoute[]]>(
  { acts, actsFor, found, news, ...entry }: InMenu & ShownBesides,
  ...routes: Routes
): Shown<Routes, never> => ({
  routes,
  menu: menuOf(routes[0], entry),
  ...(acts ? { acts } : {}),
  ...(actsFor ? { actsFor } : {}),
  ...(found ? { found } : {}),
  ...(news ? { news } : {}),
})

type ScreenOptions<To> = {
  to: To
  area: AreaName
  Icon: TablerIcon
  tabOf?: ScreenName
  /** The call that opens the screen, where it is not that of the list. */
  call?: CallName
}
type RecordScreenOptions<To> = ScreenOptions<To> & Acts & { view: () => Promise<ShownRecord>; Screen: RouteComponent }

/**
 * Shows a kind of record: its list with its route, its entry in the menu and what waits there, and the place to which inbox,
 * notifications and messages lead. Only names stand in the first file of the browser; `view` and `Screen` come when opened.
 */
export function show<Name extends RecordName & ScreenName, const To extends string>(
  name: Name,
  options: RecordScreenOptions<To>,
) {
  const { to, area, view, Screen, Icon, tabOf, call = doors[name].list, acts = [], actsFor = [] } = options
  const list = listRoute(to, {
    call,
    from: view,
    choose: (loaded, { user, organisationCode }) => loaded.source(user, organisationCode ? { organisationCode } : {}),
    area,
    screen: name,
    component: Screen,
  })
  return {
    routes: [list] as const,
    menu: menuOf(list, { Icon, tabOf }),
    record: { name, place: { list: to }, counted: name, view },
    acts,
    actsFor,
  } satisfies Shown
}

/** Shows a kind of file: besides its list the rows of one file, and the screen where they are corrected. */
export function showUpload<
  Name extends RecordName & ScreenName,
  const To extends string,
  const Detail extends string,
  const Review extends string,
>(
  name: Name,
  options: ScreenOptions<To> & {
    detail: Detail
    review: Review
    view: () => Promise<ShownUpload>
    /** The same list, where a second address shows it too. */
    Screen?: RouteComponent
  },
) {
  const { to, area, detail, review, view, Icon, tabOf } = options
  const { list: call, file } = doors[name]
  const component =
    options.Screen ?? lazyRouteComponent(async () => ({ Screen: await (await view()).List() }), 'Screen')
  const Rows = lazyRouteComponent(async () => ({ Screen: await (await view()).Rows() }), 'Screen')
  const list = listRoute(to, {
    call,
    from: view,
    choose: (loaded, { user }) => loaded.source(user, {}),
    area,
    screen: name,
    component,
  })
  const one = listRoute(detail, {
    call: file?.rows ?? call,
    from: view,
    choose: (loaded, { id = '' }) => loaded.rowsSource(id),
    area,
    parent: name,
    screen: 'detail',
    component: Rows,
  })
  const reviewed = reviewRoute(review, { area, parent: name })
  return {
    routes: [list, one, reviewed] as const,
    menu: menuOf(list, { Icon, tabOf }),
    record: { name, place: { list: to, detail, review }, counted: name, view },
  } satisfies Shown
}
