import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PayoutNews } from '#server/kit/bank/payout.ts'
import { now } from '#server/kit/clock.ts'
import {
  decideSchedule,
  fewMembers,
  fillPool,
  keepFloor,
  makePayable,
  membersOf,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import { agreeDeduction } from '#test/kit/deductions.ts'
import { makeTextWorld, type TextWorld } from '#test/kit/textWorld.ts'
import type { World } from '#test/kit/world.ts'
import { schedulePayouts } from './settleSchedule.ts'

// What members hear of their payments: each outcome of each line once.
let texting: TextWorld
let world: World
beforeAll(async () => {
  texting = await makeTextWorld()
  ;({ world } = texting)
  await fewMembers(world, 3)
  await makePayable(world)
  const { rows } = await world.owner.query<{ account_number: string; name: string }>(
    `update farmers set institution_code = '11', account_number = '0110900' || right(id_number, 7) where id in (select farmer_id from season_weights where approved_kg > 0)
      returning account_number, full_name as name`,
  )
  await world.bank.load(
    rows.map(({ account_number: accountNumber, name }) => ({ institutionCode: '11', accountNumber, name })),
  )
})
beforeEach(() => texting.reset())
afterAll(() => texting?.close())

type Line = { id: string; mobile: string; ending: string; number: string }
async function paid(): Promise<Line[]> {
  const { wanjikuMaker, margaretManager } = world.people
  await world.owner.query(`update communal_payments set status = 'REJECTED'`)
  await fillPool(world, 'CF4100', 100_000)
  await keepFloor(world)
  const { body } = await saveSchedule(world, wanjikuMaker, { loansToRecover: '' })
  const decided = await decideSchedule(world, margaretManager, 'APPROVE', body.data)
  if (decided.status !== 200) throw new Error(JSON.stringify(decided.body))
  await paySchedule(world, body.data.id)
  const { rows } = await world.owner.query<Line>(
    `select l.id, f.mobile_number as mobile, right(l.account_number, 3) as ending, l.account_number as number from schedule_lines l join farmers f on f.id = l.farmer_id
      where l.communal_payment_id = $1 order by f.member_number`,
    [body.data.id],
  )
  return rows
}
const heard = async ({ mobile }: Line) => {
  await texting.sendAll()
  return texting.gateway.texts.filter(({ to }) => to === `+${mobile}`).map(({ message }) => message)
}
/** What the payout engine says of a line, as often as it says so. */
const say = (line: Line, status: PayoutNews['status']) =>
  world.house.db.transaction('system', (tx) =>
    schedulePayouts[0]!.settled(tx, [
      { sourceId: line.id, status, reason: '', partnerReference: 'B1', at: now() } as PayoutNews, // border: what this owner reads
    ]),
  )

test('who was paid hears it once, in Swahili, with the end of the account only', async () => {
  const lines = await paid()
  for (const line of lines) {
    expect(await heard(line)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Othameru FCS: .+, KES [\\d,.]+ ya matunda ya \\d{4}/\\d{4} imelipwa .+, akaunti inayoishia ${line.ending}\\.$`,
        ),
      ),
    ])
    expect((await heard(line)).join('')).not.toContain(line.number)
  }
  await say(lines[0]!, 'PAID')
  expect(await heard(lines[0]!)).toHaveLength(1)
})

test('what a resolution of the society takes is said too', async () => {
  await agreeDeduction(world, { amount: 1 })
  const [line] = await paid()
  await world.owner.query(`update deductions set status = 'ENDED' where status = 'APPROVED'`)
  const { rows } = await world.owner.query<{ taken: string }>(
    `select deducted_cents / 100.0 as taken from schedule_lines where id = $1`,
    [line!.id],
  )
  const taken = Number(rows[0]!.taken)
  expect(taken).toBeGreaterThan(0)
  expect(await heard(line!)).toEqual([
    expect.stringContaining(
      `Iliyokatwa: KES ${taken.toLocaleString('en', { minimumFractionDigits: taken % 1 ? 2 : 0 })}.`,
    ),
  ])
})

test('a refusal is heard once however often it is tried, and the success after it once', async () => {
  const [member] = await membersOf(world)
  const accountNumber = '01109099999999'
  await world.owner.query(`update farmers set account_number = $2 where id = $1`, [member!.id, accountNumber])
  await world.bank.load([{ institutionCode: '11', accountNumber, name: 'CLOSED', status: 'closed' as const }])
  const [refused] = await paid()
  expect(await heard(refused!)).toEqual([expect.stringContaining('haikulipwa kwenye akaunti yako')])
  const again = () => world.owner.query(`update schedule_lines set status = 'QUEUED' where id = $1`, [refused!.id])
  await again()
  await say(refused!, 'FAILED')
  expect(await heard(refused!)).toHaveLength(1)
  await again()
  await say(refused!, 'PAID')
  expect(await heard(refused!)).toEqual([expect.any(String), expect.stringContaining('imelipwa')])
  // Days later the bank sends it back, twice.
  for (const _time of [1, 2]) {
    await again()
    await say(refused!, 'FAILED')
  }
  expect((await heard(refused!)).slice(2)).toEqual([expect.stringContaining('imerudi kutoka benki')])
})

test('nothing is written to who has died, and where the operator has switched it off', async () => {
  await texting.set('smsCherryPaid', false)
  const [, line] = await paid()
  expect(await heard(line!)).toEqual([])
  const [, member] = await membersOf(world)
  await texting.reset()
  await world.owner.query(`update farmers set life_state = 'DECEASED' where id = $1`, [member!.id])
  await world.owner.query(`update schedule_lines set status = 'QUEUED' where id = $1`, [line!.id])
  await say(line!, 'FAILED')
  expect(await heard(line!)).toEqual([])
})
