import type { SavedView } from '#contract/house/views.ts'
import { views } from '#contract/house/views.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { now } from '#server/kit/clock.ts'
import { changed, one, rows, sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { done, serve } from '#server/kit/web/serve.ts'

const columns = (actor: Actor) => sql`id, list, name, query, shared, user_id = ${actor.userId} as own`

/** Saved views of lists: one's own, and those that colleagues of the same organisation share. */
export const viewRoutes = serve(views, {
  list: async ({ tx, actor, query }) =>
    rows(
      tx,
      // A bank's wall is open to all rows, but a shared view is for the own colleagues only.
      sql<SavedView>`select ${columns(actor)} from saved_views where organisation_id = ${actor.organisationId} and list = ${query.list}
        and (user_id = ${actor.userId} or shared) order by user_id <> ${actor.userId}, upper(name), id`,
    ),
  save: async ({ tx, actor, body }) => {
    const saved = await one(
      tx,
      sql<SavedView>`insert into saved_views (id, organisation_id, user_id, list, name, query, shared, created_at)
        values (${newId()}, ${actor.organisationId}, ${actor.userId}, ${body.list}, ${body.name}, ${body.query}, ${body.shared}, ${now()})
        on conflict (user_id, list, name) do update set query = excluded.query, shared = excluded.shared
        returning ${columns(actor)}`,
    )
    return done('View saved', saved)
  },
  remove: async ({ tx, actor, params }) => {
    const removed = await changed(
      tx,
      sql`delete from saved_views where id = ${params.id} and user_id = ${actor.userId}`,
    )
    if (removed === 0) throw new Refused('record.not_found')
    return { error: false as const, message: 'View deleted' }
  },
})
