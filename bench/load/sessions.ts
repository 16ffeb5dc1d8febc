import pg from 'pg'
import { startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { users } from '../../db/seed/organisations.ts'
import { openSession } from '../kit/calls.ts'
import { quiet } from '../kit/benchHouse.ts'

/** A session of every demo user by a row: a load of argon2 is another test. Joins the PostgreSQL that runs in the folder. */
export async function openSessions(folder: string): Promise<Record<string, string>> {
  return withOwner(folder, async (owner) => {
    const tokens: Record<string, string> = {}
    for (const { username } of users) tokens[username] = await openSession(owner, username)
    return tokens
  })
}

/** Lends the owner's connection to the database in the folder. */
export async function withOwner<Result>(folder: string, work: (owner: pg.Client) => Promise<Result>): Promise<Result> {
  const server = await startPostgres({ dataDir: folder, log: quiet })
  const owner = new pg.Client({ host: server.host, port: server.port, user: server.user, database: 'kahawa' })
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end().catch(() => {})
    await server.stop()
  }
}
