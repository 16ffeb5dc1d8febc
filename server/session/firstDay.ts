import { firstDay, firstDayItems, type FirstDayItem } from '#contract/house/firstDay.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { rows, sql } from '#server/kit/db.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import { serve, type Route } from '#server/kit/web/serve.ts'

type Done = { kind: string; action: string }
/** What of the trail shows that an item is done. */
type Proof = (done: Done, decisions: ReadonlySet<string>) => boolean

const proofs: Record<FirstDayItem, Proof> = {
  secondFactor: ({ action }) => action === 'totp_on' || action === 'passkey_added',
  firstFile: ({ action }) => action === 'upload',
  firstSession: ({ kind, action }) => kind === 'cherry_delivery' && action === 'create',
  firstLoan: ({ kind, action }) => kind === 'loan_request' && action === 'create',
  firstRate: ({ kind, action }) => kind === 'cherry_rate' && action === 'propose',
  firstStatement: ({ kind, action }) => kind === 'statement_import' && action === 'propose',
  firstChange: ({ kind, action }) => kind === 'admin_change' && action === 'propose',
  firstApproval: ({ kind, action }, decisions) => decisions.has(`${kind}.${action}`),
  firstExport: ({ action }) => action === 'export',
}

export const firstDayRoutes = (kinds: readonly RecordKind[]): Route[] => {
  // What only somebody else than the maker may do is a decision.
  const decisions = new Set(
    kinds.flatMap(({ flow }) =>
      Object.entries(flow.steps).flatMap(([step, { who }]) => (who === 'other' ? `${flow.kind}.${step}` : [])),
    ),
  )
  return serve(firstDay, {
    read: async ({ tx, actor, house }) => {
      const done = await rows(tx, sql<Done>`select kind, action from first_actions(${actor.userId}::uuid)`)
      const names = Object.keys(firstDayItems) as FirstDayItem[] // border: the keys of the list
      const mine = names.filter((name) => firstDayItems[name].some((one: Permission) => actor.permissions.has(one)))
      return {
        items: mine.map((name) => ({ name, done: done.some((one) => proofs[name](one, decisions)) })),
        sample: house.config.isDemo && actor.permissions.has('CAN_ADMINISTER'),
      }
    },
  })
}
