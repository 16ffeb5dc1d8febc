import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { migrate, migrationsFolder } from './migrate.ts'

let database: TestDatabase
let superuser: pg.Client
beforeAll(async () => {
  database = await makeTestDatabase()
  superuser = new pg.Client(database.config)
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await database.drop()
})

const connected = async <Result>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const makeTemporary = (name: string): Promise<unknown> =>
  connected({ ...database.config, database: name, user: 'kahawa_app' }, async (client) => {
    await client.query('create temporary table sessions (id int)')
  })

test('a database that was copied or opened is closed again at the next start', async () => {
  const { name } = database
  await superuser.query(`grant temporary on database "${name}" to public`)
  await makeTemporary(name)
  expect(await migrate({ client: superuser, folder: migrationsFolder })).toEqual([])
  await expect(makeTemporary(name)).rejects.toThrow('permission denied to create temporary tables')
})

test('a user who may not close the database is told what its owner has to do', async () => {
  const { name } = database
  const user = `${name}_guest`
  await superuser.query(`create role "${user}" login; grant all on schema_migrations to "${user}";
    grant create on schema public to "${user}"; grant temporary on database "${name}" to public`)
  try {
    const migrated = connected({ ...database.config, user }, (client) => migrate({ client, folder: migrationsFolder }))
    await expect(migrated).rejects.toThrow(`As its owner run: revoke temporary on database ${name} from public`)
  } finally {
    await superuser.query(`drop owned by "${user}"; drop role "${user}"`)
  }
})

test('an owner who is no superuser makes the same walls in a database of his own', async () => {
  const user = `${database.name}_owner`
  await superuser.query(`create role "${user}" login createrole`)
  await superuser.query(
    `grant kahawa_app, kahawa_wide, kahawa_auth, kahawa_admin, kahawa_functions to "${user}" with admin option`,
  )
  await superuser.query(`create database "${user}" owner "${user}"`)
  try {
    await connected({ ...database.config, database: user, user }, async (client) => {
      await migrate({ client, folder: migrationsFolder })
      const { rows } = await client.query(
        `select distinct proowner::regrole::text as owner from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
      )
      expect(rows).toEqual([{ owner: 'kahawa_functions' }])
      // A later migration replaces a function.
      await client.query(`create or replace function name_of_user(wanted uuid) returns text
        language sql stable security definer set search_path = public, pg_temp as $$ select full_name from users where id = wanted $$`)
      await client.query('set role kahawa_app')
      expect((await client.query('select name_of_user(null)')).rows).toEqual([{ name_of_user: null }])
    })
    await expect(makeTemporary(user)).rejects.toThrow('permission denied to create temporary tables')
  } finally {
    await superuser.query(`drop database "${user}" with (force)`)
    // The roles are the cluster's, and so is who has handed them on.
    await superuser.query(`do $$ declare handed record; begin
      for handed in select roleid::regrole as role, member::regrole as member from pg_auth_members where grantor = '${user}'::regrole loop
        execute format('revoke %s from %s granted by ${user} cascade', handed.role, handed.member);
      end loop;
    end $$; drop role "${user}"`)
  }
})
