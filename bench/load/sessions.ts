import pg from 'pg'
import { startPostgres } from '#server/kit/postgres/embeddedPostgres.ts'
import { users } from '../../db/seed/organisations.ts'
import { openSession } from '../kit/calls.ts'
import { quiet } from '../kit/benchHouse.ts'

/** A session of every demo user by a row, by username: a load of argon2 is another test. */
export async function sessionsBy(owner: pg.Client): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {}
  for (const { username } of users) tokens[username] = await openSession(owner, username)
  return tokens
}

/** The same beside the PostgreSQL that runs in the folder. */
export const openSessions = (folder: string): Promise<Record<string, string>> => withOwner(folder, sessionsBy)

/** Lends the owner's connection to the database in the folder. */
export async function withOwner<Result>(folder: string, work: (owner: pg.Client) => Promise<Result>): Promise<Result> {
  const { stop, host, port, user } = await startPostgres({ dataDir: folder, log: quiet })
  try {
    return await asOwner({ host, port, user, database: 'kahawa' }, work)
  } finally {
    await stop()
  }
}

/** Lends an owner's connection. One that breaks fails the statement, and not the program. */
export async function asOwner<Result>(
  connection: pg.ClientConfig,
  work: (owner: pg.Client) => Promise<Result>,
): Promise<Result> {
  const owner = new pg.Client(connection)
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end().catch(() => {})
  }
}
