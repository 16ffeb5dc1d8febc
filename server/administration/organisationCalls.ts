import {
  adminOrganisationList,
  adminOrganisations,
  type AdminOrganisation,
} from '#contract/administration/adminOrganisations.ts'
import { sql } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { serve } from '#server/kit/web/serve.ts'
import { requestChange } from './propose.ts'
import { changeWaits } from './subject.ts'

type Stored = Omit<AdminOrganisation, 'created'> & { created: Date }

const from = sql`organisations t left join counties c on c.id = t.county_id`
const users = sql`(select count(*)::int from users u where u.organisation_id = t.id and u.status <> 'SERVICE')`
const status = sql`case when t.active then 'OPEN' else 'CLOSED' end`
const source: ListSource<Stored> = {
  base: from,
  from,
  select: sql<Stored>`t.id, t.code, t.name, t.type, t.county_id as "countyId", coalesce(c.name, '') as county, ${users} as users, ${status} as status, t.created_at as created,
    ${changeWaits('organisation', sql`t.code`)} as "changeWaiting"`,
  where: [],
  columns: {
    name: sql`t.name`,
    code: sql`t.code`,
    type: sql`t.type`,
    county: sql`coalesce(c.name, '')`,
    users,
    status,
    created: sql`t.created_at`,
  },
  search: sql<string>`upper(t.name || ' ' || t.code)`,
}

/** Every organisation of the chain. */
export const adminOrganisationRoutes = serve(adminOrganisations, {
  list: ({ tx, actor, query }) =>
    listPage({
      tx,
      actor,
      screen: adminOrganisationList,
      query,
      source,
      shape: (stored: Stored): AdminOrganisation => ({ ...stored, created: stored.created.toISOString() }),
    }),
  propose: async (call) => {
    const { code, reason, ...after } = call.body
    return requestChange(call, { subject: 'organisation', targetId: code, title: after.name, after, reason })
  },
})
