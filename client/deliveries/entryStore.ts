import { useSyncExternalStore } from 'react'
import { currentUser } from '#client/kit/user.ts'
import { entryOf, leftOver, parseEntry, stillOfUse, type Entry, type EntryValues } from './entries.ts'

/** How the sending goes: `lost` is no network, `stopped` needs a person. */
export type Link = { state: 'ready' | 'sending' | 'lost' | 'stopped'; problem: string; code: string }
type EntryQueue = { entries: readonly Entry[]; link: Link }

/** Every entry has a place of its own, so that two tabs of one clerk never write over each other. No names of people are kept. */
const prefix = 'kahawa.entry.'
const placesOf = (userId: string) => `${prefix}${userId}.`

const idle: Link = { state: 'ready', problem: '', code: '' }
let owner = ''
let queue: EntryQueue = { entries: [], link: idle }
const listeners = new Set<() => void>()

function show(next: Partial<EntryQueue>) {
  queue = { ...queue, ...next }
  for (const listener of listeners) listener()
}

/** Reads what the signed-in user has on this device, what the last sitting left behind included. */
function open() {
  const user = currentUser()?.id ?? ''
  if (user === owner) return
  owner = user
  const stored = readStored()
  const kept = stillOfUse(stored, Date.now())
  for (const { id } of stored) if (!kept.some((entry) => entry.id === id)) localStorage.removeItem(placesOf(owner) + id)
  queue = { entries: kept, link: idle }
}

/** The queue as it is now, outside components. */
export function entryQueue(): EntryQueue {
  open()
  return queue
}

/** Keeps an entry on this device before anything else happens to it. Throws when the device has no room. */
export function keepEntry(entry: Entry) {
  localStorage.setItem(placesOf(owner) + entry.id, JSON.stringify(entry))
  const isQueued = queue.entries.some(({ id }) => id === entry.id)
  const entries = isQueued ? queue.entries.map((one) => (one.id === entry.id ? entry : one)) : [...queue.entries, entry]
  show({ entries })
}

/** Puts a delivery into the queue; what is mended keeps the id it had. */
export const enterValues = (values: EntryValues, corrected?: Entry) =>
  keepEntry(entryOf(values, { id: corrected?.id ?? crypto.randomUUID(), at: Date.now() }))

export function dropEntry(id: string) {
  localStorage.removeItem(placesOf(owner) + id)
  show({ entries: queue.entries.filter((entry) => entry.id !== id) })
}

/** Begins a new sitting: what is saved is forgotten here, and nothing else. */
export function startSitting() {
  const kept = new Set(leftOver(queue.entries))
  for (const entry of queue.entries) if (!kept.has(entry)) dropEntry(entry.id)
}

export const setLink = (link: Partial<Link>) => show({ link: { ...idle, ...link } })

/** Whether this user is still the one whose entries these are. */
export const isOwner = (): boolean => owner !== '' && currentUser()?.id === owner

/** The queue on the screen; it follows other tabs of the same user too. */
export const useEntryQueue = (): EntryQueue =>
  useSyncExternalStore((listener) => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(placesOf(owner))) show({ entries: readStored() })
    }
    addEventListener('storage', onStorage)
    listeners.add(listener)
    return () => {
      removeEventListener('storage', onStorage)
      listeners.delete(listener)
    }
  }, entryQueue)

function readStored(): Entry[] {
  const places = Object.keys(localStorage).filter((key) => key.startsWith(placesOf(owner)))
  const entries = places.flatMap((place) => parseEntry(localStorage.getItem(place)) ?? [])
  return entries.sort((one, other) => one.at - other.at)
}
