import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'

test('with nothing set, the program serves this machine with the demo on its own database', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    isDemo: true,
    databaseUrl: undefined,
    cookieSecure: 'auto',
    uploadMaxBytes: 52_428_800,
    uploadMaxRows: 200_000,
  })
})

test('a database of your own switches the demo off, unless it is asked for', () => {
  const DATABASE_URL = 'postgres://kahawa@localhost/kahawa'
  expect(readConfig({ DATABASE_URL }).isDemo).toBe(false)
  expect(readConfig({ DATABASE_URL, KAHAWA_DEMO: '1' }).isDemo).toBe(true)
  expect(readConfig({ KAHAWA_DEMO: '0' }).isDemo).toBe(false)
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).port).toBe(4000)
})

test('sizes may carry a unit, addresses lose their last slash', () => {
  const config = readConfig({ UPLOAD_MAX_BYTES: '2 MB', PUBLIC_URL: 'https://kahawa.example/', COOKIE_SECURE: '1' })
  expect(config).toMatchObject({ uploadMaxBytes: 2_097_152, publicUrl: 'https://kahawa.example', cookieSecure: true })
})

test('a backup needs a passphrase, a folder of its own, and the embedded database', () => {
  const BACKUP_PASSPHRASE = 'nine tall grevilleas'
  expect(readConfig({ BACKUP_DIR: '/mnt/backup', BACKUP_PASSPHRASE })).toMatchObject({
    backupDir: '/mnt/backup',
    backupDays: 14,
  })
  expect(() => readConfig({ BACKUP_DIR: '/mnt/backup' })).toThrow('so BACKUP_PASSPHRASE must be set too')
  expect(() => readConfig({ BACKUP_DIR: '/mnt/backup', BACKUP_PASSPHRASE: 'short' })).toThrow('at least 15 characters')
  for (const BACKUP_DIR of ['./data', './data/backups'])
    expect(() => readConfig({ BACKUP_DIR, BACKUP_PASSPHRASE })).toThrow('must not lie within DATA_DIR')
  const DATABASE_URL = 'postgres://kahawa@localhost/kahawa'
  expect(() => readConfig({ BACKUP_DIR: '/mnt/backup', BACKUP_PASSPHRASE, DATABASE_URL })).toThrow('docs/operating.md')
})

test('a certificate that is still PKCS #12 stops the start, and how to write it anew is said', () => {
  expect(() => readConfig({ SIGNING_P12: '/etc/kahawa/signing.p12' })).toThrow(
    'openssl pkcs12 -in FILE -out signing.pem',
  )
  const SIGNING_PEM = '/etc/kahawa/signing.pem'
  expect(readConfig({ SIGNING_PEM }).signing).toEqual({ file: SIGNING_PEM, passphrase: '' })
})

test('every wrong variable is told in one sentence', () => {
  const wrong = { PORT: '70000', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', WORKERS: 'many', COOKIE_SECURE: 'maybe' }
  expect(() => readConfig(wrong)).toThrow(
    [
      'PORT must be a whole number from 0 to 65535.',
      'DATABASE_URL must be an address such as postgres://user:password@host/kahawa.',
      'COOKIE_SECURE must be 1, 0 or auto.',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
      'WORKERS must be a whole number from 1 to 64.',
    ].join('\n'),
  )
})

test('a pooler beside no database is refused', () => {
  const DATABASE_POOL_URL = 'postgres://kahawa@localhost:6432/kahawa'
  expect(() => readConfig({ DATABASE_POOL_URL })).toThrow('DATABASE_URL must be set too')
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/kahawa', DATABASE_POOL_URL })).toMatchObject({
    databasePoolUrl: DATABASE_POOL_URL,
  })
})

test('a replica beside no database is refused', () => {
  const DATABASE_READ_URL = 'postgres://kahawa@replica/kahawa'
  expect(() => readConfig({ DATABASE_READ_URL })).toThrow('DATABASE_URL must be set too')
  const beside = readConfig({
    DATABASE_URL: 'postgres://db/kahawa',
    DATABASE_READ_URL,
    DATABASE_READ_LAG_MS: '50',
    PLAINTEXT_HOSTS: 'db,replica',
  })
  expect(beside).toMatchObject({ databaseReadUrl: DATABASE_READ_URL, databaseReadLagMs: 50 })
  expect(readConfig({}).databaseReadLagMs).toBe(300)
})

test('traces go to a collector by HTTP, all of them or a part', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'
  expect(readConfig({}).traces).toBeUndefined()
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({ endpoint: OTEL_EXPORTER_OTLP_ENDPOINT, part: 1 })
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.05' }).traces?.part).toBe(0.05)
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('must be an address')
  for (const OTEL_TRACES_SAMPLER_ARG of ['2', '-1', 'all', '1.5'])
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG })).toThrow('a number from 0 to 1')
})

test('a bank without its secret is refused', () => {
  expect(() => readConfig({ BANK_URL: 'https://bank.example' })).toThrow('BANK_SECRET must be set too')
})

test('the configuration cannot be changed afterwards', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})

