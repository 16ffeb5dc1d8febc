import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { chanceFrom, type Chance } from '../db/seed/chance.ts'
import { readConfig } from '#server/config.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { eventColumns, readHeads } from '#server/kit/audit/auditChain.ts'
import { setClock } from '#server/kit/clock.ts'
import { openDatabase, type Database } from '#server/kit/db.ts'
import { makeSealer } from '#server/kit/audit/sealAudit.ts'
import { verifyAudit } from '#server/kit/audit/verifyAudit.ts'

const organisationId = '019bb0ca-3300-7000-8000-000000000001'
const start = Date.UTC(2026, 2, 2, 6)
const log = pino({ level: 'silent' })
let database: TestDatabase
let owner: pg.Client
let db: Database
let dataDir: string

beforeAll(async () => {
  database = await makeTestDatabase()
  owner = new pg.Client(database.config)
  await owner.connect()
  await owner.query(
    `insert into organisations (id, code, name, type) values ($1, 'CF9999', 'Tamper society', 'FARMER_SOCIETY') on conflict do nothing`,
    [organisationId],
  )
  db = openDatabase({ connection: database.config, role: 'kahawa_app', max: 4 })
})
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kahawa-audit-'))
  await asOwner('truncate audit_seals, audit_events')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
afterAll(async () => {
  setClock(null)
  await db.close()
  await owner.end()
  await database.drop()
})

const house = () => ({ db, log, config: readConfig({ DATA_DIR: dataDir }) })
const verify = (at = new Date(start + 3_600_000)) => verifyAudit({ client: owner, heads: readHeads(dataDir), at })

/** What somebody with the owner's password can do: no trigger and no foreign key stands in the way. */
async function asOwner(sql: string, values: unknown[] = []): Promise<number> {
  await owner.query(`set session_replication_role = 'replica'`)
  const { rowCount } = await owner.query(sql, values)
  await owner.query(`set session_replication_role = 'origin'`)
  return rowCount ?? 0
}

async function writeEvents(count: number, from = start): Promise<void> {
  await db.transaction('system', async (tx) => {
    for (let n = 0; n < count; n++) {
      setClock(() => from + n * 1000)
      await writeAudit(tx, {
        by: { system: 'Kahawa', organisationId },
        organisationId,
        kind: 'farmer_upload',
        recordId: organisationId,
        title: `farmers ${n}.xlsx`,
        action: 'approve',
        from: 'PENDING_APPROVAL',
        to: 'APPROVED',
        comment: n % 2 ? null : 'Right',
        changes: { rows: { before: 0, after: n } },
      })
    }
  })
}

/** Thirty events, sealed and signed in three goes. */
async function sealedTrail(): Promise<() => Promise<number>> {
  const seal = makeSealer(house())
  for (const part of [0, 1, 2]) {
    await writeEvents(10, start + part * 60_000)
    expect(await seal()).toBe(10)
  }
  return seal
}

test('an untouched trail is whole, and its numbers have no gap', async () => {
  await sealedTrail()
  const verified = await verify()
  expect(verified).toMatchObject({ sealed: 30n, waiting: 0, broken: null })
  expect(verified.newest?.n).toBe('30')
  const { rows } = await owner.query(
    'select min(n)::int as first, max(n)::int as last, count(*)::int as n from audit_seals',
  )
  expect(rows).toEqual([{ first: 1, last: 30, n: 30 }])
})

test('the key is readable for its owner only', async () => {
  await sealedTrail()
  expect(statSync(join(dataDir, 'audit-key.pem')).mode & 0o777).toBe(0o600)
})

test('two sealers of one database make one chain', async () => {
  await writeEvents(40)
  const one = makeSealer(house())
  const two = makeSealer(house())
  await Promise.all([one(), two(), one(), two()])
  await one()
  expect(await verify()).toMatchObject({ sealed: 40n, broken: null })
})

test('an event of a long transaction is sealed when it comes', async () => {
  const seal = await sealedTrail()
  await writeEvents(1, start + 30_000)
  setClock(() => start + 3_600_000)
  expect(await makeSealer(house())()).toBe(1)
  expect(await seal()).toBe(0)
  expect((await verify()).broken).toBeNull()
})

