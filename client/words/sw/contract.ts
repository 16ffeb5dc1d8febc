import { farmers } from './contract/farmers.ts'
import { refusals } from './contract/refusals.ts'
import { roles } from './contract/roles.ts'

/** Texts that the contract declares in English, in Swahili. A test walks the contract and fails when one is missing. */
export const contractWords: Readonly<Record<string, string>> = { ...refusals, ...roles, ...farmers }

/** Sentences that carry a value: their shape, and the sentence in Swahili around the same values. */
export const contractPatterns: readonly (readonly [RegExp, (parts: string[]) => string])[] = [
  [/^([\d,]+) farmers?$/, ([count]) => `wakulima ${count}`],
  [/^([\d,]+) rows corrected$/, ([count]) => `Safu ${count} zimesahihishwa`],
  [
    /^([\d,]+) rows corrected; ([\d,]+) rows of the file are not in this upload$/,
    ([count, other]) => `Safu ${count} zimesahihishwa; safu ${other} za faili hazimo katika upakiaji huu`,
  ],
  [/^(.+) is required$/, ([what]) => `${what} inahitajika`],
  [/^At most ([\d,]+) characters$/, ([most]) => `Si zaidi ya herufi ${most}`],
  [/^At most ([\d,]+) decimals$/, ([most]) => `Si zaidi ya desimali ${most}`],
  [/^At most ([\d,]+)$/, ([most]) => `Si zaidi ya ${most}`],
  [/^Choose one of (.+)$/, ([choices]) => `Chagua moja kati ya ${choices}`],
  [/^Not a known (.+)$/, ([what]) => `Haijulikani: ${what}`],
  [/^Not a (.+) institution$/, ([type]) => `Si taasisi ya aina ya ${type}`],
  [/^([AP]), nine digits and a letter$/, ([first]) => `${first}, tarakimu tisa na herufi`],
  [/^Text, at most (\d+) characters\.$/, ([most]) => `Maandishi, si zaidi ya herufi ${most}.`],
  [/^Letters and digits only, at most (\d+)\.$/, ([most]) => `Herufi na tarakimu tu, si zaidi ya ${most}.`],
  [/^One of (.+)\.$/, ([choices]) => `Moja kati ya ${choices}.`],
  [
    /^Number above zero, at most ([\d,]+), with at most (\d+) decimals\.$/,
    ([most, places]) => `Namba kubwa kuliko sufuri, si zaidi ya ${most}, na desimali zisizozidi ${places}.`,
  ],
  [/^Whole number from 1 to ([\d,]+)\.$/, ([most]) => `Namba kamili kutoka 1 hadi ${most}.`],
  [/^Name of a (.+) as in the list\.$/, ([what]) => `Jina la ${what} kama lilivyo kwenye orodha.`],
  [
    /^([AP]), nine digits and a letter, such as (\w+)\.$/,
    ([first, example]) => `${first}, tarakimu tisa na herufi, kama ${example}.`,
  ],
]
