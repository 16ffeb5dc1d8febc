import { cherryDeliveryFields as field } from '#contract/deliveries/cherryDeliveryFields.ts'
import { schemaOf } from '#contract/kit/field.ts'

/** What the clerk types for one delivery, as it is typed. */
export type EntryValues = {
  deliveredOn: string
  factoryId: string
  memberNumber: string
  currentDelivery: string
  receiptNumber: string
}
export type EntryField = keyof EntryValues
export type EntryProblems = Partial<Record<EntryField, string>>

/** One delivery on its way to the server. It keeps its id for ever, so that however often it is sent it is made once. */
export type Entry = EntryValues & {
  id: string
  /** When it was entered, in milliseconds. */
  at: number
  state: 'waiting' | 'saved' | 'refused'
  /** It was sent and no answer came, so it may have arrived: nobody can change it before the server has said. */
  inDoubt: boolean
  /** Version of the record, once it is saved. */
  version: number
  /** Why it was refused: a sentence for the record as a whole, and one for each field. */
  problem: string
  fields: EntryProblems
  /** What a checker will be pointed at. */
  notes: readonly string[]
}

/** What the server answers for one row of a batch. */
export type EntryOutcome = {
  id: string
  outcome: 'done' | 'skipped' | 'failed'
  message?: string | undefined
  fields?: Record<string, string> | undefined
  notes?: readonly { message: string }[] | undefined
}

/** How long the newest entry is held back, so that a slip of the hand can be withdrawn before anybody has seen it. */
export const holdMs = 2000
/** How many entries travel together. The server takes at most 200. */
export const batchMost = 50
/** Saved entries of a sitting that was left are forgotten after so long; what is not saved never is. */
const sittingMs = 18 * 3_600_000

const rules = {
  deliveredOn: schemaOf(field.deliveredOn, 'Date'),
  memberNumber: schemaOf(field.memberNumber, 'Member Number'),
  currentDelivery: schemaOf(field.currentDelivery, 'Kilograms'),
  receiptNumber: schemaOf(field.receiptNumber, 'Receipt Number'),
}

/** The values as they are sent, or what is wrong with them. */
export function readValues(values: EntryValues): { values: EntryValues; problems: EntryProblems } {
  const problems: EntryProblems = {}
  const read = { ...values }
  for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, (typeof rules)['deliveredOn']][]) {
    const { success, data, error } = rule.safeParse(values[name])
    if (success) read[name] = data
    else problems[name] = error.issues[0]?.message ?? ''
  }
  return { values: read, problems }
}

/** Days of a season that deliveries may be entered for. */
export type EntrySeason = { name: string; takesDeliveries: boolean; firstDay: string; lastDay: string }

/** The season that takes a delivery of this day. */
export const seasonFor = (seasons: readonly EntrySeason[], day: string): EntrySeason | undefined =>
  seasons.find(({ takesDeliveries, firstDay, lastDay }) => takesDeliveries && firstDay <= day && day <= lastDay)

/** Problems that this sitting and the calendar show; the server checks again. What it does not know it passes over. */
export function problemsOfSitting(
  values: EntryValues,
  {
    entries,
    seasons,
    mending,
  }: { entries: readonly Entry[]; seasons: readonly EntrySeason[]; mending?: string | undefined },
): EntryProblems {
  const problems: EntryProblems = {}
  if (seasons.length > 0 && !seasonFor(seasons, values.deliveredOn)) problems.deliveredOn = 'Day that takes no delivery'
  const receipt = values.receiptNumber
  const isUsed = entries.some(
    (entry) => entry.id !== mending && entry.state !== 'refused' && entry.receiptNumber === receipt,
  )
  if (receipt !== '' && isUsed) problems.receiptNumber = 'Receipt that was entered before'
  return problems
}

