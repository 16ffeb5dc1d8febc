import type { CheckContext } from '#contract/kit/field.ts'
import type { Tx } from '#server/kit/db.ts'
import { referenceData, type Institution, type ReferenceData } from './referenceData.ts'
import { institutionForms, writtenForms } from './writtenForms.ts'

type Lists = CheckContext['lists']
const cache = new WeakMap<ReferenceData, Lists>()

/**
 * The reference lists as spreadsheet checks look them up, every key in capitals:
 * counties, varieties and institutions by name (institutions also by code and PesaLink code), sub-counties as `countyId/NAME`,
 * wards as `subCountyId/NAME`; `typeOfInstitution` answers the type of a code. Closed institutions are not offered.
 */
export async function checkLists(tx: Tx): Promise<Lists> {
  const data = await referenceData(tx)
  const cached = cache.get(data)
  if (cached) return cached
  const institutions = data.institutions.filter(({ active }) => active)
  const lists: Lists = {
    counties: listOf(data.counties, ({ name }) => countyForms(name), idOf),
    subCounties: listOf(data.subCounties, ({ countyId, name }) => inside(countyId, name), idOf),
    wards: listOf(data.wards, ({ subCountyId, name }) => inside(subCountyId, name), idOf),
    varieties: listOf(
      data.varieties,
      ({ name }) => [...writtenForms(name), name.toUpperCase().replace(/\s/g, '')],
      idOf,
    ),
    institutions: listOf(institutions, formsOfInstitution, ({ code }) => code),
    typeOfInstitution: new Map(institutions.map(({ code, type }) => [code, type])),
  }
  cache.set(data, lists)
  return lists
}

const idOf = ({ id }: { id: number }): string => String(id)
const inside = (parent: number, name: string): string[] => writtenForms(name).map((form) => `${parent}/${form}`)
const countyForms = (name: string): string[] => writtenForms(name).flatMap((form) => [form, `${form} COUNTY`])

function formsOfInstitution({ code, name, pic, bankCode }: Institution): string[] {
  // A spreadsheet turns the bank code 01 into the number 1.
  const codes = [code, pic, bankCode].filter(Boolean).flatMap((one) => [one, one.replace(/^0+(?=\d)/, '')])
  return [...institutionForms(name), ...codes.map((one) => one.toUpperCase())]
}

/** First every official form, then the others where they are still free: one place's slip must not hide another's name. */
function listOf<Entry>(
  entries: readonly Entry[],
  formsOf: (entry: Entry) => string[],
  valueOf: (entry: Entry) => string,
): Map<string, string> {
  const list = new Map<string, string>()
  const all = entries.map((entry) => ({ value: valueOf(entry), forms: formsOf(entry) }))
  for (const { value, forms } of all) if (forms[0] !== undefined) list.set(forms[0], value)
  for (const { value, forms } of all) for (const form of forms) if (!list.has(form)) list.set(form, value)
  return list
}
