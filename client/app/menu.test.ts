import { describe, expect, test } from 'vitest'
import { endpoints, workflows } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { permissions } from '#contract/house/permissions.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { records } from '#contract/records.ts'
import { allowed, doors } from '#client/kit/places/allowed.built.ts'
import { areasFor } from './menu.ts'
import { shownRecords } from './records.ts'
import { router } from './router.tsx'

const everybody: SessionUser = {
  id: '1',
  username: 'everybody',
  fullName: 'Every Body',
  language: 'en',
  totpEnabled: false,
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
    const counted = areasFor(everybody).flatMap(({ screens }) => screens.flatMap(({ counts }) => counts))
    expect(counted.toSorted()).toEqual(workflows.map(({ kind }) => kind).toSorted())
  })

  test('every entry of the menu leads to a screen for whoever may make its call', () => {
    const screens = areasFor(everybody).flatMap((area) => area.screens)
    expect(screens.length).toBeGreaterThan(30)
    for (const { name, to, call } of screens) expect([name, guardOf(to)]).toEqual([name, to === '/inbox' ? '' : call])
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
