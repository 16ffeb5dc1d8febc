import type { Language, Words } from '#client/kit/words.ts'
import { contractPatterns, contractWords } from './sw/contract.ts'
import { sw } from './sw.ts'

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Translates a declared English text: as it stands, by the shape of a sentence that carries a value, or capitalised. */
export function inSwahili(text: string): string {
  const known = contractWords[text]
  if (known !== undefined) return known
  for (const [shape, translate] of contractPatterns) {
    const parts = shape.exec(text)
    if (parts)
      return translate(parts.slice(1).map((part) => contractWords[part] ?? contractWords[capital(part)] ?? part))
  }
  const [first = '', ...rest] = text
  const inside = contractWords[`${first.toLowerCase()}${rest.join('')}`]
  return inside === undefined ? text : `${inside.charAt(0).toUpperCase()}${inside.slice(1)}`
}

/** The lazy chunk of Swahili: the dictionary and the translation of declared texts. */
export const swahili: { language: Language; words: Words; translate: (text: string) => string } = {
  language: 'sw',
  words: sw,
  translate: inSwahili,
}
