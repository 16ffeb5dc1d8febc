import { decides } from '#contract/house/permissions.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { allowed, doors } from '#client/kit/places/allowed.built.ts'
import type { AreaName, ScreenName } from '#client/kit/places/routes.ts'
import type { MenuEntry } from '#client/kit/places/show.ts'
import { may } from '#client/kit/user.ts'
import { everyScreen, shownRecords } from '../records.ts'

/** A screen of the menu or of the tabs below an entry, with the kinds of record that are counted beside it. */
type Tab = MenuEntry & { counts: readonly string[] }
/** An entry of the menu with the related screens that are its tabs; where it leads is the first that its user may open. */
export type Entry = Pick<Tab, 'name' | 'to' | 'Icon' | 'counts'> & { tabs: readonly Tab[] }
export type Group = { name: AreaName | undefined; entries: readonly Entry[] }

const everyTab = everyScreen.flatMap(({ menu }): Tab[] =>
  menu
    ? [
        {
          ...menu,
          counts: shownRecords.flatMap(({ name, counted }) => (counted === menu.name ? doors[name].kind : [])),
        },
      ]
    : [],
)

/** Every screen of the menu by its name, for the crumbs that lead back to it. */
export const entryNamed: ReadonlyMap<ScreenName, Tab> = new Map(everyTab.map((tab) => [tab.name, tab]))

/** The areas and screens a user may open; an area without one is left out. */
export const areasFor = (user: SessionUser): readonly { name: AreaName | undefined; screens: readonly Tab[] }[] => {
  const open = everyTab.filter((tab) => may(user, allowed[tab.call]) && (tab.for?.(user) ?? true))
  return [...Map.groupBy(open, ({ area }) => area)].map(([name, screens]) => ({ name, screens }))
}

const menus = new WeakMap<SessionUser, readonly Group[]>()
/** The menu of a user: an entry for each family of related screens, in the group of its area. */
export function menuFor(user: SessionUser): readonly Group[] {
  const menu = menus.get(user) ?? groupsFor(user)
  menus.set(user, menu)
  return menu
}

const groupsFor = (user: SessionUser): readonly Group[] =>
  areasFor(user).map(({ name, screens }) => ({
    name,
    entries: [...Map.groupBy(screens, (tab) => tab.tabOf ?? tab.name)].flatMap(([family, tabs]): Entry[] => {
      const [first] = tabs
      if (!first) return []
      // One screen alone is called what it is; of several the entry is called after the one they belong to.
      const { Icon } = entryNamed.get(family) ?? first
      const called = tabs.length === 1 ? first : { name: family, Icon }
      return [
        { name: called.name, Icon: called.Icon, to: first.to, counts: tabs.flatMap(({ counts }) => counts), tabs },
      ]
    }),
  }))

type Here = { screen?: ScreenName; parent?: ScreenName }

/** Whether an entry is the one that a place stands under. */
export const isUnder = ({ tabs }: Entry, { screen, parent = screen }: Here): boolean =>
  tabs.some(({ name }) => name === parent)

/** The tabs of a place: those of its entry, unless it is a record of another screen or has no relatives. */
export const tabsOf = (groups: readonly Group[], { screen, parent = screen }: Here): readonly Tab[] => {
  const entry = groups
    .flatMap(({ entries }) => entries)
    .find(({ tabs }) => tabs.some(({ name }) => name === screen) && tabs.some(({ name }) => name === parent))
  return entry && entry.tabs.length > 1 ? entry.tabs : []
}

/** Where a day starts: in the inbox for whoever decides, on the dashboard for whoever only enters or reads. */
export const firstScreenFor = (user: SessionUser | undefined): '/inbox' | '/dashboard' =>
  user && may(user, allowed['dashboard.read']) && !may(user, decides) ? '/dashboard' : '/inbox'
