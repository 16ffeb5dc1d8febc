import { showMessage } from '#client/kit/messages.ts'
import type { ScreenName } from '#client/kit/places/routes.ts'
import { isTexts, useRemembered } from '#client/kit/remembered.ts'
import { storeOf } from '#client/kit/store.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { menuFor, type Entry, type Group } from './menu.ts'

/** More than these are a second menu. */
const mostPinned = 10

/** Moves a name among others by one place; what is first or last stays there. */
export function movePinned<Name extends string>(names: readonly Name[], name: Name, by: -1 | 1): readonly Name[] {
  const at = names.indexOf(name)
  const to = at + by
  if (at < 0 || to < 0 || to >= names.length) return names
  return names.toSpliced(at, 1).toSpliced(to, 0, name)
}

/** The entries behind what a user has pinned, in that order: an entry of the menu, or one of its tabs. What may no longer be opened is left out. */
export const pinnedEntries = (groups: readonly Group[], names: readonly string[]): Entry[] => {
  const entries = groups.flatMap((group) => group.entries)
  const alone = entries.flatMap(({ tabs }) => tabs.map((tab): Entry => ({ ...tab, tabs: [tab] })))
  return names.flatMap((name) => [...entries, ...alone].find((entry) => entry.name === name) ?? [])
}

const moved = storeOf('')
/** Where what was moved last stands now, for who does not see it. */
export const useMoved = moved.use

export type Pins = ReturnType<typeof usePinned>

/** What this user has pinned in this browser, as the folded groups of the menu are remembered. */
export function usePinned() {
  const user = useUser()
  const words = useWords().shell
  const { value: all, remember } = useRemembered(`kahawa.pinned.${user.id}`, [], isTexts)
  const entries = pinnedEntries(menuFor(user), all)
  const names = entries.map(({ name }) => name)
  // What the user may not open now, such as in the preview of a role, is kept for when it may be.
  const keepThese = (next: readonly ScreenName[]) =>
    remember([...next, ...all.filter((name) => !names.some((other) => other === name))])
  const isPinned = (name: ScreenName) => names.includes(name)
  return {
    entries,
    isPinned,
    toggle: (name: ScreenName) => {
      if (isPinned(name)) return keepThese(names.filter((other) => other !== name))
      if (names.length >= mostPinned) return showMessage({ tone: 'info', text: words.pin.full(mostPinned) })
      keepThese([...names, name])
    },
    move: (name: ScreenName, by: -1 | 1) => {
      const next = movePinned(names, name, by)
      keepThese(next)
      moved.set(words.pin.moved(words.screens[name], next.indexOf(name) + 1, next.length))
    },
  }
}
