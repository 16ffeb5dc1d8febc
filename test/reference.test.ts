import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { referenceFolder, referencePages } from '../tools/writeReference.ts'

const pages = referencePages()

test('the reference pages are made of the contract as it is', () => {
  expect(readdirSync(referenceFolder).toSorted()).toEqual(Object.keys(pages).toSorted())
  for (const [name, text] of Object.entries(pages))
    expect(readFileSync(join(referenceFolder, name), 'utf8') === text, `${name} is old: run npm run docs`).toBe(true)
})

test('the same contract gives the same pages', () => {
  expect(referencePages()).toEqual(pages)
})

test('the pages say what a reader looks for', () => {
  expect(pages['calls.md']).toContain('### POST /api/upload/cherry/approve_farmer/{organisationId}')
  expect(pages['errors.md']).toContain('| 409 | `own_submission` |')
  expect(pages['permissions.md']).toContain('| `CAN_APPROVE_FARMERS` |')
  expect(pages['workflows.md']).toContain('  PENDING_APPROVAL --> REJECTED: Decline')
  expect(pages['uploads.md']).toContain('| Mobile Number | yes | Kenyan mobile number')
  expect(pages['lists.md']).toContain('| ID number | `farmerId` | code |')
})
