import type { ClientBase } from 'pg'
import { roles, type Permission } from '#contract/house/permissions.ts'

/**
 * Updates the roles the product ships with to this build's permissions, as the owner, at every start after migrating. A role
 * that the operator changed stays as it is.
 */
export async function seedRoles({ owner }: { owner: ClientBase }): Promise<void> {
  const rows = Object.entries(roles).map(([name, role]) => {
    const grants: readonly Permission[] = 'grants' in role ? role.grants : []
    return { name, label: role.label, permissions: role.permissions, types: role.types, grants, customised: false }
  })
  await owner.query(
    `insert into roles as r (name, label, permissions, types, grants, customised)
     select name, label, permissions, types, grants, customised from json_populate_recordset(null::roles, $1)
     on conflict (name) do update set label = excluded.label, permissions = excluded.permissions, types = excluded.types, grants = excluded.grants
     where not r.customised
       and (r.label, r.permissions, r.types, r.grants) is distinct from (excluded.label, excluded.permissions, excluded.types, excluded.grants)`,
    [JSON.stringify(rows)],
  )
}
