import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { ConnectionLost, isConnectionLost } from './postgres/connectionLost.ts'
import {
  clientOf,
  one,
  openDatabase,
  roundTripsOf,
  rows,
  savepoint,
  sql,
  together,
  type Database,
  type Tx,
} from './db.ts'
import { forgetPlans } from './postgres/keptPlans.ts'

let own: TestDatabase
let database: Database
const society = { organisationId: organisationOf('CF4100').id, wide: false }
const pidOf = (tx: Tx) => one(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`)

beforeAll(async () => {
  own = await makeTestDatabase()
  const owner = new pg.Client(own.config)
  await owner.connect()
  // A table for rows that come and go, and one whose transaction loses its connection in the moment of the commit.
  await owner.query(`create table kept (n int); create table deeds (n int);
    grant select, insert, delete on kept, deeds to kahawa_app;
    create function end_me() returns trigger language plpgsql security definer as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
    create constraint trigger at_commit after insert on deeds deferrable initially deferred for each row execute function end_me()`)
  await owner.end()
  database = openDatabase({ ...own.application, max: 2 })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

test('a transaction sees the farmers of its own society and, without one, none', async () => {
  const societies = (tx: Tx) => rows(tx, sql<{ id: string }>`select distinct organisation_id as id from farmers`)
  expect(await database.transaction(society, societies)).toEqual([{ id: society.organisationId }])
  expect(await database.transaction({ ...society, wide: true }, societies)).toHaveLength(3)
  expect((await database.ask({ text: 'select 1 from farmers' })).rows).toEqual([])
})

test('the eyes of one transaction are not those of the next on the same connection', async () => {
  await database.transaction({ ...society, wide: true }, pidOf)
  const { rows: found } = await database.ask({
    text: `select current_user, current_setting('app.organisation', true) as who`,
  })
  expect(found).toEqual([{ current_user: 'kahawa_app', who: expect.toBeOneOf(['', null]) }])
})

test.each([
  { with: 'with values', condition: sql`where created_at > ${new Date(0)}` },
  { with: 'without values', condition: sql`where created_at is not null` },
])(
  'a statement $with that is run often keeps its plan, and each transaction still sees with its own eyes',
  async ({ condition }) => {
    const single = openDatabase({ connection: { ...own.config, user: 'kahawa_app' }, max: 1 })
    const other = { organisationId: organisationOf('CF4101').id, wide: false }
    const wide = { ...society, wide: true }
    forgetPlans() // as in a program that has just begun: other tests have filled the room
    const seen = (tx: Tx) =>
      rows(
        tx,
        sql<{
          id: string
        }>`select distinct organisation_id as id from farmers ${condition} order by 1`,
      )
    try {
      for (let n = 0; n < 25; n++) {
        expect(await single.transaction(society, seen)).toEqual([{ id: society.organisationId }])
        expect(await single.transaction(other, seen)).toEqual([{ id: other.organisationId }])
        expect(await single.transaction(wide, seen)).toHaveLength(3)
      }
      const kept = sql<{ runs: number }>`select (generic_plans + custom_plans)::int as runs from pg_prepared_statements
      where statement like 'select distinct organisation_id%' order by runs desc`
      expect(await single.transaction(society, (tx) => rows(tx, kept))).toEqual([{ runs: 40 }, { runs: 15 }])
    } finally {
      await single.close()
    }
  },
)

test('a plan from before a migration is forgotten, and the transaction begins again', async () => {
  const owner = new pg.Client(own.config)
  await owner.connect()
  try {
    await owner.query(
      'create table grown (n integer); insert into grown values (1); grant select on grown to kahawa_app',
    )
    const read = (tx: Tx) => rows(tx, sql`select * from grown where n > ${0}`)
    forgetPlans()
    for (let n = 0; n < 15; n++) expect(await database.transaction(society, read)).toEqual([{ n: 1 }])
    await owner.query('alter table grown add column more text')
    for (let n = 0; n < 15; n++) expect(await database.transaction(society, read)).toEqual([{ n: 1, more: null }])
    await owner.query('alter table grown drop column more')
    expect(await database.transaction(society, read)).toEqual([{ n: 1 }])
  } finally {
    await owner.query('drop table grown')
    await owner.end()
  }
})

test('over connections of a pooler nothing is left for the next transaction, nor counted on from the one before', async () => {
  const pooled = openDatabase({ connection: own.config, role: 'kahawa_app', pooled: true, max: 1 })
  const state = `select current_user as who, current_setting('statement_timeout') as timeout, current_setting('timezone') as zone,
    current_setting('app.organisation', true) as organisation, (select count(*)::int from farmers) as farmers`
  const inside = { who: 'kahawa_app', timeout: '2min', zone: 'UTC' }
  forgetPlans()
  try {
    for (let n = 0; n < 15; n++) {
      const [seen] = await pooled.transaction(society, (tx) =>
        rows(tx, sql<{ farmers: number }>`${sql.raw(state)} where ${n} = ${n}`),
      )
      expect(seen).toMatchObject({ ...inside, organisation: society.organisationId })
      expect(seen?.farmers).toBeGreaterThan(0)
      const asked = await pooled.ask({ name: 'state', text: `${state} where $1 = 1`, values: [1] })
      expect(asked.rows).toEqual([{ ...inside, organisation: expect.toBeOneOf(['', null]), farmers: 0 }])
    }
    await expect(pooled.ask({ text: 'select no_such_column' })).rejects.toThrow('no_such_column')
    // What the session itself is, as whoever is lent the connection next would find it.
    const { rows: left } = await pooled.pool.query(
      'select current_user = session_user as "isItself", (select count(*)::int from pg_prepared_statements) as kept',
    )
    expect(left).toEqual([{ isItself: true, kept: 0 }])
  } finally {
    await pooled.close()
  }
})

test('a scope that is no id never reaches the database', async () => {
  const scope = { organisationId: `'; drop table farmers; --`, wide: false }
  await expect(database.transaction(scope, pidOf)).rejects.toThrow('scope without an organisation')
})

