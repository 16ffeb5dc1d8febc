import { adminRoleList, adminRoles, type AdminRole } from '#contract/administration/adminRoles.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import { roles as shipped } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { serve } from '#server/kit/web/serve.ts'
import { requestChange } from './propose.ts'
import { isFixed, sortedLists } from './roles.ts'
import { changeWaits } from './subject.ts'

type Stored = Omit<AdminRole, 'typeNames' | 'fixed'>

const users = sql`(select count(*)::int from users u where u.role_name = t.name and u.status <> 'SERVICE')`
// Written out, not bound: the counts of a filter group by this very text.
const origin = sql`case when not t.customised then 'SHIPPED' when t.name in (${sql.join(Object.keys(shipped).map((name) => sql.lit(name)))}) then 'CHANGED' else 'OWN' end`
const source: ListSource<Stored> = {
  base: sql`roles t`,
  from: sql`roles t`,
  select: sql<Stored>`t.name as id, t.name, t.label, t.permissions, t.grants, t.types, cardinality(t.permissions) as "permissionCount", ${users} as users, ${origin} as origin,
    ${changeWaits('role', sql`t.name`)} as "changeWaiting"`,
  where: [],
  columns: {
    label: sql`t.label`,
    name: sql`t.name`,
    permissionCount: sql`cardinality(t.permissions)`,
    users,
    origin,
  },
  search: sql<string>`upper(t.label || ' ' || t.name || ' ' || array_to_string(t.permissions, ' '))`,
  id: sql`t.name`,
}
const shape = (stored: Stored): AdminRole => ({
  ...stored,
  fixed: isFixed(stored.name),
  typeNames: stored.types.map((type) => organisationTypes[type as OrganisationType].label).join(', '), // border: written by these calls only
})

/** The roles of the product and those made here. */
export const adminRoleRoutes = serve(adminRoles, {
  list: ({ tx, actor, query }) => listPage({ tx, actor, screen: adminRoleList, query, source, shape }),
  propose: async (call) => {
    const { name, label, reason, ...lists } = call.body
    const after = { label, ...sortedLists(lists) }
    return requestChange(call, { subject: 'role', targetId: name, title: label, after, reason })
  },
})
