import { afterAll, beforeAll, expect, test } from 'vitest'
import { farmerCompaniesFile, farmersFile } from '#contract/farmers/farmerFiles.ts'
import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { newCompanies, newFarmers } from '#test/kit/farmerFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { problemsOf, rowsOf, uploadRows, type Cells } from '#test/faults/farmerWays.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world.close())

/** What one cell of an otherwise right row is answered with: `column code severity`, nothing when it is right. */
type Case = [cells: Cells, ...expected: string[]]
const failing = (column: string, value: string, code: string): Case => [{ [column]: value }, `${column} ${code} error`]

const shared: Case[] = [
  failing('memberNumber', 'OT-12', 'letters_digits'),
  failing('memberNumber', 'OT 12', 'letters_digits'),
  failing('memberNumber', 'OT123456789', 'too_long'),
  failing('mobileNumber', '07123456', 'mobile_short'),
  failing('mobileNumber', '0312345678', 'mobile'),
  failing('mobileNumber', '07123456789', 'mobile'),
  failing('mobileNumber', '2547123456789', 'mobile_long'),
  failing('mobileNumber', '5712345678', 'mobile_start'),
  failing('mobileNumber', '0712E45678', 'mobile_digits'),
  [{ mobileNumber: '+254 712 345 678' }],
  [{ mobileNumber: '712345679' }],
  [{ mobileNumber: '254112345678' }],
  failing('acreage', '0', 'number'),
  failing('acreage', '-1', 'number'),
  failing('acreage', 'two', 'number'),
  failing('acreage', '1.234', 'decimals'),
  failing('acreage', '10001', 'number_large'),
  failing('numberOfTrees', '0', 'number'),
  failing('numberOfTrees', '1.5', 'number'),
  failing('numberOfTrees', '1000001', 'number_large'),
  failing('variety', 'Robusta 9000', 'unknown_varieties'),
  failing('county', 'Atlantis', 'unknown_counties'),
  failing('subCounty', 'Kiambu', 'unknown_sub_county'),
  failing('ward', 'Kabete', 'unknown_ward'),
  failing('institution', 'Bank of Nowhere', 'unknown_institutions'),
  [{ institutionType: 'SACCO' }, 'institution other_institution_type error'],
  failing('institutionType', 'BARTER', 'choice'),
  failing('currency', 'TZS', 'choice'),
  failing('accountNumber', '12345', 'account_length'),
  failing('accountNumber', '1'.repeat(21), 'account_length'),
  failing('accountNumber', '0000000', 'account_digits'),
  failing('accountNumber', '01A1234567890', 'account_digits'),
  failing('village', 'v'.repeat(61), 'too_long'),
  [{ currency: 'usd', county: 'NYERI', variety: 'sl28' }],
]
const ofPersons: Case[] = [
  ...shared,
  failing('firstName', 'W'.repeat(61), 'too_long'),
  failing('farmerId', '2345678901X', 'too_long'),
  failing('farmerId', '2345-678', 'letters_digits'),
  [{ farmerId: 'A1B2' }, 'farmerId unusual_id warning'],
  failing('gender', 'OTHER', 'choice'),
  [{ gender: 'f' }],
  failing('yearOfBirth', '79', 'year'),
  failing('yearOfBirth', '1899', 'year'),
  failing('yearOfBirth', String(new Date().getFullYear() + 1), 'year'),
  [{ yearOfBirth: String(new Date().getFullYear() - 10) }, 'yearOfBirth minor warning'],
  failing('kraPin', 'P051234567M', 'kra_pin'),
  failing('kraPin', 'A00123456B', 'kra_pin'),
  [{ kraPin: '', middleName: '' }],
]
const ofCompanies: Case[] = [
  ...shared,
  failing('companyName', 'C'.repeat(101), 'too_long'),
  failing('companyRegistrationNumber', 'PVT/2019', 'letters_digits'),
  failing('companyRegistrationNumber', 'P'.repeat(21), 'too_long'),
  failing('kraPin', 'A001234567B', 'kra_pin'),
]

const missing = (kind: UploadKind): Case[] =>
  columnKeys(kind)
    .filter((key) => kind.columns[key]?.required)
    .map((key) => failing(key, '', 'required'))

test.each([
  ['farmers', farmersFile, newFarmers, ofPersons],
  ['companies', farmerCompaniesFile, newCompanies, ofCompanies],
] as const)(
  'every rule for the cells of %s is held, each row with exactly its own problems',
  async (_, kind, fresh, cases) => {
    const { wanjikuMaker } = world.people
    const all = [...missing(kind), ...cases]
    const rows = fresh(all.length).map((row, index) => ({ ...row, ...all[index]?.[0] }))
    const upload = await uploadRows(world, wanjikuMaker, rows, { kind })
    const found = Map.groupBy(await problemsOf(wanjikuMaker, upload.id), ({ row }) => row)
    const seen = all.map((_case, index) =>
      (found.get(index + 2) ?? []).map(({ columnKey, code, severity }) => `${columnKey} ${code} ${severity}`),
    )
    expect(seen).toEqual(all.map(([, ...expected]) => expected))
    const bad = all.filter(([, ...expected]) => expected.some((line) => line.endsWith('error'))).length
    expect(upload).toMatchObject({
      numberOfLots: all.length,
      failed: bad,
      ready: all.length - bad,
      leftOut: 0,
      done: 0,
    })
    expect(upload.warned).toBe(
      all.filter(([, ...expected]) => expected.some((line) => line.endsWith('warning'))).length,
    )
  },
)

