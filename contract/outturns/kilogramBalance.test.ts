import { expect, test } from 'vitest'
import { kilogramBalance, type OutturnWeights } from './kilogramBalance.ts'

const nothing: OutturnWeights = {
  parchmentGrades: ['P1'],
  parchment: null,
  dispatched: null,
  takenIn: null,
  catalogued: null,
  sold: null,
}
const kg = (kilograms: number) => BigInt(Math.round(kilograms * 1000))
const notes = (weights: Partial<OutturnWeights>) =>
  kilogramBalance({ ...nothing, ...weights }).map(({ stage, share, note }) => [stage, share, note])

test('an outturn that gave what is usual and lost nothing after the mill says nothing', () => {
  const rows = kilogramBalance({
    parchmentGrades: ['P1', 'P2'],
    parchment: kg(9_421.5),
    dispatched: kg(7_520.2),
    takenIn: { dispatched: kg(7_520.2), received: kg(7_520.2) },
    catalogued: kg(7_520.2),
    sold: kg(7_520.2),
  })
  expect(rows.map(({ stage, loss, share, note }) => [stage, loss, share, note])).toEqual([
    ['MILLING', kg(1_901.3), 79.8, null],
    ['TRANSPORT', 0n, 100, null],
    ['CATALOGUE', 0n, 100, null],
    ['SALE', 0n, 100, null],
  ])
})

test('what is less or more than usual is pointed out, by the grade of the parchment', () => {
  const recovery = (grades: string[], share: number) =>
    notes({ parchmentGrades: grades, parchment: kg(1_000), dispatched: kg(share * 10) })[0]?.[2]
  expect([69.9, 70, 85, 85.1, 100.1].map((share) => recovery(['P1'], share))).toEqual([
    'below_usual',
    null,
    null,
    'above_usual',
    'more_than_came',
  ])
  expect([44.9, 45, 60, 60.1].map((share) => recovery(['PL'], share))).toEqual([
    'below_usual',
    null,
    null,
    'above_usual',
  ])
  // Of washed parchment together with lights, and of mbuni, nothing is usual.
  expect([recovery(['P1', 'PL'], 30), recovery(['MBUNI'], 30), recovery([], 30)]).toEqual([null, null, null])
})

test('the warehouse’s other weight, a catalogue of more than there is, and what is still to come are told apart', () => {
  const takenIn = { dispatched: kg(754), received: kg(750) }
  expect(notes({ takenIn, catalogued: kg(751), sold: kg(0) })).toEqual([
    ['TRANSPORT', 99.5, 'weight_differs'],
    ['CATALOGUE', 100.1, 'more_than_came'],
    ['SALE', 0, 'not_sold'],
  ])
  expect(notes({ takenIn, catalogued: kg(600) })).toEqual([
    ['TRANSPORT', 99.5, 'weight_differs'],
    ['CATALOGUE', 80, 'not_catalogued'],
  ])
})

test('a stage of which one side is not known is left out', () => {
  expect(notes({})).toEqual([])
  expect(notes({ parchment: kg(1_000) })).toEqual([])
  expect(notes({ parchment: 0n, dispatched: kg(10) })).toEqual([])
})
