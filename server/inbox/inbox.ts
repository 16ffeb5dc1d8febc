import { inbox, inboxList, type InboxItem } from '#contract/inbox.ts'
import { stepsFor } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/permissions.ts'
import { one, sql } from '#server/kit/db.ts'
import { listPage, waitingCondition, type ListSource } from '#server/kit/listPage.ts'
import type { RecordKind } from '#server/kit/recordKind.ts'
import { serve, type Route } from '#server/kit/serve.ts'
import { statusOf } from '#server/kit/status.ts'

type Stored = {
  id: string
  kind: string
  title: string
  amount: string
  organisation_name: string
  made_by_name: string
  created_at: Date
  status: string
  version: number
  makers: string[]
}

/** Everything of every kind that this user could decide, as one table `t`. */
function waitingFor(kinds: readonly RecordKind[], actor: Actor) {
  const parts = kinds.map(
    (kind) => sql`
    select t.id, ${kind.flow.kind} as kind, ${kind.title} as title, ${kind.atStake} as amount, t.organisation_id, t.made_by, t.created_at, t.status, t.version, t.makers
    from ${sql.table(kind.table)} t where ${kind.where} and ${waitingCondition(kind, actor)}`,
  )
  return sql`(${sql.join(parts, sql` union all `)}) t`
}

export const inboxRoutes = (kinds: readonly RecordKind[]): Route[] => {
  const kindOf = (name: string): RecordKind => {
    const kind = kinds.find(({ flow }) => flow.kind === name)
    if (!kind) throw new Error(`no record kind ${name}`)
    return kind
  }
  const shape =
    (actor: Actor) =>
    (stored: Stored): InboxItem => {
      const { flow } = kindOf(stored.kind)
      return {
        id: stored.id,
        kind: stored.kind,
        kindLabel: `${flow.record.charAt(0).toUpperCase()}${flow.record.slice(1)}`,
        title: stored.title,
        organisationName: stored.organisation_name,
        madeBy: stored.made_by_name,
        waitingSince: stored.created_at.toISOString(),
        amount: stored.amount,
        status: statusOf(flow, stored.status),
        version: stored.version,
        steps: stepsFor(flow, stored, actor),
      }
    }
  const source = (actor: Actor): ListSource<Stored> => {
    const waiting = waitingFor(kinds, actor)
    return {
      base: waiting,
      from: sql`${waiting} join organisations o on o.id = t.organisation_id join users maker on maker.id = t.made_by`,
      select: sql<Stored>`t.id, t.kind, t.title, t.amount, o.name as organisation_name, maker.full_name as made_by_name, t.created_at, t.status, t.version, t.makers`,
      where: [],
      columns: { waitingSince: sql`t.created_at`, kind: sql`t.kind` },
      search: sql<string>`upper(t.title)`,
    }
  }
  return serve(inbox, {
    list: ({ tx, actor, query }) =>
      listPage({ tx, actor, screen: inboxList, query, source: source(actor), shape: shape(actor) }),
    counts: async ({ tx, actor }) => {
      const { counts } = await one(
        tx,
        sql<{
          counts: Record<string, number> | null
        }>`select jsonb_object_agg(kind, n) as counts from (select t.kind, count(*)::int as n from ${waitingFor(kinds, actor)} group by t.kind) c`,
      )
      const found = counts ?? {}
      return { total: Object.values(found).reduce((sum, n) => sum + n, 0), kinds: found }
    },
  })
}
