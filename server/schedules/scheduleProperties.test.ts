import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worthOf } from '#contract/kit/money.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { move } from '#server/ledger/ledger.ts'
import {
  asOwner,
  computeNow,
  gramsIn,
  gramsOf,
  lenders,
  openRandomWorld,
  payIn,
  poolNow,
  randomSociety,
  season,
  seasonOfLoan,
  settleDown,
  society,
  written,
  type RandomSociety,
  type RandomWorld,
} from '#test/kit/randomSchedules.ts'
import { readFingerprint, type Schedule } from './scheduleLines.ts'
import { lenderPaid, memberPaid, setAside } from './scheduleMoney.ts'

// Whatever a society has brought, owes and earned: the lines of a schedule against the same sums in whole numbers, made here.
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

/** What a member has left to give each loan, in the order of the law and of each lender the oldest first. */
function recoveredByHand(of: RandomSociety['members'][number], total: bigint, ticked: readonly string[]) {
  let left = total
  const inOrder = of.loans
    .filter(({ lender }) => ticked.includes(lenders[lender] ?? ''))
    .toSorted(
      (one, other) => one.lender - other.lender || seasonOfLoan(one.season).localeCompare(seasonOfLoan(other.season)),
    )
  return inOrder.flatMap(({ lender, season: place, cents }) => {
    const taken = cents < left ? cents : left
    left -= taken
    return taken > 0n ? [{ lenderId: lenders[lender] ?? '', season: seasonOfLoan(place), cents: taken }] : []
  })
}

/** Everything that holds of any schedule, against what the society is. */
async function mustHold(tx: Tx, of: RandomSociety, schedule: Schedule): Promise<void> {
  const { header, lines, recoveries } = await written(tx, schedule)
  const { rateCents, poolCents } = schedule
  const at = (farmerId: string) => of.members[world.members.indexOf(farmerId)]!
  expect(rateCents).toBe((poolCents * 1000n) / gramsOf(of))
  expect(lines.length).toBe(of.members.length)
  // The one rounding, and the cents that are missing where everybody's halves together are more than the pool.
  const rounded = lines.map((line) => ({
    line,
    exact: gramsIn(line) * rateCents,
    worth: worthOf(line.kilograms, rateCents),
  }))
  const excess = sum(rounded, ({ worth }) => worth) - poolCents
  const gained = ({ worth, exact }: (typeof rounded)[number]) => worth * 1000n - exact
  const cut = rounded.filter(({ line, worth }) => line.total !== worth)
  const whole = rounded.filter(({ line, worth }) => line.total === worth)
  for (const { line, worth } of cut) expect(line.total).toBe(worth - 1n)
  expect(BigInt(cut.length)).toBe(excess > 0n ? excess : 0n)
  expect(least(cut.map(gained), 1000n) >= most(whole.map(gained), -1000n) || cut.length === 0).toBe(true)
  for (const line of lines) {
    const member = at(line.farmerId)
    expect(gramsIn(line)).toBe(member.grams)
    for (const cents of [line.total, line.recovered, line.leftOver, line.net]) expect(cents >= 0n).toBe(true)
    const byHand = recoveredByHand(member, line.total, schedule.lenders)
    const taken = recoveries.filter(({ lineId }) => lineId === line.id)
    const inOrder = (all: readonly { lenderId: string; season: string; cents: bigint }[]) =>
      all.map(({ lenderId, season: which, cents }) => `${lenderId} ${which} ${cents}`).toSorted()
    expect(inOrder(taken)).toEqual(inOrder(byHand))
    const rest = line.total - sum(byHand, ({ cents }) => cents)
    expect([line.recovered, line.leftOver, line.net]).toEqual(
      member.way === 'MPESA' ? [line.total - rest, rest % 100n, rest - (rest % 100n)] : [line.total - rest, 0n, rest],
    )
    expect(line.status === 'NIL').toBe(line.net === 0n)
    if (line.net > 0n && member.state !== 'well') expect(line.status).toBe('HELD')
  }
  // The header is its lines, and nothing is over the pool.
  expect(header).toMatchObject({
    members: lines.length,
    held: lines.filter(({ status }) => status === 'HELD').length,
    total: sum(lines, ({ total }) => total),
    recovered: sum(recoveries, ({ cents }) => cents),
    net: sum(lines, ({ net }) => net),
    leftOver: sum(lines, ({ leftOver }) => leftOver),
  })
  expect(header.total).toBe(header.recovered + header.net + header.leftOver)
  expect(header.total <= poolCents).toBe(true)
  // What stays behind is less than a cent for each kilogram, and what rounding took.
  expect((poolCents - header.total) * 1000n <= gramsOf(of) + BigInt(lines.length) * 500n).toBe(true)
  expect(await readFingerprint(tx, schedule)).toBe(header.fingerprint)
}

