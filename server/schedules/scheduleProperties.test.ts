import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worthOf } from '#contract/kit/money.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { move } from '#server/ledger/ledger.ts'
import { communalCents } from '#server/payments/cycleFigures.ts'
import {
  asOwner,
  computeNow,
  enterRule,
  gramsIn,
  gramsOf,
  lenders,
  openRandomWorld,
  payIn,
  poolNow,
  randomSociety,
  ruledCents,
  season,
  seasonOfLoan,
  settleDown,
  society,
  weigh,
  written,
  type RandomSociety,
  type RandomWorld,
} from '#test/kit/randomSchedules.ts'
import { readDeductions } from './scheduleBars.ts'
import { readFingerprint, type Schedule } from './scheduleLines.ts'
import { lenderPaid, memberPaid, setAside } from './scheduleMoney.ts'

// Whatever a society has brought, owes, earned and resolved: the lines of a schedule against the same sums in whole numbers, made here.
let world: RandomWorld
beforeAll(async () => {
  world = await openRandomWorld()
})
afterAll(() => world?.close())

const seed = Number(process.env['SEED'] ?? randomInt(1_000_000))
const ofMany = (numRuns: number) => ({ seed, numRuns, endOnFailure: true })
const sum = <Of>(all: readonly Of[], of: (one: Of) => bigint): bigint => all.reduce((so, one) => so + of(one), 0n)
const most = (all: readonly bigint[], none: bigint) => all.reduce((so, one) => (one > so ? one : so), none)
const least = (all: readonly bigint[], none: bigint) => all.reduce((so, one) => (one < so ? one : so), none)

/** A society as it stands now: its rules by their ids, and what of each went from or to a member in earlier payments of the season. */
type Standing = RandomSociety & { ruleIds: readonly string[]; went: ReadonlyMap<string, bigint> }
const standing = (of: RandomSociety, ruleIds: readonly string[]): Standing => ({ ...of, ruleIds, went: new Map() })
const wentKey = (farmerId: string, ruleId: string) => `${farmerId} ${ruleId}`

type Ruled = { ruleId: string; kind: RandomSociety['rules'][number]['kind']; cents: bigint }
/** What the rules in force still come to for a member, without those that are left out. */
const ruledByHand = ({ rules, ruleIds, went }: Standing, farmerId: string, grams: bigint, without: readonly string[]) =>
  rules.flatMap((rule, at): Ruled[] => {
    const ruleId = ruleIds[at] ?? ''
    if (rule.status !== 'APPROVED' || without.includes(ruleId)) return []
    const cents = ruledCents(rule, grams) - (went.get(wentKey(farmerId, ruleId)) ?? 0n)
    return cents > 0n ? [{ ruleId, kind: rule.kind, cents }] : []
  })

type Claim = { rank: number; name: string; cents: bigint }
const rankOf = { INPUTS: 2, SACCO: 4, TRANSPORT: 5 } as const
/**
 * What is taken of what a member gets, each claim by its name: the fund of the state, inputs, the other lenders in their order and of
 * each the oldest season first, SACCOs, transport. Nobody takes what is not there.
 */
function takenByHand(
  of: RandomSociety['members'][number],
  ruled: readonly Ruled[],
  gross: bigint,
  ticked: readonly string[],
) {
  const loans = of.loans
    .filter(({ lender }) => ticked.includes(lenders[lender] ?? ''))
    .toSorted(
      (one, other) => one.lender - other.lender || seasonOfLoan(one.season).localeCompare(seasonOfLoan(other.season)),
    )
    .map(({ lender, season: place, cents }) => ({
      rank: lender === 0 ? 1 : 3,
      name: `${lenders[lender]} ${seasonOfLoan(place)}`,
      cents,
    }))
  const rules = ruled
    .toSorted((one, other) => (one.ruleId < other.ruleId ? -1 : 1))
    .flatMap(({ kind, ruleId, cents }) => (kind === 'PREMIUM' ? [] : [{ rank: rankOf[kind], name: ruleId, cents }]))
  let left = gross
  return [...loans, ...rules]
    .toSorted((one, other) => one.rank - other.rank)
    .flatMap(({ cents, ...claim }): Claim[] => {
      const taken = cents < left ? cents : left
      left -= taken
      return taken > 0n ? [{ ...claim, cents: taken }] : []
    })
}

