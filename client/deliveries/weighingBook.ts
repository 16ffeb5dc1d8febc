import { currentUser } from '#client/kit/user.ts'
import type { Entry } from './entries.ts'

/** What this device remembers for the weighing clerk: the factory, and what the book of a day adds up to. Nothing of a member. */
const prefix = 'kahawa.book.'
/** So many totals of the book are kept, each of a factory and a day. */
const totalsKept = 100

const placeOf = (name: string): string => `${prefix}${currentUser()?.id ?? ''}.${name}`

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(placeOf(name), value)
  } catch {
    // The store of the browser is full or shut: it is typed again.
  }
}

/** The factory that was chosen last on this device. */
export const rememberedFactory = (): string => localStorage.getItem(placeOf('factory')) ?? ''
export const rememberFactory = (factoryId: string): void => keep('factory', factoryId)

type Book = Readonly<Record<string, string>>
const dayOf = (factoryId: string, deliveredOn: string) => `${deliveredOn} ${factoryId}`

function readBook(): Book {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf('totals')) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Book) : {}
  } catch {
    // Not written by this version.
    return {}
  }
}

/** What the weighing book of a factory adds up to on a day, as it was typed. */
export const expectedOf = (factoryId: string, deliveredOn: string): string =>
  readBook()[dayOf(factoryId, deliveredOn)] ?? ''

export function keepExpected(factoryId: string, deliveredOn: string, typed: string): void {
  const all = Object.entries({ ...readBook(), [dayOf(factoryId, deliveredOn)]: typed })
  const newest = all.filter(([, value]) => value !== '').toSorted(([one], [other]) => (one < other ? 1 : -1))
  keep('totals', JSON.stringify(Object.fromEntries(newest.slice(0, totalsKept))))
}

/** Kilograms of a factory day that wait on this device, which the server does not know yet. */
export const waitingOf = (entries: readonly Entry[], factoryId: string, deliveredOn: string): number =>
  entries
    .filter((entry) => entry.state === 'waiting' && entry.factoryId === factoryId && entry.deliveredOn === deliveredOn)
    .reduce((sum, { currentDelivery }) => sum + Number(currentDelivery), 0)

/** The total of the book as a number; nothing while none is typed. */
export function bookOf(expected: string): number | null {
  const book = Number(expected)
  return expected.trim() === '' || Number.isNaN(book) ? null : book
}

/** How far what was entered is from the book, to the gram; nothing while no total is typed. */
export function differenceOf(enteredKg: number, expected: string): number | null {
  const book = bookOf(expected)
  return book === null ? null : Math.round((enteredKg - book) * 1000) / 1000
}
