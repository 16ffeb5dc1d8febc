import type { Locator, Page } from 'playwright-core'
import { en } from '#client/words/en.ts'
import { swahili } from '#client/words/swahili.ts'
import type { Language, Words } from '#client/kit/words.ts'
import { looks, type BrowserWorld } from './browserWorld.ts'

/** What a person has done with hand and keyboard: every press of the mouse or finger, every key. */
export type Effort = { clicks: number; keys: number }

/** A person at work, in a language, with what the hands have done since the last look at it. */
export type Desk = {
  page: Page
  words: Words
  /** A text that the contract declares, in the language of the desk. */
  say: (text: string) => string
  phone: boolean
  /** What was done since the last call of this. */
  effort: () => Effort
}

/** Opens the first screen of a person who works in a language, on a desk or on a phone. */
export async function openDesk(
  house: BrowserWorld,
  username: string,
  { language, phone }: { language: Language; phone: boolean },
): Promise<Desk> {
  const page = await house.open(username, { ...(phone ? looks.phone : looks.desktop), language })
  const done: Effort = { clicks: 0, keys: 0 }
  await page.exposeBinding('countEffort', (_, kind: keyof Effort) => void (done[kind] += 1))
  const watch = () => {
    const count = (kind: keyof Effort) => (event: Event) => {
      if (!event.isTrusted) return
      const { countEffort } = globalThis as never as { countEffort: (kind: string) => void }
      // A press that the driver holds back, because what it aims at has moved, reaches nothing; it presses again.
      setTimeout(() => (kind === 'clicks' && event.defaultPrevented ? undefined : countEffort(kind)))
    }
    addEventListener('pointerdown', count('clicks'), true)
    addEventListener('keydown', count('keys'), true)
  }
  await page.addInitScript(watch)
  await page.evaluate(watch)
  const { words, translate } = language === 'sw' ? swahili : { words: en, translate: (text: string) => text }
  return {
    page,
    words,
    say: translate,
    phone,
    effort: () => {
      const since = { ...done }
      Object.assign(done, { clicks: 0, keys: 0 })
      return since
    },
  }
}

export const exactly = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** The label of a box, with or without the mark that it must be filled. */
export const labelled = (text: string): RegExp => new RegExp(`${exactly(text).source}( \\*)?$`)

/** Goes to a screen through the menu, and to a related list through its tab. */
export async function goTo({ page, words, phone }: Desk, entry: string, related?: string): Promise<void> {
  if (phone) await page.getByRole('button', { name: words.shell.menu, exact: true }).click()
  const menu = page.getByRole('navigation', { name: words.shell.mainMenu })
  await menu
    .getByRole('link', { name: exactly(entry) })
    .first()
    .click()
  if (related)
    await page
      .getByRole('navigation', { name: words.shell.related })
      .getByRole('link', { name: exactly(related) })
      .click()
  await page.getByRole('heading', { level: 1, name: related ?? entry }).waitFor()
}

/** Opens what waits from the inbox. */
export async function openFromInbox(desk: Desk, text: string | RegExp): Promise<Locator> {
  const { page, words } = desk
  await goTo(desk, words.shell.screens.inbox)
  await page.getByText(text).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.waitFor()
  return drawer
}

/** Types as a hand does, key by key, into the box of a label. */
export async function typeInto(box: Locator, text: string): Promise<void> {
  await box.click()
  await box.pressSequentially(text)
}

/** Chooses from a list by its first letters and Enter, or with two presses when it cannot be searched. */
export async function choose({ page }: Desk, box: Locator, option: string | RegExp): Promise<void> {
  await box.click()
  await page.getByRole('option', { name: option }).first().click()
}
