import { describe, expect, test } from 'vitest'
import { inSwahili } from '#client/words/swahili.ts'
import { oneLineOnly } from '#contract/kit/oneLine.ts'
import { places, sentenceAt, sentencesFor, shapesAt, type Place } from './kit/wrongInputs.ts'

const isA = (place: Place, ...types: string[]) => shapesAt(place).some(({ type }) => types.includes(String(type)))
const wrongValues = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x'.repeat(60_000),
  0,
  -1,
  -1e15,
  1e15,
  0.123456789,
  true,
  [],
  [[]],
  {},
  { deep: [] },
]
const library =
  /invalid|expected|received|too (?:small|big)|unrecognized|undefined|null|NaN|pattern|[<>]=|\bmust\b|zod|union|discriminator/i

describe('what a person reads of a value that is wrong', () => {
  const sentences = new Map<string, string>()
  for (const place of places)
    for (const value of wrongValues)
      for (const sentence of Object.values(sentencesFor(place, value))) sentences.set(sentence, place.title)

  test('is no sentence of a library', () => {
    expect([...sentences].filter(([sentence]) => library.test(sentence))).toEqual([])
  })
  test('begins with a capital and is a sentence', () => {
    // As the specification writes it.
    const specified = 'broker  is required'
    expect(
      [...sentences].filter(([sentence]) => sentence !== specified && !/^[A-Z0-9][^\n]{5,}$/.test(sentence)),
    ).toEqual([])
  })
  test('has a translation into Swahili', () => {
    expect([...sentences].filter(([sentence]) => inSwahili(sentence) === sentence)).toEqual([])
  })
  test('is there for every place where something is wrong', () => {
    const silent = places.filter(
      (place) => isA(place, 'string', 'number', 'integer', 'boolean') && !isA(place, 'object'),
    )
    expect(silent.filter((place) => sentenceAt(place, { deep: [] }) === undefined).map(({ title }) => title)).toEqual(
      [],
    )
  })
})

// What is counted, weighed or paid; where a rule of a field reads it, it may come as text.
const measured = /(?:amount|rate|kilograms|weight|currentDelivery|produce|price|acreage|trees|bags|ha|accuracyM)$/i
const numeric = places.filter(
  (place) => isA(place, 'number', 'integer') || (measured.test(place.name) && !isA(place, 'object')),
)

describe('numbers', () => {
  test('are looked at in many calls', () => {
    expect(numeric.length).toBeGreaterThan(80)
  })
  test.each(['1e3', ' 500 ', '0x10', '5e2', '+5', '.5', '5.', '1 000', '٥', 'Infinity', [500], [], {}, true])(
    'are never written as %j',
    (value) => {
      const isFree = (place: Place) =>
        (value === true && isA(place, 'boolean')) ||
        (!measured.test(place.name) && isA(place, 'string')) ||
        (typeof value === 'object' && isA(place, 'array'))
      expect(
        numeric.filter((place) => !isFree(place) && sentenceAt(place, value) === undefined).map(({ title }) => title),
      ).toEqual([])
    },
  )
  test('are never blank where a number is required', () => {
    const required = numeric.filter((place) => !isA(place, 'string'))
    expect(required.filter((place) => sentenceAt(place, '') === undefined).map(({ title }) => title)).toEqual([])
  })
})

const written = places.filter(
  (place) => isA(place, 'string') && /(?:narration|comments?|reason|reference|override)$/i.test(place.name),
)
describe('narrations, comments and reasons', () => {
  test('are looked at in many calls', () => {
    expect(written.length).toBeGreaterThan(25)
  })
  test.each(['Paid\r\nfee', 'two\nlines', 'a\u0000b', 'tab\there', 'bell\u0007', 'sep\u2028arated', '\u0085next'])(
    'are one line: not %j',
    (text) => {
      // What the bank calls a payment has a stricter rule of its own.
      const accepted = written.filter(
        (place) => ![oneLineOnly, 'Letters, digits and dashes only'].includes(sentenceAt(place, text) ?? ''),
      )
      expect(accepted.map(({ title }) => title)).toEqual([])
    },
  )
  test('keep letters, signs and blanks of every language', () => {
    const refused = written.filter((place) => sentenceAt(place, 'Karo ya shule – “Wanjikũ” 50%') === oneLineOnly)
    expect(refused.map(({ title }) => title)).toEqual([])
  })
})
