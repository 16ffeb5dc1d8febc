import { fork } from 'node:child_process'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import type { Bench } from '../kit/bench.ts'
import type { Exported } from '../kit/exportProcess.ts'
import { fillRegister } from '../kit/manyFarmers.ts'
import { byTurns, timed } from '../kit/measure.ts'
import { mb, ms, thousands, type Line } from '../kit/report.ts'
import { organisationOf } from '../../db/seed/organisations.ts'

/** Every farmer of the largest society as a file. The floor copies the same columns out of the database. */
export async function exporting(bench: Bench): Promise<Line[]> {
  const { owner } = bench.at
  await fillRegister(bench)
  const society = organisationOf('CF4100').id
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from farmers where organisation_id = $1 and status = 'APPROVED'`,
    [society],
  )
  const lines: Line[] = []
  for (const format of ['xlsx', 'csv'] as const) {
    const measured: Exported[] = []
    const nowhere = () => new Writable({ write: (_piece, _encoding, done) => done() })
    const result = await byTurns({
      rounds: bench.rounds,
      floor: () =>
        timed(() =>
          pipeline(
            owner.query(
              copyTo(`copy (select member_number, full_name, id_number, mobile_number, acreage, type, gender, institution_code, account_number, account_state, created_at
                from farmers where organisation_id = '${society}' and status = 'APPROVED' order by member_number, id) to stdout csv`),
            ),
            nowhere(),
          ),
        ),
      product: async () => {
        const exported = await exportInProcess([owner.host, owner.user ?? '', format])
        measured.push(exported)
        return exported.took
      },
    })
    const peak = Math.max(...measured.map((one) => one.peak))
    lines.push({
      work: `export ${thousands(rows[0]?.n ?? 0)} farmers as .${format} (${mb(measured[0]?.bytes ?? 0)})`,
      measured: `${ms(result.product)}, whole process ${mb(peak)}, of which before ${mb(measured[0]?.before ?? 0)}`,
      floor: `${ms(result.floor)} COPY TO csv`,
      ratio: result.ratio,
    })
  }
  return lines
}

function exportInProcess(args: string[]): Promise<Exported> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, '../kit/exportProcess.ts'), args, { stdio: 'inherit' })
    child.once('message', (exported) => resolve(exported as Exported)) // border: what exportProcess.ts sends
    child.once('exit', (code) => reject(new Error(`the export ended with ${code}`)))
  })
}
