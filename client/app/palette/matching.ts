/** Texts as they are compared: case and accents do not count. */
const plain = (text: string): string => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

// Words that join two others, in English and Swahili, and say nothing by themselves.
const joining = new Set('a an the of for to in on and wa ya za la cha vya kwa na'.split(' '))

/** Whether a text is what was typed, or all of its words begin words of the text or of the terms besides. */
export function isMeant(typed: string, text: string, terms = ''): boolean {
  if (plain(text).includes(plain(typed.trim()))) return true
  const wanted = wordsOf(typed).filter((word) => !joining.has(word))
  const known = [...wordsOf(text), ...wordsOf(terms)]
  return wanted.length > 0 && wanted.every((word) => known.some((one) => one.startsWith(word) || word === `${one}s`))
}

/** What was typed, where it may be something to do and whom it is for: "loan for OT0138", "mkopo wa Wanjiku", "loan OT0138". */
export function splitFor(typed: string): { what: string; whom: string } | undefined {
  const [, what, whom] =
    /^(.*\S)\s+(?:for|of|to|wa|ya|za|la|cha|kwa)\s+(\S.+)$/i.exec(typed.trim()) ??
    /^(.*\S)\s+(\S*\d\S*)$/.exec(typed.trim()) ??
    []
  return what && whom && whom.trim().length > 1 ? { what, whom: whom.trim() } : undefined
}