test('nobody is negative, nothing is over the pool, lenders are served in their order, and the header is its lines', async () => {
  await fc.assert(
    fc.asyncProperty(randomSociety, fc.subarray(lenders), (of, ticked) =>
      world.aside(async (tx) => {
        await settleDown(world, tx, of)
        await mustHold(tx, of, await computeNow(tx, ticked))
      }),
    ),
    ofMany(120),
  )
})

/** As if another person approved it, and the bank then paid every lender and every member who is not held. */
async function payAll(tx: Tx, schedule: Schedule): Promise<{ paid: bigint; held: bigint }> {
  const { header, lines, recoveries } = await written(tx, schedule)
  const { id } = schedule
  await sql`update communal_payments set status = 'COMPLETED' where id = ${id}`.execute(tx)
  await move(tx, setAside({ id, organisationId: society, cents: header.recovered + header.net }))
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
  const paid = lines.filter(({ status }) => status === 'PENDING')
  await move(
    tx,
    paid.map((line) => memberPaid({ id: line.id, organisationId: society, timesReturned: 0, netCents: line.net })),
  )
  return {
    paid: header.recovered + sum(paid, ({ net }) => net),
    held: sum(
      lines.filter(({ status }) => status === 'HELD'),
      ({ net }) => net,
    ),
  }
}

test('what one payment leaves behind is in the next one once, and no cent of a season is made or lost', async () => {
  await fc.assert(
    fc.asyncProperty(randomSociety, fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { maxLength: 2 }), (first, more) =>
      world.aside(async (tx) => {
        await settleDown(world, tx, first)
        let came = first.poolCents
        let [paid, held] = [0n, 0n]
        let members = first.members
        let pool = first.poolCents
        for (const income of [0n, ...more]) {
          if (income > 0n) await payIn(tx, income)
          came += income
          pool += income
          const now = await poolNow(tx)
          // What is on the account is what came, less what was paid and what is set aside for those who are held.
          expect(now.available).toBe(came - paid - held)
          expect(now.available).toBe(pool)
          if ((pool * 1000n) / gramsOf({ members, poolCents: 0n }) === 0n) return
          const schedule = await computeNow(tx)
          await mustHold(tx, { members, poolCents: pool }, schedule)
          const { lines, recoveries } = await written(tx, schedule)
          const gone = await payAll(tx, schedule)
          paid += gone.paid
          held += gone.held
          pool -= gone.paid + gone.held
          // Each owes so much less as was recovered of him.
          members = members.map((member, at) => {
            const line = lines.find(({ farmerId }) => farmerId === world.members[at])
            const loans = member.loans.flatMap((loan) => {
              const taken = recoveries.find(
                (one) =>
                  one.lineId === line?.id &&
                  one.lenderId === lenders[loan.lender] &&
                  one.season === seasonOfLoan(loan.season),
              )
              const cents = loan.cents - (taken?.cents ?? 0n)
              return cents > 0n ? [{ ...loan, cents }] : []
            })
            return { ...member, loans }
          })
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
