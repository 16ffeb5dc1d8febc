import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Language } from '#client/kit/words.ts'
import { en } from '#client/words/en.ts'
import { sw } from '#client/words/sw.ts'
import { contractWords } from '#client/words/sw/contract.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './accessibility.ts'
import { looks, type BrowserWorld, type Look } from './browserWorld.ts'
import { goInside, settle } from './settle.ts'

type Walk = {
  username: string
  paths: readonly string[]
  known: Readonly<Record<string, string>>
  looks: readonly Look[]
  language?: Language
}

/**
 * Opens each address as this user and holds it against the automatic checks in every look; in Swahili also against what is
 * still English. Each address is opened in another look than the one before, and then follows the window through the others.
 * In the dark, where only colours differ, it is seen large or small in turn with the next address.
 */
export async function walkScreens(
  house: BrowserWorld,
  { username, paths, known, looks: all, language = 'en' }: Walk,
): Promise<void> {
  await house.world.owner.query('update users set language = $2 where username = $1', [username, language])
  const page = await house.open(username)
  const framed = new Set<string>()
  for (const [index, template] of paths.entries()) {
    const path = filled(template, known)
    const seen = all.filter(({ dark, width }) => !dark || index % 2 === (width > looks.phone.width ? 0 : 1))
    const first = index % seen.length
    const widths = new Set<number>()
    for (const look of [...seen.slice(first), ...seen.slice(0, first)]) {
      const where = `${path} of ${username} on a ${look.name}`
      await page.setViewportSize(look)
      await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' })
      if (widths.size === 0) await goInside(page, path)
      await settle(page, where)
      // The frame around the screens is looked at once in each look.
      await expectNoAxeFindings(page, where, {
        coloursOnly: widths.has(look.width),
        within: framed.has(look.name) ? '#main' : '',
      })
      framed.add(look.name)
      await expectNoSidewaysScroll(page, where)
      await expectWayOut(page, where, language)
      if (language === 'sw') await expectSwahili(page, where)
      widths.add(look.width)
    }
  }
  await house.leave(page)
}

/** The menu of the user, with the way out, is there once on every screen; on a phone it is in the drawer of the menu. */
async function expectWayOut(page: Page, where: string, language: Language): Promise<void> {
  const { userMenu } = (language === 'sw' ? sw : en).shell
  expect(await page.locator('nav .nav-foot', { hasText: userMenu }).count(), `the way out at ${where}`).toBe(1)
}

/** An address with the ids of the records that it names. */
export const filled = (template: string, known: Readonly<Record<string, string>>): string =>
  template.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (!known[name]) throw new Error(`the test has made no ${name}`)
    return known[name]
  })

/** The texts of a dictionary that are said otherwise in Swahili. */
function saidOtherwise(english: unknown, swahili: unknown): string[] {
  if (typeof english === 'string') return english === swahili ? [] : [english]
  if (typeof english !== 'object' || english === null) return []
  return Object.entries(english).flatMap(([key, text]) =>
    // border: both dictionaries have one type, so what is an object here is one there.
    saidOtherwise(text, (swahili as Record<string, unknown>)[key]),
  )
}
const swahiliTexts = new Set([...Object.values(contractWords), ...saidOtherwise(sw, en)])
const englishTexts = [
  ...saidOtherwise(en, sw),
  ...Object.entries(contractWords).flatMap(([english, swahili]) => (english === swahili ? [] : [english])),

  // What a file holds in capitals, such as COFFEE, stands in its rules as it must be written.
].filter((text) => !swahiliTexts.has(text) && text !== text.toUpperCase())

/** Nothing on the page, seen or read out, stands there in English although its Swahili is known. */
async function expectSwahili(page: Page, where: string): Promise<void> {
  const found = await page.evaluate((english) => {
    const known = new Set(english)
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'placeholder', 'title'])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
    return [...new Set(texts.filter((text) => known.has(text)))]
  }, englishTexts)
  expect(found, where).toEqual([])
}
