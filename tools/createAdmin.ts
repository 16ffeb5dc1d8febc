import { parseArgs } from 'node:util'
import type { ClientBase } from 'pg'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { RoleName } from '#contract/house/permissions.ts'
import { config } from '#server/config.ts'
import { now } from '#server/kit/clock.ts'
import { newId } from '#server/kit/ids.ts'
import { migrate, migrationsFolder } from '#server/kit/postgres/migrate.ts'
import { connectOwner } from '#server/kit/postgres/ownerConnection.ts'
import { Refused } from '#server/kit/refused.ts'
import { StartupError, commandLine } from '#server/kit/startupError.ts'
import { hashPassword, mustBeStrong } from '#server/session/password.ts'
import { seedRoles } from '../db/seed/roles.ts'
import { firstLine, prompt, runCommand } from './ask.ts'

const operator = { code: 'OPERATOR', name: 'Kahawa operations', type: 'OPERATOR' satisfies OrganisationType }
const role = 'ADMINISTRATOR' satisfies RoleName

type NewAdmin = { username: string; fullName: string; password: string }

/** Makes an administrator of the operator's organisation, which it makes too when there is none. Throws StartupError with what to do instead. */
export async function createAdmin({
  owner,
  admin,
  another,
}: {
  owner: ClientBase
  admin: NewAdmin
  another: boolean
}): Promise<void> {
  const username = admin.username.trim().toLowerCase()
  const fullName = admin.fullName.trim()
  if (!/^[a-z0-9][a-z0-9._@-]{2,59}$/.test(username))
    throw new StartupError('A username has 3 to 60 letters, digits, dots, dashes or underscores.')
  if (fullName.length < 3 || fullName.length > 100) throw new StartupError('Say the full name, 3 to 100 characters.')
  requireStrongPassword(admin.password, username)
  const passwordHash = await hashPassword(admin.password)
  await owner.query('begin')
  try {
    await owner.query('lock table users in share row exclusive mode') // two of these at once must not both be the first
    const { rows } = await owner.query<{ username: string }>(
      `select username from users where role_name = $1 and status = 'ACTIVE' order by created_at limit 1`,
      [role],
    )
    if (rows[0] && !another)
      throw new StartupError(
        `There is an administrator already: ${rows[0].username}. To make a further one, add --another.`,
      )
    await insert(owner, { username, fullName, passwordHash })
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    if (error instanceof Error && 'code' in error && error.code === '23505')
      throw new StartupError(`The username ${username} is taken. Choose another.`)
    throw error
  }
}

function requireStrongPassword(password: string, username: string): void {
  try {
    mustBeStrong({ password, username, organisation: [operator.name, operator.code], hasSecondFactor: false })
  } catch (error) {
    if (error instanceof Refused)
      throw new StartupError('Choose a password of at least 15 characters that is not often used.')
    throw error
  }
}

async function insert(owner: ClientBase, user: { username: string; fullName: string; passwordHash: string }) {
  await owner.query(
    `insert into organisations (id, code, name, type) select $1, $2, $3, $4 where not exists (select 1 from organisations where type = $4)`,
    [newId(), operator.code, operator.name, operator.type],
  )
  const id = newId()
  await owner.query(
    `insert into users (id, organisation_id, username, full_name, password_hash, role_name, password_changed_at, created_at)
     select $1, id, $2, $3, $4, $5, $6, $6 from organisations where type = $7 order by created_at, id limit 1`,
    [id, user.username, user.fullName, user.passwordHash, role, now(), operator.type],
  )
  await owner.query(
    `insert into audit_events (id, at, organisation_id, actor_name, actor_role, actor_organisation, kind, record_id, title, action, to_status, changes)
     select $1, $2, organisation_id, 'Command line', 'SYSTEM', '', 'user', id, full_name, 'created', status, jsonb_build_object('role', jsonb_build_object('before', null, 'after', role_name))
     from users where id = $3`,
    [newId(), now(), id],
  )
}

/** Takes flags, prompts for what is missing, and reads the password from standard input when that is no terminal. */
async function readInput(): Promise<{ admin: NewAdmin; another: boolean }> {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      name: { type: 'string' },
      password: { type: 'string' },
      another: { type: 'boolean', default: false },
    },
  })
  const isTerminal = process.stdin.isTTY === true
  if (!isTerminal && (!values.username || !values.name))
    throw new StartupError(
      `Without a terminal: ${commandLine('admin:create', '--username jane', '--name "Jane Mwangi"')} < password.txt`,
    )
  const username = values.username ?? (await prompt('Username: '))
  const fullName = values.name ?? (await prompt('Full name: '))
  const password = values.password ?? (isTerminal ? await prompt('Password: ', { hidden: true }) : await firstLine())
  return { admin: { username, fullName, password }, another: values.another }
}

async function main(): Promise<void> {
  const { admin, another } = await readInput()
  const say = (message: string): void => void process.stderr.write(`${message}\n`)
  const { client, close } = await connectOwner({ config, say })
  try {
    await migrate({ client, folder: migrationsFolder })
    await seedRoles({ owner: client })
    await createAdmin({ owner: client, admin, another })
    process.stdout.write(
      `${admin.username.toLowerCase()} is an administrator and can sign in. The second factor is turned on under "Account".\n`,
    )
  } finally {
    await close()
  }
}

if (import.meta.main) await runCommand(main)