test('a head is signed later than what it tells of was sealed, also within one look', async () => {
  await writeEvents(3)
  let moment = start + 60_000
  setClock(() => (moment += 1_000))
  expect(await makeSealer(house())()).toBe(3)
  const { rows } = await owner.query<{ at: Date }>('select max(sealed_at) as at from audit_seals')
  const { newest } = readHeads(dataDir)
  expect(newest).toMatchObject({ n: '3' })
  expect(new Date(newest?.at ?? 0).getTime()).toBeGreaterThan(rows[0]?.at.getTime() ?? Infinity)
})

test('a line that a power cut tore is written again', async () => {
  await sealedTrail()
  appendFileSync(join(dataDir, 'audit-heads.jsonl'), '{"n":"31","chainHa')
  expect((await verify()).broken).toBeNull()
  await writeEvents(1, start + 200_000)
  await makeSealer(house())()
  expect(await verify()).toMatchObject({ sealed: 31n, broken: null, newest: { n: '31' } })
})

test('every column of an event is sealed', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'audit_events' and table_schema = 'public'`,
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const { name } of rows) expect(eventColumns).toMatch(new RegExp(`e\\.${name}\\b`))
})

type Tampering = { name: string; do: (chance: Chance) => Promise<{ eventId?: string | undefined; n?: number }> }
const pick = async (chance: Chance, n = chance.between(1, 30)) => {
  const { rows } = await owner.query<{ event_id: string }>('select event_id from audit_seals where n = $1', [n])
  return { n, eventId: rows[0]?.event_id }
}
const remove = async (n: number, eventId: string | undefined) => {
  await asOwner('delete from audit_seals where n = $1', [n])
  await asOwner('delete from audit_events where id = $1', [eventId])
}
const edits = [
  `title = title || '.'`,
  `comment = 'Agreed'`,
  `actor_name = 'Somebody else'`,
  `actor_role = 'ADMINISTRATOR'`,
  `to_status = 'REJECTED'`,
  `changes = '{"rows": {"before": 0, "after": 99}}'`,
  `at = at + interval '1 microsecond'`,
  `actor_id = id`,
  `request_id = 'x'`,
  `record_id = id`,
]
const tamperings: Tampering[] = [
  {
    name: 'edit an event',
    do: async (chance) => {
      const row = await pick(chance)
      await asOwner(`update audit_events set ${chance.pick(edits)} where id = $1`, [row.eventId])
      return row
    },
  },
  {
    name: 'edit a seal',
    do: async (chance) => {
      const row = await pick(chance)
      const edit = chance.pick([
        `event_hash = sha256(event_hash)`,
        `chain_hash = sha256(chain_hash)`,
        `sealed_at = sealed_at - interval '1 microsecond'`,
      ])
      await asOwner(`update audit_seals set ${edit} where n = $1`, [row.n])
      return row
    },
  },
  {
    name: 'delete an event and its seal',
    do: async (chance) => {
      const row = await pick(chance, chance.pick([1, chance.between(2, 29), 30]))
      await remove(row.n, row.eventId)
      return { n: row.n }
    },
  },
  {
    name: 'delete an event, close the gap',
    do: async (chance) => {
      const row = await pick(chance, chance.between(1, 29))
      await remove(row.n, row.eventId)
      await asOwner('update audit_seals set n = n - 1 where n > $1', [row.n])
      return { n: row.n }
    },
  },
  {
    name: 'delete an event only',
    do: async (chance) => {
      const row = await pick(chance)
      await asOwner('delete from audit_events where id = $1', [row.eventId])
      return row
    },
  },
  {
    name: 'swap two events',
    do: async (chance) => {
      const one = await pick(chance, chance.between(1, 15))
      const two = await pick(chance, chance.between(16, 30))
      const swap = `update audit_events e set title = o.title, changes = o.changes, comment = o.comment, at = o.at from audit_events o
        where (e.id, o.id) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid))`
      await asOwner(swap, [one.eventId, two.eventId])
      return one
    },
  },
  {
    name: 'swap two seals',
    do: async (chance) => {
      const one = await pick(chance, chance.between(1, 15))
      const two = await pick(chance, chance.between(16, 30))
      await asOwner('update audit_seals set event_id = gen_random_uuid() where n = $1', [one.n])
      await asOwner('update audit_seals set event_id = $2 where n = $1', [two.n, one.eventId])
      await asOwner('update audit_seals set event_id = $2 where n = $1', [one.n, two.eventId])
      return { n: one.n }
    },
  },
  {
    name: 'insert an event without a seal',
    do: async (chance) => {
      const like = await pick(chance)
      const { rows } = await owner.query<{ id: string }>('select gen_random_uuid() as id')
      const eventId = rows[0]?.id
      await asOwner(
        `insert into audit_events select (json_populate_record(e, json_build_object('id', $2::uuid))).* from audit_events e where id = $1`,
        [like.eventId, eventId],
      )
      return { eventId }
    },
  },
  {
    name: 'cut the end off',
    do: async (chance) => {
      const n = chance.between(1, 30)
      await asOwner('delete from audit_events where id in (select event_id from audit_seals where n >= $1)', [n])
      await asOwner('delete from audit_seals where n >= $1', [n])
      return { n }
    },
  },
  {
    name: 'truncate everything',
    do: async () => {
      await asOwner('truncate audit_seals, audit_events')
      return { n: 1 }
    },
  },
  {
    name: 'rewrite the whole chain behind an edit',
    do: async (chance) => {
      const n = chance.between(1, 30)
      const row = await pick(chance, n)
      await asOwner(`update audit_events set comment = 'Never mind' where id = $1`, [row.eventId])
      await asOwner('truncate audit_seals')
      const elsewhere = mkdtempSync(join(tmpdir(), 'kahawa-forger-'))
      await makeSealer({ ...house(), config: readConfig({ DATA_DIR: elsewhere }) })()
      rmSync(elsewhere, { recursive: true })
      return {} // the first signed head at or after the row shows it
    },
  },
  {
    name: 'forge a head',
    do: async (chance) => {
      const file = join(dataDir, 'audit-heads.jsonl')
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      const line = chance.between(0, lines.length - 1)
      const how = chance.between(0, 2)
      if (how === 0) lines[line] = lines[line]!.replace(/"chainHash":"../, (text) => text.slice(0, -2) + 'zz')
      else if (how === 1) lines[line] = lines[line]!.replace(/"at":"2026/, '"at":"2025')
      else if (line < lines.length - 1) lines.splice(line, 1)
      else lines[line] = lines[line]!.replace(/"n":"\d+"/, '"n":"7"')
      writeFileSync(file, `${lines.join('\n')}\n`)
      return {}
    },
  },
  {
    name: 'remove the newest heads',
    do: async () => {
      const file = join(dataDir, 'audit-heads.jsonl')
      writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 1).join('\n') + '\n')
      return { n: 11 }
    },
  },
]

const seed = process.env['SEED'] ?? String(randomInt(1_000_000))
const rounds = Number(process.env['ROUNDS'] ?? 130)
test(`every tampering by the owner is found and named, seed ${seed}`, { timeout: 60_000 + rounds * 500 }, async () => {
  const chance = chanceFrom(seed)
  await sealedTrail()
  const heads = readFileSync(join(dataDir, 'audit-heads.jsonl'))
  await owner.query('create table kept_events as table audit_events')
  await owner.query('create table kept_seals as table audit_seals')
  for (let round = 0; round < rounds; round++) {
    const tampering = tamperings[round % tamperings.length]!
    const expected = await tampering.do(chance)
    const { broken } = await verify()
    expect(broken, `${tampering.name}, round ${round}, seed ${seed}`).not.toBeNull()
    if (expected.n !== undefined) expect(broken?.n, `${tampering.name}, seed ${seed}`).toBe(String(expected.n))
    if (expected.eventId !== undefined) expect(broken?.eventId, tampering.name).toBe(expected.eventId)
    await asOwner('truncate audit_seals, audit_events')
    await asOwner('insert into audit_events select * from kept_events')
    await asOwner('insert into audit_seals select * from kept_seals')
    writeFileSync(join(dataDir, 'audit-heads.jsonl'), heads)
    expect((await verify()).broken).toBeNull()
  }
})

test('an event that was slipped in later under an old time is found even after it was sealed', async () => {
  await sealedTrail()
  await writeEvents(1, start - 7_200_000)
  setClock(() => start + 300_000)
  expect(await makeSealer(house())()).toBe(1)
  expect((await verify()).broken?.what).toMatch(/long after its own time/)
})

test('after the newest rows were deleted the sealer does not sign the shorter chain', async () => {
  await sealedTrail()
  await asOwner('delete from audit_events where id in (select event_id from audit_seals where n > 25)')
  await asOwner('delete from audit_seals where n > 25')
  await makeSealer(house())()
  expect((await verify()).broken).toMatchObject({ n: '26' })
  await writeEvents(10, start + 400_000)
  await makeSealer(house())()
  expect((await verify()).broken).toMatchObject({ n: '30', what: expect.stringMatching(/rewritten/) })
})
