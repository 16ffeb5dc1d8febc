import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CreatedFarmer, CreatedFarmerDetail } from '#contract/farmers/createdFarmers.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { trailOf } from '#test/faults/farmerWays.ts'
import { decideFarmer, enterFarmer, newFarmerBody, postFarmer, type FarmerAnswer } from '#test/kit/createdFarmers.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
beforeEach(() => world.bank.clearFaults())
afterAll(() => world?.close())

const society = () => world.organisationId('CF4100')
const inRegister = async (farmerId: string) =>
  (
    await world.people.wanjikuMaker.get<PageOf<{ id: string }>>(`/upload/cherry/getFarmers/${society()}`, {
      paginate: 'Y',
      search: farmerId,
    })
  ).body.data
const detailOf = async (id: string) =>
  (await world.people.otienoChecker.get<CreatedFarmerDetail>(`/farmer/created/${id}`)).body

describe('entering', () => {
  test('a farmer is entered by one, refused to the same, approved by another, and then in the register', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const answer = await postFarmer(wanjikuMaker)
    expect([answer.status, answer.body.message]).toEqual([200, 'Record Created successfully!'])
    const farmer = answer.body.data
    expect(farmer).toMatchObject({
      status: { id: 3, statusName: 'PENDING_APPROVAL' },
      fullName: 'Wangari Njeri Kamau',
      yearOfBirth: 1979,
      yearThreePrice: 88,
      county: { id: 19 },
      organisation: { organisationCode: 'CF4100', village: 'Kihuri' },
      farmerBankDetail: { bank: { id: '11' }, currency: 'KES' },
      createdBy: 'Wanjiku Kamau',
    })
    expect(await inRegister(farmer.farmerId)).toEqual([])
    await world.owner.query(`update users set role_name = 'FCS MANAGER' where id = $1`, [wanjikuMaker.id])
    const own = await decideFarmer(wanjikuMaker, 'approve', farmer)
    await world.owner.query(`update users set role_name = 'FCS_MAKER' where id = $1`, [wanjikuMaker.id])
    expect([own.status, own.body.code]).toEqual([409, 'own_submission'])
    const approved = await decideFarmer(otienoChecker, 'approve', farmer)
    expect([approved.status, approved.body.message]).toEqual([200, 'Farmer Approved successfully!'])
    expect(approved.body.data.status).toEqual({ id: 1, statusName: 'APPROVED' })
    expect(await inRegister(farmer.farmerId)).toMatchObject([{ id: farmer.id }])
    expect(await trailOf(world, farmer.id)).toEqual([
      'create -> PENDING_APPROVAL',
      'approve PENDING_APPROVAL -> APPROVED',
    ])
  })

  test('every required value that is missing is named at once', async () => {
    const { status, body } = await world.people.wanjikuMaker.post<FarmerAnswer>('/farmer/store', { fullName: '' })
    expect([status, body.message]).toEqual([422, 'Please fill out all required fields correctly.'])
    expect(body.details?.fields).toEqual({
      fullName: 'Full Name is required',
      firstName: 'First Name is required',
      lastName: 'Last Name is required',
      farmerId: 'ID Number is required',
      memberNumber: 'Member Number is required',
      mobileNumber: 'Mobile Number is required',
      gender: 'Gender is required',
      yearOfBirth: 'Year of Birth is required',
      acreage: 'Acreage is required',
      numberOfTrees: 'Number of Trees is required',
      variety: 'Variety is required',
      county: 'County is required',
      subCounty: 'Sub-County is required',
      ward: 'Ward is required',
      village: 'Village is required',
      institutionType: 'Payment Institution Type is required',
      institution: 'Payment Institution is required',
      accountName: 'Account Name is required',
      accountNumber: 'Account Number is required',
      currency: 'Currency is required',
      yearOneProduce: 'Year 1 Produce is required',
      yearTwoProduce: 'Year 2 Produce is required',
      yearThreeProduce: 'Year 3 Produce is required',
      yearOnePrice: 'Year 1 Price is required',
      yearTwoPrice: 'Year 2 Price is required',
      yearThreePrice: 'Year 3 Price is required',
    })
  })

  const wrong: [Record<string, unknown>, string, string][] = [
    [{ farmerId: '12 34' }, 'farmerId', 'Only letters and numbers allowed'],
    [{ farmerId: '12345678901' }, 'farmerId', 'At most 10 characters'],
    [{ memberNumber: 'A-1' }, 'memberNumber', 'Only letters and numbers allowed'],
    [{ mobileNumber: '07123456' }, 'mobileNumber', 'Minimum 9 digits required'],
    [{ mobileNumber: '5712345678' }, 'mobileNumber', 'Start with 0, 7 or 2'],
    [{ mobileNumber: '2547123456789' }, 'mobileNumber', 'At most 12 digits'],
    [{ mobileNumber: '0712I45678' }, 'mobileNumber', 'Digits only'],
    [{ mobileNumber: '0512345678' }, 'mobileNumber', 'Not a Kenyan mobile number: write it as 0712345678'],
    [{ gender: 'OTHER' }, 'gender', 'Choose one of MALE, FEMALE'],
    [{ YearOfBirth: 2999 }, 'yearOfBirth', 'Enter a year before the current one'],
    [{ numberOfTrees: 0 }, 'numberOfTrees', 'Enter a number greater than zero'],
    [{ yearOneProduce: -5 }, 'yearOneProduce', 'Enter a number greater than zero'],
    [{ yearTwoPrice: 1.5 }, 'yearTwoPrice', 'Enter a number greater than zero'],
    [{ acreage: 0 }, 'acreage', 'Enter a number greater than zero'],
    [{ county: 999 }, 'county', 'Not a known county'],
    [{ subCounty: 1 }, 'subCounty', 'Not a sub-county of this county'],
    [{ ward: 1 }, 'ward', 'Not a ward of this sub-county'],
    [{ institutionTupe: 'SACCO' }, 'institution', 'Not a SACCO institution'],
    [{ kraPin: 'B001' }, 'kraPin', 'A, nine digits and a letter'],
    [{ bankAccount: '123456789' }, 'accountNumber', 'Two different accounts are given'],
    [{ grower: 'CF4101' }, 'grower', 'Not a grower in your reach'],
  ]
  test.each(wrong)('%j is refused beside its field', async (differing, field, message) => {
    const { status, body } = await postFarmer(world.people.wanjikuMaker, differing)
    expect([status, body.details?.fields]).toEqual([422, { [field]: message }])
  })

  test('the right spellings, names for ids and objects with an id mean the same', async () => {
    const { wanjikuMaker } = world.people
    const { YearOfBirth: _year, institutionTupe: _type, farmerBankDetail, ...body } = newFarmerBody()
    const { status, body: answer } = await wanjikuMaker.post<FarmerAnswer>('/farmer/store', {
      ...body,
      yearOfBirth: '1979',
      institutionType: 'bank',
      institution: '11',
      accountNumber: farmerBankDetail.account,
      accountName: 'W. Kamau',
      currency: 'kes',
      county: 'Nyeri',
      subCounty: { id: 97, name: 'whatever' },
      ward: { id: '485' },
      variety: 'SL28',
      grower: { id: society() },
    })
    expect([status, answer.message]).toEqual([200, 'Record Created successfully!'])
    expect(answer.data).toMatchObject({
      county: { id: 19 },
      ward: { id: 485 },
      productVariety: 'SL28',
      institutionCode: '11',
    })
  })

  test('a mobile number is kept in one spelling whatever way it is written, and nothing else passes', async () => {
    const { wanjikuMaker } = world.people
    const national = fc.tuple(fc.constantFrom('7', '1'), fc.stringMatching(/^\d{8}$/)).map((parts) => parts.join(''))
    const spelt = fc.tuple(fc.constantFrom('0', '254', '+254', ''), national)
    await fc.assert(
      fc.asyncProperty(spelt, async ([prefix, digits]) => {
        const { status, body } = await postFarmer(wanjikuMaker, { mobileNumber: `${prefix}${digits}` })
        expect([status, body.data?.mobileNumber]).toEqual([200, `254${digits}`])
      }),
      { numRuns: 20 },
    )
    const other = fc
      .string({ maxLength: 14 })
      .filter((text) => !/^\+?(?:254|0)?[17]\d{8}$/.test(text.replace(/[\s()-]/g, '')))
    await fc.assert(
      fc.asyncProperty(other, async (mobileNumber) => {
        const { status, body } = await postFarmer(wanjikuMaker, { mobileNumber })
        expect([status, Object.keys(body.details?.fields ?? {})]).toEqual([422, ['mobileNumber']])
      }),
      { numRuns: 40 },
    )
  })

  test('the same key makes one farmer, however often it is sent', async () => {
    const { wanjikuMaker } = world.people
    const body = newFarmerBody()
    const options = { headers: { 'idempotency-key': `farmer-${body.farmerId}` } }
    const first = await wanjikuMaker.post<FarmerAnswer>('/farmer/store', body, options)
    const second = await wanjikuMaker.post<FarmerAnswer>('/farmer/store', body, options)
    expect(second.body).toEqual(first.body)
  })

  test('a member of another organisation than a society enters nobody', async () => {
    const { aliceMillerChecker } = world.people
    await world.owner.query(`update users set role_name = 'FCS_MAKER' where id = $1`, [aliceMillerChecker.id])
    const { status, body } = await postFarmer(aliceMillerChecker)
    await world.owner.query(`update users set role_name = 'MILLER_CHECKER' where id = $1`, [aliceMillerChecker.id])
    expect([status, body.code]).toEqual([403, 'organisation.not_allowed'])
  })
})

