import { sql, type Tx } from '#server/kit/db.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { newId } from '#server/kit/ids.ts'
import { openAccounts } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/ledger.ts'
import { communalCents, readPool } from '#server/payments/cycleFigures.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'
import { payScheduleJob } from '#server/schedules/paySchedule.ts'
import { writeLines } from '#server/schedules/scheduleLines.ts'
import { writeRisks } from '#server/schedules/scheduleRisks.ts'
import { organisationOf, userOf } from '../../db/seed/organisations.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { dropBare, makeBare } from '../kit/bareCopies.ts'
import { copyMembers } from '../kit/copyMembers.ts'
import { median, timed } from '../kit/measure.ts'
import { againstFloor, ms, thousands, type Line } from '../kit/report.ts'

const society = organisationOf('CF4100').id
const lenders = (['KPCU', 'COOP', 'MK3001'] as const).map((code) => organisationOf(code).id)
const maker = userOf('fcs.maker').id
const copies = ['cherry_deliveries', 'payouts', 'payout_legs'] as const
const bare = (table: (typeof copies)[number]): string => `bare_${table}`

/**
 * Payment schedules of one large society whose members owe three lenders each: generation, approval, the orders to the bank, the
 * pages of the lines and the statement of a member. The floor of generation is the bare statement into the same tables; the others write
 * the same rows, with the same indexes, into copies without keys to others, triggers and walls.
 */
export async function scheduling(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await bringCherry(bench, count)
  await makeBare(owner, copies)
  const season = currentSeason()
  const manager = await signedIn(house, owner, 'fcs.manager')
  const approve = routeOf('act', '/payment/approveFarmerSchedule')
  const took = { generate: [] as number[], approve: [] as number[], order: [] as number[] }
  const floors = { generate: [] as number[], approve: [] as number[], order: [] as number[] }
  let lastId = ''
  for (let round = 0; round < bench.rounds; round++) {
    await fillPool(bench, count)
    await owner.query(`truncate ${copies.map(bare).join(', ')}`)
    await owner.query('checkpoint')
    floors.generate.push(await writeBare(bench, season))
    let id = ''
    await owner.query('checkpoint')
    took.generate.push(
      await timed(async () => {
        id = await house.db.transaction('system', generate)
      }),
    )
    await owner.query(`insert into ${bare('cherry_deliveries')} select * from cherry_deliveries where season = $1`, [
      season,
    ])
    await owner.query('vacuum analyze schedule_lines, schedule_recoveries')
    floors.approve.push(
      await timed(() =>
        owner.query(
          `update ${bare('cherry_deliveries')} set paid_in = '2026/2027 (1)' where organisation_id = $1 and status = 'APPROVED'`,
          [society],
        ),
      ),
    )
    took.approve.push(
      await timed(() =>
        run(house, approve, {
          actor: manager,
          params: { organisationId: society },
          body: { commId: id, action: 'APPROVE', approverComment: 'All of it was looked at' },
        }),
      ),
    )
    took.order.push(await timed(() => payScheduleJob.work(house, { scheduleId: id })))
    floors.order.push(
      await timed(async () => {
        await owner.query(
          `insert into ${bare('payouts')} select * from payouts where source_id in (select id from schedule_lines where communal_payment_id = $1)`,
          [id],
        )
        await owner.query(
          `insert into ${bare('payout_legs')} select * from payout_legs where payout_id in (select id from ${bare('payouts')})`,
        )
      }),
    )
    await forget(bench, id)
    lastId = id
  }
  const [page, statement] = [await pages(bench, lastId, count), await tenSeasons(bench)]
  await dropBare(owner, copies)
  const against = (work: string, what: keyof typeof took, floorIs: string, most: number): Line => {
    const ratio = median(took[what].map((one, round) => one / (floors[what][round] ?? Number.NaN)))
    return againstFloor(work, { product: median(took[what]), floor: median(floors[what]), ratio }, floorIs, most)
  }
  return [
    against(
      `schedule: generate ${thousands(count)} lines with loans of three lenders`,
      'generate',
      'bare INSERT ... SELECT of lines and recoveries',
      2,
    ),
    against(`schedule: approve it`, 'approve', 'bare UPDATE of the cherry', 4),
    against('schedule: order its payments', 'order', 'bare INSERT of orders', 4),
    ...page,
    statement,
  ]
}

