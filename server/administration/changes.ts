import { adminChangeList, adminChanges } from '#contract/adminChanges.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { Actor } from '#contract/permissions.ts'
import { changeSource, getChange, shapeChange, type StoredChange } from '#server/kit/changeRequests.ts'
import { listPage } from '#server/kit/listPage.ts'
import { around, done, serve } from '#server/kit/serve.ts'
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
export const adminChangeRoutes = serve(adminChanges, {
  list: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: adminChangeList,
      query,
      source: changeSource(adminChangeKind, organisation),
      shape: shape(actor),
      kind: adminChangeKind,
    }),
  one: async ({ tx, actor, params }) => shape(actor)(await getChange(tx, adminChangeKind, params.id)),
  approve: around({
    act: (call) => decide(call, 'approve', call.body),
    settle: async ({ house, actor }, { id }: { id: string }) =>
      done('Approved', { id, invitation: await makeLink(house, actor, id) }),
  }),
  decline: async (call) => done('Rejected', await decide(call, 'decline', call.body)),
  withdraw: async (call) => done('Taken back', await decide(call, 'withdraw', call.body)),
})
