import { currentUser } from '../user.ts'

const prefix = 'kahawa.draft.'

/** Where a form keeps what was typed: in this tab only, under the user's id. */
const placeOf = (name: string): string => `${prefix}${currentUser()?.id ?? ''}.${name}`

type Values = Record<string, string>

/** IDs, telephones and accounts are never written down on a device: they outlast the closing of a dialog, and go with the page. */
const unwritten = new Map<string, Values>()

/** What was typed into the form of this name and not sent yet; nobody else's. */
export function readDraft(name: string): Values | undefined {
  const place = placeOf(name)
  // Whoever signs in after somebody else at the same desk finds nothing of theirs.
  forget((key) => !key.startsWith(placeOf('')))
  const kept = sessionStorage.getItem(place)
  if (!kept) return undefined
  try {
    return { ...(JSON.parse(kept) as Values), ...unwritten.get(place) }
  } catch {
    // Not written by this version: the form starts empty.
    return undefined
  }
}

/** Keeps what was typed; of a personal value only that there was one. */
export function keepDraft(name: string, values: Values, isPersonal: (field: string) => boolean = () => false) {
  const place = placeOf(name)
  const typed = Object.entries(values)
  unwritten.set(place, Object.fromEntries(typed.filter(([field]) => isPersonal(field))))
  const written = typed.map(([field, value]) => [field, isPersonal(field) ? '' : value])
  try {
    sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(written)))
  } catch {
    // The store of the browser is full or shut: typing goes on without it.
  }
}

export const forgetDraft = (name: string) => forget((key) => key === placeOf(name))

/** Forgets every draft, when the user signs out. */
export const forgetDrafts = () => forget(() => true)

function forget(which: (key: string) => boolean) {
  for (const key of [...Object.keys(sessionStorage), ...unwritten.keys()]) {
    if (!key.startsWith(prefix) || !which(key)) continue
    sessionStorage.removeItem(key)
    unwritten.delete(key)
  }
}
