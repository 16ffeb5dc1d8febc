import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FeeRule } from '#contract/settlement/feeRules.ts'
import { findFeeRule } from './feeRuleRows.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { agreedFees, decideFees, proposeFees, usualFees } from '#test/kit/feeRules.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let maker: Person
let checker: Person
beforeAll(async () => {
  world = await makeWorld()
  maker = world.people.estherBankMaker
  checker = world.people.peterBankChecker
})
afterAll(() => world?.close())
beforeEach(() => world.owner.query('delete from fee_rules'))

const days = (count: number) => businessDate(new Date(now().getTime() + count * 86_400_000))
const fieldsOf = ({ body }: { body: { details?: { fields?: object } } }) => body.details?.fields
const countsOn = (day: string) =>
  world.house.db.transaction('system', async (tx) => (await findFeeRule(tx, day))?.handling ?? null)

describe('proposing', () => {
  test.each([
    ['brokerPercent', 1.01, 'At most 1 %'],
    ['dssPercent', 0.31, 'At most 0.3 %'],
    ['exchangePercent', 0.51, 'At most 0.5 %'],
    ['handlingPerPackage', 1.005, 'At most 2 decimals'],
    ['millingPerTonne', -1, 'Not less than nothing'],
    ['shillingsPerDollar', 0, 'At least 1'],
  ])('%s of %s is refused beside its field', async (name, value, why) => {
    const answer = await proposeFees(maker, { [name]: value })
    expect([answer.status, fieldsOf(answer)]).toEqual([422, { [name]: why }])
  })

  test('the database refuses more than the regulations allow too', async () => {
    const { id } = (await proposeFees(maker)).body.data
    for (const over of ['broker_hundredths = 101', 'dss_hundredths = 31', 'exchange_hundredths = 51'])
      await expect(world.owner.query(`update fee_rules set ${over} where id = $1`, [id])).rejects.toThrow('check')
  })

  test('only the bank that settles proposes, one rule at a time', async () => {
    for (const [person, code] of [
      [world.people.josephKpcuMaker, 'organisation.not_allowed'],
      [world.people.kevinBrokerMaker, 'permission.missing'],
      [checker, 'permission.missing'],
    ] as const)
      expect((await proposeFees(person)).body.code).toBe(code)
    const answers = await Promise.all([proposeFees(maker), proposeFees(maker, { handlingPerPackage: 2 })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('the first rule may reach back; later ones count from today on', async () => {
    await agreedFees(world, { validFrom: '2020-10-01' })
    expect((await proposeFees(maker, { validFrom: days(-1), handlingPerPackage: 2 })).body.code).toBe('fee_rule.past')
    expect((await proposeFees(maker)).body.code).toBe('change.nothing')
    expect((await proposeFees(maker, { handlingPerPackage: 2 })).status).toBe(200)
  })
})

describe('deciding', () => {
  test('another person of the bank approves; a sale is charged by the last rule before it', async () => {
    await agreedFees(world, { validFrom: '2020-10-01' })
    const proposed = (await proposeFees(maker, { validFrom: days(3), handlingPerPackage: 2 })).body.data
    expect(proposed).toMatchObject({ before: usualFees, handlingPerPackage: 2 })
    expect((await decideFees(maker, 'approve', proposed)).body.code).toBe('permission.missing')
    expect((await decideFees(world.people.mercyKpcuChecker, 'approve', proposed)).body.code).toBe(
      'organisation.not_allowed',
    )
    expect((await decideFees(checker, 'approve', proposed)).body).toMatchObject({
      message: 'Approved: the fee rule is in force',
      data: { status: { id: 1 } },
    })
    const { rows: said } = await world.owner.query('select distinct title from audit_events where record_id = $1', [
      proposed.id,
    ])
    expect(said).toEqual([{ title: expect.stringMatching(/^From \d{1,2} [A-Z][a-z]{2} \d{4}$/) }])
    expect([await countsOn('2020-09-30'), await countsOn(days(2)), await countsOn(days(3))]).toEqual([null, 120n, 200n])
  })

  test('a rule of the same day steps back', async () => {
    const first = await agreedFees(world)
    await agreedFees(world, { handlingPerPackage: 2 })
    const { body } = await maker.get<FeeRule>(`/settlement/fees/${first.id}`)
    expect(body.status.statusName).toBe('SUPERSEDED')
    expect(await countsOn(days(0))).toBe(200n)
  })

  test('twice at once it is decided once', async () => {
    const rule = (await proposeFees(maker)).body.data
    const answers = await Promise.all([
      decideFees(checker, 'approve', rule),
      decideFees(checker, 'decline', rule, 'No'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('a rule whose day has passed while it waited is not put in force', async () => {
    await agreedFees(world, { validFrom: '2020-10-01' })
    const { id } = (await proposeFees(maker, { handlingPerPackage: 2 })).body.data
    await world.owner.query('update fee_rules set valid_from = $2 where id = $1', [id, days(-1)])
    expect((await decideFees(checker, 'approve', { id })).body.code).toBe('fee_rule.past')
  })
})

test('everybody of the trade reads what is in force; what is proposed stays in the bank', async () => {
  await agreedFees(world)
  await proposeFees(maker, { handlingPerPackage: 2 })
  const seen = async (person: Person) =>
    (await person.get<{ data: FeeRule[] }>('/settlement/fees', { paginate: 'Y', page: 0, size: 10 })).body.data.length
  const { kevinBrokerMaker, wanjikuMaker, kipronoMillerMaker, francisWarehouseChecker } = world.people
  for (const person of [kevinBrokerMaker, wanjikuMaker, kipronoMillerMaker, francisWarehouseChecker])
    expect(await seen(person)).toBe(1)
  expect(await seen(checker)).toBe(2)
})
