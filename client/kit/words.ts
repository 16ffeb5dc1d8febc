import { door } from '#client/words/door.ts'
import type { en } from '#client/words/en.ts'
import { storeOf } from './store.ts'

/** Every text of the product. The Swahili dictionary has the same type, so a missing text does not compile. */
export type Words = typeof en
export const languages = { en: 'English', sw: 'Kiswahili' } as const
export type Language = keyof typeof languages

type LanguageTexts = { language: Language; words: Words; translate: (text: string) => string }

// border: the door says nothing else, and the rest comes before whatever lies behind it
const atTheDoor: LanguageTexts = { language: 'en', words: door as Words, translate: (text) => text }
let english = atTheDoor
const current = storeOf(english)

/** The dictionary of the chosen language. */
export const useWords = (): Words => current.use().words
export const useLanguage = (): Language => current.use().language
/** Translates a text that the contract or the server declares in English; an unknown text stays as it is. */
export const useContractWords = (): ((text: string) => string) => current.use().translate

/** The same outside components, for messages about something that has just happened. */
export const currentWords = (): Words => current.get().words
export const currentLanguage = (): Language => current.get().language
export const translate = (text: string): string => current.get().translate(text)

const remembered = 'kahawa.language'

/** The language of the last visit on this device, else the browser's. */
export function firstLanguage(): Language {
  const isLanguage = (value: string | null): value is Language => value === 'en' || value === 'sw'
  const last = localStorage.getItem(remembered)
  if (isLanguage(last)) return last
  return navigator.language.startsWith('sw') ? 'sw' : 'en'
}

/** Changes the language everywhere, after its whole dictionary has arrived. */
export async function switchLanguage(language: Language) {
  const texts = language === 'sw' ? (await import('#client/words/swahili.ts')).swahili : await wholeEnglish()
  localStorage.setItem(remembered, language)
  document.documentElement.lang = language
  current.set(texts)
}

async function wholeEnglish(): Promise<LanguageTexts> {
  if (english === atTheDoor) english = { ...atTheDoor, words: (await import('#client/words/en.ts')).en }
  return english
}

/** Brings what only screens behind the door say; awaited before one of them is shown. */
export async function wholeDictionary(): Promise<void> {
  if (current.get() === atTheDoor) current.set(await wholeEnglish())
}
