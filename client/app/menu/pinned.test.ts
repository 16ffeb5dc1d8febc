import { expect, test } from 'vitest'
import { permissions } from '#contract/house/permissions.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { menuFor } from './menu.ts'
import { movePinned, pinnedEntries } from './pinned.ts'

const somebody = (held: readonly string[]): SessionUser => ({
  id: '1',
  username: 'somebody',
  fullName: 'Some Body',
  language: 'en',
  totpEnabled: false,
  passkeyEnabled: false,
  secondFactorFirst: false,
  organisation: {
    id: '1',
    organisationCode: 'CF4100',
    organisationName: 'A society',
    organisationType: { id: 1, name: 'FARMER_SOCIETY' },
  },
  roleId: { name: 'ANY', label: 'Any', permissions: [...held] },
})

test('what is pinned moves one place at a time, and not beyond the ends', () => {
  const names = ['farmers', 'limits', 'payouts']
  expect(movePinned(names, 'payouts', -1)).toEqual(['farmers', 'payouts', 'limits'])
  expect(movePinned(names, 'farmers', 1)).toEqual(['limits', 'farmers', 'payouts'])
  expect([movePinned(names, 'farmers', -1), movePinned(names, 'payouts', 1), movePinned(names, 'audit', 1)]).toEqual([
    names,
    names,
    names,
  ])
})

test('an entry is pinned with all that waits there, a tab with its own, and nothing that is not open to the user', () => {
  const kept = ['updateRequests', 'farmers', 'users', 'nothing']
  const everything = pinnedEntries(menuFor(somebody(Object.keys(permissions))), kept)
  expect(everything.map(({ name }) => name)).toEqual(['updateRequests', 'farmers', 'users'])
  expect(everything[0]).toMatchObject({ to: '/farmers/updates', counts: ['farmer_update'] })
  expect(everything[1]?.counts.length).toBeGreaterThan(3)
  const reader = pinnedEntries(menuFor(somebody(['CAN_VIEW_FARMERS'])), kept)
  expect(reader.map(({ name }) => name)).not.toContain('users')
})
