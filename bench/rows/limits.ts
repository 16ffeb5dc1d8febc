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
import { dropBare, makeBare } from '../kit/bareCopies.ts'
import { copyMembers, type CopiedMember } from '../kit/copyMembers.ts'
import { checkInProcess } from './checking.ts'
import { median, timed } from '../kit/measure.ts'
import { againstFloor, ms, thousands, type Line } from '../kit/report.ts'
import { openUpload } from '../kit/stagedUpload.ts'

const society = organisationOf('CF4100').id
/** Where a raise is kept; the bare copies have the same indexes and nothing else. */
const tables = ['limit_rows', 'ledger_accounts', 'ledger_movements', 'ledger_entries']

/**
 * Checks and approves a limit file of a society as large as it: the society's checker first, then KPCU's, who raises the limits. The
 * floor of the raise copies the very rows that it wrote into bare tables.
 */
export async function limits(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  const members = await addMembers(owner, count)
  const path = join(bench.folder, `limits-${count}.xlsx`)
  const approve = routeOf('approve', '/upload/cherry/approve_limit')
  const took: { check: number; pass: number; grant: number; floor: number }[] = []
  await makeBare(owner, tables)
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
    const floor = await timed(() => copyBare(owner, id))
    took.push({ check: checked.took, pass, grant, floor })
  }
  await dropBare(owner, tables)
  const lineOf = (work: string, step: 'check' | 'pass'): Line => {
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
    againstFloor(
      `raise the limits of ${thousands(members.length)} members`,
      {
        product: median(took.map(({ grant }) => grant)),
        floor: median(took.map(({ floor }) => floor)),
        ratio: median(took.map(({ grant, floor }) => grant / floor)),
      },
      'bare copies of the rows',
      4,
    ),
  ]
}

/** The same rows again, without locks, walls and checks. */
async function copyBare(owner: pg.Client, upload: string): Promise<void> {
  const movements = 'select id from ledger_movements where cause_id = $1'
  await owner.query('begin')
  for (const statement of [
    'insert into bare_limit_rows select * from limit_rows where upload_id = $1',
    `insert into bare_ledger_accounts select * from ledger_accounts where id in (select account_id from ledger_entries where movement_id in (${movements}))
       on conflict (id) do update set credits_cents = excluded.credits_cents, debits_cents = excluded.debits_cents, entry_count = excluded.entry_count`,
    'insert into bare_ledger_movements select * from ledger_movements where cause_id = $1',
    `insert into bare_ledger_entries select * from ledger_entries where movement_id in (${movements})`,
  ])
    await owner.query(statement, [upload])
  await owner.query('commit')
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
