import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { cherryLimitsFile } from '#contract/limits/limitFile.ts'
import { writeTable } from '#server/kit/sheets/writeTable.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import type { Bench } from '../kit/bench.ts'
import { textSheet } from '../kit/farmerWorkbook.ts'
import { copyMembers, type CopiedMember } from '../kit/copyMembers.ts'
import { checkInProcess } from './checking.ts'
import { median, timed } from '../kit/measure.ts'
import { ms, thousands, type Line } from '../kit/report.ts'
import { openUpload } from '../kit/stagedUpload.ts'

const society = organisationOf('CF4100').id

/** Checks and approves a limit file of a society as large as it: the society's checker first, then KPCU's, who raises the limits. */
export async function limits(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  const members = await addMembers(owner, count)
  const path = join(bench.folder, `limits-${count}.xlsx`)
  const approve = routeOf('approve', '/upload/cherry/approve_limit')
  const took: { check: number; pass: number; grant: number }[] = []
  for (let round = 0; round < bench.rounds; round++) {
    // Each round counts one more kilogram of everybody, so that nothing has to be removed again.
    await writeLimits(path, members)
    const id = await openUpload(house, path, cherryLimitsFile.name)
    await owner.query(
      `insert into upload_consents (upload_id, organisation_id, disclaimer_id, consented_by, consented_at)
       select u.id, u.organisation_id, d.id, u.made_by, now() from uploads u, disclaimers d where u.id = $1 and d.name = 'share_data' limit 1`,
      [id],
    )
    const checked = await checkInProcess(owner.host, id)
    await owner.query('analyze upload_rows; analyze limit_rows; analyze ledger_accounts')
    const decide = async (username: string) => {
      const actor = await signedIn(house, owner, username)
      return timed(() => run(house, approve, { actor, params: { organisationId: actor.organisationId }, body: { id } }))
    }
    const pass = await decide('fcs.checker')
    const grant = await decide('kpcu.checker')
    const { rows } = await owner.query<{ n: number }>(
      'select count(*)::int as n from limit_rows where upload_id = $1',
      [id],
    )
    if (rows[0]?.n !== members.length) throw new Error(`${rows[0]?.n} limits were raised`)
    took.push({ check: checked.took, pass, grant })
  }
  const lineOf = (work: string, step: 'check' | 'pass' | 'grant'): Line => {
    const milliseconds = median(took.map((one) => one[step]))
    return {
      work: `${work} of ${thousands(members.length)} members`,
      measured: ms(milliseconds),
      promise: '<= 30 s',
      met: milliseconds <= 30_000,
    }
  }
  return [
    lineOf('check and stage a limit file', 'check'),
    lineOf('pass a limit file on', 'pass'),
    lineOf('raise the limits', 'grant'),
  ]
}

/** Members of one society, each with a thousand kilograms of approved cherry. */
async function addMembers(owner: pg.Client, count: number): Promise<CopiedMember[]> {
  const members = await copyMembers(owner, { society, count, prefix: 'LB', firstId: 40_000_000 })
  await owner.query(
    `insert into season_weights (organisation_id, season, farmer_id, approved_kg) select $1, $2, unnest($3::uuid[]), 1000 on conflict do nothing`,
    [society, currentSeason(), members.map(({ id }) => id)],
  )
  await owner.query('analyze season_weights')
  return members
}

const writeLimits = (path: string, members: readonly CopiedMember[]) =>
  pipeline(
    writeTable({
      ...textSheet(cherryLimitsFile),
      rows: (function* () {
        for (const { memberNumber, idNumber } of members)
          yield [idNumber, '', memberNumber, 'CF4100', 'COFFEE', '1', currentSeason()]
      })(),
    }),
    createWriteStream(path),
  )
