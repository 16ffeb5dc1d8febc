import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Eslip } from '#contract/settlement/eslips.ts'
import { eslipIn, readEslip, releaseEslip } from '#test/kit/eslips.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let warehouse: Person
beforeAll(async () => {
  world = await makeWorld()
  warehouse = world.people.francisWarehouseChecker
})
afterAll(() => world?.close())

test('the legs of an e-slip are what its lot fetched, whatever writes them', async () => {
  const id = await eslipIn(world)
  const change = `update eslip_legs set amount_cents = amount_cents + $2 where eslip_id = $1 and kind = 'GROWER'`
  await expect(world.owner.query(change, [id, 1])).rejects.toThrow('36001 cents of 36000')
  await expect(world.owner.query(change, [id, -1])).rejects.toThrow('35999 cents of 36000')
  await expect(
    world.owner.query('update eslips set gross_cents = gross_cents + 1, net_cents = net_cents + 1 where id = $1', [id]),
  ).rejects.toThrow('36000 cents of 36001')
})

test('each organisation that it names reads it, with the parts that concern it', async () => {
  const id = await eslipIn(world)
  const { wanjikuMaker, kevinBrokerMaker, kipronoMillerMaker, halimaMarketerChecker, danielMaker, peterBankChecker } =
    world.people
  const seen = async (person: Person) => {
    const { status, body } = await readEslip(person, id)
    if (status !== 200) return status
    const { gross, net, legs, shares } = body
    return [gross, net, legs.map(({ kind }) => kind).join(' '), shares.length]
  }
  const everything = [360, 353.52, 'DSS EXCHANGE BROKER GROWER', 1]
  for (const person of [wanjikuMaker, kevinBrokerMaker, peterBankChecker])
    expect(await seen(person)).toEqual(everything)
  // Who bought it knows the price; who milled and stored it, neither price nor parts of others.
  expect(await seen(halimaMarketerChecker)).toEqual([360, null, '', 0])
  for (const person of [kipronoMillerMaker, warehouse]) expect(await seen(person)).toEqual([null, null, '', 0])
  expect(await seen(danielMaker)).toBe(404)
})

test('nor has the file of who handled it a column that it may not read', async () => {
  await eslipIn(world)
  const { wanjikuMaker, kipronoMillerMaker, zainabBuyer } = world.people
  const columns = async (person: Person) =>
    String((await person.get('/eslips', { export: 'csv' })).bytes).split('\r\n', 1)[0] ?? ''
  expect(await columns(wanjikuMaker)).toMatch(/Invoice,USD per 50 kg,Gross \(USD\),Deductions \(USD\),Net \(USD\)/)
  expect(await columns(zainabBuyer)).toMatch(/Invoice,USD per 50 kg,Gross \(USD\),Prompt day/)
  for (const person of [kipronoMillerMaker, warehouse]) expect(await columns(person)).toMatch(/Buyer,Prompt day/)
})

test('of a bulked lot each grower reads the charges and its own part, and nothing of the other', async () => {
  const id = await eslipIn(world)
  await world.owner.query(`update eslips set grower_id = null where id = $1`, [id])
  await world.owner.query(
    `begin;
     update eslip_shares set kilograms = 60, gross_cents = 24000, net_cents = 23568 where eslip_id = '${id}';
     insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents)
       select eslip_id, organisation_id, o.id, outturn, 30, 12000, 11784 from eslip_shares cross join organisations o where eslip_id = '${id}' and o.code = 'CF4101';
     update eslip_legs set amount_cents = 23568 where eslip_id = '${id}' and kind = 'GROWER';
     insert into eslip_legs (id, eslip_id, organisation_id, place, kind, payee_id, grower_id, amount_cents)
       select gen_random_uuid(), eslip_id, organisation_id, 5, 'GROWER', o.id, o.id, 11784 from eslip_legs cross join organisations o
       where eslip_id = '${id}' and kind = 'GROWER' and o.code = 'CF4101';
     commit`,
  )
  const own = async (person: Person) => {
    const { body } = await readEslip(person, id)
    return [
      body.shares.map(({ growerCode, net }) => [growerCode, net]),
      body.legs.map(({ kind, amount }) => [kind, amount]).at(-1),
      body.legs.length,
    ]
  }
  expect(await own(world.people.wanjikuMaker)).toEqual([[['CF4100', 235.68]], ['GROWER', 235.68], 4])
  expect(await own(world.people.danielMaker)).toEqual([[['CF4101', 117.84]], ['GROWER', 117.84], 4])
  expect((await readEslip(world.people.lydiaMaker, id)).status).toBe(404)
})

test('only the warehouse that has the coffee releases it, once, and only when it is paid', async () => {
  const paid = await eslipIn(world, 'PAID')
  const elsewhere = await eslipIn(world, 'PAID')
  await world.owner.query(`update eslips set warehouse_id = miller_id where id = $1`, [elsewhere])
  expect((await releaseEslip(warehouse, { id: elsewhere })).status).toBe(404)
  expect((await releaseEslip(world.people.kevinBrokerMaker, { id: paid })).body.code).toBe('permission.missing')
  const answers = await Promise.all([releaseEslip(warehouse, { id: paid }), releaseEslip(warehouse, { id: paid })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await readEslip(warehouse, paid)).body).toMatchObject({
    status: { statusName: 'COLLECTED' },
    releasedAt: expect.any(String) as string,
  })
  expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(/^Already collected: /)
})

test.each([
  ['PENDING_PAYMENT', 'The buyer has not paid this lot. It is released once the payment has arrived.'],
  ['DEFAULTED', 'The buyer has not paid this lot in time. It is released once the payment has arrived.'],
] as const)('coffee that is %s is not released, and the warehouse is told why', async (status, message) => {
  const id = await eslipIn(world, status)
  const { body } = await releaseEslip(warehouse, { id })
  expect([body.code, body.message]).toEqual(['step.wrong_state', message])
})

test('paid coffee waits in the inbox of the warehouse that has it', async () => {
  const [here, elsewhere] = [await eslipIn(world, 'PAID'), await eslipIn(world, 'PAID')]
  await world.owner.query(`update eslips set warehouse_id = miller_id where id = $1`, [elsewhere])
  const { body } = await warehouse.get<{ data: { id: string }[] }>('/inbox', { paginate: 'Y', size: 100 })
  expect([here, elsewhere].map((slip) => body.data.some(({ id }) => id === slip))).toEqual([true, false])
})

test('the list is filtered by the name that the wire gives a state', async () => {
  const { body } = await warehouse.get<{ data: Eslip[] }>('/eslips', {
    paginate: 'Y',
    page: 0,
    size: 50,
    filter: 'status:PENDING-PAYMENT',
  })
  expect(new Set(body.data.map(({ status }) => status.statusName))).toEqual(new Set(['PENDING-PAYMENT']))
})
