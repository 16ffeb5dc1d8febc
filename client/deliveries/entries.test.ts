import { describe, expect, it } from 'vitest'
import {
  batchMost,
  entryOf,
  fieldsOfRow,
  holdMs,
  leftOver,
  nextBatch,
  nextDue,
  parseEntry,
  pauseAfter,
  problemsOfSitting,
  readValues,
  sameEntry,
  settled,
  stillOfUse,
  totalsOf,
  type Entry,
} from './entries.ts'

const values = {
  deliveredOn: '2026-11-20',
  factoryId: '',
  memberNumber: '0007',
  currentDelivery: '42.5',
  receiptNumber: 'R1',
}
const season = { name: '2026/2027', takesDeliveries: true, firstDay: '2026-10-01', lastDay: '2026-11-21' }
const entry = (id: string, over: Partial<Entry> = {}): Entry => ({ ...entryOf(values, { id, at: 0 }), ...over })

describe('what a clerk types', () => {
  it('is read by the rules of the contract, leading zeros kept', () => {
    const typed = { ...values, memberNumber: ' 0007a ', currentDelivery: '042.50', receiptNumber: 'r1' }
    expect(readValues(typed)).toEqual({
      values: { ...values, memberNumber: '0007A', currentDelivery: '42.5' },
      problems: {},
    })
  })
  it('is refused field by field', () => {
    const { problems } = readValues({ ...values, memberNumber: '', currentDelivery: '0', deliveredOn: '2026-02-30' })
    expect(problems).toEqual({
      memberNumber: 'Member Number is required',
      currentDelivery: 'Enter a number greater than zero',
      deliveredOn: 'Enter a date such as 2026-11-03',
    })
  })
  it('cannot name a day outside the open seasons, nor a receipt of this sitting', () => {
    const seasons = [season]
    const entries = [entry('a')]
    expect(problemsOfSitting({ ...values, deliveredOn: '2026-11-22' }, { entries: [], seasons })).toHaveProperty(
      'deliveredOn',
    )
    expect(problemsOfSitting(values, { entries, seasons })).toEqual({
      receiptNumber: 'Receipt that was entered before',
    })
    expect(problemsOfSitting(values, { entries, seasons, mending: 'a' })).toEqual({})
    expect(
      problemsOfSitting({ ...values, receiptNumber: '' }, { entries: [entry('a', { receiptNumber: '' })], seasons }),
    ).toEqual({})
  })
  it('may use the receipt of an entry that was refused', () => {
    expect(problemsOfSitting(values, { entries: [entry('a', { state: 'refused' })], seasons: [] })).toEqual({})
  })
  it('is pointed at its twin, and not at itself while it is mended', () => {
    const twin = entry('a', { currentDelivery: '42.50' })
    expect(sameEntry({ ...values, receiptNumber: 'R2' }, [twin])?.id).toBe('a')
    expect(sameEntry(values, [twin], 'a')).toBeUndefined()
    expect(sameEntry({ ...values, deliveredOn: '2026-11-19' }, [twin])).toBeUndefined()
  })
})

describe('the queue', () => {
  it('holds the newest entry back, and lets the older ones go, oldest first', () => {
    const entries = [entry('new', { at: 5000 }), entry('b', { at: 2000 }), entry('a', { at: 1000 })]
    expect(nextBatch(entries, 5000).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(nextBatch(entries, 5000 + holdMs).map(({ id }) => id)).toEqual(['a', 'b', 'new'])
  })
  it('never sends again what is saved or refused', () => {
    expect(nextBatch([entry('a', { state: 'saved' }), entry('b', { state: 'refused' })], 1e9)).toEqual([])
    expect(nextDue([entry('a', { state: 'saved' })], 1e9)).toBeUndefined()
  })
  it('sends what is in doubt again at once, under the same id', () => {
    const doubtful = entry('a', { at: 5000, inDoubt: true })
    expect(nextBatch([doubtful], 5000)).toEqual([doubtful])
    expect(nextDue([doubtful], 5000)).toBe(0)
  })
  it('travels in batches that the server takes', () => {
    const many = Array.from({ length: batchMost + 1 }, (_, at) => entry(String(at), { at }))
    expect(nextBatch(many, 1e9)).toHaveLength(batchMost)
    expect(batchMost).toBeLessThanOrEqual(200)
  })
  it('says when the next entry is due', () => {
    expect(nextDue([entry('a', { at: 1000 })], 1500)).toBe(holdMs - 500)
    expect(nextDue([], 0)).toBeUndefined()
  })
  it('waits longer after each failure, but never longer than half a minute', () => {
    expect([0, 1, 2, 9].map(pauseAfter)).toEqual([1000, 2000, 4000, 30_000])
  })
})

describe('what the server says', () => {
  it('saves an entry with what a checker will be pointed at', () => {
    const notes = [{ message: 'The same member has another record of this weight on this day.' }]
    expect(settled(entry('a', { inDoubt: true }), { id: 'a', outcome: 'done', notes })).toMatchObject({
      state: 'saved',
      inDoubt: false,
      version: 1,
      notes: [notes[0]?.message],
    })
  })
  it('refuses an entry beside its fields, or as a whole', () => {
    const fields = { memberNumber: 'No approved, active member has this number' }
    expect(settled(entry('a'), { id: 'a', outcome: 'failed', message: 'x', fields })).toMatchObject({
      state: 'refused',
      problem: '',
      fields,
    })
    expect(settled(entry('a'), { id: 'a', outcome: 'skipped', message: 'x' })).toMatchObject({
      problem: 'x',
      fields: {},
    })
  })
  it('finds the problems of one row in the refusal of a batch', () => {
    const fields = { 'deliveries.1.currentDelivery': 'Too much', 'deliveries.10.memberNumber': 'Unknown' }
    expect(fieldsOfRow(fields, 1)).toEqual({ currentDelivery: 'Too much' })
    expect(fieldsOfRow(fields, 0)).toEqual({})
  })
})

describe('a sitting', () => {
  it('adds up to the gram, without what was refused', () => {
    const tenths = Array.from({ length: 10 }, (_, at) => entry(String(at), { currentDelivery: '0.1', state: 'saved' }))
    expect(totalsOf([...tenths, entry('no', { state: 'refused' })])).toEqual({
      entries: 10,
      kilograms: 1,
      waiting: 0,
      saved: 10,
      refused: 1,
    })
  })
  it('ends without losing what the server has not taken', () => {
    const open = [entry('a'), entry('b', { state: 'refused' })]
    expect(leftOver([...open, entry('c', { state: 'saved' })])).toEqual(open)
    expect(stillOfUse([...open, entry('c', { state: 'saved' })], 1e12)).toEqual(open)
  })
  it('is read back from the store as it was written, and nothing else is', () => {
    const stored = entry('a')
    expect(parseEntry(JSON.stringify(stored))).toEqual(stored)
    expect([null, '', 'null', '{}', '{"id":1}', '[]'].map(parseEntry)).toEqual(Array(6).fill(undefined))
  })
})
