import { describe, expect, test } from 'vitest'
import { endpoints, workflows } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { permissions } from '#contract/permissions.ts'
import type { SessionUser } from '#contract/session.ts'
import { allowed } from './allowed.built.ts'
import { areasFor } from './screens.ts'

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

describe('what the shell knows without the contract', () => {
  test('survives the build as it is written: nothing but texts', () => {
    expect(JSON.parse(JSON.stringify(allowed))).toEqual(allowed)
    const calls = Object.values<Record<string, Endpoint>>(endpoints).flatMap((group) => Object.values(group))
    expect(Object.values(allowed)).toEqual(calls.map(({ allow }) => allow))
  })

  test('every number beside a screen is that of a workflow', () => {
    const kinds = new Set(['total', ...workflows.map(({ kind }) => kind)])
    const waits = areasFor(everybody).flatMap(({ screens }) => screens.flatMap((screen) => screen.waits ?? []))
    expect(waits.length).toBeGreaterThan(5)
    expect(waits.filter((kind) => !kinds.has(kind))).toEqual([])
  })
})