/** A schedule of all members that is approved and ordered. Answers the number of the account that pays. */
export async function orderOnce(bench: Bench, count: number): Promise<{ account: string }> {
  const { house, owner } = bench.at
  await bringCherry(bench, count)
  await fillPool(bench, count)
  const scheduleId = await house.db.transaction('system', generate)
  await run(house, routeOf('act', '/payment/approveFarmerSchedule'), {
    actor: await signedIn(house, owner, 'fcs.manager'),
    params: { organisationId: society },
    body: { commId: scheduleId, action: 'APPROVE', approverComment: 'All of it was looked at' },
  })
  await payScheduleJob.work(house, { scheduleId })
  const { rows } = await owner.query<{ account: string }>(
    `select account_number as account from society_accounts where organisation_id = $1 and purpose = 'FARMERS_KES'`,
    [society],
  )
  return { account: rows[0]?.account ?? '' }
}

/** Members, each with one approved delivery, and what each owes three lenders. */
async function bringCherry({ at: { owner, house }, say }: Bench, count: number): Promise<void> {
  const present = await owner.query<{ n: number }>(
    `select count(*)::int as n from farmers where member_number like 'SCH%'`,
  )
  if ((present.rows[0]?.n ?? 0) >= count) return
  say(`Inventing ${thousands(count)} members with cherry and loans (once).`)
  await copyMembers(owner, { society, count, prefix: 'SCH', firstId: 70_000_000 })
  await owner.query(`update farmers set number_of_trees = 1000 where member_number like 'SCH%'`)
  await owner.query(
    `insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, kilograms, type, status, makers, made_by, decided_by, decided_at, disclaimer_version, created_at)
     select uuidv7(), organisation_id, id, $1, make_date(left($1, 4)::int, 10, 1), 300 + substring(member_number, 4)::integer % 100 + 0.125, 'DELIVERY', 'APPROVED', array[$2::uuid], $2, $3, now(), 1, now()
     from farmers where member_number like 'SCH%'`,
    [currentSeason(), maker, userOf('fcs.checker').id],
  )
  // As lending would have left them: a movement for each would take longer than everything that is measured here.
  await owner.query(`set session_replication_role = replica`)
  await owner.query(
    `insert into ledger_accounts (id, organisation_id, kind, book, normal_side, may_overdraw, subject_id, season, currency, lender_id, debits_cents, opened_at)
     select uuidv7(), f.organisation_id, 'loan', 'MONEY', 'DEBIT', false, f.id, $1, 'KES', l.id, 100000 + l.place * 30000 + substring(f.member_number, 4)::integer % 100 * 77, now()
     from farmers f cross join unnest($2::uuid[]) with ordinality as l (id, place) where f.member_number like 'SCH%' order by f.id`,
    [currentSeason(), lenders],
  )
  await owner.query(`set session_replication_role = origin`)
  for (const [at, lender] of lenders.entries())
    await owner.query(
      `insert into funds (organisation_id, name, account_number, transit_number, mpesa_short_code) values ($1, 'Fund', $2, $2, $3) on conflict (organisation_id) do nothing`,
      [lender, `0110097525901${at}`, `40021${at}`],
    )
  await house.db.transaction('system', async (tx) => {
    const mirror = mirrorOf(society, 'FARMERS_KES')
    const { id } = (await openAccounts(tx, [mirror]))(mirror)
    await sql`insert into society_accounts (id, organisation_id, purpose, account_number, account_name, ledger_account_id, opened_at, changed_at)
      values (${newId()}, ${society}, 'FARMERS_KES', '01770000000099', 'SOCIETY', ${id}, now(), now()) on conflict on constraint one_account_for_each_purpose do nothing`.execute(
      tx,
    )
  })
  await owner.query('vacuum analyze farmers, cherry_deliveries, season_weights, ledger_accounts')
}

