import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { businessDate } from '#server/kit/clock.ts'
import { changed, sql } from '#server/kit/db.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import { writeTable } from '#server/kit/sheets/writeTable.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import type { Bench } from '../kit/bench.ts'
import type { Checked } from '../kit/checkProcess.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { textSheet } from '../kit/farmerWorkbook.ts'
import { fillRegister } from '../kit/manyFarmers.ts'
import { byTurns, timed } from '../kit/measure.ts'
import { againstFloor, mb, thousands, type Line } from '../kit/report.ts'
import { openUpload } from '../kit/stagedUpload.ts'
import { checkInProcess, inflateAndCopy, makeBareRows, memoryLine, stagedRows } from './checking.ts'

/** Checks and approves a weighing book. The floors are COPY of the same rows, and the bare statement without the season's weights. */
export async function delivering(bench: Bench, rows: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await fillRegister(bench)
  const path = join(bench.folder, `deliveries-${rows}.xlsx`)
  await writeBook(owner, path, rows)
  const bytes = await readFile(path)
  const measured: Checked[] = []
  const check = async () => {
    const id = await openUpload(house, path, cherryDeliveriesFile.name)
    const checked = await checkInProcess(owner.host, id)
    measured.push(checked)
    const { rows: ended } = await owner.query<{ ready_count: number; problem: string | null }>(
      'select ready_count, problem from uploads where id = $1',
      [id],
    )
    if (ended[0]?.ready_count !== rows) throw new Error(`the check ended otherwise: ${JSON.stringify(ended[0])}`)
    return { id, took: checked.took }
  }
  const first = await check()
  await makeBareRows(owner)
  const staged = await stagedRows(owner, first.id)
  const checked = await byTurns({
    rounds: bench.rounds,
    floor: () => inflateAndCopy(owner, bytes, staged),
    product: async () => {
      const { id, took } = await check()
      await owner.query('delete from uploads where id = $1', [id])
      return took
    },
  })
  await owner.query('drop table bench_rows; analyze upload_rows; analyze upload_problems')
  const approve = routeOf('approve', '/upload/cherry/approve_deliveries')
  const reset = async () => {
    await owner.query('delete from cherry_deliveries where upload_id = $1', [first.id])
    await owner.query(
      `update uploads set status = 'PENDING_APPROVAL', decided_by = null, decided_at = null, done_count = 0, ready_count = row_count where id = $1`,
      [first.id],
    )
    await owner.query('vacuum cherry_deliveries')
    await owner.query('vacuum season_weights')
  }
  const approved = await byTurns({
    rounds: bench.rounds,
    floor: async () => {
      await reset()
      await owner.query('alter table cherry_deliveries disable trigger user')
      const took = await timed(() => bareInsert(bench, first.id))
      await owner.query('delete from cherry_deliveries where upload_id = $1', [first.id])
      await owner.query('alter table cherry_deliveries enable trigger user')
      return took
    },
    product: async () => {
      await reset()
      const checker = await signedIn(house, owner, 'fcs.checker')
      const request = { actor: checker, params: { organisationId: checker.organisationId }, body: { id: first.id } }
      return timed(() => run(house, approve, request))
    },
  })
  await reset()
  await owner.query('delete from uploads where id = $1', [first.id])
  return [
    againstFloor(
      `check and stage ${thousands(rows)} deliveries (.xlsx, ${mb(bytes.length)})`,
      checked,
      'inflate + COPY',
      3,
    ),
    memoryLine(rows, measured, 256),
    againstFloor(`approve ${thousands(rows)} deliveries`, approved, 'bare INSERT ... SELECT', 2),
  ]
}

async function writeBook(owner: pg.Client, path: string, count: number): Promise<void> {
  const { rows: members } = await owner.query<{ number: string }>(
    `select member_number as number from farmers where organisation_id = $1 and status = 'APPROVED' order by 1`,
    [organisationOf('CF4100').id],
  )
  const chance = chanceFrom('weighing book')
  const today = Date.parse(businessDate())
  await pipeline(
    writeTable({
      ...textSheet(cherryDeliveriesFile),
      rows: (function* () {
        for (let n = 0; n < count; n++)
          yield [
            new Date(today - chance.between(0, 300) * 86_400_000).toISOString().slice(0, 10),
            'Gatura',
            members[n % members.length]?.number ?? '',
            String(chance.between(20, 4000) / 8),
            `W${n}`,
          ]
      })(),
    }),
    createWriteStream(path),
  )
}

const { place } = stagedCells(columnKeys(cherryDeliveriesFile))
const at = (key: Parameters<typeof place>[0]) => sql`r.clean[${place(key)}]`
const bareInsert = (bench: Bench, id: string): Promise<number> =>
  bench.at.house.db.transaction('system', (tx) =>
    changed(
      tx,
      sql`insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, factory_id, receipt_number, kilograms, type, upload_id, status, makers, made_by)
        select r.id, r.organisation_id, f.id, s.name, ${at('deliveredOn')}::date, fa.id, ${at('receiptNumber')}, ${at('currentDelivery')}::numeric, 'DELIVERY', r.upload_id, 'APPROVED', u.makers, u.made_by
        from upload_rows r join uploads u on u.id = r.upload_id join farmers f on f.organisation_id = r.organisation_id and f.member_number = ${at('memberNumber')}
          join seasons s on ${at('deliveredOn')}::date between s.starts_on and s.ends_on left join factories fa on fa.organisation_id = r.organisation_id and fa.name = ${at('factory')}
        where r.upload_id = ${id} and r.state = 'ready'`,
    ),
  )
