import { expect, test } from 'vitest'
import banks from './banks.json' with { type: 'json' }
import counties from './counties.json' with { type: 'json' }
import institutions from './institutions.json' with { type: 'json' }
import subCounties from './subCounties.json' with { type: 'json' }
import varieties from './varieties.json' with { type: 'json' }
import wards from './wards.json' with { type: 'json' }

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const everyName = [
  ...[...counties, ...subCounties, ...wards, ...varieties].map((row) => row.name),
  ...banks.map((bank) => bank.bankName),
  ...institutions.map((institution) => institution.institutionName),
]

test('Kenya has 47 counties, 290 sub-counties and 1,450 wards, numbered without a gap', () => {
  expect(counties.map((county) => county.id)).toEqual(upTo(47))
  expect(subCounties.map((subCounty) => subCounty.id)).toEqual(upTo(290))
  expect(wards.map((ward) => ward.id)).toEqual(upTo(1450))
})

test('every sub-county lies in a county, every ward in a sub-county of the same county', () => {
  const countyOf = new Map(subCounties.map((subCounty) => [subCounty.id, subCounty.countyId]))
  const countyIds = new Set(counties.map((county) => county.id))
  expect(subCounties.filter((subCounty) => !countyIds.has(subCounty.countyId))).toEqual([])
  expect(wards.filter((ward) => countyOf.get(ward.subCountyId) !== ward.countyId)).toEqual([])
  expect(new Set(wards.map((ward) => ward.subCountyId)).size).toBe(290)
  expect(new Set(subCounties.map((subCounty) => subCounty.countyId)).size).toBe(47)
})

test('a name names one thing within its parent', () => {
  expectUnique(counties.map((county) => county.name.toLowerCase()))
  expectUnique(subCounties.map((subCounty) => `${subCounty.countyId} ${subCounty.name.toLowerCase()}`))
  expectUnique(wards.map((ward) => `${ward.subCountyId} ${ward.name.toLowerCase()}`))
})

test('the coffee counties keep their official numbers and spelling', () => {
  const named = (id: number) => counties.find((county) => county.id === id)?.name
  expect([named(12), named(19), named(20), named(21), named(22), named(45), named(47)]).toEqual([
    'Meru',
    'Nyeri',
    'Kirinyaga',
    "Murang'a",
    'Kiambu',
    'Kisii',
    'Nairobi',
  ])
  expect(wards.find((ward) => ward.name === 'Mahiga')).toMatchObject({ countyId: 19, subCountyId: 97 })
  expect(subCounties.find((subCounty) => subCounty.id === 97)?.name).toBe('Othaya')
})

test('names are trimmed, have single spaces and one kind of apostrophe', () => {
  expect(everyName.filter((name) => name !== name.trim().replace(/\s+/g, ' ') || /[’‘`"]/.test(name) || !name)).toEqual(
    [],
  )
})

test('the 44 banks have a two-digit code, its four-digit participant code and a well-formed SWIFT code', () => {
  expect(banks).toHaveLength(44)
  expectUnique(banks.map((bank) => bank.bankCode))
  expectUnique(banks.flatMap((bank) => bank.bankSwiftCode ?? []))
  for (const bank of banks) {
    expect(bank.bankCode).toMatch(/^\d{2}$/)
    expect(bank.pic).toBe(bank.bankCode.padStart(4, '0'))
    if (bank.bankSwiftCode !== null) expect(bank.bankSwiftCode).toMatch(/^[A-Z]{4}KE[A-Z0-9]{2}$/)
  }
  expect(banks.find((bank) => bank.pic === '0011')).toMatchObject({
    bankName: 'Co-operative Bank of Kenya',
    bankSwiftCode: 'KCOOKENA',
  })
})

test('payment institutions are of the four types, have their own codes and repeat the banks exactly', () => {
  expect(new Set(institutions.map((institution) => institution.institutionType))).toEqual(
    new Set(['BANK', 'MFB', 'SACCO', 'M-PESA']),
  )
  expectUnique(institutions.map((institution) => institution.institutionCode))
  expectUnique(institutions.map((institution) => institution.pic))
  expectUnique(institutions.map((institution) => institution.institutionName.toLowerCase()))
  for (const bank of banks.filter((each) => each.institutionType !== 'CENTRAL_BANK')) {
    expect(institutions.find((institution) => institution.pic === bank.pic)).toEqual({
      institutionCode: bank.bankCode,
      institutionName: bank.bankName,
      institutionType: bank.institutionType,
      pic: bank.pic,
      active: bank.active,
    })
  }
})

test('varieties are numbered and named once', () => {
  expect(varieties.map((variety) => variety.id)).toEqual(upTo(varieties.length))
  expectUnique(varieties.map((variety) => variety.name))
  expect(varieties.map((variety) => variety.name)).toContain('Ruiru 11')
})

function expectUnique(values: string[]): void {
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
}