const fillPool = ({ at: { house } }: Bench, count: number) =>
  house.db.transaction('system', (tx) =>
    post(tx, [
      {
        reference: newId(),
        cause: { kind: 'bench', id: newId() },
        debit: mirrorOf(society, 'FARMERS_KES'),
        credit: { kind: 'outside', organisationId: society, subjectId: society },
        amountCents: BigInt(count) * 3_000_000n,
      },
    ]),
  )

/** A schedule of all members, as it is saved. Answers its id. */
async function generate(tx: Tx): Promise<string> {
  const season = currentSeason()
  const pool = await readPool(tx, society, season)
  const [id, at, rateCents] = [newId(), new Date(), communalCents(pool)]
  await sql`insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, lenders, generated_at, status, makers, made_by, created_at)
    values (${id}, ${society}, ${season}, ${pool.cycle}, ${pool.kilograms}, ${rateCents}, ${pool.available}, ${lenders}, ${at}, 'PENDING_APPROVAL', ${[maker]}, ${maker}, now())`.execute(
    tx,
  )
  const schedule = {
    id,
    organisationId: society,
    season,
    rateCents,
    poolCents: pool.available,
    lenders,
    withoutDeductions: [],
    sinceLast: false,
    coolingHours: 48,
    at,
  }
  await writeLines(tx, schedule)
  await writeRisks(tx, schedule)
  return id
}

