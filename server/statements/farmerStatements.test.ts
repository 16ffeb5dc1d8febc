import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FarmerOverview } from '#contract/farmers/farmerOverview.ts'
import type { ExplainedLine, FarmerStatement } from '#contract/statements/farmerStatements.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { lineStates } from '#contract/schedules/scheduleLines.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { converted } from '#test/kit/conversions.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import {
  decideSchedule,
  fewMembers,
  fillPool,
  keepFloor,
  leaveNothingToSay,
  membersOf,
  owe,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import type { Person } from '#test/kit/people.ts'
import type { World } from '#test/kit/world.ts'

// A member's statement: every shilling from the scale and the deal to the account.
let world: World
let maker: Person
let member: { id: string; kilograms: string }
let nationalId: string
let deals: string[]
beforeAll(async () => {
  world = (await makePayingWorld()).world
  maker = world.people.wanjikuMaker
  await fewMembers(world, 8)
  await leaveNothingToSay(world)
  await keepFloor(world)
  member = (await membersOf(world))[0]!
  nationalId = (
    await world.owner.query<{ id: string }>('select id_number as id from farmers where id = $1', [member.id])
  ).rows[0]!.id
  await owe(world, member.id, 'KPCU', 12_345n)
  await owe(world, member.id, 'COOP', 500n)
  deals = [await converted(world, 1_000, '128.950000')]
  await fillPool(world, 'CF4100', 500)
  deals.push(await converted(world, 333.33, '129.123457'))
  const { data } = (await saveSchedule(world, maker)).body
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', data)
  await paySchedule(world, data.id)
})
afterAll(() => world?.close())

const statementOf = (person: Person, id = member.id, society = 'CF4100') =>
  person.get<FarmerStatement & { code?: string }>(
    `/farmer/payment_statement/${world.organisationId(society)}/${encodeURIComponent(id)}`,
  )
const cents = (amount: number) => Math.round(amount * 100)

