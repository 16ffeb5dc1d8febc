import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExplainedLine, FarmerStatement } from '#contract/statements/farmerStatements.ts'
import type { PaidLine } from '#contract/statements/paidLines.ts'
import type { SeasonAccount } from '#contract/statements/seasonAccount.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { bankTells } from '#test/kit/bankStatements.ts'
import { converted } from '#test/kit/conversions.ts'
import { agreeDeduction, asPremium } from '#test/kit/deductions.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import type { Person } from '#test/kit/people.ts'
import {
  decideSchedule,
  fewMembers,
  fillPool,
  keepFloor,
  leaveNothingToSay,
  makePayable,
  membersOf,
  owe,
  paySchedule,
  saveSchedule,
} from '#test/kit/schedules.ts'
import type { World } from '#test/kit/world.ts'

// Premiums and deductions where members' payments are reported: with their resolutions, to the cent, and after a payment came back.
let world: World
let maker: Person
let member: { id: string; kilograms: string }
let scheduleId: string
let deducted: number
const account = '01109091234500'
beforeAll(async () => {
  world = (await makePayingWorld()).world
  maker = world.people.wanjikuMaker
  await fewMembers(world, 4)
  await leaveNothingToSay(world)
  await keepFloor(world)
  await agreeDeduction(world, { ...asPremium, amount: 0.35, title: 'Quality premium', minuteNumber: 'AGM/7' })
  await agreeDeduction(world, { basis: 'PER_MEMBER', amount: 123.45, title: 'Fertiliser', minuteNumber: 'MC/12' })
  member = (await membersOf(world))[0]!
  await makePayable(world)
  // Inside the bank: what comes back is with the society at once.
  const { rows } = await world.owner.query<{ name: string }>(
    `update farmers set institution_code = '11', account_number = $2 where id = $1 returning full_name as name`,
    [member.id, account],
  )
  await world.bank.load([{ institutionCode: '11', accountNumber: account, name: rows[0]!.name, status: 'active' }])
  await owe(world, member.id, 'KPCU', 6_789n)
  await converted(world, 400, '128.950000')
  await fillPool(world, 'CF4100', 30_000)
})
afterAll(() => world?.close())

const cents = (amount: number) => Math.round(amount * 100)
const statementPath = () => `/farmer/payment_statement/${world.organisationId('CF4100')}/${member.id}`
const statement = async () => (await maker.get<FarmerStatement>(statementPath())).body
const addUp = (line: PaidLine) => [
  cents(line.initialAmount) + cents(line.bonus),
  cents(line.deducted) + cents(line.recovered) + cents(line.leftOver) + cents(line.netAmount),
]

/** The season account of the society, which must close to nothing in both currencies. */
async function closes(): Promise<SeasonAccount> {
  const { body } = await maker.get<SeasonAccount>(`/payment/seasonAccount/${world.organisationId('CF4100')}`)
  expect([body.dollars.difference, body.shillings.difference]).toEqual([0, 0])
  return body
}

type Leg = { reference: string; account: string; cents: string }
const legOf = async (sourceId: string): Promise<Leg> =>
  (
    await world.owner.query<Leg>(
      `select l.reference, l.from_account as account, l.amount_cents::text as cents from payout_legs l join payouts p on p.id = l.payout_id
       where p.source_id = $1 order by l.place desc limit 1`,
      [sourceId],
    )
  ).rows[0]!

test('the season account closes while what is deducted waits, and once its payee is paid', async () => {
  const { data } = (await saveSchedule(world, maker)).body
  scheduleId = data.id
  deducted = data.deducted
  expect(cents(data.bonus)).toBeGreaterThan(0)
  expect(cents(deducted)).toBe(4 * 12_345)
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', data)
  const approved = await closes()
  expect([approved.shillings.deducted, approved.shillings.recovered]).toEqual([0, 0])
  expect(cents(approved.shillings.held)).toBe(cents(data.net) + cents(data.recovered) + cents(deducted))
  await paySchedule(world, scheduleId)
  const paid = await closes()
  expect(paid.shillings).toMatchObject({ deducted, recovered: 67.89, paid: data.net, held: 0 })
  expect(paid.schedules).toMatchObject([{ id: scheduleId, bonus: data.bonus, deducted, recovered: 67.89 }])
})