/** The entry of this sitting that says the same: member, day and weight. It may be right, so it is only pointed out. */
export const sameEntry = (values: EntryValues, entries: readonly Entry[], mending?: string): Entry | undefined =>
  entries.find(
    (entry) =>
      entry.id !== mending &&
      entry.state !== 'refused' &&
      entry.memberNumber === values.memberNumber.trim().toUpperCase() &&
      entry.deliveredOn === values.deliveredOn &&
      Number(entry.currentDelivery) === Number(values.currentDelivery),
  )

/** An entry as it begins. Mended, it keeps its id: should it have arrived after all, it is not made twice. */
export const entryOf = (values: EntryValues, { id, at }: { id: string; at: number }): Entry => ({
  ...values,
  id,
  at,
  state: 'waiting',
  inDoubt: false,
  version: 0,
  problem: '',
  fields: {},
  notes: [],
})

/** The oldest entries that wait, without those that are still held back. */
export const nextBatch = (entries: readonly Entry[], now: number): Entry[] =>
  entries
    .filter(({ state, at, inDoubt }) => state === 'waiting' && (inDoubt || at + holdMs <= now))
    .sort((one, other) => one.at - other.at)
    .slice(0, batchMost)

/** In how many milliseconds the next entry may go; undefined when none waits. */
export function nextDue(entries: readonly Entry[], now: number): number | undefined {
  const due = entries
    .filter(({ state }) => state === 'waiting')
    .map(({ at, inDoubt }) => (inDoubt ? 0 : at + holdMs - now))
  return due.length === 0 ? undefined : Math.max(0, Math.min(...due))
}

/** What an entry is after the server has spoken of it. */
export function settled(entry: Entry, { outcome, message = '', fields = {}, notes = [] }: EntryOutcome): Entry {
  const messages = notes.map((note) => note.message)
  if (outcome === 'done')
    return { ...entry, state: 'saved', inDoubt: false, version: 1, problem: '', fields: {}, notes: messages }
  // A problem beside a field says more than the sentence for all of them.
  const problem = Object.keys(fields).length > 0 ? '' : message
  return { ...entry, state: 'refused', inDoubt: false, problem, fields }
}

/** The problems of one row out of a refusal of the whole batch, whose fields are named by their place. */
export const fieldsOfRow = (fields: Record<string, string>, row: number): Record<string, string> => {
  const place = `deliveries.${row}.`
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) =>
      name.startsWith(place) ? [[name.slice(place.length), message]] : [],
    ),
  )
}

/** Grams, so that ten entries of 0.1 kg are one kilogram. */
const grams = (entry: Entry): number => Math.round(Number(entry.currentDelivery) * 1000)

/** What the clerk has done in this sitting. What was refused is no delivery yet and is not weighed. */
export function totalsOf(entries: readonly Entry[]) {
  const weighed = entries.filter(({ state }) => state !== 'refused')
  const count = (state: Entry['state']) => entries.filter((entry) => entry.state === state).length
  return {
    entries: weighed.length,
    kilograms: weighed.reduce((sum, entry) => sum + grams(entry), 0) / 1000,
    waiting: count('waiting'),
    saved: count('saved'),
    refused: count('refused'),
  }
}

/** What a new sitting begins with. */
export const leftOver = (entries: readonly Entry[]): Entry[] => entries.filter(({ state }) => state !== 'saved')

/** Entries of a stored sitting that are still of use. */
export const stillOfUse = (entries: readonly Entry[], now: number): Entry[] =>
  entries.filter(({ state, at }) => state !== 'saved' || now - at < sittingMs)

/** How long to wait before the next attempt, after so many that failed in a row. */
export const pauseAfter = (failures: number): number => Math.min(30_000, 1000 * 2 ** Math.min(failures, 5))

/** An entry as it was stored, or undefined when it is none of this version's. */
export function parseEntry(text: string | null): Entry | undefined {
  try {
    const read = JSON.parse(text ?? '') as Partial<Entry> | null
    const isEntry = typeof read?.id === 'string' && typeof read.memberNumber === 'string' && typeof read.at === 'number'
    return isEntry ? (read as Entry) : undefined
  } catch {
    return undefined
  }
}