test('nothing of a transaction that fails stays, and a savepoint that fails takes only itself back', async () => {
  const count = await database.transaction(society, async (tx) => {
    await sql`delete from kept`.execute(tx)
    await sql`insert into kept values (1)`.execute(tx)
    await savepoint(tx, async () => {
      await sql`insert into kept values (2)`.execute(tx)
      throw new Error('no')
    }).catch(() => {})
    await savepoint(tx, () => sql`insert into kept values (3)`.execute(tx))
    return rows(tx, sql<{ n: number }>`select n from kept order by n`)
  })
  expect(count).toEqual([{ n: 1 }, { n: 3 }])
})

test('a savepoint inside a savepoint: when both fail, nothing of the outer one stays either', async () => {
  const refused = new Error('refused')
  const found = await database.transaction(society, async (tx) => {
    await sql`delete from kept`.execute(tx)
    await sql`insert into kept values (1)`.execute(tx)
    const outer = savepoint(tx, async () => {
      await sql`insert into kept values (2)`.execute(tx)
      await savepoint(tx, async () => {
        await sql`insert into kept values (3)`.execute(tx)
        throw refused
      })
    })
    await expect(outer).rejects.toBe(refused)
    return rows(tx, sql<{ n: number }>`select n from kept`)
  })
  expect(found).toEqual([{ n: 1 }])
})

test('what needs nothing of each other goes together, in one round trip, and answers in its order', async () => {
  const before = roundTripsOf(database.pool)
  const answers = await database.transaction(society, (tx) =>
    together([1, 2, 3].map((n) => one(tx, sql<{ n: number }>`select ${n}::int as n`))),
  )
  expect(answers).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(roundTripsOf(database.pool) - before).toBe(2) // the statements behind their begin, and the commit
})

