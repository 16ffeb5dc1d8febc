import { currentUser } from '../user.ts'

const prefix = 'kahawa.draft.'

/** Where a form keeps what was typed: in this tab only, under the user's id. */
const placeOf = (name: string): string => `${prefix}${currentUser()?.id ?? ''}.${name}`

/** What was typed into the form of this name and not sent yet; nobody else's. */
export function readDraft(name: string): Record<string, string> | undefined {
  const place = placeOf(name)
  // Whoever signs in after somebody else at the same desk finds nothing of theirs.
  forget((key) => !key.startsWith(placeOf('')))
  const kept = sessionStorage.getItem(place)
  if (!kept) return undefined
  try {
    return JSON.parse(kept) as Record<string, string>
  } catch {
    // Not written by this version: the form starts empty.
    return undefined
  }
}

export function keepDraft(name: string, values: Record<string, string>) {
  try {
    sessionStorage.setItem(placeOf(name), JSON.stringify(values))
  } catch {
    // The store of the browser is full or shut: typing goes on without it.
  }
}

export const forgetDraft = (name: string) => sessionStorage.removeItem(placeOf(name))

/** Forgets every draft, when the user signs out. */
export const forgetDrafts = () => forget(() => true)

function forget(which: (key: string) => boolean) {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && which(key)) sessionStorage.removeItem(key)
}
