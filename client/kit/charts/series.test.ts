import { expect, test } from 'vitest'
import { formats } from '../format.ts'
import { csvOf, drawnShare, mostOf, sentenceOf, ticksOf, totalOf, type Chart } from './series.ts'

type Row = { name: string; a: number; b: number }
const chart: Chart<Row> = {
  title: 'Kilograms',
  rows: [
    { name: 'One', a: 1, b: 2.5 },
    { name: 'Two', a: 0, b: 0 },
  ],
  rowTitle: 'Week',
  nameOf: ({ name }) => name,
  series: [
    { key: 'a', title: 'Approved', fill: 'good', of: ({ a }) => a },
    { key: 'b', title: 'Waiting', fill: 'waiting', of: ({ b }) => b },
  ],
  valueText: (value) => `${value} kg`,
}

test('the axis ends at a round value that holds the largest', () => {
  expect(ticksOf(10)).toEqual([0, 2, 4, 6, 8, 10])
  expect(ticksOf(11)).toEqual([0, 2.5, 5, 7.5, 10, 12.5])
  expect(ticksOf(1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
  expect(ticksOf(0.3)).toEqual([0, 0.1, 0.2, 0.3])
  expect(ticksOf(48_262_475)).toEqual([0, 10_000_000, 20_000_000, 30_000_000, 40_000_000, 50_000_000])
  for (let most = 0.013; most < 1e9; most *= 1.37) {
    const ticks = ticksOf(most)
    expect(ticks[0]).toBe(0)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-9))
    expect(ticks.length).toBeGreaterThan(2)
    expect(ticks.length).toBeLessThan(7)
  }
})

test('rows add up, and a chart of nothing has a scale still', () => {
  expect(totalOf(chart, { name: '', a: 1, b: 2.5 })).toBe(3.5)
  expect(mostOf(chart)).toBe(3.5)
  expect(mostOf({ ...chart, rows: [] })).toBe(1)
  expect(mostOf({ ...chart, rows: [{ name: '', a: 0, b: 0 }] })).toBe(1)
})

test('a row is said in one sentence', () => {
  const row = { name: 'One', a: 1, b: 2.5 }
  expect(sentenceOf(chart, row, formats('en'))).toBe('One: Approved 1 kg and Waiting 2.5 kg')
})

test('the file holds the numbers, and no name becomes a formula', () => {
  const rows = [
    { name: '=1+1', a: 1, b: 2.5 },
    { name: 'Othaya, "the" first', a: -3, b: 0 },
  ]
  expect(csvOf({ ...chart, rows })).toBe('Week,Approved,Waiting\r\n\'=1+1,1,2.5\r\n"Othaya, ""the"" first",-3,0\r\n')
})

test('measures of different kinds keep their own units, and what is not known is no zero', () => {
  const mixed: Chart<{ name: string; kg: number; score: number | null }> = {
    title: 'Beside',
    rows: [{ name: 'One', kg: 3, score: null }],
    rowTitle: 'Society',
    nameOf: ({ name }) => name,
    addsUp: false,
    valueText: String,
    series: [
      { key: 'kg', title: 'Cherry', fill: 'good', of: ({ kg }) => kg, valueText: (value) => `${value} kg` },
      { key: 'score', title: 'Score', fill: 'info', of: ({ score }) => score },
    ],
  }
  const [row] = mixed.rows
  expect(row && sentenceOf(mixed, row, formats('en'))).toBe('One: Cherry 3 kg and Score –')
  expect(csvOf(mixed)).toBe('Society,Cherry,Score\r\nOne,3,\r\n')
  expect(mostOf(mixed)).toBe(3)
})

test('what a row cannot be compared with is no zero either', () => {
  const compared = { title: 'Average', of: ({ a }: Row) => (a > 0 ? a * 2 : null) }
  const beside = { ...chart, compared }
  expect(sentenceOf(beside, beside.rows[0]!, formats('en'))).toContain('; Average 2 kg')
  expect(sentenceOf(beside, beside.rows[1]!, formats('en'))).toContain('; Average –')
  expect(csvOf(beside)).toBe('Week,Approved,Waiting,Average\r\nOne,1,2.5,2\r\nTwo,0,0,\r\n')
  expect(mostOf({ ...beside, rows: [{ name: '', a: 0, b: 0 }] })).toBe(1)
})

test('what is below nothing is drawn as nothing, and still said', () => {
  const corrected = { name: 'Three', a: -9, b: 0 }
  const [a] = chart.series
  expect(a && drawnShare(a, corrected, 100)).toBe(0)
  expect(sentenceOf(chart, corrected, formats('en'))).toContain('Approved -9 kg')
})