test('of what goes together the first failure is told, and nothing is sent any more after it', async () => {
  const sent: string[] = []
  const failing = database.transaction(society, (tx) =>
    savepoint(tx, () =>
      together([
        sql`insert into kept values (4)`.execute(tx),
        sql`select 1 / 0`.execute(tx),
        sql`select 2`.execute(tx).then(() => sent.push('behind the failure')),
        sleep(50).then(() => sent.push('what takes longest')),
      ]),
    ).catch(async (error: unknown) => {
      expect(sent).toEqual(['what takes longest'])
      expect(await rows(tx, sql`select from kept where n = 4`)).toEqual([])
      throw error
    }),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  // What stands behind the failure in the line is refused for it, and may be heard before it.
  const nested = database.transaction(society, (tx) =>
    together([together([together([sql`select 1 / 0`.execute(tx)])]), sql`select 2`.execute(tx)]),
  )
  await expect(nested).rejects.toMatchObject({ code: '22012' })
})

test('a beginning that fails is told, and nothing of the work stays', async () => {
  const nobody = openDatabase({
    connection: { ...own.config, user: 'kahawa_app', options: '-c role=kahawa_functions' },
    max: 1,
  })
  const work = (tx: Tx) => sql`insert into kept values (5)`.execute(tx)
  await expect(nobody.transaction('system', work)).rejects.toThrow(/role/)
  await nobody.close()
  expect(await database.transaction(society, (tx) => rows(tx, sql`select from kept where n = 5`))).toEqual([])
})

test('a connection that breaks between two statements fails its transaction and never the program', async () => {
  const owner = new pg.Client(own.config)
  await owner.connect()
  const broken = database.transaction(society, async (tx) => {
    const { pid } = await pidOf(tx)
    const client = clientOf(tx)
    const gone = new Promise((resolve) => client.once('end', resolve))
    await owner.query('select pg_terminate_backend($1)', [pid])
    await gone
    return pidOf(tx)
  })
  await expect(broken).rejects.toMatchObject({ name: 'ConnectionLost', isUnknown: false })
  await owner.end()
  expect(await database.transaction(society, pidOf)).toMatchObject({ pid: expect.any(Number) })
})

test('a connection that breaks in the moment in which it is lent never ends the program', async () => {
  await database.transaction(society, pidOf) // there is one to be lent
  let nobodyHeard: unknown
  // The last words of PostgreSQL may come together with the answer after which the connection is lent again.
  database.pool.once('acquire', (client) =>
    process.nextTick(() => {
      try {
        client.emit('error', new Error('terminating connection due to unexpected postmaster exit'))
      } catch (error) {
        nobodyHeard = error
      }
    }),
  )
  await database.transaction(society, pidOf)
  expect(nobodyHeard).toBeUndefined()
})

test('a connection that breaks while it commits leaves open whether it did, and says so', async () => {
  const broken = database.transaction(society, async (tx) => {
    await sql`insert into deeds values (1)`.execute(tx)
  })
  await expect(broken).rejects.toMatchObject({ name: 'ConnectionLost', isUnknown: true })
})

test('every way in which PostgreSQL goes away is told from the faults of a program', () => {
  const lost = (facts: object, message = '') => isConnectionLost(Object.assign(new Error(message), facts))
  for (const code of ['ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED', '57P01', '57P02', '57P03', '08006'])
    expect(lost({ code }), code).toBe(true)
  expect(lost({ code: 'ENOENT', syscall: 'connect' })).toBe(true)
  expect(lost({ code: 'EAGAIN', syscall: 'connect' })).toBe(true)
  expect(lost({}, 'Connection terminated unexpectedly')).toBe(true)
  expect(lost({ cause: new ConnectionLost({ isUnknown: false, cause: null }) })).toBe(true)
  expect(lost({ code: 'ENOENT', syscall: 'open' })).toBe(false)
  expect(lost({ code: '23505' })).toBe(false)
  expect(isConnectionLost('57P01')).toBe(false)
})

test('what still holds a transaction that has ended cannot reach the connection any more', async () => {
  const late: Tx[] = []
  await database.transaction(society, async (tx) => void late.push(tx))
  for (const tx of late) {
    await expect(pidOf(tx)).rejects.toThrow('the transaction has ended')
    expect(() => clientOf(tx)).toThrow('not a transaction')
  }
})

test('two transactions in a ring both end: the one that the database stopped begins again', async () => {
  const ids = (await database.transaction(society, (tx) =>
    rows(
      tx,
      sql<{ id: string }>`select id from farmers where organisation_id = ${society.organisationId} order by id limit 2`,
    ),
  )) as [{ id: string }, { id: string }]
  let waiting = 0
  let open = () => {}
  const both = new Promise<void>((resolve) => (open = resolve))
  let runs = 0
  const lockBoth = (first: string, second: string) =>
    database.transaction(society, async (tx) => {
      runs += 1
      await sql`select 1 from farmers where id = ${first} for update`.execute(tx)
      waiting += 1
      if (waiting >= 2) open()
      await both
      await sql`select 1 from farmers where id = ${second} for update`.execute(tx)
    })
  await Promise.all([lockBoth(ids[0].id, ids[1].id), lockBoth(ids[1].id, ids[0].id)])
  expect(runs).toBe(3)
})
