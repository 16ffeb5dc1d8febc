import fc from 'fast-check'
import { toGrams } from '#contract/kit/money.ts'
import type { DeductionBasis, DeductionKind } from '#contract/schedules/deductions.ts'
import { openDatabase, rows, sql, type Database, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { openAccounts } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/ledger.ts'
import { communalCents, readPool } from '#server/payments/cycleFigures.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'
import { readOwed } from '#server/schedules/scheduleBars.ts'
import { writeLines, type Schedule } from '#server/schedules/scheduleLines.ts'
import { organisationOf, userOf } from '../../db/seed/organisations.ts'
import { makeTestDatabase } from './testDatabase.ts'

// Societies as chance makes them: cherry, loans, rules, accounts and pools, in the tables of a real database, each put back afterwards.
export const society = organisationOf('CF4100').id
export const season = '2026/2027'
/** In the order in which loans are recovered: the fund of the state first, then by their names. */
export const lenders = (['KPCU', 'COOP', 'MK3001'] as const).map((code) => organisationOf(code).id)
const loanSeasons = [season, '2025/2026'] as const
const most = 24

/** `loans` of lender and season, by their places; `way`: where the member is paid. */
type RandomMember = {
  grams: bigint
  loans: { lender: number; season: number; cents: bigint }[]
  way: 'COOP' | 'MPESA' | 'OTHER'
  state: 'well' | 'unverified' | 'deceased'
}
/** A deduction or a premium; `cents`: for each kilogram, or of each member. Only those in force count. */
type RandomRule = {
  kind: DeductionKind
  basis: DeductionBasis
  cents: bigint
  status: 'APPROVED' | 'PENDING_APPROVAL' | 'ENDED'
}
export type RandomSociety = { members: RandomMember[]; rules: RandomRule[]; poolCents: bigint }

const cents = (max: bigint) =>
  fc.oneof(fc.bigInt({ min: 1n, max: 2_000n }), fc.bigInt({ min: 1n, max }), fc.bigInt({ min: 1n, max: max / 100n }))
const member: fc.Arbitrary<RandomMember> = fc.record({
  grams: fc.oneof(fc.bigInt({ min: 1n, max: 3_000n }), fc.bigInt({ min: 1n, max: 9_000_000n })),
  loans: fc.uniqueArray(
    fc.record({
      lender: fc.integer({ min: 0, max: 2 }),
      season: fc.integer({ min: 0, max: 1 }),
      cents: cents(50_000_000n),
    }),
    { maxLength: 6, selector: (loan) => loan.lender * 2 + loan.season },
  ),
  way: fc.constantFrom('COOP', 'MPESA', 'OTHER'),
  state: fc.constantFrom('well', 'well', 'well', 'unverified', 'deceased'),
})
const rule: fc.Arbitrary<RandomRule> = fc.record({
  kind: fc.constantFrom('PREMIUM', 'INPUTS', 'SACCO', 'TRANSPORT'),
  basis: fc.constantFrom('PER_KG', 'PER_MEMBER'),
  cents: cents(5_000_000n),
  status: fc.constantFrom('APPROVED', 'APPROVED', 'APPROVED', 'PENDING_APPROVAL', 'ENDED'),
})
export const gramsOf = ({ members }: Pick<RandomSociety, 'members'>): bigint =>
  members.reduce((sum, { grams }) => sum + grams, 0n)

/** What a rule comes to for so much cherry of a season, in cents; half a cent and more is a cent. */
export const ruledCents = ({ basis, cents: each }: RandomRule, grams: bigint): bigint =>
  basis === 'PER_KG' ? (2n * grams * each + 1000n) / 2000n : each
const premiumsOf = ({ members, rules }: Pick<RandomSociety, 'members' | 'rules'>): bigint =>
  rules
    .filter(({ kind, status }) => kind === 'PREMIUM' && status === 'APPROVED')
    .reduce((sum, one) => members.reduce((so, { grams }) => so + ruledCents(one, grams), sum), 0n)

/** Pools from the least that gives a cent for a kilogram beside the premiums, up to what coffee has never brought. */
export const randomSociety: fc.Arbitrary<RandomSociety> = fc
  .record({
    members: fc.array(member, { minLength: 1, maxLength: most }),
    rules: fc.array(rule, { maxLength: 6 }),
    rate: cents(30_000n),
    rest: fc.nat(100_000),
  })
  .map(({ members, rules, rate, rest }) => {
    const grams = gramsOf({ members })
    const forCherry = (grams * rate + 999n) / 1000n + (grams * BigInt(rest)) / 100_000_000n
    return { members, rules, poolCents: forCherry + premiumsOf({ members, rules }) }
  })

export type RandomWorld = {
  /** Runs the work in a transaction of which nothing stays, whatever it answers. */
  aside: <Answer>(work: (tx: Tx) => Promise<Answer>) => Promise<Answer>
  members: readonly string[]
  close: () => Promise<void>
}

class Aside extends Error {
  answer: unknown
  constructor(answer: unknown) {
    super('put back')
    this.answer = answer
  }
}

/** A database with members of a society whose cherry and debts are as each test wants them. */
export async function openRandomWorld(): Promise<RandomWorld> {
  const database = await makeTestDatabase()
  const db: Database = openDatabase({ connection: database.config, max: 2 })
  const members = await db.transaction('system', async (tx) => {
    const mirror = mirrorOf(society, 'FARMERS_KES')
    const { id } = (await openAccounts(tx, [mirror]))(mirror)
    await sql`insert into society_accounts (id, organisation_id, purpose, account_number, account_name, ledger_account_id, opened_at, changed_at)
      values (${newId()}, ${society}, 'FARMERS_KES', '01770000000001', 'SOCIETY', ${id}, now(), now())`.execute(tx)
    return (
      await rows(
        tx,
        sql<{ id: string }>`select id from farmers where organisation_id = ${society} order by id limit ${most}`,
      )
    ).map((one) => one.id)
  })
  return {
    aside: async <Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer> => {
      try {
        return await db.transaction('system', async (tx) => {
          throw new Aside(await work(tx))
        })
      } catch (error) {
        if (error instanceof Aside) return error.answer as Answer // border: thrown just above
        throw error
      }
    },
    members,
    close: async () => {
      await db.close()
      await database.drop()
    },
  }
}

/** What no call writes is written by the owner of the tables; then the program goes on as itself. */
export async function asOwner(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`reset role`.execute(tx)
  await work()
  await sql`set local role kahawa_wide`.execute(tx)
}

const kilograms = (grams: bigint) => `${grams / 1000n}.${String(grams % 1000n).padStart(3, '0')}`

/** The cherry of the season is that of these members, and no other. */
export const weigh = (
  { members: ids }: Pick<RandomWorld, 'members'>,
  tx: Tx,
  members: readonly RandomMember[],
): Promise<void> =>
  asOwner(tx, async () => {
    await sql`delete from season_weights where organisation_id = ${society}`.execute(tx)
    await sql`delete from season_totals where organisation_id = ${society}`.execute(tx)
    await sql`insert into season_weights (organisation_id, season, farmer_id, approved_kg)
      select ${society}, ${season}, * from unnest(${ids.slice(0, members.length)}::uuid[], ${members.map(({ grams }) => kilograms(grams))}::numeric[])`.execute(
      tx,
    )
    await sql`insert into season_totals (organisation_id, season, approved_kg, pending_kg, members)
      values (${society}, ${season}, ${kilograms(gramsOf({ members: [...members] }))}, 0, ${members.length})`.execute(
      tx,
    )
  })

/** Makes the society as chance has it: cherry, rules, accounts, debts, and the pool on the farmers' account. Answers the ids of the rules. */
export async function settleDown(
  world: Pick<RandomWorld, 'members'>,
  tx: Tx,
  { members, rules, poolCents }: RandomSociety,
): Promise<string[]> {
  const { members: ids } = world
  await weigh(world, tx, members)
  await asOwner(tx, async () => {
    const column = <Value>(of: (member: RandomMember) => Value): Value[] => members.map(of)
    const own = ids.slice(0, members.length)
    await sql`update farmers f set currency = 'KES', account_changed_at = null, life_state = case m.state when 'deceased' then 'DECEASED' else 'ACTIVE' end,
        account_state = case m.state when 'unverified' then 'UNVERIFIED' else 'VERIFIED' end,
        institution_code = case m.way when 'COOP' then '11' when 'MPESA' then (select min(code) from institutions where type = 'M-PESA')
          else (select min(code) from institutions where type = 'BANK' and code <> '11') end
      from unnest(${own}::uuid[], ${column(({ way }) => way)}::text[], ${column(({ state }) => state)}::text[]) as m (id, way, state) where f.id = m.id`.execute(
      tx,
    )
  })
  await payIn(tx, poolCents)
  const debts = members.flatMap(({ loans }, at) => loans.map((loan) => ({ ...loan, farmerId: ids[at] ?? '' })))
  await post(
    tx,
    debts.map(({ farmerId, lender, season: of, cents: amountCents }) => ({
      reference: `owed/${newId()}`,
      cause: { kind: 'test', id: farmerId },
      debit: loanOf(farmerId, lender, of),
      credit: { kind: 'outside', organisationId: lenders[lender] ?? '', subjectId: lenders[lender] ?? '' },
      amountCents,
    })),
  )
  const ruleIds: string[] = []
  for (const one of rules) ruleIds.push(await enterRule(tx, one))
  return ruleIds
}

/** A rule of the society; answers its id. */
export async function enterRule(tx: Tx, { kind, basis, cents: each, status }: RandomRule): Promise<string> {
  const [id, maker, manager] = [newId(), userOf('fcs.maker').id, userOf('fcs.manager').id]
  const payee = kind === 'PREMIUM' ? null : 'MKULIMA STORES'
  await sql`insert into deductions (id, organisation_id, season, kind, basis, rate_cents, title, minute_number, minute_on, document,
      institution_code, account_number, account_name, status, makers, made_by, decided_by, decided_at, created_at)
    values (${id}, ${society}, ${season}, ${kind}, ${basis}, ${each}, ${id}, '7/2026', '2026-10-02', 'Minute book',
      ${payee && '11'}, ${payee && '01109041000093'}, ${payee}, ${status}, ${[maker]}, ${maker}, ${status === 'PENDING_APPROVAL' ? null : manager}, now(), now())`.execute(
    tx,
  )
  return id
}
const loanOf = (farmerId: string, lender: number, of: number) => ({
  kind: 'loan' as const,
  organisationId: society,
  subjectId: farmerId,
  season: loanSeasons[of] ?? season,
  lenderId: lenders[lender] ?? '',
})

/** Shillings that come to the farmers' account. */
export async function payIn(tx: Tx, amountCents: bigint): Promise<void> {
  await post(tx, [
    {
      reference: `in/${newId()}`,
      cause: { kind: 'test', id: newId() },
      debit: mirrorOf(society, 'FARMERS_KES'),
      credit: { kind: 'outside', organisationId: society, subjectId: society },
      amountCents,
    },
  ])
}

export const poolNow = (tx: Tx) => readPool(tx, society, season)

/** A schedule as the program computes it now, with the lenders whose loans are ticked and without the rules that its maker leaves out. */
export async function computeNow(
  tx: Tx,
  ticked: readonly string[] = lenders,
  withoutDeductions: readonly string[] = [],
): Promise<Schedule> {
  const pool = await poolNow(tx)
  const owed = await readOwed(tx, { organisationId: society, season, sinceLast: false })
  const schedule: Schedule = {
    id: newId(),
    organisationId: society,
    season,
    rateCents: communalCents(pool),
    poolCents: pool.available,
    lenders: owed.map(({ id }) => id).filter((id) => ticked.includes(id)),
    withoutDeductions,
    sinceLast: false,
    coolingHours: 0,
    at: new Date(),
  }
  const maker = userOf('fcs.maker').id
  await sql`insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, lenders, without_deductions, generated_at, status, makers, made_by, created_at)
    values (${schedule.id}, ${society}, ${season}, ${pool.cycle}, ${pool.kilograms}, ${schedule.rateCents}, ${schedule.poolCents}, ${[...schedule.lenders]}, ${[...withoutDeductions]},
      ${schedule.at}, 'PENDING_APPROVAL', ${[maker]}, ${maker}, now())`.execute(tx)
  await writeLines(tx, schedule)
  return schedule
}

type WrittenLine = {
  id: string
  farmerId: string
  kilograms: string
  total: bigint
  bonus: bigint
  deducted: bigint
  recovered: bigint
  leftOver: bigint
  net: bigint
  paymentType: string
  status: string
}
type WrittenRecovery = { lineId: string; farmerId: string; lenderId: string; season: string; cents: bigint }
type WrittenPart = { lineId: string; farmerId: string; deductionId: string; kind: DeductionKind; cents: bigint }
type WrittenHeader = {
  members: number
  held: number
  total: bigint
  bonus: bigint
  deducted: bigint
  recovered: bigint
  net: bigint
  leftOver: bigint
  fingerprint: string
}

/** What was written of a schedule. */
export async function written(tx: Tx, { id }: Pick<Schedule, 'id'>) {
  const [header] = await rows(
    tx,
    sql<WrittenHeader>`select members, held, total_cents as total, bonus_cents as bonus, deducted_cents as deducted, recovered_cents as recovered, net_cents as net, left_cents as "leftOver", fingerprint
      from communal_payments where id = ${id}`,
  )
  const lines = await rows(
    tx,
    sql<WrittenLine>`select id, farmer_id as "farmerId", kilograms::text, total_cents as total, bonus_cents as bonus, deducted_cents as deducted, recovered_cents as recovered, left_cents as "leftOver", net_cents as net,
      payment_type as "paymentType", status from schedule_lines where communal_payment_id = ${id} order by farmer_id`,
  )
  const recoveries = await rows(
    tx,
    sql<WrittenRecovery>`select l.id as "lineId", l.farmer_id as "farmerId", r.lender_id as "lenderId", a.season, r.amount_cents as cents
      from schedule_recoveries r join schedule_lines l on l.id = r.line_id join ledger_accounts a on a.id = r.ledger_account_id
      where l.communal_payment_id = ${id} order by l.id, r.lender_id, a.season`,
  )
  const parts = await rows(
    tx,
    sql<WrittenPart>`select l.id as "lineId", l.farmer_id as "farmerId", d.id as "deductionId", d.kind, s.amount_cents as cents
      from schedule_deductions s join schedule_lines l on l.id = s.line_id join deductions d on d.id = s.deduction_id
      where l.communal_payment_id = ${id} order by l.id, d.id`,
  )
  if (!header) throw new Error('no schedule was written')
  return { header, lines, recoveries, parts }
}

/** The season of a loan, by its place. */
export const seasonOfLoan = (place: number): string => loanSeasons[place] ?? season
export const gramsIn = (line: WrittenLine): bigint => toGrams(line.kilograms)
