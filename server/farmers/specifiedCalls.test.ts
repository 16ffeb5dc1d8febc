import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { decideFarmer, enterFarmer, newFarmerBody, type FarmerAnswer } from '#test/kit/createdFarmers.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// Every call about farmers of the specification, at its path and with its fields, as a client written against it makes them.
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world?.close())

const text = z.string().min(1)
const number = z.number().int()
const farmer = z.object({
  id: text,
  farmerId: text,
  firstName: text,
  middleName: z.string(),
  lastName: text,
  fullName: text,
  memberNumber: text,
  mobileNumber: text,
  acreage: z.number(),
  county: z.object({ id: number, name: text }),
  subCounty: z.object({ id: number, name: text }),
  ward: z.object({ id: number }),
  status: z.object({ statusName: text }),
  gender: text,
  productVariety: text,
  kraPin: z.string(),
  yearOfBirth: number,
  numberOfTrees: number,
  yearOneProduce: number,
  yearTwoProduce: number,
  yearThreeProduce: number,
  yearOnePrice: z.number(),
  yearTwoPrice: z.number(),
  yearThreePrice: z.number(),
  organisation: z.object({ organisationCode: text, village: text }),
  bankCode: text,
  bankAccount: text,
  farmerBankDetail: z.object({ bank: z.object({ id: text }), currency: text, accountName: text, account: text }),
})
const pendingFarmer = z.object({
  id: text,
  firstName: text,
  middleName: z.string(),
  lastName: text,
  farmerId: text,
  mobileNumber: text,
  memberNumber: text,
  gender: text,
  bankCode: z.string(),
  bankAccount: text,
  organisation: z.object({ id: text }),
  companyName: z.string(),
  companyRegistrationNumber: z.string(),
  approverComments: z.string().nullable(),
})
const named = z.object({ id: number, name: text })
const institution = z.object({ institutionCode: text, institutionName: text })
const bank = z.object({ id: text, bankName: text, bankSwiftCode: z.string(), bankCode: z.string(), pic: z.string() })
const organisation = z.object({ id: text, organisationCode: text, organisationName: text })
const society = () => world.organisationId('CF4100')

const lists: [string, () => string, z.ZodType][] = [
  ['/farmer/allfarmers/{organizationId}', () => `/farmer/allfarmers/${society()}`, farmer],
  ['/farmer/downloadfarmers/{organizationId}', () => `/farmer/downloadfarmers/${society()}`, farmer],
  [
    '/farmer/approve/pending_approval/{organisationId}',
    () => `/farmer/approve/pending_approval/${society()}`,
    pendingFarmer,
  ],
  ['/farmer/allcounties', () => '/farmer/allcounties', named],
  ['/farmer/allsubcountybycounty/{countyId}', () => '/farmer/allsubcountybycounty/19', named],
  ['/farmer/allwards/{subCountyId}', () => '/farmer/allwards/97', named],
  ['/farmer/subcounties', () => '/farmer/subcounties', named],
  ['/farmer/varieties', () => '/farmer/varieties', named],
  ['/farmer/institutions', () => '/farmer/institutions', institution],
  ['/farmer/banks', () => '/farmer/banks', bank],
  ['/payment/institutions', () => '/payment/institutions', institution],
  ['/bank', () => '/bank', bank],
  ['/instution/get', () => '/instution/get', institution],
  ['/organization/get-parent-organization?q=', () => '/organization/get-parent-organization?q=CF41', organisation],
  ['/organization/get-fcs', () => '/organization/get-fcs', organisation],
  ['/organization/getAll', () => '/organization/getAll', organisation],
  ['/organization/get-marketers', () => '/organization/get-marketers', organisation],
  ['/organization/currency', () => '/organization/currency', z.object({ currency: z.enum(['KES', 'USD']) })],
  ['/growerstatus/org', () => '/growerstatus/org', z.object({ code: text, name: text })],
  ['/broker/findByBrokerActive', () => '/broker/findByBrokerActive', organisation],
]