/** Everything that holds of any schedule, against what the society is. */
async function mustHold(tx: Tx, of: Standing, schedule: Schedule): Promise<void> {
  const { header, lines, recoveries, parts } = await written(tx, schedule)
  const { rateCents, poolCents, withoutDeductions } = schedule
  const at = (farmerId: string) => of.members[world.members.indexOf(farmerId)]!
  const premiums = (without: readonly string[]) =>
    sum(lines, (line) =>
      sum(
        ruledByHand(of, line.farmerId, gramsIn(line), without).filter(({ kind }) => kind === 'PREMIUM'),
        ({ cents }) => cents,
      ),
    )
  // The rate is of what all premiums leave, also those that this schedule leaves out.
  expect(rateCents).toBe(((poolCents - premiums([])) * 1000n) / gramsOf(of))
  expect(lines.length).toBe(of.members.length)
  // The one rounding, and the cents that are missing where everybody's halves together are more than the pool.
  const rounded = lines.map((line) => ({
    line,
    exact: gramsIn(line) * rateCents,
    worth: worthOf(line.kilograms, rateCents),
  }))
  const excess = sum(rounded, ({ worth }) => worth) - (poolCents - premiums(withoutDeductions))
  const gained = ({ worth, exact }: (typeof rounded)[number]) => worth * 1000n - exact
  const cut = rounded.filter(({ line, worth }) => line.total !== worth)
  const whole = rounded.filter(({ line, worth }) => line.total === worth)
  for (const { line, worth } of cut) expect(line.total).toBe(worth - 1n)
  expect(BigInt(cut.length)).toBe(excess > 0n ? excess : 0n)
  expect(least(cut.map(gained), 1000n) >= most(whole.map(gained), -1000n) || cut.length === 0).toBe(true)
  for (const line of lines) {
    const member = at(line.farmerId)
    expect(gramsIn(line)).toBe(member.grams)
    for (const cents of [line.total, line.bonus, line.deducted, line.recovered, line.leftOver, line.net])
      expect(cents >= 0n).toBe(true)
    const ruled = ruledByHand(of, line.farmerId, member.grams, withoutDeductions)
    const added = ruled.filter(({ kind }) => kind === 'PREMIUM')
    const bonus = sum(added, ({ cents }) => cents)
    const byHand = takenByHand(member, ruled, line.total + bonus, schedule.lenders)
    const ofLine = ({ lineId }: { lineId: string }) => lineId === line.id
    expect(
      [
        ...recoveries.filter(ofLine).map(({ lenderId, season: which, cents }) => `${lenderId} ${which} ${cents}`),
        ...parts.filter(ofLine).map(({ deductionId, cents }) => `${deductionId} ${cents}`),
      ].toSorted(),
    ).toEqual(
      [...byHand, ...added.map(({ ruleId, cents }) => ({ name: ruleId, cents }))]
        .map(({ name, cents }) => `${name} ${cents}`)
        .toSorted(),
    )
    const taken = sum(byHand, ({ cents }) => cents)
    const recovered = sum(
      byHand.filter(({ rank }) => rank === 1 || rank === 3),
      ({ cents }) => cents,
    )
    const rest = line.total + bonus - taken
    const leftOver = member.way === 'MPESA' ? rest % 100n : 0n
    expect([line.bonus, line.recovered, line.deducted, line.leftOver, line.net]).toEqual([
      bonus,
      recovered,
      taken - recovered,
      leftOver,
      rest - leftOver,
    ])
    expect(line.status === 'NIL').toBe(line.net === 0n)
    if (line.net > 0n && member.state !== 'well') expect(line.status).toBe('HELD')
  }
  // The header is its lines, and nothing is over the pool.
  const partsOf = (isPremium: boolean) => parts.filter(({ kind }) => (kind === 'PREMIUM') === isPremium)
  expect(header).toMatchObject({
    members: lines.length,
    held: lines.filter(({ status }) => status === 'HELD').length,
    total: sum(lines, ({ total }) => total),
    bonus: sum(partsOf(true), ({ cents }) => cents),
    deducted: sum(partsOf(false), ({ cents }) => cents),
    recovered: sum(recoveries, ({ cents }) => cents),
    net: sum(lines, ({ net }) => net),
    leftOver: sum(lines, ({ leftOver }) => leftOver),
  })
  expect(header.total + header.bonus).toBe(header.recovered + header.deducted + header.net + header.leftOver)
  expect(header.total + header.bonus <= poolCents).toBe(true)
  // What stays behind is premiums that were left out, less than a cent for each kilogram, and what rounding took.
  const behind = poolCents - premiums([]) - header.total
  expect(behind * 1000n <= gramsOf(of) + BigInt(lines.length) * 500n).toBe(true)
  expect(await readFingerprint(tx, schedule)).toBe(header.fingerprint)
}

