import { expect, test } from 'vitest'
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
  const DATABASE_URL = 'postgres://kahawa@db/kahawa'
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

test('a bank without its secret is refused', () => {
  expect(() => readConfig({ BANK_URL: 'https://bank.example' })).toThrow('BANK_SECRET must be set too')
})

test('the configuration cannot be changed afterwards', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})