describe('the statement of a member', () => {
  test('says what was paid, what lenders took, and from which deals it came, to the cent', async () => {
    const { body } = await statementOf(maker)
    const [payment] = body.payments
    expect(body.payments).toHaveLength(1)
    expect(payment?.deals.map(({ dealCode }) => dealCode)).toEqual([deals[0], '', deals[1]])
    expect(payment?.deals.map(({ rate }) => rate)).toEqual([128.95, null, 129.123457])
    expect(payment?.deals[0]).toMatchObject({ dollars: 1_000, shillings: 128_950 })
    const parts = payment!.deals.reduce((all, { part }) => all + cents(part), 0)
    expect(parts).toBe(cents(payment!.initialAmount))
    expect(payment!.recoveries.map(({ season }) => season)).toEqual([currentSeason(), currentSeason()])
    expect(payment!.recoveries.map(({ amount }) => cents(amount)).toSorted((a, b) => a - b)).toEqual([500, 12_345])
    expect(cents(payment!.netAmount) + cents(payment!.leftOver)).toBe(
      cents(payment!.initialAmount) - cents(payment!.recovered),
    )
    const [season] = body.seasons
    expect(season).toMatchObject({
      season: currentSeason(),
      kilograms: Number(member.kilograms),
      payments: 1,
      total: payment!.initialAmount,
      recovered: 128.45,
    })
    expect(cents(season!.paid) + cents(season!.unpaid)).toBe(cents(payment!.netAmount))
  })

  test('stands among what happened with the member, as it stands in the schedule', async () => {
    const [payment] = (await statementOf(maker)).body.payments
    const { timeline } = (await maker.get<FarmerOverview>(`/farmer/${member.id}/overview`, { size: '100' })).body
    expect(timeline.data.filter(({ what }) => what === 'CHERRY_PAYMENT')).toMatchObject([
      { id: payment?.id, line: payment?.status, amount: payment?.netAmount, reference: `${currentSeason()} (1)` },
    ])
  })

  test('is found by the national ID only by whoever may search by it, and the trail says that it was', async () => {
    const path = '/farmer/payment_statement/find'
    const found = await maker.post<{ memberships: { id: string }[] }>(path, {
      nationalId: ` ${nationalId.toLowerCase()} `,
    })
    expect([found.status, found.body.memberships.map(({ id }) => id)]).toEqual([200, [member.id]])
    const { rows } = await world.owner.query(
      `select from audit_events where action = 'found_by_id' and record_id = $1`,
      [member.id],
    )
    expect(rows).toHaveLength(1)
    expect((await maker.post<{ code: string }>(path, { nationalId: '99999999' })).body.code).toBe('statement.nobody')
    expect((await world.people.danielMaker.post<{ code: string }>(path, { nationalId })).body.code).toBe(
      'statement.nobody',
    )
    expect((await world.people.aminaViewer.post(path, { nationalId })).status).toBe(403)
  })

  test('the calls of the specification take the national ID too, from whoever may search by it', async () => {
    const at = (call: string) => `/payment/${call}/${world.organisationId('CF4100')}/${nationalId}`
    const stats = await maker.get<{ data: { season: string; amount: number }[] }>(at('fetchFarmerScheduleStats'))
    const { body } = await statementOf(maker)
    expect(stats.body.data).toEqual(
      body.seasons.filter(({ paid }) => paid > 0).map(({ season, paid }) => ({ season, amount: paid })),
    )
    const lines = await maker.get<{ data: { id: string }[] }>(at('fetchFarmerStatement'))
    expect(lines.body.data.map(({ id }) => id)).toEqual(body.payments.map(({ id }) => id))
    expect((await world.people.aminaViewer.get(at('fetchFarmerStatement'))).status).toBe(404)
  })

  test('of somebody who is a member of two societies is found in each of them by whoever sees both', async () => {
    const { estherBankMaker } = world.people
    const { rows } = await world.owner.query<{ id: string; was: string }>(
      `select id, id_number as was from farmers where organisation_id = $1 and status = 'APPROVED' order by id limit 1`,
      [world.organisationId('CF4101')],
    )
    const [other] = rows
    const rename = (to: string) => world.owner.query('update farmers set id_number = $1 where id = $2', [to, other!.id])
    await rename(nationalId)
    try {
      type Found = { memberships: { id: string; organisationCode: string }[] }
      const found = async (person: Person) =>
        (await person.post<Found>('/farmer/payment_statement/find', { nationalId })).body.memberships
      expect((await found(estherBankMaker)).map(({ organisationCode }) => organisationCode)).toEqual([
        'CF4100',
        'CF4101',
      ])
      expect((await found(maker)).map(({ id }) => id)).toEqual([member.id])
      const at = `/payment/fetchFarmerStatement/${world.organisationId('COOP')}/${nationalId}`
      const [line] = (await statementOf(maker)).body.payments
      const { body } = await estherBankMaker.get<{ data: { id: string; dateCreated: string }[] }>(at)
      expect(body.data.map(({ id, dateCreated }) => [id, dateCreated])).toEqual([[line!.id, line!.dateCreated]])
      await world.owner.query('update schedule_lines set farmer_id = $1 where id = $2', [other!.id, line!.id])
      try {
        expect((await estherBankMaker.get<{ data: object[] }>(at)).body.data).toHaveLength(1)
      } finally {
        await world.owner.query('update schedule_lines set farmer_id = $1 where id = $2', [member.id, line!.id])
      }
    } finally {
      await rename(other!.was)
    }
  })

  test('leaves as a workbook whose payments add up to nothing, and the trail says that it did', async () => {
    const path = `/farmer/payment_statement/${world.organisationId('CF4100')}/${member.id}/workbook`
    const { bytes } = await maker.get(path)
    const table = await readTable({ bytes, fileName: 'statement.xlsx', caps: {} })
    let [all, fromDeals] = [0, 0]
    const said: unknown[] = []
    for await (const batch of table.batches)
      for (const { cells } of batch) {
        said.push(cells[3])
        if (cells[3] === 'Came from') fromDeals += cents(Number(cells[8]))
        else all += cents(Number(cells[8]))
      }
    const [payment] = (await statementOf(maker)).body.payments
    expect([all, fromDeals]).toEqual([0, cents(payment!.initialAmount)])
    expect(said).toContain(`To the account: ${lineStates[payment!.status].label}`)
    const { rows } = await world.owner.query(`select from audit_events where title = 'Payment statement'`)
    expect(rows).toHaveLength(1)
    expect((await world.people.danielMaker.get(path)).status).toBe(404)
  })

  test('is nobody else’s', async () => {
    expect((await statementOf(world.people.danielMaker)).status).toBe(404)
    expect((await statementOf(world.people.danielMaker, member.id, 'CF4101')).status).toBe(404)
  })
})

test('a line is explained from the deliveries that stood in its kilograms', async () => {
  const [payment] = (await statementOf(maker)).body.payments
  const explain = (person: Person) => person.get<ExplainedLine>(`/payment/scheduleLine/${payment!.id}`)
  const { body } = await explain(maker)
  const kilograms = body.deliveries.reduce((all, one) => all + Math.round(one.kilograms * 1_000), 0)
  expect(body.deliveryCount).toBe(body.deliveries.length)
  expect(kilograms).toBe(Math.round(body.totalCherryWeight * 1_000))
  expect((await explain(world.people.danielMaker)).status).toBe(404)
})
