import { expect, test } from 'vitest'
import { en } from '#client/words/en.ts'
import { sw } from '#client/words/sw.ts'
import { inSwahili } from '#client/words/swahili.ts'
import { counted } from '#contract/kit/counted.ts'
import { readSources } from './kit/sourceFiles.ts'

// What is counted in sentences of the product. Time-outs, sizes and other settings stand apart from them.
const nouns =
  'accounts|acres|cells|characters|days|decimals|deliveries|entries|farmers|files|hours|limits|lines|loans|members|payments|payouts|plots|records|requests|rows|seconds|trees|users'

type Sentence = [path: string, text: string]
/** The sentence of every function of a dictionary about one thing. */
function sentencesOfOne(words: object, path = ''): Sentence[] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]): Sentence[] => {
    const at = path ? `${path}.${key}` : key
    if (typeof value === 'object' && value !== null) return sentencesOfOne(value, at)
    if (typeof value !== 'function') return []
    try {
      // border: functions of a dictionary take numbers and texts, and a number reads like its text
      const sentences = (value as (...args: unknown[]) => unknown)(...Array<unknown>(value.length || 1).fill(1))
      if (typeof sentences === 'string') return [[at, sentences]]
      return typeof sentences === 'object' && sentences !== null ? [[at, Object.values(sentences).join(' ')]] : []
    } catch {
      // What takes no number counts nothing.
      return []
    }
  })
}

test('no English sentence says one of many', () => {
  const sentences = sentencesOfOne(en)
  expect(sentences.length).toBeGreaterThan(100)
  expect(sentences.filter(([, text]) => new RegExp(`\\b1 (?:other |new )?(?:${nouns})\\b`).test(text))).toEqual([])
})

test('no English headline says one of many', () => {
  const text = {
    name: 'A',
    nameSaid: 'A',
    what: 'a',
    at: 'A',
    member: 'A',
    weight: '1 kg',
    hectares: '1',
    day: '1 Jan 2026',
  }
  const sentences = Object.values(en.headlines.sentences).map((sentence) =>
    sentence({ ...text, money: 'KES 1.00', dollars: 'USD 1.00', shown: '1', count: 1, amount: 1, takes: false }),
  )
  expect(sentences.length).toBeGreaterThan(30)
  expect(sentences.filter((sentence) => new RegExp(`\\b1 (?:RTGS )?(?:${nouns})\\b`).test(sentence))).toEqual([])
})

test('no Swahili sentence says one of many', () => {
  // Nouns whose plural differs from their singular: mkulima, mwanachama, kikomo, kisanduku, mti.
  const many = /\b(?:wakulima|wanachama|watu|vikomo|visanduku|miti) (?:wengine )?1\b/i
  expect(sentencesOfOne(sw).filter(([, text]) => many.test(text))).toEqual([])
  const counts = nouns.split('|').flatMap((noun) => [`1 ${noun.replace(/ies$/, 'y').replace(/s$/, '')}`])
  expect(counts.map(inSwahili).filter((text) => many.test(text))).toEqual([])
})

test('what is counted is written by the one part that knows the singular', () => {
  const allowed = ['contract/kit/counted.ts', 'server/kit/records/sqlCounted.ts', 'server/kit/records/exportRows.ts']
  const limits = /\$\{(?:most\w*|caps\.\w+|idleMinutes|lateMinutes|parts\.length)[^}]*\}/
  const uncounted = new RegExp(`\\$\\{(?!counted\\()[^{}]+\\} (?:${nouns})\\b|\\|\\| ' (?:${nouns})'`)
  const uncountedLines = readSources()
    .filter(({ path, isTest }) => /^(?:server|contract)\//.test(path) && !isTest && !allowed.includes(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter(
          (line) =>
            uncounted.test(line.replace(new RegExp(limits, 'g'), '')) && !/console|Command|new Error/.test(line),
        )
        .filter((line) => !/\bas (?:${nouns})\b|=== 1/.test(line) && !/\} as \w+/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(uncountedLines).toEqual([])
})

test('one, none and many', () => {
  expect([counted(0, 'farmer'), counted(1, 'farmer'), counted(1250, 'delivery', 'deliveries')]).toEqual([
    '0 farmers',
    '1 farmer',
    '1,250 deliveries',
  ])
  expect([counted('1', 'row'), counted('1,250', 'row')]).toEqual(['1 row', '1,250 rows'])
})
