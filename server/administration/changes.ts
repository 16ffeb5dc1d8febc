import { adminChange } from '#contract/administration/adminChanges.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { changeParts, shapeChange, type StoredChange } from '#server/kit/records/changeRequests.ts'
import { around, done } from '#server/kit/web/serve.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { makeLink } from './invitations.ts'
import { decide, isAbout } from './propose.ts'
import { adminChangeKind } from './subject.ts'

/** As every change request, and nobody is offered to decide on themselves. */
const shape =
  (actor: Actor) =>
  (stored: StoredChange): ChangeRequest => {
    const change = shapeChange(adminChangeKind, actor)(stored)
    const offered = isAbout(actor, stored) ? ['approve', 'decline'].filter((step) => change.steps[step] === null) : []
    return {
      ...change,
      steps: { ...change.steps, ...Object.fromEntries(offered.map((step) => [step, 'change.about_you'])) },
    }
  }

/** Changes of administration: the list of them, and the second person's decision. */
export const adminChanges = serveRecord(adminChange, {
  ...changeParts(adminChangeKind),
  shape,
  calls: () => ({
    approve: around({
      act: (call) => decide(call, 'approve', call.body),
      settle: async ({ house, actor }, { id }: { id: string }) =>
        done('Approved', { id, invitation: await makeLink(house, actor, id) }),
    }),
    decline: async (call) => done('Rejected', await decide(call, 'decline', call.body)),
    withdraw: async (call) => done('Withdrawn', await decide(call, 'withdraw', call.body)),
  }),
})
