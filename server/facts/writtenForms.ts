const apostrophes = ["'", '’', '‘', 'ʼ', '`', '´', '']
const hyphens = ['-', ' ', '', '–', ' - ']
const slashes = ['/', ' / ', '-', ' - ', ' ']

/**
 * The ways in which people write a name, in capitals, the official one first: Murang'a with any apostrophe or none, Taita-Taveta
 * with a blank, Aguthi/Gaaki with blanks around the stroke. One kind of sign is written the same way throughout a name.
 */
export function writtenForms(name: string): string[] {
  const official = name.toUpperCase().replace(/\s+/g, ' ').trim()
  let forms = [official]
  for (const [sign, ways] of [
    ["'", apostrophes],
    ['-', hyphens],
    ['/', slashes],
  ] as const)
    forms = forms.flatMap((form) => (form.includes(sign) ? ways.map((way) => form.replaceAll(sign, way)) : [form]))
  return [...new Set([official, ...forms.map((form) => form.replace(/\s+/g, ' '))])]
}

/** The forms of an institution's name: as for places, and without what stands in brackets. */
export function institutionForms(name: string): string[] {
  const bare = name.replace(/\s*\([^)]*\)/g, '')
  return [...new Set([...writtenForms(name), ...writtenForms(bare)])]
}
