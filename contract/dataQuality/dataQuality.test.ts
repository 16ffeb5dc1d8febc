import { expect, test } from 'vitest'
import { findingKinds, findings, qualityScore, type FindingCounts } from './dataQuality.ts'

const everywhere = (n: number): FindingCounts => Object.fromEntries(findingKinds.map((kind) => [kind, n]))

test('a register without a finding scores 100, one with every finding everywhere 0, an empty one not at all', () => {
  expect(qualityScore({}, 160)).toBe(100)
  expect(qualityScore(everywhere(160), 160)).toBe(0)
  expect(qualityScore(everywhere(80), 160)).toBe(50)
  expect(qualityScore({}, 0)).toBeNull()
})

test('a heavier finding takes more, and in proportion', () => {
  const weights = Object.values(findings).reduce((sum, { weight }) => sum + weight, 0)
  const lostBy = (counts: FindingCounts) => 100 - (qualityScore(counts, 100) ?? 0)
  expect(lostBy({ account_shared: 100 })).toBeCloseTo(300 / weights, 0)
  expect(lostBy({ kra_missing: 100 })).toBeCloseTo(100 / weights, 0)
  expect(lostBy({ account_shared: 40 })).toBeGreaterThan(lostBy({ kra_missing: 40 }))
})

test('a single finding among a million is seen in the score', () => {
  expect(qualityScore({ id_elsewhere: 1 }, 1_000_000)).toBe(99.9)
})