test('both rows of a repeated member number or ID are marked, each naming the other', async () => {
  const { wanjikuMaker } = world.people
  const [first, second, third] = newFarmers(3)
  const rows = [
    first!,
    { ...second, memberNumber: first!.memberNumber.toLowerCase() },
    { ...third, farmerId: first!.farmerId },
  ]
  const upload = await uploadRows(world, wanjikuMaker, rows)
  const problems = await problemsOf(wanjikuMaker, upload.id)
  expect(problems.map(({ row, columnKey, code, message }) => `${row} ${columnKey} ${code} ${message}`)).toEqual([
    '2 farmerId repeated_in_file Also in row 4',
    '2 memberNumber repeated_in_file Also in row 3',
    '3 memberNumber repeated_in_file Also in row 2',
    '4 farmerId repeated_in_file Also in row 2',
  ])
  expect(upload).toMatchObject({ failed: 3, ready: 0 })
})

test('a member number or ID that the society has registered is an error that names the member', async () => {
  const { wanjikuMaker } = world.people
  const { rows: known } = await world.owner.query<{ member_number: string; id_number: string; full_name: string }>(
    `select member_number, id_number, full_name from farmers where organisation_id = $1 and type = 'FCS_FARMER' order by id limit 2`,
    [world.organisationId('CF4100')],
  )
  const [one, two] = newFarmers(2)
  const upload = await uploadRows(world, wanjikuMaker, [
    { ...one, memberNumber: known[0]!.member_number },
    { ...two, farmerId: known[1]!.id_number },
  ])
  const problems = await problemsOf(wanjikuMaker, upload.id)
  expect(problems.map(({ row, columnKey, code, message }) => `${row} ${columnKey} ${code} ${message}`)).toEqual([
    `2 memberNumber registered_here Already registered: ${known[0]!.member_number} ${known[0]!.full_name}`,
    `3 farmerId registered_here Already registered: ${known[1]!.member_number} ${known[1]!.full_name}`,
  ])
})

test('an ID of another society is a warning that does not say whose it is', async () => {
  const { wanjikuMaker } = world.people
  const { rows: known } = await world.owner.query<{ id_number: string; full_name: string }>(
    `select id_number, full_name from farmers where organisation_id = $1 and type = 'FCS_FARMER' order by id limit 1`,
    [world.organisationId('CF4101')],
  )
  const [one] = newFarmers(1)
  const upload = await uploadRows(world, wanjikuMaker, [{ ...one, farmerId: known[0]!.id_number }])
  expect(upload).toMatchObject({ status: { statusName: 'PENDING_APPROVAL' }, warned: 1, failed: 0 })
  const [problem, ...others] = await problemsOf(wanjikuMaker, upload.id)
  expect(others).toEqual([])
  expect(problem).toMatchObject({ columnKey: 'farmerId', code: 'registered_elsewhere', severity: 'warning' })
  expect(problem?.message).not.toContain(known[0]!.full_name)
})

test('an account or phone of more than three members is a warning, of three it is none', async () => {
  const { wanjikuMaker } = world.people
  const four = newFarmers(4, { accountNumber: '01109999999901' })
  const three = newFarmers(3, { mobileNumber: '0799000001' })
  const phones = newFarmers(4, { mobileNumber: '0799000002' })
  const upload = await uploadRows(world, wanjikuMaker, [...four, ...three, ...phones])
  const problems = await problemsOf(wanjikuMaker, upload.id)
  expect(problems.map(({ row, code, message, severity }) => `${row} ${code} ${message} ${severity}`)).toEqual([
    ...[2, 3, 4, 5].map((row) => `${row} shared_account Used by 4 members warning`),
    ...[9, 10, 11, 12].map((row) => `${row} shared_mobile Used by 4 members warning`),
  ])
  expect(upload).toMatchObject({ warned: 8, ready: 11 })
})

test('what a person wrote stays as written, what the rules understood becomes the farmer', async () => {
  const { wanjikuMaker } = world.people
  const [row] = newFarmers(1, { mobileNumber: '+254 722 000 111', gender: 'f', acreage: '1,250.50' })
  const upload = await uploadRows(world, wanjikuMaker, [row!])
  const [staged] = await rowsOf(wanjikuMaker, upload.id)
  expect(staged?.cells).toContain('+254 722 000 111')
  const { rows } = await world.owner.query<{ clean: string[] }>('select clean from upload_rows where upload_id = $1', [
    upload.id,
  ])
  expect(rows[0]?.clean).toEqual(expect.arrayContaining(['254722000111', 'FEMALE', '1250.5']))
})