test('a mail server needs somebody who writes, and an address that is one', () => {
  const SMTP_URL = 'smtps://kahawa:secret@mail.example'
  expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM must be set too')
  for (const MAIL_FROM of ['kahawa', 'Kahawa <kahawa>', 'a@b <c@d>\r\nBcc: e@f', 'a@b, c@d'])
    expect(() => readConfig({ SMTP_URL, MAIL_FROM })).toThrow('MAIL_FROM must be an address')
  for (const MAIL_FROM of ['kahawa@mail.example', 'Kahawa <kahawa@mail.example>'])
    expect(readConfig({ SMTP_URL, MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  expect(() => readConfig({ SMTP_URL: 'https://mail.example' })).toThrow('SMTP_URL')
})

test('an SMS gateway is set whole, and its key never leaves in the clear', () => {
  const whole = {
    SMS_URL: 'https://api.africastalking.com/version1/messaging',
    SMS_USERNAME: 'kahawa',
    SMS_KEY: 'secret',
    SMS_SENDER: 'KAHAWA',
  }
  expect(readConfig({}).sms).toBeUndefined()
  expect(readConfig(whole).sms).toEqual({ url: whole.SMS_URL, username: 'kahawa', key: 'secret', sender: 'KAHAWA' })
  for (const name of Object.keys(whole))
    expect(() => readConfig({ ...whole, [name]: '' }), name).toThrow('must be set together')
  for (const SMS_URL of ['http://sms.example/messaging', 'sms.example', 'ftp://localhost/'])
    expect(() => readConfig({ ...whole, SMS_URL }), SMS_URL).toThrow('SMS_URL must be an https address')
  expect(readConfig({ ...whole, SMS_URL: 'http://127.0.0.1:8080/' }).sms?.url).toBe('http://127.0.0.1:8080/')
  for (const SMS_SENDER of ['KAHAWA SOCIETIES', 'K', 'Kahawa!', '1234567890123456'])
    expect(() => readConfig({ ...whole, SMS_SENDER }), SMS_SENDER).toThrow('SMS_SENDER must be')
})

test('the key of secrets is 32 bytes or refused', () => {
  expect(readConfig({ KAHAWA_KEY: Buffer.alloc(32, 7).toString('base64') }).key).toHaveLength(32)
  expect(() => readConfig({ KAHAWA_KEY: 'secret' })).toThrow('32 random bytes')
})

test('only named proxies are believed, and nobody is unless asked', () => {
  expect(readConfig({}).trustProxy).toBe(false)
  const named = ['10.0.0.5', '10.1.0.0/16', 'fd00::/8', 'loopback']
  expect(readConfig({ TRUST_PROXY: named.join(', ') }).trustProxy).toEqual(named)
  for (const TRUST_PROXY of ['1', 'true', 'everybody', '10.0.0.5/33', '10.0.0.5/8/8', '10.0.0.5,,', 'proxy.example'])
    expect(() => readConfig({ TRUST_PROXY }), TRUST_PROXY).toThrow('TRUST_PROXY must list addresses')
})

test('a program that begins with every variable set reads them all', () => {
  const variables = {
    TRUST_PROXY: 'loopback,10.1.0.0/16',
    METRICS_ALLOW: 'loopback',
    METRICS_PORT: '9100',
    UPLOAD_MAX_BYTES: '2MB',
    PUBLIC_URL: 'https://kahawa.example',
    DATABASE_URL: 'postgres://kahawa@db/kahawa?sslmode=verify-full',
    PLAINTEXT_HOSTS: 'pooler',
    PROVIDER_HOSTS: 'login.example.org,*.example.com',
    COOKIE_SECURE: '1',
    BANK_URL: 'https://bank.example',
    BANK_SECRET: 'a secret of the bank',
    LOG_LEVEL: 'warn',
    WORKERS: '2',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'kahawa@mail.example',
    SMS_USERNAME: 'kahawa',
    SMS_KEY: 'a key',
    SMS_URL: 'https://sms.example',
    SMS_SENDER: 'KAHAWA',
    KAHAWA_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const program = `import { config } from ${JSON.stringify(import.meta.resolve('./config.ts'))}; console.log(config.port, config.trustProxy.join())`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, ...variables },
    encoding: 'utf8',
  })
  expect(said.trim()).toBe('4000 loopback,10.1.0.0/16')
})

test('a secret may come in a file, whose last line end is none of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kahawa-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, 'sixteen characters or more\n')
  expect(readConfig({ BANK_SECRET_FILE: file }).bankSecret).toBe('sixteen characters or more')
  const KAHAWA_KEY = Buffer.alloc(32, 7)
  writeFileSync(file, KAHAWA_KEY.toString('base64'))
  expect(readConfig({ KAHAWA_KEY_FILE: file }).key).toEqual(KAHAWA_KEY)
  writeFileSync(file, 'postgres://kahawa:91be44fa0c3d7a52e68f@localhost/kahawa\n')
  expect(readConfig({ DATABASE_URL_FILE: file })).toMatchObject({
    isDemo: false,
    databaseUrl: 'postgres://kahawa:91be44fa0c3d7a52e68f@localhost/kahawa',
  })
  // As wrong in a file as in a variable.
  expect(() => readConfig({ BANK_SECRET_FILE: join(folder, 'none') })).toThrow('which cannot be read.')
  expect(() => readConfig({ SMTP_URL_FILE: file })).toThrow('SMTP_URL must be an address')
  expect(() => readConfig({ BANK_SECRET_FILE: file, BANK_SECRET: 'x' })).toThrow(
    'BANK_SECRET and BANK_SECRET_FILE are both set: keep one.',
  )
  writeFileSync(file, '\n')
  expect(() => readConfig({ BANK_SECRET_FILE: file })).toThrow('which is empty.')
})
