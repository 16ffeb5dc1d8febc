import { adminUserList, adminUsers, type AdminUser } from '#contract/administration/adminUsers.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { around, serve, type Call } from '#server/kit/web/serve.ts'
import { makeCode, openInvitation } from './invitations.ts'
import { propose, requested } from './propose.ts'
import { everyRole } from './roles.ts'
import { administratorsMustStay } from './administratorsStay.ts'
import { mustReachRoles } from './reach.ts'
import { changeWaits, oneAfterTheOther } from './subject.ts'
import { trailOf } from './trail.ts'

type Stored = Omit<AdminUser, 'created'> & { created: Date }
const people = sql`users t join organisations o on o.id = t.organisation_id join roles r on r.name = t.role_name`
// Written out, not bound: the counts of a filter group by this very text.
const status = () =>
  sql`case when t.status = 'ACTIVE' and ${sql.lit(businessDate())}::date between t.leave_from and t.leave_to then 'ON_LEAVE' else t.status end`

const source = (): ListSource<Stored> => ({
  base: people,
  from: people,
  select: sql<Stored>`t.id, t.username, t.full_name as "fullName", t.email, o.id as "organisationId", o.code as "organisationCode", o.name as "organisationName", o.type as "organisationType",
    r.name as role, r.label as "roleLabel", ${status()} as status, t.leave_from as "leaveFrom", t.leave_to as "leaveTo",
    case when t.totp_confirmed_at is null and not exists (select from passkeys p where p.user_id = t.id) then 'Off' else 'On' end as "secondFactor", t.created_at as created, ${changeWaits('user', sql`t.username`)} as "changeWaiting"`,
  // Programs have a list of their own.
  where: [sql`t.status <> 'SERVICE'`],
  columns: {
    fullName: sql`t.full_name`,
    username: sql`t.username`,
    organisationName: sql`o.name`,
    organisationType: sql`o.type`,
    role: sql`r.name`,
    status: status(),
    created: sql`t.id`,
  },
  options: { role: everyRole },
  search: sql<string>`upper(concat_ws(' ', t.full_name, t.username, t.email, o.name, o.code, r.label, r.name))`,
})

type Target = { id: string; username: string; fullName: string; organisationId: string; role: string; status: string }

async function getUser(tx: Tx, id: string): Promise<Target> {
  const [user] = await rows(
    tx,
    sql<Target>`select id, username, full_name as "fullName", organisation_id as "organisationId", role_name as role, status from users where id = ${id} and status <> 'SERVICE'`,
  )
  if (!user) throw new Refused('record.not_found')
  return user
}

const settle = async ({ house, actor }: { house: House; actor: Actor }, { id }: { id: string }) =>
  requested(id, await makeCode(house, actor, id))

async function change(call: Call<typeof adminUsers.change>, after: Record<string, unknown>) {
  const { username, fullName } = await getUser(call.tx, call.params.id)
  return propose(call, { subject: 'user', targetId: username, title: fullName, after, reason: call.body.reason })
}

/** Takes power away, and therefore at once and by one person: the next request of the user finds no session. */
async function suspend({ tx, actor, params, body, request }: Call<typeof adminUsers.suspend>) {
  await oneAfterTheOther(tx, actor)
  const user = await getUser(tx, params.id)
  if (user.id === actor.userId) throw new Refused('change.about_you')
  await mustReachRoles(tx, actor, [user.role])
  // A stolen sign-in must be shut out even when it is one of the last two; the command line makes another.
  await administratorsMustStay(tx, 1, sql`u.id = ${user.id}`)
  const [before] = await rows(
    tx,
    sql<{ status: string }>`
      update users u set status = 'SUSPENDED' from (select id, status from users where id = ${user.id} for update) old
      where u.id = old.id and old.status <> 'SUSPENDED' returning old.status`,
  )
  if (!before) throw new Refused('change.nothing', { message: 'This user is suspended already.' })
  // The sessions stay for a while, so that whoever still holds one learns why it opens nothing.
  await writeAudit(tx, {
    by: actor,
    organisationId: user.organisationId,
    kind: 'user',
    recordId: user.id,
    title: user.fullName,
    action: 'suspend',
    from: before.status,
    to: 'SUSPENDED',
    comment: body.reason,
    requestId: request.id,
  })
  return { error: false as const, message: `${user.fullName} is shut out` }
}

/** The users of all organisations: invited, changed and let in again by two people, shut out by one. */
export const adminUserRoutes = serve(adminUsers, {
  list: ({ tx, actor, query }) =>
    listPage({
      tx,
      actor,
      screen: adminUserList,
      query,
      source: source(),
      shape: (stored: Stored): AdminUser => ({ ...stored, created: stored.created.toISOString() }),
    }),
  trail: async ({ tx, actor, params }) => {
    const { id, username } = await getUser(tx, params.id)
    return trailOf(tx, actor, { kind: 'user', id, targetId: username })
  },
  invite: around({
    act: async (call) => {
      const { reason, username, ...user } = call.body
      const existing = await rows(call.tx, sql`select 1 from users where username = ${username}`)
      if (existing.length > 0) throw new Refused('name.taken')
      const after = { username, ...user, email: user.email ?? '' }
      const proposed = await propose(call, { subject: 'user', targetId: username, title: user.fullName, after, reason })
      await openInvitation(call.tx, proposed.id)
      return proposed
    },
    settle,
  }),
  change: async (call) => {
    const { reason: _reason, ...values } = call.body
    const after = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    return requested((await change(call, after)).id)
  },
  suspend,
  resume: async (call) => {
    const user = await getUser(call.tx, call.params.id)
    if (user.status !== 'SUSPENDED') throw new Refused('change.nothing', { message: 'This user is not suspended.' })
    return requested((await change(call, { status: 'ACTIVE' })).id)
  },
  reset: around({
    act: async (call) => {
      const proposed = await change(call, { newPassword: true, newSecondFactor: call.body.secondFactor })
      await openInvitation(call.tx, proposed.id)
      return proposed
    },
    settle,
  }),
})