test('nobody is negative, nothing is over the pool, loans and deductions are served in their order, and the header is its lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomSociety,
      fc.subarray(lenders),
      fc.array(fc.boolean(), { maxLength: 6 }),
      (of, ticked, leaves) =>
        world.aside(async (tx) => {
          const ruleIds = await settleDown(world, tx, of)
          const without = ruleIds.filter((_, at) => leaves[at] ?? false)
          await mustHold(tx, standing(of, ruleIds), await computeNow(tx, ticked, without))
        }),
    ),
    ofMany(120),
  )
})

/** As if another person approved it, and the bank then paid every lender, every payee and every member who is not held. */
async function payAll(tx: Tx, schedule: Schedule): Promise<{ paid: bigint; held: bigint }> {
  const { header, lines, recoveries, parts } = await written(tx, schedule)
  const { id } = schedule
  await sql`update communal_payments set status = 'COMPLETED' where id = ${id}`.execute(tx)
  await move(tx, setAside({ id, organisationId: society, cents: header.recovered + header.deducted + header.net }))
  for (const lenderId of schedule.lenders) {
    const own = recoveries.filter((one) => one.lenderId === lenderId)
    const amountCents = sum(own, ({ cents }) => cents)
    if (amountCents === 0n) continue
    const recovered = own.map(({ lineId, farmerId, season: of, cents }) => ({
      lineId,
      farmerId,
      season: of,
      amountCents: cents,
    }))
    await move(
      tx,
      lenderPaid({ id: newId(), organisationId: society, lenderId, timesReturned: 0, amountCents }, recovered),
    )
  }
  const taken = Map.groupBy(
    parts.filter(({ kind }) => kind !== 'PREMIUM'),
    ({ deductionId }) => deductionId,
  )
  for (const own of taken.values()) {
    const amountCents = sum(own, ({ cents }) => cents)
    await move(
      tx,
      lenderPaid({ id: newId(), organisationId: society, lenderId: null, timesReturned: 0, amountCents }, []),
    )
  }
  const paid = lines.filter(({ status }) => status === 'PENDING')
  await move(
    tx,
    paid.map((line) => memberPaid({ id: line.id, organisationId: society, timesReturned: 0, netCents: line.net })),
  )
  return {
    paid: header.recovered + header.deducted + sum(paid, ({ net }) => net),
    held: sum(
      lines.filter(({ status }) => status === 'HELD'),
      ({ net }) => net,
    ),
  }
}

/** Each has brought so much more since. */
const bringMore = (members: RandomSociety['members'], grams: readonly bigint[]): RandomSociety['members'] =>
  members.map((member, at) => ({ ...member, grams: member.grams + (grams[at % Math.max(1, grams.length)] ?? 0n) }))

/** Each owes so much less as was recovered of him. */
const lessOwed = (members: RandomSociety['members'], { recoveries }: Awaited<ReturnType<typeof written>>) =>
  members.map((member, at) => ({
    ...member,
    loans: member.loans.flatMap((loan) => {
      const taken = recoveries.find(
        (one) =>
          one.farmerId === world.members[at] &&
          one.lenderId === lenders[loan.lender] &&
          one.season === seasonOfLoan(loan.season),
      )
      const cents = loan.cents - (taken?.cents ?? 0n)
      return cents > 0n ? [{ ...loan, cents }] : []
    }),
  }))

