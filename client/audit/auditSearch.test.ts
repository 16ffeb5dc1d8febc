import { expect, test } from 'vitest'
import { parseAuditQuery } from './auditSearch.ts'

const person = '01a1fc00-6061-7cee-bebf-dc0660334a22'

test('an address of the trail is read for what it asks', () => {
  const query = { from: '2026-11-01', to: '2026-11-30', person }
  expect(parseAuditQuery({ ...query, search: '0712' })).toEqual({ ...query, organisation: undefined })
})

test('what is no day and no id is as if it were not there', () => {
  const query = parseAuditQuery({ from: '2026-02-31', to: 'yesterday', person: '7', organisation: ['a'] })
  expect(Object.values(query).filter(Boolean)).toEqual([])
})
