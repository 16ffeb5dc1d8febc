import type { ClientBase } from 'pg'
import { StartupError } from '../startupError.ts'

/**
 * Takes from everybody but its owner the right to make temporary tables in this database, which nothing of ours uses: one could
 * stand in front of a real table. A copy of a database starts open again, so this is done at every start. Throws StartupError when
 * the user of DATABASE_URL may not do it.
 */
export async function closeDatabase(client: ClientBase): Promise<void> {
  const findOpen = async () =>
    (
      await client.query<{ name: string; revoke: string }>(
        `select current_database() as name, format('revoke temporary on database %I from public', current_database()) as revoke
         from pg_roles where rolname in ('kahawa_app', 'kahawa_wide', 'kahawa_auth', 'kahawa_admin', 'kahawa_functions')
           and has_database_privilege(oid, current_database(), 'temporary') limit 1`,
      )
    ).rows[0]
  const database = await findOpen()
  if (!database) return
  await client.query(database.revoke)
  if (await findOpen())
    throw new StartupError(
      `Temporary tables could be made in the database ${database.name}, and its user may not forbid it. As its owner run: ${database.revoke}`,
    )
}
