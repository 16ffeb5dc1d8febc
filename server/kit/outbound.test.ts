import { createServer, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startMailServer } from '#test/kit/mailServer.ts'
import { hostsOf, keepToHosts } from './outbound.ts'

let undo = () => {}
let refused: string[] = []
function keepTo(...hosts: string[]) {
  refused = []
  undo = keepToHosts(hosts, (host) => refused.push(host))
}
afterEach(() => undo())

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'connected',
    (error: Error & { cause?: Error }) => `${error.message} ${error.cause?.message ?? ''}`,
  )
const said = /is not among the hosts that the settings name/

test('the list is made of the settings, and of nothing else', () => {
  const env = {
    KAHAWA_DEMO: '0',
    DATABASE_URL: 'postgres://kahawa@db.example/kahawa?sslmode=verify-full',
    DATABASE_READ_URL: 'postgres://kahawa@localhost/kahawa?host=Replica.example&sslmode=verify-full',
    BANK_URL: 'https://bank.example/api',
    BANK_SECRET: 'a-secret-of-the-bank',
    SMTP_URL: 'smtp://mail.example:587',
    MAIL_FROM: 'kahawa@example.org',
    PROVIDER_HOSTS: 'login.example.org,*.sign-in.example',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
    LOG_URL: 'tls://logs.example:6514',
    SCANNER_ADDRESS: '/run/clamav/clamd.ctl',
  }
  expect(hostsOf(readConfig(env)).toSorted()).toEqual([
    '*.sign-in.example',
    'bank.example',
    'collector.example',
    'db.example',
    'localhost',
    'login.example.org',
    'logs.example',
    'mail.example',
    'replica.example',
  ])
  expect(hostsOf(readConfig({ KAHAWA_DEMO: '1' }))).toEqual([])
})

test('a host that nobody has listed is refused before its name is looked up, whoever asks for it', async () => {
  keepTo('bank.example')
  expect(await failure(fetch('https://elsewhere.example/'))).toMatch(said)
  expect(await failure(fetch('http://169.254.169.254/latest/meta-data'))).toMatch(said)
  const client = new pg.Client({ connectionString: 'postgres://kahawa@other.example/kahawa' })
  expect(await failure(client.connect())).toMatch(said)
  const mail = createTransport({ url: 'smtp://198.51.100.7' })
  expect(await failure(mail.verify())).toMatch(said)
  expect(refused).toEqual(['elsewhere.example', '169.254.169.254', 'other.example', '198.51.100.7'])
})

test('a listed host is asked, also below a star, and fails for its own reasons only', async () => {
  keepTo('bank.invalid', '*.sign-in.invalid')
  for (const host of ['bank.invalid', 'nyeri.sign-in.invalid'])
    expect(await failure(fetch(`https://${host}/`))).toMatch(/ENOTFOUND|EAI_AGAIN/)
  expect(await failure(fetch('https://sign-in.invalid/'))).toMatch(said)
})

test('this machine and its sockets are always reached', async () => {
  keepTo()
  const mail = await startMailServer()
  expect(await failure(createTransport({ url: mail.url(), tls: { rejectUnauthorized: false } }).verify())).toBe(
    'connected',
  )
  await mail.stop()
  const path = join(tmpdir(), `kahawa-outbound-${process.pid}`)
  const server = createServer((socket) => socket.end()).listen(path)
  expect(
    await failure(new Promise((resolve, reject) => connect(path).once('connect', resolve).once('error', reject))),
  ).toBe('connected')
  server.close()
  expect(refused).toEqual([])
})
