import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { sql } from '#server/kit/db.ts'
import { scopeOf } from '#server/kit/scope.ts'
import type { SignedIn } from '#server/kit/web/sessionToken.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { fillDeliveries, fillRegister } from '../kit/manyFarmers.ts'
import { median, timed } from '../kit/measure.ts'
import { againstPromise, ms, thousands, type Line } from '../kit/report.ts'

const promisedMs = 200

/** Dashboards and reports of quality as their screens request them, their work lists, and counting the societies behind them. */
export async function dashboards(bench: Bench, deliveries: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await fillRegister(bench)
  await fillDeliveries(bench, deliveries)
  bench.say('Counting every society that is due.')
  let societies = 0
  const counting = await timed(async () => {
    societies = await keepFigures(house)
  })
  for (const table of ['delivery_weeks', 'delivery_days', 'waiting_deliveries', 'society_figures', 'quality_findings'])
    await owner.query(`vacuum analyze ${table}`)
  const lines: Line[] = [
    // A kept folder was counted in an earlier run.
    ...(societies > 100
      ? [{ work: `count ${thousands(bench.farmers)} farmers of ${societies} societies`, measured: ms(counting) }]
      : []),
    await countingOne(bench),
  ]
  for (const [username, where] of [
    ['fcs.checker', 'the largest society'],
    ['bank.maker', 'all societies'],
  ] as const)
    lines.push(...(await reading(bench, await signedIn(house, owner, username), where)))
  return lines
}

/** What a change in the largest society costs later, in the background. */
async function countingOne({ at: { house, owner }, rounds }: Bench): Promise<Line> {
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // One farmer more or less without trees: everything is looked at, one line is written.
    await owner.query(
      `update farmers set number_of_trees = case when number_of_trees is null then 120 end
       where id = (select f.id from farmers f join organisations o on o.id = f.organisation_id where o.code = 'CF4100' and f.status = 'APPROVED' order by f.id limit 1)`,
    )
    await owner.query(`update society_figures set counted_at = now() - interval '30 minutes'`)
    took.push(await timed(() => keepFigures(house)))
  }
  return { work: 'count the largest society after a change', measured: ms(median(took)) }
}

async function reading(bench: Bench, actor: SignedIn, where: string): Promise<Line[]> {
  const { house } = bench.at
  const params = { organisationId: actor.organisationCode }
  const page = { paginate: 'Y', size: 10 }
  const calls: [string, () => Promise<unknown>][] = [
    [`dashboard of ${where}`, () => run(house, routeOf('read', '/dashboard/'), { actor, params })],
    [`turns of people, ${where}`, () => run(house, routeOf('turns', '/dashboard/'), { actor, params })],
    [`what is lent, ${where}`, () => run(house, routeOf('lent', '/dashboard/'), { actor, params })],
    ...(scopeOf(actor).wide
      ? ([
          [
            'counties and societies side by side',
            () => run(house, routeOf('sideBySide', '/dashboard/'), { actor, params }),
          ],
        ] as [string, () => Promise<unknown>][])
      : []),
    [`data quality of ${where}`, () => run(house, routeOf('report', '/farmers/quality'), { actor, params })],
    [
      `farmers with one finding, ${where}`,
      () =>
        run(house, routeOf('farmers', '/farmers/quality'), {
          actor,
          params: { ...params, finding: 'account_unverified' },
          query: page,
        }),
    ],
    ...(scopeOf(actor).wide
      ? ([
          [
            'societies by score',
            () => run(house, routeOf('societies', '/farmers/quality'), { actor, params, query: page }),
          ],
        ] as [string, () => Promise<unknown>][])
      : []),
  ]
  const bare = await timings(bench, () => readBare(bench, actor))
  const lines: Line[] = []
  for (const [work, call] of calls) {
    const took = await timings(bench, call)
    lines.push({
      ...againstPromise(work, took, promisedMs),
      ...(work.startsWith('dashboard')
        ? { floor: `${ms(median(bare))} adding up the deliveries themselves`, ratio: median(took) / median(bare) }
        : {}),
    })
  }
  return lines
}

/** What the weeks would cost if nothing were kept: one statement over the deliveries, by the reader and under the wall. */
const readBare = ({ at }: Bench, actor: SignedIn) =>
  at.house.db.transaction(
    scopeOf(actor),
    (tx) =>
      sql`select season, date_trunc('week', delivered_on), sum(kilograms) filter (where status = 'APPROVED'), sum(kilograms) filter (where status = 'PENDING_APPROVAL')
        from cherry_deliveries where ${scopeOf(actor).wide ? sql`true` : sql`organisation_id = ${actor.organisationId}`} group by 1, 2`.execute(
        tx,
      ),
    { readOnly: true },
  )

/** Times a call again and again; the first ones only warm up. What takes seconds is called a few times. */
async function timings({ isQuick }: Bench, work: () => Promise<unknown>): Promise<number[]> {
  const first = await timed(work)
  const [warm, count] = first > 1000 ? [0, 3] : [10, isQuick ? 40 : 200]
  const took: number[] = []
  for (let time = 0; time < warm + count; time += 1) took.push(await timed(work))
  return took.slice(warm)
}