/** The same rows by one statement that only joins and multiplies: no order of lenders, no holds, no fingerprint. */
async function writeBare({ at: { owner } }: Bench, season: string): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, generated_at, status, makers, made_by, created_at)
     values (uuidv7(), $1, $2, 1, 1, 1, 1, now(), 'REJECTED', array[$3::uuid], $3, now()) returning id`,
    [society, season, maker],
  )
  return timed(() =>
    owner.query(
      `with lines as (
       insert into schedule_lines (id, communal_payment_id, organisation_id, farmer_id, kilograms, total_cents, recovered_cents, left_cents, net_cents, institution_code,
         institution_type, account_number, account_name, payment_type, status, member_number)
       select uuidv7(), $4::uuid, w.organisation_id, w.farmer_id, w.approved_kg, round(w.approved_kg * 9000), 0, 0, round(w.approved_kg * 9000), f.institution_code, i.type,
         f.account_number, f.account_name, 'INTERNALFT', 'PENDING', f.member_number
       from season_weights w join farmers f on f.id = w.farmer_id join institutions i on i.code = f.institution_code
       where w.organisation_id = $1 and w.season = $2 and w.approved_kg > 0 returning id, farmer_id)
     insert into schedule_recoveries (line_id, ledger_account_id, organisation_id, lender_id, amount_cents)
     select l.id, a.id, $1, a.lender_id, a.debits_cents - a.credits_cents from lines l join ledger_accounts a on a.subject_id = l.farmer_id and a.kind = 'loan'
       and a.lender_id = any ($3) and a.debits_cents > a.credits_cents`,
      [society, season, lenders, rows[0]?.id],
    ),
  )
}

/** The next round begins as this one did; nothing of what was ordered is sent. */
async function forget({ at: { owner } }: Bench, id: string): Promise<void> {
  await owner.query(`set session_replication_role = replica`)
  await owner.query(`update cherry_deliveries set paid_in = null where paid_in is not null`)
  await owner.query(`update communal_payments set status = 'REJECTED' where id = $1`, [id])
  await owner.query(
    `delete from payout_legs where payout_id in (select id from payouts where source_kind like 'schedule%')`,
  )
  await owner.query(`delete from payouts where source_kind like 'schedule%'`)
  await owner.query(`set session_replication_role = origin`)
  await owner.query('vacuum analyze cherry_deliveries, payouts, payout_legs, schedule_lines, schedule_recoveries')
}

/** The first page of the lines, the one in the middle and the last, each beside the bare SQL of its ids and columns. */
async function pages({ at: { house, owner }, isQuick }: Bench, id: string, count: number): Promise<Line[]> {
  const actor = await signedIn(house, owner, 'fcs.maker')
  const list = routeOf('list', '/payment/schedule/')
  const last = Math.floor(count / 20) - 1
  const lines: Line[] = []
  let first: number | undefined
  for (const [which, page] of [
    ['page 1', 0],
    ['the page in the middle', Math.floor(last / 2)],
    ['the last page', last],
  ] as const) {
    const took: number[] = []
    const floors: number[] = []
    for (let n = 0; n < (isQuick ? 20 : 60); n++) {
      took.push(
        await timed(() => run(house, list, { actor, params: { id }, query: { paginate: 'Y', page, size: 20 } })),
      )
      floors.push(
        await timed(() =>
          owner.query(
            `select m.full_name, m.member_number, t.kilograms, t.total_cents, t.recovered_cents, t.net_cents, t.account_number, t.status
             from (select id from schedule_lines where communal_payment_id = $1 order by member_number, id limit 20 offset $2) page
               join schedule_lines t on t.id = page.id join farmers m on m.id = t.farmer_id order by t.member_number, t.id`,
            [id, page * 20],
          ),
        ),
      )
    }
    const [product, floor] = [median(took), median(floors)]
    first ??= product
    lines.push({
      work: `schedule: ${which} of ${thousands(count)} lines`,
      measured: `median ${ms(product)}, ${(product / first).toFixed(1)} x page 1`,
      floor: `${ms(floor)} bare SQL of the page, uncounted`,
      ratio: product / floor,
    })
  }
  return lines
}

/** The statement of a member with ten seasons of three payments each, beside all the lines of the others. */
async function tenSeasons({ at: { house, owner }, isQuick }: Bench): Promise<Line> {
  const { rows } = await owner.query<{ id: string }>(`select id from farmers where member_number = 'SCH1'`)
  const farmerId = rows[0]?.id ?? ''
  await owner.query(
    `insert into seasons (name, starts_on, ends_on, open) select y || '/' || y + 1, make_date(y, 10, 1), make_date(y + 1, 9, 30), false from generate_series(2010, 2019) y on conflict do nothing`,
  )
  await owner.query(
    `with made as (
       insert into communal_payments (id, organisation_id, season, cycle, kilograms, rate_cents, pool_cents, generated_at, status, makers, made_by, decided_by, decided_at, created_at)
       select uuidv7(), $1, y || '/' || y + 1, c, 100, 100, 10000, now(), 'COMPLETED', array[$2::uuid], $2, $3, make_date(y + 1, c, 1), now()
       from generate_series(2010, 2019) y cross join generate_series(1, 3) c on conflict do nothing returning id)
     insert into schedule_lines (id, communal_payment_id, organisation_id, farmer_id, kilograms, total_cents, recovered_cents, left_cents, net_cents, institution_code,
       institution_type, account_number, account_name, payment_type, status)
     select uuidv7(), id, $1, $4, 100, 10000, 0, 0, 10000, '11', 'BANK', '01100000000001', 'MEMBER', 'INTERNALFT', 'SUCCESS' from made`,
    [society, maker, userOf('fcs.checker').id, farmerId],
  )
  const actor = await signedIn(house, owner, 'fcs.maker')
  const statement = routeOf('statement', '/payment/fetchFarmerStatement')
  const took: number[] = []
  const floors: number[] = []
  for (let n = 0; n < (isQuick ? 20 : 60); n++) {
    took.push(await timed(() => run(house, statement, { actor, params: { organisationId: society, farmerId } })))
    floors.push(
      await timed(() =>
        owner.query(
          `select p.season, p.cycle, l.kilograms, l.total_cents, l.recovered_cents, l.net_cents, l.account_number, l.status
           from schedule_lines l join communal_payments p on p.id = l.communal_payment_id where l.farmer_id = $1 order by p.decided_at desc`,
          [farmerId],
        ),
      ),
    )
  }
  return {
    work: 'statement of a member with ten seasons, 30 payments',
    measured: `median ${ms(median(took))}`,
    floor: `${ms(median(floors))} bare SQL of its lines`,
    ratio: median(took) / median(floors),
  }
}