test('the statement and the drawer name each premium and deduction with its resolution, and all adds up', async () => {
  const { payments, seasons } = await statement()
  const [line] = payments
  const bonus = Math.round(Number(member.kilograms) * 35) / 100
  expect(line).toMatchObject({
    bonus,
    bonuses: [{ title: 'Quality premium', authority: 'AGM/7', authorityDate: '2026-10-02', amount: bonus }],
    deducted: 123.45,
    deductions: [{ title: 'Fertiliser', authority: 'MC/12', authorityDate: '2026-10-02', amount: 123.45 }],
  })
  const [in_, out] = addUp(line!)
  expect(in_).toBe(out)
  expect(line!.deals.reduce((all, { part }) => all + cents(part), 0)).toBe(in_)
  expect(seasons[0]).toMatchObject({ bonus, deducted: 123.45, total: line!.initialAmount, unpaid: 0 })
  const { body } = await maker.get<ExplainedLine>(`/payment/scheduleLine/${line!.id}`)
  expect([body.bonuses, body.deductions]).toEqual([line!.bonuses, line!.deductions])
})

test('the workbook has a row for each with its resolution, and adds up to nothing', async () => {
  const { bytes } = await maker.get(`${statementPath()}/workbook`)
  const table = await readTable({ bytes, fileName: 'statement.xlsx', caps: {} })
  const found: string[] = []
  let all = 0
  for await (const batch of table.batches)
    for (const { cells } of batch) {
      if (cells[4]?.startsWith('Minute')) found.push(`${cells[3]}: ${cells[4]}`)
      if (cells[3] !== 'Came from') all += cents(Number(cells[8]))
    }
  expect(found).toEqual(['Quality premium: Minute AGM/7 of 2026-10-02', 'Fertiliser: Minute MC/12 of 2026-10-02'])
  expect(all).toBe(0)
  const season = await maker.get(`/payment/seasonAccount/${world.organisationId('CF4100')}/workbook`)
  const sheet = await readTable({ bytes: season.bytes, fileName: 'account.xlsx', caps: {} })
  const sums = [0, 0]
  for await (const batch of sheet.batches)
    for (const { cells } of batch) for (const column of [0, 1]) sums[column]! += cents(Number(cells[column + 2] || 0))
  expect(sums).toEqual([0, 0])
})

test('what came back from the bank, of a member or of a payee, is held again, and the account still closes', async () => {
  const [line] = (await statement()).payments
  const back = { narration: 'Returned AC04: the account is closed' }
  const ofMember = await legOf(line!.id)
  await bankTells(world, ofMember.account, { ...back, ...ofMember, cents: BigInt(ofMember.cents), key: 'BACK1' })
  const after = await statement()
  expect(after.payments[0]).toMatchObject({ status: 'FAILED', reason: back.narration, deducted: 123.45 })
  expect(addUp(after.payments[0]!)).toEqual(addUp(line!))
  expect(after.seasons[0]).toMatchObject({ paid: 0, unpaid: line!.netAmount, deducted: 123.45 })
  const held = await closes()
  expect(held.shillings).toMatchObject({ deducted, held: line!.netAmount })

  const { rows } = await world.owner.query<{ id: string }>(
    'select id from schedule_lender_payments where communal_payment_id = $1 and deduction_id is not null',
    [scheduleId],
  )
  const ofPayee = await legOf(rows[0]!.id)
  await bankTells(world, ofPayee.account, { ...back, ...ofPayee, cents: BigInt(ofPayee.cents), key: 'BACK2' })
  const both = await closes()
  expect(both.shillings.deducted).toBe(0)
  expect(cents(both.shillings.held)).toBe(cents(line!.netAmount) + cents(deducted))
})
