import { adminChange } from '#contract/administration/adminChanges.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { changeSource, shapeChange, type StoredChange } from '#server/kit/records/changeRequests.ts'
import { around, done } from '#server/kit/web/serve.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { makeLink } from './invitations.ts'
import { decide, isAbout } from './propose.ts'
import { adminChangeKind } from './subject.ts'

type StoredAdminChange = StoredChange & { target_organisation: string | null }

/** The organisation of a change is where the user or the society that it is about belongs: every change is made by the operator. */
function source(): ListSource<StoredAdminChange> {
  const { from, select, ...rest } = changeSource(adminChangeKind, null)
  return {
    ...rest,
    from: sql`${from} left join organisations target on target.code = coalesce(t.after ->> 'organisationCode', t.before ->> 'organisationCode')
        or (t.subject in ('user', 'service_account') and not t.after ? 'organisationCode' and target.id = (select u.organisation_id from users u where u.username = t.target_id)) or (t.subject = 'provider' and target.code = t.target_id)`,
    select: sql<StoredAdminChange>`${select}, target.name as target_organisation`,
  }
}

/** As every change request, and nobody is offered to decide on themselves. */
const shape =
  (actor: Actor) =>
  (stored: StoredAdminChange): ChangeRequest => {
    const change = shapeChange(
      adminChangeKind,
      actor,
    )({
      ...stored,
      organisation_name: stored.target_organisation ?? stored.organisation_name,
    })
    const offered = isAbout(actor, stored) ? ['approve', 'decline'].filter((step) => change.steps[step] === null) : []
    return {
      ...change,
      steps: { ...change.steps, ...Object.fromEntries(offered.map((step) => [step, 'change.about_you'])) },
    }
  }

/** Changes of administration: the list of them, and the second person's decision. */
export const adminChanges = serveRecord(adminChange, {
  kind: adminChangeKind,
  source,
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
