import { describe, expect, test } from 'vitest'
import { en } from '#client/words/en.ts'
import type { ScreenName } from '#client/kit/places/routes.ts'
import { everyScreen } from '../records.ts'
import { router } from '../router.tsx'
import { guideFor } from './help.ts'
import { loadGuides, type Guide } from './guides.ts'

const languages = ['en', 'sw'] as const
const guides: Record<string, Guide[]> = {}
for (const language of languages) guides[language] = await loadGuides(language)
const of = (language: string) => guides[language] ?? []
const screens = Object.keys(en.shell.screens).filter((name) => name !== 'detail') as ScreenName[]

describe('the guide of a screen', () => {
  test.each(languages)('is there for every screen, and for none that is not, in %s', (language) => {
    const wanted = new Set(screens.map((screen) => guideFor({ screen })))
    expect(of(language).map(({ name }) => name)).toHaveLength(wanted.size)
    expect(new Set(of(language).map(({ name }) => name))).toEqual(wanted)
  })

  test('is found from every address behind the sign-in that has a name', () => {
    const places = Object.values(router.routesByPath).map((route) => route.options.staticData ?? {})
    const named = places.filter(({ screen }) => screen)
    expect(named.length).toBeGreaterThan(everyScreen.length)
    const known = new Set(of('en').map(({ name }) => name))
    expect(named.filter((place) => !known.has(guideFor(place) ?? ('' as never)))).toEqual([])
  })

  test.each(languages)('takes about a minute to read, in %s', (language) => {
    const counted = of(language).map(({ name, text }) => ({ name, words: text.split(/\s+/).length }))
    expect(counted.filter(({ words }) => words < 30 || words > 130)).toEqual([])
  })

  test('begins with its title', () => {
    const all = languages.flatMap((language) => of(language))
    expect(all.filter(({ title }) => title === '' || title.split(' ').length > 6)).toEqual([])
  })

  test('is like no other, neither in its own language nor in the other', () => {
    const all = languages.flatMap((language) => of(language))
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length)
    const sentences = all.flatMap(({ text }) => text.split('\n').filter((line) => line.length > 70))
    expect(sentences.filter((line, at) => sentences.indexOf(line) !== at)).toEqual([])
    for (const language of languages)
      expect(new Set(of(language).map(({ title }) => title)).size).toBeGreaterThan(of(language).length - 2)
  })

  test('keeps to the Markdown that the panel shows: paragraphs, lists and bold words', () => {
    const all = languages.flatMap((language) => of(language))
    expect(all.filter(({ text }) => /[#`|_[\]<>]|^\d+\.|^ /m.test(text))).toEqual([])
    expect(all.filter(({ text }) => text.split('**').length % 2 === 0)).toEqual([])
    // A list stands by itself, between empty lines.
    expect(all.filter(({ text }) => /^(?!- ).+\n- |^- .+\n(?!- |$)/m.test(text))).toEqual([])
  })

  test('says the same in both languages: as many points in the same order', () => {
    const points = (language: string) =>
      of(language).map(({ name, text }) => [name, text.split('\n').map((line) => line.startsWith('- '))])
    expect(Object.fromEntries(points('sw'))).toEqual(Object.fromEntries(points('en')))
  })
})
