import { afterAll, beforeAll, expect, test } from 'vitest'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { checkCells, columnKeys } from '#contract/kit/uploadKind.ts'
import type { CheckContext } from '#contract/kit/field.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { checkLists } from './checkLists.ts'
import { writtenForms } from './writtenForms.ts'

let world: World
let lists: CheckContext['lists']

beforeAll(async () => {
  world = await makeWorld()
  lists = await world.house.db.transaction('system', checkLists)
})
afterAll(() => world.close())

/** Checks the template's example farmer with some cells written otherwise. */
const problemsOf = (different: Record<string, string>): string[] => {
  const cells = columnKeys(farmersFile).map((key) => different[key] ?? farmersFile.columns[key].example)
  return checkCells(farmersFile, cells, { year: 2026, lists }).problems.map(({ code }) => code)
}

test('the example of the template passes against the real lists', () => {
  expect(problemsOf({})).toEqual([])
})

test.each([
  { county: "Murang'a", subCounty: 'Kiharu', ward: 'Mugoiri' },
  { county: 'MURANG’A', subCounty: 'kiharu', ward: 'mugoiri' },
  { county: 'Muranga County', subCounty: 'Kigumo', ward: 'Kigumo' },
  { county: 'Murangʼa', subCounty: 'Kandara', ward: 'Ng’araria' },
  { county: 'Nyeri', subCounty: 'Othaya', ward: 'Iria Ini' },
  { county: 'Nyeri', subCounty: 'Tetu', ward: 'Aguthi / Gaaki' },
  { county: 'Nyeri', subCounty: 'Nyeri Town', ward: 'Ruringu' },
  { county: 'Taita Taveta', subCounty: 'Wundanyi', ward: 'Wundanyi - Mbale' },
  { county: 'Tharaka Nithi', subCounty: 'Chuka Igambangombe', ward: 'Mariani' },
])('a place is found as people write it: $county, $subCounty, $ward', (place) => {
  expect(problemsOf(place)).toEqual([])
})

test('a ward of another sub-county and a sub-county of another county are not found', () => {
  expect(problemsOf({ ward: 'Gikondi' })).toEqual(['unknown_ward'])
  expect(problemsOf({ subCounty: 'Kiharu' })).toEqual(['unknown_sub_county'])
  expect(problemsOf({ county: 'Atlantis' })).toEqual(['unknown_counties'])
})

test('the two wards that differ only by a hyphen stay apart', () => {
  const mathira = lists['wards']?.get('96/IRIAINI')
  const othaya = lists['wards']?.get('97/IRIA-INI')
  expect([mathira, othaya]).toEqual(['479', '484'])
})

test.each([
  ['KCB Bank Kenya', 'BANK'],
  ['Co-operative Bank of Kenya', 'BANK'],
  ['cooperative bank of kenya', 'BANK'],
  ['0011', 'BANK'],
  ['1', 'BANK'],
  ['M-PESA', 'M-PESA'],
  ['mpesa', 'M-PESA'],
  ['Unaitas Sacco', 'SACCO'],
  ['Faulu Microfinance Bank', 'MFB'],
])('an institution is found by name or code: %s', (institution, institutionType) => {
  expect(problemsOf({ institution, institutionType })).toEqual([])
})

test('an institution of another type, and one that has closed, are refused', () => {
  expect(problemsOf({ institution: 'Unaitas Sacco', institutionType: 'BANK' })).toEqual(['other_institution_type'])
  expect(problemsOf({ institution: 'Spire Bank' })).toEqual(['unknown_institutions'])
})

test('every official name leads to its own place', async () => {
  for (const table of ['sub_counties', 'wards'] as const) {
    const parent = table === 'wards' ? 'sub_county_id' : 'county_id'
    const { rows } = await world.owner.query<{ id: number; parent: number; name: string }>(
      `select id, ${parent} as parent, name from ${table}`,
    )
    const list = lists[table === 'wards' ? 'wards' : 'subCounties']
    const lost = rows.filter(
      ({ id, parent: inside, name }) => list?.get(`${inside}/${name.toUpperCase()}`) !== String(id),
    )
    expect(lost).toEqual([])
  }
})

test('the official form comes first', () => {
  expect(writtenForms("Murang'a")[0]).toBe("MURANG'A")
  expect(writtenForms('Nyeri')).toEqual(['NYERI'])
})