/** What the rules come to for everybody together, as the wizard offers it: those that come to something. */
const outstanding = (of: Standing) => {
  const all = of.members.flatMap(({ grams }, at) => ruledByHand(of, world.members[at] ?? '', grams, []))
  return [...Map.groupBy(all, ({ ruleId }) => ruleId)]
    .map(([ruleId, own]) => `${ruleId} ${sum(own, ({ cents }) => cents)} of ${own.length}`)
    .toSorted()
}

test('what one payment leaves behind is in the next one once, what it could not take is owed still, and no cent of a season is made or lost', async () => {
  const cycle = fc.record({
    income: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    grams: fc.array(fc.bigInt({ min: 0n, max: 500_000n }), { maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(randomSociety, fc.array(cycle, { maxLength: 2 }), (first, more) =>
      world.aside(async (tx) => {
        const went = new Map<string, bigint>()
        const of: Standing = { ...standing(first, await settleDown(world, tx, first)), went }
        let came = first.poolCents
        let [paid, held] = [0n, 0n]
        for (const { income, grams } of [{ income: 0n, grams: [] }, ...more]) {
          of.members = bringMore(of.members, grams)
          await weigh(world, tx, of.members)
          if (income > 0n) await payIn(tx, income)
          came += income
          const now = await poolNow(tx)
          // What is on the account is what came, less what was paid and what is set aside for those who are held.
          expect(now.available).toBe(came - paid - held)
          const due = await readDeductions(tx, { organisationId: society, season, sinceLast: false })
          expect(due.map(({ id, cents, members }) => `${id} ${cents} of ${members}`).toSorted()).toEqual(
            outstanding(of),
          )
          if (communalCents(now) === 0n) return
          const schedule = await computeNow(tx)
          await mustHold(tx, of, schedule)
          const stands = await written(tx, schedule)
          const gone = await payAll(tx, schedule)
          paid += gone.paid
          held += gone.held
          of.members = lessOwed(of.members, stands)
          for (const { farmerId, deductionId, cents } of stands.parts)
            went.set(wentKey(farmerId, deductionId), (went.get(wentKey(farmerId, deductionId)) ?? 0n) + cents)
        }
        expect((await poolNow(tx)).available).toBe(came - paid - held)
      }),
    ),
    ofMany(30),
  )
})

const changes: Record<string, (tx: Tx, farmerId: string) => Promise<unknown>> = {
  'a gram': (tx, id) =>
    sql`update season_weights set approved_kg = approved_kg + 1 where farmer_id = ${id} and season = ${season}`.execute(
      tx,
    ),
  'an account': (tx, id) => sql`update farmers set account_number = account_number || '1' where id = ${id}`.execute(tx),
  'a name': (tx, id) => sql`update farmers set account_name = account_name || 'A' where id = ${id}`.execute(tx),
  'a premium': (tx) => enterRule(tx, { kind: 'PREMIUM', basis: 'PER_MEMBER', cents: 1n, status: 'APPROVED' }),
  'a death': (tx, id) =>
    sql`update farmers set life_state = case life_state when 'ACTIVE' then 'DECEASED' else 'ACTIVE' end where id = ${id}`.execute(
      tx,
    ),
}

test('a fingerprint is of these very lines: one change of one member makes it another, and the change taken back the same again', async () => {
  const which = fc.constantFrom(...Object.keys(changes))
  await fc.assert(
    fc.asyncProperty(randomSociety, which, fc.nat(), (of, what, pick) =>
      world.aside(async (tx) => {
        await settleDown(world, tx, of)
        const schedule = await computeNow(tx)
        const before = await readFingerprint(tx, schedule)
        await sql`savepoint unchanged`.execute(tx)
        await asOwner(tx, async () => changes[what]?.(tx, world.members[pick % of.members.length] ?? ''))
        expect(await readFingerprint(tx, schedule)).not.toBe(before)
        await sql`rollback to savepoint unchanged`.execute(tx)
        expect(await readFingerprint(tx, schedule)).toBe(before)
      }),
    ),
    ofMany(30),
  )
})
