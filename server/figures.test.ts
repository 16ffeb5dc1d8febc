import { createServer } from 'node:tls'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificateEnd } from '#server/kit/bank/bankCertificate.ts'
import { now } from '#server/kit/clock.ts'
import { backupFigures } from '#server/kit/backup/startBackups.ts'
import { tellFigures, type Figure } from '#server/kit/figures.ts'
import { logFigures } from '#server/kit/sendLog.ts'
import { scannerFigures } from '#server/kit/web/virusScanner.ts'
import { serveHealth } from '#server/kit/web/health.ts'
import { makeSealer } from '#server/kit/audit/sealAudit.ts'
import { newId } from '#server/kit/ids.ts'
import { figures } from '#server/figures.ts'
import { Registry } from 'prom-client'
import { makeAuthority } from '#test/kit/certificates.ts'
import { root } from '#test/kit/sourceFiles.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

describe('what operators are told', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld({ settings: { METRICS_ALLOW: 'loopback' } })
    serveHealth(world.app, world.house, { figures })
  })
  afterAll(() => world.close())

  /** One figure, read anew. */
  const read = async (name: string): Promise<readonly { value: number; labels?: Readonly<Record<string, string>> }[]> =>
    (figures.find((figure) => figure.name === name) as Figure).read(world.house)
  const only = async (name: string): Promise<number | undefined> => (await read(name))[0]?.value

  test('has a name and a number for every alert and every panel of the board', async () => {
    const text = (await world.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).payload
    const told = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    )
    const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yaml'), 'utf8')
    const board = JSON.parse(readFileSync(join(root, 'deploy/grafana/kahawa.json'), 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const expressions = [
      ...[...alerts.matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*))/g)].map(([, block, line]) => block ?? line ?? ''),
      ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]
    expect(expressions.length).toBeGreaterThan(30)
    // `up` is Prometheus's own. A backup, a scanner and another log are told of where there are some (server/kit).
    const others = [...backupFigures, ...scannerFigures, ...logFigures].map(({ name }) => name)
    const elsewhere = ['up', ...others]
    const named = new Set(expressions.flatMap(namesIn))
    expect([...named].filter((name) => !told.has(name) && !elsewhere.includes(name))).toEqual([])
    expect(figures.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
    const unread = [...text.matchAll(/^figures_unread\{figure="(\w+)"\} 1/gm)].map(([, name]) => name)
    expect(unread).toEqual([])
  })

  test('every alert has its part in the page of the person on call', () => {
    const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yaml'), 'utf8')
    const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !page.includes(`### ${name}\n`))).toEqual([])
    expect([...page.matchAll(/^### (Kahawa\w+)$/gm)].map(([, name]) => name)).toEqual(names)
  })

  test('transfers in doubt are counted by their age', async () => {
    expect(await read('payouts_in_doubt')).toEqual(
      ['0', '15m', '1h', '1d'].map((older_than) => ({ value: 0, labels: { older_than } })),
    )
    expect(await only('payouts_in_doubt_oldest_seconds')).toBe(0)
    const minutes = [1, 20, 120]
    for (const [index, minute] of minutes.entries()) await legInDoubt(index, minute)
    expect((await read('payouts_in_doubt')).map(({ value }) => value)).toEqual([3, 2, 1, 0])
    expect(Math.round(((await only('payouts_in_doubt_oldest_seconds')) ?? 0) / 60)).toBe(120)
  })

  test('a job counts from the moment it was due, and one that is put off does not', async () => {
    const queue = 'payout.nobody'
    await world.owner.query(`select pgboss.create_queue($1, '{"policy":"standard"}')`, [queue])
    const send = (after: string) =>
      world.owner.query(`insert into pgboss.job (name, start_after) values ($1, now() + $2::interval)`, [queue, after])
    const of = (values: Awaited<ReturnType<typeof read>>) =>
      values.find(({ labels }) => labels?.['queue'] === queue)?.value
    expect(of(await read('jobs_waiting'))).toBe(0)
    await send('-5 minutes')
    await send('1 hour')
    expect(of(await read('jobs_waiting'))).toBe(1)
    expect(Math.round((of(await read('jobs_oldest_seconds')) ?? 0) / 60)).toBe(5)
  })

  test('events that are not sealed grow old until they are', async () => {
    const seal = makeSealer(world.house)
    await seal()
    expect(await only('audit_unsealed_seconds')).toBe(0)
    const { rows } = await world.owner.query<{ id: string }>(`select id from users limit 1`)
    await world.owner.query(
      `insert into audit_events (id, at, organisation_id, actor_id, actor_name, actor_role, actor_organisation, kind, record_id, title, action)
        select $1, $2, organisation_id, id, 'x', 'x', 'x', 'user', id, 'x', 'x' from users where id = $3`,
      [newId(), new Date(now().getTime() - 90_000), rows[0]?.id],
    )
    expect(Math.round((await only('audit_unsealed_seconds')) ?? 0)).toBeGreaterThanOrEqual(90)
    await seal()
    expect(await only('audit_unsealed_seconds')).toBe(0)
  })

  test('balances that do not close are those of the last night', async () => {
    expect(await read('balances_open')).toEqual([])
    await world.owner.query(
      `insert into balance_checks (day, made_at, balances, open) values ('2020-01-01', now(), 9, 9), ('2020-01-02', now(), 9, 2)`,
    )
    expect(await only('balances_open')).toBe(2)
  })

  test('a standby is told with how far it is behind', async () => {
    expect(await read('database_standby_lag_bytes')).toEqual([])
    // Another server would speak the same protocol: it takes the log and says up to where it has applied it.
    const standby = new pg.Client({
      ...world.database.config,
      replication: 'true',
      application_name: 'standby-1',
    } as pg.ClientConfig)
    await standby.connect()
    const { rows } = await standby.query<{ xlogpos: string }>('IDENTIFY_SYSTEM')
    const place = rows[0]?.xlogpos ?? ''
    standby.query(`START_REPLICATION PHYSICAL ${place}`).catch(() => {})
    const { connection } = standby as unknown as { connection: { stream: { write: (bytes: Buffer) => void } } } // border: pg keeps its wire to itself
    connection.stream.write(standbyStatus(place))
    try {
      await expect
        .poll(() => read('database_standby_lag_bytes'), { timeout: 10_000 })
        .toMatchObject([{ labels: { standby: 'standby-1' } }])
      await world.owner.query('create table much as select generate_series(1, 50000) as n')
      // The server of the tests writes its log a moment after the commit.
      await expect.poll(() => only('database_standby_lag_bytes'), { timeout: 10_000 }).toBeGreaterThan(100_000)
      expect(await read('database_standby_lag_seconds')).toMatchObject([{ labels: { standby: 'standby-1' } }])
    } finally {
      await standby.end()
    }
  })

  test('the disk is told with its size', async () => {
    const [free = 0, size = 0] = [await only('data_folder_free_bytes'), await only('data_folder_size_bytes')]
    expect(free).toBeGreaterThan(0)
    expect(size).toBeGreaterThan(free)
  })

  async function legInDoubt(index: number, minutesAgo: number): Promise<void> {
    const at = new Date(now().getTime() - minutesAgo * 60_000)
    const [organisation, payout] = [world.organisationId('CF4100'), newId()]
    await world.owner.query(
      `insert into payouts (id, organisation_id, lender_id, source_kind, source_id, title, reference, payment_type, institution_code, institution_type,
          account_number, account_name, amount_cents, narration, fund_account, transit_account, short_code, status, created_at)
        values ($1, $2, $2, 'loan_request', $1, 'x', $3, 'INTERNALFT', '11', 'BANK', '1', 'x', 100, 'x', '1', '1', '1', 'IN_DOUBT', $4)`,
      [payout, organisation, `KP0000000000000${index}`, at],
    )
    await world.owner.query(
      `insert into payout_legs (id, payout_id, organisation_id, lender_id, place, kind, channel, reference, from_account, to_institution_code,
          to_institution_type, to_account, amount_cents, narration, status, sent_at, created_at)
        values ($1, $1, $2, $2, 1, 'INTERNAL', 'internal', $3, '1', '11', 'BANK', '1', 100, 'x', 'IN_DOUBT', $4, $4)`,
      [payout, organisation, `KP0000000000000${index}-1`, at],
    )
  }
})

