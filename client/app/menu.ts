import { decides } from '#contract/house/permissions.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { allowed, doors } from '#client/kit/places/allowed.built.ts'
import type { AreaName } from '#client/kit/places/routes.ts'
import type { MenuEntry } from '#client/kit/places/show.ts'
import { may } from '#client/kit/user.ts'
import { everyScreen, shownRecords } from './records.ts'

/** An entry of the menu with the kinds of record that are counted beside it. */
type Entry = MenuEntry & { counts: readonly string[] }
type Area = { name: AreaName | undefined; screens: readonly Entry[] }

const entries = everyScreen.flatMap(({ menu }): Entry[] =>
  menu
    ? [
        {
          ...menu,
          counts: shownRecords.flatMap(({ name, counted }) => (counted === menu.name ? doors[name].kind : [])),
        },
      ]
    : [],
)

/** Every entry by its name, for the crumbs that lead back to it. */
export const entryNamed = new Map(entries.map((entry) => [entry.name, entry]))

/** The areas and screens a user may open; an area without one is left out. */
export const areasFor = (user: SessionUser): readonly Area[] => {
  const open = entries.filter((entry) => may(user, allowed[entry.call]) && (entry.for?.(user) ?? true))
  return [...Map.groupBy(open, ({ area }) => area)].map(([name, screens]) => ({ name, screens: screens }))
}

/** Where a day starts: in the inbox for whoever decides, on the dashboard for whoever only enters or reads. */
export const firstScreenFor = (user: SessionUser | undefined): '/inbox' | '/dashboard' =>
  user && may(user, allowed['dashboard.read']) && !may(user, decides) ? '/dashboard' : '/inbox'
