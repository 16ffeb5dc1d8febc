import { kilogramsInWords, toGrams } from '#contract/kit/money.ts'

/** What an e-slip keeps of how a leg was worked out, part by part, and how that is said in Swahili. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/^([\d.]+) % of ([\d,.]+)$/, '$1 % ya $2'],
  [/^([\d,.]+) kg of parchment at ([\d,.]+) per tonne$/, 'kilo $1 za parchment kwa $2 kila tani'],
  [/^([\d,.]+) of ([\d,.]+) kg$/, 'kilo $1 kati ya $2'],
  [/^([\d,]+) packages? at ([\d,.]+)$/, 'magunia $1 kwa $2'],
  [/^([\d,]+) days? at ([\d,.]+)$/, 'siku $1 kwa $2'],
  [/^warrant ([\d,.]+)$/, 'waranti $1'],
  [/^As agreed for the lot$/, 'Kama ilivyokubaliwa kwa loti'],
  [/^as far as the proceeds go$/, 'kadiri fedha zilivyotosha'],
]

// E-slips that were drawn before kilograms were grouped keep them as PostgreSQL writes them: 1434.000.
const grouped = (basis: string): string =>
  basis.replace(/(\d[\d,]*\.\d{3})(?= (?:of|kg))/g, (kilograms) =>
    kilogramsInWords(toGrams(kilograms.replaceAll(',', ''))),
  )

/** How a leg was worked out, in the language of the reader. What has no shape of ours, a document or an outturn, stays as it is. */
export const basisIn = (language: 'en' | 'sw', basis: string): string =>
  language === 'en'
    ? grouped(basis)
    : grouped(basis)
        .split(', ')
        .map((part) => shapes.reduce((said, [shape, swahili]) => said.replace(shape, swahili), part))
        .join(', ')