// Standby status update: up to here written, flushed and applied.
function standbyStatus(place: string): Buffer {
  const [high = '0', low = '0'] = place.split('/')
  const at = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
  const message = Buffer.alloc(1 + 8 * 4 + 1)
  message.write('r')
  for (const index of [0, 1, 2]) message.writeBigInt64BE(at, 1 + index * 8)
  const header = Buffer.alloc(5)
  header.write('d')
  header.writeInt32BE(4 + message.length, 1)
  return Buffer.concat([header, message])
}

const words = new Set([
  'sum',
  'max',
  'min',
  'by',
  'rate',
  'increase',
  'or',
  'unless',
  'offset',
  'le',
  'topk',
  'histogram_quantile',
  'predict_linear',
  'without',
])
/** The figures that an expression of Prometheus names. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(?:by|without) \([^)]*\)/g, ' ')
    .replace(/offset \w+/g, ' ')
  return [...bare.matchAll(/[a-z_][\w:]*/gi)]
    .map(([name]) => name)
    .filter((name) => !words.has(name) && !/^e\d+$/.test(name))
}

describe('a figure', () => {
  const house = {} as never // nothing of it is used here
  test('that cannot be read is left out and named, and the others are told', async () => {
    const registry = new Registry()
    const broken: Figure = {
      name: 'broken',
      help: 'x',
      read: () => Promise.reject(new Error('x')),
    }
    const whole: Figure = {
      name: 'whole',
      help: 'x',
      labels: ['of'],
      read: async () => [{ value: 2, labels: { of: 'a' } }],
    }
    tellFigures(registry, house, [broken, whole])
    const text = await registry.metrics()
    expect(text).toContain('whole{of="a"} 2')
    expect(await registry.metrics()).toContain('figures_unread{figure="broken"} 1')
    expect(text).not.toMatch(/^broken \d/m)
  })
})

describe('the certificate of a bank', () => {
  test('tells when it ends, also when it has ended', async () => {
    const { issue } = await makeAuthority()
    for (const days of [10, -3]) {
      const end = new Date(Math.floor(Date.now() / 1000) * 1000 + days * 86_400_000)
      const server = createServer(await issue(['bank'], end), (socket) => socket.end())
      const port = await new Promise<number>((resolve) =>
        server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
      )
      try {
        expect(await certificateEnd(`https://127.0.0.1:${port}/api`, 5_000)).toEqual(end)
      } finally {
        server.close()
      }
    }
  })

  test('is none without TLS, and no answer is no certificate', async () => {
    expect(await certificateEnd('http://127.0.0.1:1', 1_000)).toBeNull()
    await expect(certificateEnd('https://127.0.0.1:1', 1_000)).rejects.toThrow('ECONNREFUSED')
  })
})
