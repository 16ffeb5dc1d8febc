import { describe, expect, test } from 'vitest'
import { endpoints, workflows } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { permissions } from '#contract/house/permissions.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { records } from '#contract/records.ts'
import { allowed, doors } from '#client/kit/places/allowed.built.ts'
import { areasFor, isUnder, menuFor, tabsOf } from './menu.ts'
import { shownRecords } from '../records.ts'
import { router } from '../router.tsx'

const everybody: SessionUser = {
  id: '1',
  username: 'everybody',
  fullName: 'Every Body',
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
  roleId: { name: 'ALL', label: 'All', permissions: Object.keys(permissions) },
}

const known: Record<string, { options: { beforeLoad?: unknown } } | undefined> = router.routesByPath
/** The call that guards an address, which must be one of the router's. */
const guardOf = (path = ''): string => {
  expect(known[path], path).toBeDefined()
  const guard = known[path]?.options.beforeLoad
  return typeof guard === 'function' && 'guards' in guard ? String(guard.guards) : ''
}

describe('what the shell knows without the contract', () => {
  test('survives the build as it is written: nothing but texts', () => {
    expect(JSON.parse(JSON.stringify(allowed))).toEqual(allowed)
    const calls = Object.values<Record<string, Endpoint>>(endpoints).flatMap((group) => Object.values(group))
    expect(Object.values(allowed)).toEqual(calls.map(({ allow }) => allow))
  })

  test('every kind of record that waits is counted beside one entry of the menu', () => {
    const counted = menuFor(everybody).flatMap(({ entries }) => entries.flatMap(({ counts }) => counts))
    expect(counted.toSorted()).toEqual(workflows.map(({ kind }) => kind).toSorted())
  })

  test('every entry of the menu leads to a screen for whoever may make its call', () => {
    const screens = areasFor(everybody).flatMap((area) => area.screens)
    expect(screens.length).toBeGreaterThan(30)
    for (const { name, to, call } of screens) expect([name, guardOf(to)]).toEqual([name, to === '/inbox' ? '' : call])
  })

  test('the menu has at most ten groups, and every screen stands once in it or among the tabs of an entry', () => {
    const groups = menuFor(everybody)
    expect(groups.length).toBeLessThanOrEqual(10)
    const tabs = groups.flatMap(({ entries }) => entries.flatMap((entry) => entry.tabs))
    const screens = areasFor(everybody).flatMap((area) => area.screens)
    expect(tabs.map(({ name }) => name).toSorted()).toEqual(screens.map(({ name }) => name).toSorted())
    // A tab whose entry is in another group would stand in the menu a second time.
    for (const { name, tabOf, area } of screens)
      if (tabOf) expect([name, screens.find((screen) => screen.name === tabOf)?.area]).toEqual([name, area])
  })

  test('a place is under one entry at most, and shows the tabs of its relatives', () => {
    const groups = menuFor(everybody)
    const entries = groups.flatMap((group) => group.entries)
    const under = (here: Parameters<typeof isUnder>[1]) =>
      entries.filter((entry) => isUnder(entry, here)).map(({ name }) => name)
    const tabs = (here: Parameters<typeof isUnder>[1]) => tabsOf(groups, here).map(({ name }) => name)
    expect(under({ screen: 'plots' })).toEqual(['farmers'])
    expect(under({ screen: 'detail', parent: 'limitFiles' })).toEqual(['limits'])
    expect(under({ screen: 'account' })).toEqual([])
    expect(tabs({ screen: 'limits' })).toEqual(['limits', 'limitFiles'])
    expect(tabs({ screen: 'deliveryEntry', parent: 'cherryDeliveries' })).toContain('cherryDeliveryUploads')
    // A record has no relatives, nor has the register of one society, which is reached from the summary.
    expect(tabs({ screen: 'detail', parent: 'limitFiles' })).toEqual([])
    expect(tabs({ screen: 'farmers', parent: 'summary' })).toEqual([])
    expect(tabs({ screen: 'inbox' })).toEqual([])
  })

  test('every record is shown where only its readers come, and every file where it is corrected', () => {
    expect(shownRecords.length).toBe(Object.keys(records).length)
    for (const { name, place } of shownRecords) {
      expect(guardOf(place.list).split('.')[0], name).toBe(name)
      expect([place.detail !== undefined, place.review !== undefined], name).toEqual([
        doors[name].file !== undefined,
        doors[name].file !== undefined,
      ])
      if (!place.detail) continue
      expect(guardOf(place.detail).split('.')[0], name).toBe(name)
      expect(guardOf(place.review), name).toBe('uploads.review')
    }
    const addresses = shownRecords.flatMap(({ place }) => Object.values(place))
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})