describe('reading', () => {
  beforeAll(async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const { id } = await enterFarmer(wanjikuMaker)
    await decideFarmer(otienoChecker, 'approve', { id })
    const opened = await wanjikuMaker.post('/farmer/edit', { id, lastName: 'Wambui' })
    if (opened.status !== 200) throw new Error(opened.bytes.toString())
  })

  test.each(lists)('GET %s answers a bare list with its fields', async (_path, path, shape) => {
    const { status, body } = await world.people.wanjikuMaker.get<unknown[]>(path())
    expect(status).toBe(200)
    expect(z.array(shape).min(1).safeParse(body).error).toBeUndefined()
  })

  test.each(lists)('GET %s needs a session', async (_path, path) => {
    const answer = await world.app.inject({ url: `/api${path()}` })
    expect(answer.statusCode).toBe(401)
  })

  test('the three lists of an organisation come in pages too, and another’s are not found', async () => {
    const { wanjikuMaker } = world.people
    for (const call of ['allfarmers', 'downloadfarmers', 'approve/pending_approval']) {
      const { body } = await wanjikuMaker.get<PageOf<unknown>>(`/farmer/${call}/${society()}`, {
        paginate: 'Y',
        size: 1,
      })
      expect(body).toMatchObject({ data: [{}], page: { size: 1, number: 0 } })
      const foreign = await wanjikuMaker.get(`/farmer/${call}/${world.organisationId('CF4101')}`)
      expect(foreign.status, call).toBe(404)
    }
  })

  test('a trailing slash is the same call', async () => {
    expect((await world.people.wanjikuMaker.get('/farmer/banks/')).status).toBe(200)
  })

  test('the pending list holds requests that wait, and no others', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const path = `/farmer/approve/pending_approval/${society()}`
    const before = (await wanjikuMaker.get<{ id: string; version: number; lastName: string }[]>(path)).body
    expect(before).toMatchObject([{ lastName: 'Wambui' }])
    const { status, body } = await otienoChecker.post<FarmerAnswer>('/farmer/reject', {
      id: before[0]?.id,
      approverComments: 'No letter',
    })
    expect([status, body.error, body.message]).toEqual([200, false, 'Update rejected'])
    expect((await wanjikuMaker.get(path)).body).toEqual([])
  })
})

describe('writing', () => {
  const answerShape = z.object({ error: z.literal(false), message: text, data: farmer })

  test('POST /farmer/store, /farmer/update/{id}, /farmer/approve, /farmer/reject and /farmer/edit say error and message', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const stored = await wanjikuMaker.post<FarmerAnswer>('/farmer/store', newFarmerBody())
    expect(answerShape.safeParse(stored.body).error).toBeUndefined()
    const { id } = stored.body.data
    const updated = await wanjikuMaker.post<FarmerAnswer>(`/farmer/update/${id}`, { village: 'Kairia' })
    expect(answerShape.parse(updated.body).message).toBe('Farmer updated successfully')
    const declined = await otienoChecker.post<FarmerAnswer>('/farmer/reject', {
      id,
      approverComments: 'Not our member',
    })
    expect(answerShape.parse(declined.body).message).toBe('Farmer Approval Declined successfully!')
    await wanjikuMaker.post<FarmerAnswer>(`/farmer/update/${id}`, { village: 'Kihuri' })
    // The words of the specification, in whatever case.
    const approved = await otienoChecker.post<FarmerAnswer>('/farmer/approve', {
      action: 'APPROVE',
      confirmFarmer: id,
      approverComments: 'Account of the household',
    })
    expect(answerShape.parse(approved.body).message).toBe('Farmer Approved successfully!')
    const opened = await wanjikuMaker.post<FarmerAnswer>('/farmer/edit', {
      id,
      lastName: 'Wambui',
      growerId: society(),
    })
    expect(opened.body).toMatchObject({ error: false, message: 'Sent for approval' })
    // A request is approved by the body that the specification shows, without action or version.
    const request = await otienoChecker.post<FarmerAnswer>('/farmer/approve', {
      id: opened.body.data.id,
      growerId: id,
      approverComments: 'Letter seen',
      companyName: '',
      companyRegistrationNumber: '',
    })
    expect(request.body).toMatchObject({ error: false, message: 'Update approved' })
  })

  test('a body without what a decision needs, or with another action, is refused in the one manner', async () => {
    const { otienoChecker } = world.people
    for (const body of [
      {},
      { action: 'approve' },
      { action: 'remove', confirmFarmer: world.people.otienoChecker.id },
    ]) {
      const answer = await otienoChecker.post<FarmerAnswer>('/farmer/approve', body)
      expect([answer.status, answer.body.error, answer.body.code]).toEqual([422, true, 'input.invalid'])
    }
  })
})

test('the templates of farmers and of companies are both saved as farmer_sample.xlsx', async () => {
  for (const filename of ['farmer', 'farmercompany']) {
    const { headers } = await world.people.wanjikuMaker.get('/files/downloads', { filename })
    expect(headers['content-disposition']).toMatch(/farmer_sample\.xlsx$/)
  }
})
