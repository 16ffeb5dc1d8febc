import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const bank = { BANK_SECRET: 'a-secret-of-the-bank' }
const password = 'c0ffee4f17a98be2d3305c61'

test.each([
  [
    'a database',
    { DATABASE_URL: 'postgres://kahawa@db.example/kahawa' },
    'DATABASE_URL leads to db.example without TLS',
  ],
  [
    'one that may or may not use TLS',
    { DATABASE_URL: 'postgres://kahawa@db.example/kahawa?sslmode=prefer' },
    'sslmode=verify-full',
  ],
  [
    'one whose certificate nobody looks at',
    { DATABASE_URL: 'postgres://kahawa@db.example/kahawa?sslmode=no-verify' },
    'without TLS',
  ],
  [
    'one named among the parameters',
    { DATABASE_URL: 'postgres://localhost/kahawa?host=10.0.0.5' },
    'leads to 10.0.0.5 without TLS',
  ],
  [
    'its pooler',
    { DATABASE_URL: 'postgres://localhost/k', DATABASE_POOL_URL: 'postgres://pool.example:6432/k' },
    'DATABASE_POOL_URL leads to pool.example',
  ],
  [
    'its replica',
    { DATABASE_URL: 'postgres://localhost/k', DATABASE_READ_URL: 'postgres://replica.example/k' },
    'DATABASE_READ_URL leads to replica.example',
  ],
  [
    'the bank',
    { ...bank, BANK_URL: 'http://bank.example/api' },
    'BANK_URL leads to bank.example without TLS: use https',
  ],
  [
    'the collector of traces',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT leads to collector.example without TLS: use https',
  ],
])('%s that is reached in the clear stops the start with a sentence', (_, env, sentence) => {
  expect(() => readConfig({ KAHAWA_DEMO: '0', ...env })).toThrow(sentence)
})

test.each([
  [{ DATABASE_URL: 'postgres://kahawa@db.example/kahawa?sslmode=verify-full' }],
  [{ DATABASE_URL: 'postgres://kahawa@db.example/kahawa?sslmode=require' }],
  [{ DATABASE_URL: 'postgres:///kahawa?host=/var/run/postgresql' }],
  [{ DATABASE_URL: 'postgres://kahawa@127.0.0.1:5432/kahawa' }],
  [{ ...bank, BANK_URL: 'https://bank.example/api' }],
  [{ ...bank, BANK_URL: 'http://127.0.0.1:4101' }],
])('%j may stand as it is', (env) => {
  expect(readConfig({ KAHAWA_DEMO: '0', ...env }).isDemo).toBe(false)
})

test('a network that nobody else is on is named host by host, and carries no password of the mail server', () => {
  const env = { DATABASE_URL: 'postgres://kahawa@database/kahawa', PLAINTEXT_HOSTS: 'database' }
  expect(readConfig(env).plainHosts).toEqual(['database'])
  expect(() => readConfig({ ...env, PLAINTEXT_HOSTS: 'other' })).toThrow('without TLS')
  for (const wrong of ['http://database', 'database:5432', 'a b', '*'])
    expect(() => readConfig({ ...env, PLAINTEXT_HOSTS: wrong })).toThrow('PLAINTEXT_HOSTS must list names of hosts')
  const mail = { SMTP_URL: 'smtp://kahawa:secret@mail', MAIL_FROM: 'kahawa@example.org', PLAINTEXT_HOSTS: 'mail' }
  expect(() => readConfig(mail)).toThrow('take mail out of PLAINTEXT_HOSTS')
})

test('a password of the database that is guessed stops the start, on this machine too', () => {
  const at = (one: string) => ({ DATABASE_URL: `postgres://kahawa:${encodeURIComponent(one)}@127.0.0.1/kahawa` })
  for (const weak of [
    'postgres',
    'kahawa',
    'secret',
    'changeme',
    'kahawakahawakahawa',
    'aaaaaaaaaaaaaaaaaaaa',
    'Kahawa-2026-Nairo',
  ])
    expect(() => readConfig(at(weak)), weak).toThrow('DATABASE_URL has a password that is guessed')
  expect(() => readConfig({ DATABASE_URL: 'postgres://kahawa@127.0.0.1/kahawa?password=short' })).toThrow('is guessed')
  expect(readConfig(at(password)).databaseUrl).toContain(password)
})

test('who asks for the demo in so many words may do all of that', () => {
  const env = { DATABASE_URL: 'postgres://kahawa:demo@db/kahawa', ...bank, BANK_URL: 'http://bank.example' }
  expect(readConfig({ ...env, KAHAWA_DEMO: '1' }).isDemo).toBe(true)
})

describe('with TLS inside, nothing on this machine is reached in the clear either', () => {
  const inside = {
    KAHAWA_DEMO: '0',
    TLS_INSIDE: '1',
    TLS_CERTIFICATE: '/etc/kahawa/own.crt',
    TLS_KEY: '/etc/kahawa/own.key',
  }

  test.each([
    ['the server itself', { TLS_CERTIFICATE: '', TLS_KEY: '' }, 'give the server a certificate of its own'],
    [
      'the database',
      { DATABASE_URL: 'postgres://kahawa@127.0.0.1/kahawa' },
      'DATABASE_URL leads to 127.0.0.1 without TLS',
    ],
    [
      'a database whose certificate need not name it',
      { DATABASE_URL: 'postgres://kahawa@localhost/kahawa?sslmode=require' },
      'add sslmode=verify-full',
    ],
    ['the bank', { ...bank, BANK_URL: 'http://127.0.0.1:4101' }, 'BANK_URL leads to 127.0.0.1 without TLS'],
    ['the log', { LOG_URL: 'tcp://localhost:514' }, 'LOG_URL leads to localhost without TLS: use tls'],
    ['the scanner', { SCANNER_ADDRESS: 'localhost:3310' }, 'SCANNER_ADDRESS leads to localhost'],
  ])('%s', (_, env, sentence) => {
    expect(() => readConfig({ ...inside, ...env })).toThrow(sentence)
  })

  test('sockets, certificates and TLS to everybody else may stand', () => {
    const env = {
      DATABASE_URL: 'postgres://kahawa@localhost/kahawa?sslmode=verify-full&sslrootcert=/etc/kahawa/inside.pem',
      DATABASE_READ_URL: 'postgres:///kahawa?host=/var/run/postgresql',
      SCANNER_ADDRESS: '/run/clamav/clamd.ctl',
      LOG_URL: 'tls://localhost:6514',
    }
    expect(readConfig({ ...inside, ...env }).tlsInside).toBe(true)
  })
})

test.each([
  [{ LOG_URL: 'tcp://logs.example:514' }, 'LOG_URL leads to logs.example without TLS: use tls'],
  [{ SCANNER_ADDRESS: 'clamd.example:3310' }, 'SCANNER_ADDRESS leads to clamd.example, and clamd knows no TLS'],
])('%j stops the start, and stands where the network is said to be our own', (env, sentence) => {
  expect(() => readConfig({ KAHAWA_DEMO: '0', ...env })).toThrow(sentence)
  const PLAINTEXT_HOSTS = 'logs.example, clamd.example'
  expect(readConfig({ KAHAWA_DEMO: '0', PLAINTEXT_HOSTS, ...env }).plainHosts).toHaveLength(2)
})
