import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideTradeAccount, lodgeClaim, openAccount, proposeTradeAccount } from '#test/kit/settlement.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

test('an account is in force once another person of the bank has approved it', async () => {
  const { estherBankMaker, peterBankChecker } = world.people
  const { data } = (await proposeTradeAccount(world)).body
  expect(data.after).toMatchObject({ accountName: 'RIDGE BROKERS' })
  expect((await decideTradeAccount(estherBankMaker, 'approve', data)).body.code).toBe('permission.missing')
  expect((await decideTradeAccount(peterBankChecker, 'approve', data)).status).toBe(200)
  const { body } =
    await peterBankChecker.get<{ organisationCode: string; accountName: string }[]>('/settlement/accounts')
  expect(body).toEqual([expect.objectContaining({ organisationCode: 'BR5001', accountName: 'RIDGE BROKERS' })])
})

test('another number takes the place of the one before', async () => {
  const { data } = (await proposeTradeAccount(world)).body
  expect((await decideTradeAccount(world.people.peterBankChecker, 'approve', data)).body).toMatchObject({
    error: false,
  })
})

test('a society, a buyer, an account of shillings and a number that is taken have none', async () => {
  const wrong = async (more: Parameters<typeof proposeTradeAccount>[1]) =>
    (await proposeTradeAccount(world, more)).body.details?.fields
  expect(await wrong({ organisationCode: 'CF4100' })).toHaveProperty('organisationCode')
  expect(await wrong({ purpose: 'BUYERS' })).toHaveProperty('organisationCode')
  expect(await wrong({ accountNumber: '01660000000001' })).toHaveProperty('accountNumber')
  const taken = await openAccount(world, 'BUYERS')
  expect(await wrong({ accountNumber: taken })).toHaveProperty('accountNumber')
})

test('the bank has an account of its own besides the three of the sale: as a lender it is paid of sales too', async () => {
  const { status, body } = await proposeTradeAccount(world, { organisationCode: 'COOP' })
  expect([status, body.data.title]).toEqual([200, 'Co-operative Bank'])
})

test('whose an account is cannot be asked without end: after a minute’s worth the bank’s maker waits', async () => {
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => proposeTradeAccount(world, { organisationCode: 'CF4100' })),
  )
  expect(answers.filter(({ body }) => body.code === 'rate.limited').length).toBeGreaterThanOrEqual(5)
})

test('a claim is lodged by lenders only, once for each document, and read by the society that it is against', async () => {
  const { estherBankMaker, kevinBrokerMaker, wanjikuMaker, danielMaker } = world.people
  expect((await lodgeClaim(kevinBrokerMaker)).body.code).toBe('permission.missing')
  expect((await lodgeClaim(estherBankMaker, { document: 'AGM 7' })).status).toBe(200)
  expect((await lodgeClaim(estherBankMaker, { document: 'AGM 7' })).body.code).toBe('change.open')
  expect((await lodgeClaim(estherBankMaker, { growerCode: 'ML2001' })).body.details?.fields).toHaveProperty(
    'growerCode',
  )
  const seen = async (person: typeof wanjikuMaker) =>
    (await person.get<{ data: unknown[] }>('/settlement/claims', { paginate: 'Y', page: 0, size: 10 })).body.data.length
  expect([await seen(wanjikuMaker), await seen(danielMaker)]).toEqual([1, 0])
})

test('a claim is decided by its own lender, and waits for nobody of another', async () => {
  const { estherBankMaker, mercyKpcuChecker, peterBankChecker } = world.people
  const { id } = (await lodgeClaim(estherBankMaker, { document: 'AGM 8' })).body.data
  const deciders = await estherBankMaker.get<{ fullName: string }[]>(`/audit/sale_claim/${id}/deciders`)
  expect(deciders.body.map(({ fullName }) => fullName)).toEqual([peterBankChecker.fullName])
  const waiting = async (person: typeof mercyKpcuChecker) =>
    (await person.get<{ kinds: Record<string, number> }>('/inbox/counts')).body.kinds['sale_claim'] ?? 0
  expect([await waiting(peterBankChecker), await waiting(mercyKpcuChecker)]).toEqual([2, 0])
})
