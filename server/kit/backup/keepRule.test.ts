import { expect, test } from 'vitest'
import type { Manifest } from './backupFolder.ts'
import { isDue } from './keepBackups.ts'
import { backupsToKeep } from './keepRule.ts'

const dayMs = 86_400_000
const at = new Date('2026-11-25T12:00:00Z')
/** A backup of each night of the last 500, as the rule sees them. */
const nightly = Array.from({ length: 500 }, (_, nights) => {
  const endedAt = new Date(Date.parse('2026-11-24T22:40:00Z') - nights * dayMs).toISOString()
  return { endedAt } as Manifest // border: the rule looks at nothing else
})
const named = (backups: Iterable<Manifest>) => [...backups].map(({ endedAt }) => endedAt.slice(0, 10))

test('any moment of the last days can be restored, and the first of each month of the last year', () => {
  const { whole, monthly } = backupsToKeep(nightly, at, 14)
  expect(named(whole)).toHaveLength(15)
  expect(named(whole).toSorted()[0]).toBe('2026-11-10')
  expect(named(monthly)).toEqual([
    '2025-11-25',
    '2025-12-01',
    ...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}-01`),
  ])
})

test('what a kept night removes is not missed later: nightly removal keeps what removal at the end keeps', () => {
  let kept: Manifest[] = []
  for (const backup of nightly.toReversed()) {
    kept.push(backup)
    const { whole, monthly } = backupsToKeep(kept, new Date(Date.parse(backup.endedAt) + 60_000), 14)
    kept = kept.filter((one) => whole.has(one) || monthly.has(one))
  }
  expect(named(kept).filter((day) => day.endsWith('-01'))).toHaveLength(12)
  expect(named(kept).slice(-15)).toHaveLength(15)
  expect(kept.length).toBeLessThanOrEqual(15 + 13)
})

test('the newest stays however old it is', () => {
  const old = { endedAt: '2020-01-01T00:00:00.000Z' } as Manifest // border: as above
  expect([...backupsToKeep([old], at, 14).whole]).toEqual([old])
})

test('a full backup is due once in each night, half past one in Nairobi', () => {
  const due = (endedAt: string, now: string) => isDue({ endedAt }, new Date(now))
  expect(due('2026-11-24T22:40:00.000Z', '2026-11-25T22:29:00Z')).toBe(false)
  expect(due('2026-11-24T22:40:00.000Z', '2026-11-25T22:31:00Z')).toBe(true)
  expect(due('2026-11-25T10:00:00.000Z', '2026-11-25T22:29:00Z')).toBe(false)
  expect(due('2026-11-23T10:00:00.000Z', '2026-11-25T10:00:00Z')).toBe(true)
})
