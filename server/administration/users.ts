import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { UserStatus } from '#contract/administration/adminUsers.ts'
import { now } from '#server/kit/clock.ts'
import { isPgError, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { administratorsMustStay, fixedRole } from './administratorsStay.ts'
import { mustReachRoles } from './reach.ts'
import type { ProposedChange, Subject, Values } from './subject.ts'

type UserValues = {
  username: string
  fullName: string
  email: string
  organisationCode: string
  role: string
  leaveFrom: string
  leaveTo: string
  status: Exclude<UserStatus, 'ON_LEAVE'>
  /** Requested by a reset: a new password, and a new second factor as well. */
  newPassword: boolean
  newSecondFactor: boolean
}

/** A user by the username, which never changes: one that is invited has no id yet. */
export const userSubject: Subject = {
  name: 'user',
  blank: {
    email: '',
    leaveFrom: '',
    leaveTo: '',
    status: 'INVITED',
    newPassword: false,
    newSecondFactor: false,
  } satisfies Partial<UserValues>,
  read,
  examine,
  apply,
}

async function read(tx: Tx, username: string): Promise<Values | null> {
  const [stored] = await rows(
    tx,
    sql<UserValues>`select u.username, u.full_name as "fullName", coalesce(u.email, '') as email, o.code as "organisationCode", u.role_name as role,
        coalesce(u.leave_from::text, '') as "leaveFrom", coalesce(u.leave_to::text, '') as "leaveTo", u.status, false as "newPassword", false as "newSecondFactor"
      from users u join organisations o on o.id = u.organisation_id where u.username = ${username} and u.status <> 'SERVICE' for no key update of u`,
  )
  return stored ?? null
}

async function examine({ tx, actor, before, after }: ProposedChange): Promise<ChangeRequest['notes']> {
  const user = after as UserValues // border: written by the calls of administration only
  const [role] = await rows(
    tx,
    sql<{ fits: boolean }>`
      select o.type = any (r.types) as fits from roles r cross join organisations o where r.name = ${user.role} and o.code = ${user.organisationCode}`,
  )
  if (!role) throw new Refused('input.invalid', { details: { fields: { role: 'No such role or organisation' } } })
  if (!role.fits) throw new Refused('role.wrong_organisation')
  if ((user.leaveFrom === '') !== (user.leaveTo === '') || user.leaveFrom > user.leaveTo)
    throw new Refused('input.invalid', { details: { fields: { leaveTo: 'A leave has a first and a last day' } } })
  await mustHaveOwnEmail(tx, before as Partial<UserValues>, user)
  // What a person gives up must be in reach too, or a lesser desk could take the administrators' role away.
  const previousRole = (before as Partial<UserValues>).role
  await mustReachRoles(tx, actor, previousRole === undefined ? [user.role] : [previousRole, user.role])
  if (previousRole === fixedRole && before['status'] === 'ACTIVE')
    await administratorsMustStay(
      tx,
      2,
      sql`u.username = ${user.username}`,
      user.role === fixedRole && user.status === 'ACTIVE' ? user : undefined,
    )
  return notesOn(tx, user)
}

/** Letters and invitations go to one person: an address belongs to one user, and to nobody who waits to become one. */
async function mustHaveOwnEmail(tx: Tx, before: Partial<UserValues>, { username, email }: UserValues): Promise<void> {
  const normalise = (text = ''): string => text.trim().toLowerCase()
  if (normalise(email) === '' || normalise(email) === normalise(before.email)) return
  const owners = await rows(
    tx,
    sql`select 1 from users where lower(btrim(email)) = ${normalise(email)} and username <> ${username}
      union all select 1 from change_requests where kind = 'admin_change' and subject = 'user' and status = 'PENDING_APPROVAL'
        and target_id <> ${username} and lower(btrim(after ->> 'email')) = ${normalise(email)}`,
  )
  if (owners.length > 0) throw emailTaken()
}

const emailTaken = (): Refused =>
  new Refused('email.taken', { details: { fields: { email: 'Another user has this address' } } })

/** What the other administrator should look at before a person gets power. */
async function notesOn(tx: Tx, user: UserValues): Promise<ChangeRequest['notes']> {
  const [namesake] = await rows(
    tx,
    sql<{ username: string }>`select username from users where username <> ${user.username}
      and upper(full_name) = ${user.fullName.toUpperCase()} order by created_at limit 1`,
  )
  return namesake
    ? [
        {
          code: 'user.alike',
          message: `The user ${namesake.username} has the same name. Nobody shall make and check with two sign-ins.`,
        },
      ]
    : []
}

async function apply({ tx, before, after, changeId }: ProposedChange & { changeId: string }): Promise<void> {
  const user = after as UserValues // border: as above
  const isNew = Object.keys(before).length === 0
  if (isNew) await insert(tx, user)
  else
    await write(tx, () =>
      sql`update users set full_name = ${user.fullName}, email = ${user.email || null}, role_name = ${user.role},
      leave_from = ${user.leaveFrom || null}, leave_to = ${user.leaveTo || null}, status = ${user.status}
        where username = ${user.username}`.execute(tx),
    )
  const isResumed = before['status'] === 'SUSPENDED'
  if (!isNew && !isResumed && !user.newPassword) return
  const [{ id } = { id: '' }] = await rows(
    tx,
    sql<{ id: string }>`select id from users where username = ${user.username}`,
  )
  // Those of a user who was shut out open nothing, and shall not come back with the user.
  await sql`delete from sessions where user_id = ${id}`.execute(tx)
  if (!isNew && !user.newPassword) return
  if (user.newPassword) await sql`select forget_sign_in(${id}, ${user.newSecondFactor})`.execute(tx)
  // A newer invitation ends those before it.
  await sql`update invitations set expires_at = ${now()}
    where user_id = ${id} and used_at is null and change_id <> ${changeId}`.execute(tx)
  await sql`update invitations set user_id = ${id} where change_id = ${changeId}`.execute(tx)
}

/** Two approvals at once: the index says so where the look did not. */
async function write(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  try {
    await savepoint(tx, work)
  } catch (error) {
    if (!isPgError(error) || error.code !== '23505') throw error
    throw error.constraint === 'one_email_one_user' ? emailTaken() : new Refused('name.taken')
  }
}

const insert = (tx: Tx, user: UserValues): Promise<void> =>
  write(tx, () =>
    sql`insert into users (id, organisation_id, username, full_name, email, role_name, status, created_at)
        select ${newId()}, id, ${user.username}, ${user.fullName}, ${user.email || null}, ${user.role}, 'INVITED', ${now()} from organisations
      where code = ${user.organisationCode}`.execute(tx),
  )
