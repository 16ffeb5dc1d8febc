import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { dispatchSheet, type DispatchColumn } from '#contract/dispatch/dispatchSheet.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { writeTable } from '#server/kit/sheets/writeTable.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { textSheet } from '../kit/farmerWorkbook.ts'
import { median, timed } from '../kit/measure.ts'
import { againstPromise, ms, thousands, type Line } from '../kit/report.ts'
import { openUpload } from '../kit/stagedUpload.ts'
import { checkInProcess } from './checking.ts'

const saleNumber = 9
const grades = ['AA', 'AB', 'PB', 'C', 'E', 'T', 'TT', 'MH', 'ML', 'UG1']

/**
 * A dispatch file as large as a mill sends in a season: checked and sent, its records read by the warehouse page by page and all at
 * once, and every one of them decided, half of them one way and half the other.
 */
export async function dispatching(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await openSale(owner)
  const took: Record<'check' | 'whole' | 'decide', number[]> = { check: [], whole: [], decide: [] }
  const pages: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const path = join(bench.folder, `dispatch-${round}.xlsx`)
    await writeDispatch(path, { count, round })
    const id = await openUpload(house, path, dispatchSheet.name, 'miller.maker')
    await owner.query(
      `insert into dispatch_files (upload_id, organisation_id, disclaimer_id, accepted_by, accepted_at)
       select u.id, u.organisation_id, d.id, u.made_by, now() from uploads u, disclaimers d where u.id = $1 and d.name = 'dispatch' limit 1`,
      [id],
    )
    took.check.push((await checkInProcess(owner.host, id)).took)
    await owner.query('analyze upload_rows; analyze dispatch_records')
    const actor = await signedIn(house, owner, 'warehouse.checker')
    const details = routeOf('details', '/grn_record/details')
    // The whole file is leafed through, as a list asks for it: with its counts.
    for (let page = 0; page < 100; page++) {
      const query = {
        fileId: id,
        deleted: 'N',
        paginate: 'Y',
        page: page % 50,
        size: 50,
        sort: 'outTurnNumber',
        counts: 'Y',
      }
      pages.push(await timed(() => run(house, details, { actor, query })))
    }
    took.whole.push(
      await timed(() => run(house, details, { actor, query: { fileId: id, deleted: 'N', sort: 'outTurnNumber' } })),
    )
    const records = await recordsOf(owner, id)
    const half = Math.floor(records.length / 2)
    const { rows } = await owner.query<{ version: number }>('select version from uploads where id = $1', [id])
    const body = {
      fileId: id,
      version: rows[0]?.version,
      action: 'APPROVE_SELECTED_REJECT_OTHERS',
      comment: 'Counted at the gate',
      records: records.slice(0, half),
      others: records.slice(half),
    }
    const decide = routeOf('decideEvery', '/grn_record/decide-every')
    took.decide.push(await timed(() => run(house, decide, { actor, body })))
    await mustBeDecided(owner, id, { approved: half, rejected: count - half })
  }
  const line = (work: string, milliseconds: readonly number[], promised: number): Line => ({
    work,
    measured: ms(median(milliseconds)),
    promise: `<= ${promised / 1000} s`,
    met: median(milliseconds) <= promised,
  })
  return [
    line(`check and send ${thousands(count)} dispatch records (.xlsx)`, took.check, 15_000),
    againstPromise(`a page of ${thousands(count)} dispatch records`, pages, 150),
    line(`every record of a dispatch file at once, ${thousands(count)}`, took.whole, 3_000),
    line(`decide every record of a dispatch file, ${thousands(count)}`, took.decide, 10_000),
  ]
}

const recordsOf = async (owner: pg.Client, id: string): Promise<{ id: string; version: number }[]> =>
  (
    await owner.query<{ id: string; version: number }>(
      'select id, version from dispatch_records where upload_id = $1 order by outturn, grade',
      [id],
    )
  ).rows

async function mustBeDecided(
  owner: pg.Client,
  id: string,
  wanted: { approved: number; rejected: number },
): Promise<void> {
  const { rows } = await owner.query<typeof wanted>(
    `select (count(*) filter (where status = 'APPROVED'))::int as approved, (count(*) filter (where status = 'REJECTED'))::int as rejected
     from dispatch_records where upload_id = $1`,
    [id],
  )
  if (JSON.stringify(rows[0]) !== JSON.stringify(wanted))
    throw new Error(`decided otherwise: ${JSON.stringify(rows[0])}`)
}

/** A sale that takes dispatch, as if two people had entered it. */
async function openSale(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into sales (id, organisation_id, season, sale_number, sale_date, dispatch_cutoff, catalogue_close, prompt_date, status, makers, made_by, created_at)
     select gen_random_uuid(), u.organisation_id, $1, $2, now()::date + 42, now() + interval '30 days', now() + interval '41 days', now()::date + 49, 'APPROVED', array[u.id], u.id, now()
     from users u where u.username = 'broker.maker' on conflict do nothing`,
    [currentSeason(), saleNumber],
  )
}

async function writeDispatch(path: string, { count, round }: { count: number; round: number }): Promise<void> {
  const season = currentSeason()
  const rowOf = (n: number): Record<DispatchColumn, string> => {
    const outturn = Math.floor(n / grades.length)
    const bags = 5 + (n % 40)
    const net = bags * 60 + (n % 60)
    return {
      // Another week each round: the coffee of a file is dispatched once.
      outturn: `${String(10 + round).padStart(2, '0')}TH${String(1000 + outturn)}`,
      grade: grades[n % grades.length] ?? 'AB',
      splitNumber: '',
      marks: 'BULK/TH0900',
      bags: String(bags),
      pockets: String(n % 60),
      season,
      saleNumber: String(saleNumber),
      miller: 'ML2001',
      warehouse: 'WH6001',
      broker: 'BR5001',
      grossWeight: String(net + bags),
      tareWeight: String(bags),
      netWeight: String(net),
    }
  }
  await pipeline(
    writeTable({
      ...textSheet(dispatchSheet),
      rows: (function* () {
        for (let n = 0; n < count; n++) {
          const row = rowOf(n)
          yield columnKeys(dispatchSheet).map((key) => row[key])
        }
      })(),
    }),
    createWriteStream(path),
  )
}
