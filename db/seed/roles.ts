import type { ClientBase } from 'pg'
import { roles } from '#contract/permissions.ts'

/** Brings the roles the product ships with to this build's permissions, as the owner, at every start after migrating. */
export async function seedRoles({ owner }: { owner: ClientBase }): Promise<void> {
  const rows = Object.entries(roles).map(([name, { label, permissions }]) => ({ name, label, permissions }))
  await owner.query(
    `insert into roles as r (name, label, permissions) select name, label, permissions from json_populate_recordset(null::roles, $1)
     on conflict (name) do update set label = excluded.label, permissions = excluded.permissions
     where (r.label, r.permissions) is distinct from (excluded.label, excluded.permissions)`,
    [JSON.stringify(rows)],
  )
}
