import { expect, test } from 'vitest'
import { workflows } from '#contract/index.ts'
import type { Step } from '#contract/kit/workflow.ts'
import { decides, permissions } from './permissions.ts'

test('whoever can decide on what others made holds one of the permissions that decide', () => {
  const steps = workflows.flatMap(({ steps: declared }) => Object.values<Step>(declared))
  const deciding = new Set(steps.filter(({ who }) => who === 'other').map(({ allow }) => allow))
  expect(deciding.size).toBeGreaterThan(1)
  for (const permission of deciding) expect(decides).toContain(permission)
  // Whoever only enters or reads does not.
  expect(decides.length).toBeLessThan(Object.keys(permissions).length / 2 + 4)
  for (const permission of ['CAN_UPLOAD_FARMERS', 'CAN_VIEW_FARMERS', 'CAN_UPDATE_FARMER'] as const)
    expect(decides).not.toContain(permission)
})
