import type pg from 'pg'
import { makeHouse } from '#server/start.ts'
import { lookUpJob } from '#server/farmers/uploads/approveUpload.ts'
import { lookAheadJob } from '#server/farmers/uploads/lookAhead.ts'
import { spawnBank } from '../../tools/bankSimulator/spawn.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { timed } from '../kit/measure.ts'
import { mb, ms, thousands, type Line } from '../kit/report.ts'
import { asSent, mustBeFarmers } from '../kit/stagedUpload.ts'

/** A checked file becomes farmers while the bank is asked for every account: approved at once, and after its checker has read it. */
export async function registering(bench: Bench): Promise<Line[]> {
  const { owner, house: first } = bench.at
  if (!bench.last) return []
  const { id, rows } = bench.last
  const bank = await spawnBank()
  await bank.control('POST', '/simulator/answer-any', { on: true })
  const { config } = first
  const connection = { host: owner.host, port: owner.port, user: 'kahawa_app', database: 'kahawa' }
  const house = makeHouse({ config, connection, bank })
  try {
    const checker = await signedIn(house, owner, 'fcs.checker')
    const approve = () =>
      run(house, routeOf('approve', '/upload/cherry/'), {
        actor: checker,
        params: { organisationId: checker.organisationId },
        body: { id },
      })
    const asked = { uploadId: id, checkerId: checker.userId }
    await asNotAsked(owner, id)
    const before = process.memoryUsage.rss()
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
    const atOnce = await timed(async () => {
      await approve()
      await lookUpJob.work(house, asked)
    })
    clearInterval(watch)
    await mustBeFarmers(owner, bench.last)
    await asNotAsked(owner, id)
    const ahead = await timed(() => lookAheadJob.work(house, { uploadId: id }))
    const after = await timed(approve)
    await mustBeFarmers(owner, bench.last)
    await asNotAsked(owner, id)
    return [
      { work: `ask the bank for ${thousands(rows)} accounts, while the checker reads`, measured: ms(ahead) },
      { work: 'approve that file afterwards', measured: ms(after) },
      {
        work: 'approve it at once, until the bank has answered and all are registered',
        measured: `${ms(atOnce)}, process grows by ${mb(peak - before)} to ${mb(peak)}`,
      },
    ]
  } finally {
    await house.db.close()
    await bank.stop()
  }
}

/** The file as its checker finds it, of which nobody has asked the bank. */
async function asNotAsked(owner: pg.Client, id: string): Promise<void> {
  await owner.query('delete from upload_row_checks where upload_id = $1', [id])
  await asSent(owner, id)
  await owner.query('vacuum analyze upload_row_checks')
}
