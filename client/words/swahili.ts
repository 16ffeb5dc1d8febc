import type { Language, Words } from '#client/kit/words.ts'
import { contractPatterns, contractWords } from './sw/contract.ts'
import { sw } from './sw.ts'

/** Translates a declared English text: word for word, else by the shape of a sentence that carries a value. */
export function inSwahili(text: string): string {
  const known = contractWords[text]
  if (known !== undefined) return known
  for (const [shape, translate] of contractPatterns) {
    const parts = shape.exec(text)
    if (parts) return translate(parts.slice(1).map((part) => contractWords[part] ?? part))
  }
  return text
}

/** The lazy chunk of Swahili: the dictionary and the translation of declared texts. */
export const swahili: { language: Language; words: Words; say: (text: string) => string } = {
  language: 'sw',
  words: sw,
  say: inSwahili,
}
