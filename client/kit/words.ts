import { useSyncExternalStore } from 'react'
import { en } from '#client/words/en.ts'

/** Every text of the product. The Swahili dictionary has the same type, so a missing text does not compile. */
export type Words = typeof en
export const languages = { en: 'English', sw: 'Kiswahili' } as const
export type Language = keyof typeof languages

type Spoken = { language: Language; words: Words; say: (text: string) => string }

const english: Spoken = { language: 'en', words: en, say: (text) => text }
let spoken = english
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const useSpoken = () => useSyncExternalStore(subscribe, () => spoken)

/** The dictionary of the chosen language. */
export const useWords = (): Words => useSpoken().words
export const useLanguage = (): Language => useSpoken().language
/** Translates a text that the contract or the server declares in English; an unknown text stays as it is. */
export const useContractWords = (): ((text: string) => string) => useSpoken().say

/** The same outside components, for messages about something that has just happened. */
export const currentWords = (): Words => spoken.words
export const currentLanguage = (): Language => spoken.language
export const say = (text: string): string => spoken.say(text)

const remembered = 'kahawa.language'

/** The language of the last visit on this device, else the browser's. */
export function firstLanguage(): Language {
  const known = (value: string | null): value is Language => value === 'en' || value === 'sw'
  const last = localStorage.getItem(remembered)
  if (known(last)) return last
  return navigator.language.startsWith('sw') ? 'sw' : 'en'
}

/** Changes the language everywhere, after its dictionary has arrived. */
export async function speak(language: Language) {
  spoken = language === 'sw' ? (await import('#client/words/swahili.ts')).swahili : english
  localStorage.setItem(remembered, language)
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}