describe('editing', () => {
  test('a declined farmer is put right, waits again, and the editor cannot approve', async () => {
    const { wanjikuMaker, otienoChecker, margaretManager } = world.people
    const farmer = await enterFarmer(wanjikuMaker)
    const declined = (await decideFarmer(otienoChecker, 'decline', farmer)).body.data
    // The one who declined may not be the one who edits and then approves.
    await world.owner.query(`update users set role_name = 'FCS_MAKER' where id = $1`, [otienoChecker.id])
    const edited = await otienoChecker.post<FarmerAnswer>(`/farmer/update/${farmer.id}`, {
      version: declined.version,
      acreage: '2.25',
      farmerBankDetail: { accountName: 'Wangari Kamau' },
    })
    await world.owner.query(`update users set role_name = 'FCS_CHECKER' where id = $1`, [otienoChecker.id])
    expect([edited.status, edited.body.message]).toEqual([200, 'Farmer updated successfully'])
    expect(edited.body.data).toMatchObject({
      status: { id: 3 },
      acreage: 2.25,
      farmerId: farmer.farmerId,
      decidedBy: null,
      approverComments: null,
      version: declined.version + 1,
    })
    const { version } = edited.body.data
    expect((await decideFarmer(otienoChecker, 'approve', { id: farmer.id, version })).body.code).toBe('own_submission')
    const { rows } = await world.owner.query<{ changes: object }>(
      `select changes from audit_events where record_id = $1 and action = 'edit'`,
      [farmer.id],
    )
    expect(rows).toEqual([
      {
        changes: {
          acreage: { before: '1.5', after: '2.25' },
          accountName: { before: 'Wangari Njeri Kamau', after: 'Wangari Kamau' },
        },
      },
    ])
    expect((await decideFarmer(margaretManager, 'approve', { id: farmer.id, version })).status).toBe(200)
  })

  test('an edit of a version that is not the last, or of nothing, is refused', async () => {
    const { wanjikuMaker } = world.people
    const farmer = await enterFarmer(wanjikuMaker)
    const edit = (body: object) => wanjikuMaker.post<FarmerAnswer>(`/farmer/update/${farmer.id}`, body)
    expect((await edit({ version: farmer.version + 1, village: 'New' })).body.code).toBe('record.changed')
    expect((await edit({ village: 'Kihuri' })).body.code).toBe('change.nothing')
    expect((await edit({ acreage: 0 })).body.details?.fields).toEqual({ acreage: 'Enter a number greater than zero' })
    expect((await edit({ farmerId: '' })).body.details?.fields).toEqual({ farmerId: 'ID Number is required' })
  })

  test('an edit while an approval runs either comes first or is refused', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    for (let round = 0; round < 5; round += 1) {
      const { id, version } = await enterFarmer(wanjikuMaker)
      const [approved, edited] = await Promise.all([
        decideFarmer(otienoChecker, 'approve', { id, version }),
        wanjikuMaker.post<FarmerAnswer>(`/farmer/update/${id}`, { version, village: 'Changed late' }),
      ])
      expect([approved.status, edited.status].toSorted((a, b) => a - b)).toEqual([200, 409])
      const { organisation, status } = await detailOf(id)
      expect(organisation.village === 'Changed late').toBe(edited.status === 200)
      expect(status.statusName).toBe(approved.status === 200 ? 'APPROVED' : 'PENDING_APPROVAL')
    }
  })

  test('a farmer of another society is not found, by whatever call', async () => {
    const { danielMaker, wanjikuMaker, otienoChecker } = world.people
    const theirs = await enterFarmer(danielMaker)
    const answers = await Promise.all([
      otienoChecker.get(`/farmer/created/${theirs.id}`),
      wanjikuMaker.post(`/farmer/update/${theirs.id}`, { village: 'Mine' }),
      decideFarmer(otienoChecker, 'approve', theirs),
      otienoChecker.post('/farmer/reject', { id: theirs.id, approverComments: 'No' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })
})

describe('reading', () => {
  test('the list is the own society’s, the bank reads all, and the government reads masked', async () => {
    const { wanjikuMaker, danielMaker, peterBankChecker, aminaViewer } = world.people
    const ours = await enterFarmer(wanjikuMaker)
    const theirs = await enterFarmer(danielMaker)
    const listed = async (person: typeof aminaViewer, at: string) =>
      (await person.get<CreatedFarmer[]>(`/farmer/allfarmers/${world.organisationId(at)}`)).body
    const ids = (rows: CreatedFarmer[]) => rows.map(({ id }) => id)
    expect(ids(await listed(wanjikuMaker, 'CF4100'))).toContain(ours.id)
    expect(ids(await listed(wanjikuMaker, 'CF4100'))).not.toContain(theirs.id)
    expect(ids(await listed(peterBankChecker, 'COOP'))).toEqual(expect.arrayContaining([ours.id, theirs.id]))
    const seen = (await listed(aminaViewer, 'GOVT')).find(({ id }) => id === ours.id)
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${ours.farmerId}|${ours.mobileNumber}|${ours.bankAccount}`))
  })

  test('a download is an export by the specification’s name, and leaves a line in the trail', async () => {
    const { wanjikuMaker } = world.people
    await enterFarmer(wanjikuMaker)
    const lines = async () =>
      (
        await world.owner.query(`select action from audit_events where kind = 'export' and actor_id = $1`, [
          wanjikuMaker.id,
        ])
      ).rows.length
    const before = await lines()
    const file = await wanjikuMaker.get(`/farmer/downloadfarmers/${society()}`, { export: 'xlsx' })
    expect(file.headers['content-disposition']).toContain('downloaded_farmers.xlsx')
    const bare = await wanjikuMaker.get<CreatedFarmer[]>(`/farmer/downloadfarmers/${society()}`)
    expect(bare.body.length).toBeGreaterThan(0)
    expect(await lines()).toBe(before + 2)
  })

  test('what the maker entered waits for the checker in the inbox, and not for the maker', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const farmer = await enterFarmer(wanjikuMaker, { lastName: 'Inboxworth' })
    const search = 'Inboxworth'
    const found = await otienoChecker.get<PageOf<object>>('/inbox', { paginate: 'Y', search })
    expect(found.body.data).toMatchObject([
      {
        id: farmer.id,
        kind: 'farmer',
        title: `Wangari Njeri Inboxworth, ${farmer.memberNumber}`,
        amount: '1.5 acres',
        madeBy: 'Wanjiku Kamau',
      },
    ])
    expect((await wanjikuMaker.get<PageOf<object>>('/inbox', { paginate: 'Y', search })).body.data).toEqual([])
  })
})
