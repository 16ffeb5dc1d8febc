import {
  adminServiceList,
  adminServices,
  keyWarningDays,
  serviceUseList,
  type AdminService,
  type ServiceUse,
} from '#contract/administration/adminServices.ts'
import { callName, serviceCalls } from '#contract/serviceCalls.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { permissionsOf } from '#server/kit/web/openApi.ts'
import { around, serve, type Call } from '#server/kit/web/serve.ts'
import { propose, requestChange, requested } from './propose.ts'
import { keysOf, showKey, stopKey, takeKey } from './serviceKeys.ts'
import { plainNetwork, sortedScope } from './services.ts'
import { changeWaits, oneAfterTheOther } from './subject.ts'
import { trailOf } from './trail.ts'

type Times = 'created' | 'expires' | 'lastUsed'
type Stored = Omit<AdminService, Times> & { created: Date; expires: Date | null; lastUsed: Date | null }

const accounts = sql`service_accounts t join users u on u.id = t.id join organisations o on o.id = t.organisation_id join roles r on r.name = u.role_name`
const at = (days = 0) => new Date(now().getTime() + days * 86_400_000)
const expires = () =>
  sql`(select max(k.expires_at) from service_keys k where k.account_id = t.id and k.stopped_at is null and k.expires_at > ${at()}::timestamptz)`
const lastUsed = sql`(select max(k.last_used_at) from service_keys k where k.account_id = t.id)`
const status = () => sql`case when t.status <> 'ACTIVE' then t.status when ${expires()} is null then 'NO_KEY'
  when ${expires()} < ${at(keyWarningDays)}::timestamptz then 'EXPIRING' else 'ACTIVE' end`

const source = ({ userId }: Actor): ListSource<Stored> => ({
  base: accounts,
  from: accounts,
  select: sql<Stored>`t.id, u.full_name as name, u.username, o.id as "organisationId", o.code as "organisationCode", o.name as "organisationName",
    o.type as "organisationType", r.name as role, r.label as "roleLabel", t.calls, cardinality(t.calls) as "callCount", t.addresses::text[] as addresses,
    t.per_minute as "perMinute", t.key_days as "keyDays", ${expires()} as expires, ${lastUsed} as "lastUsed", ${status()} as status, t.created_at as created,
    ${changeWaits('service_account', sql`u.username`)} as "changeWaiting",
    t.status <> 'ENDED' and exists (select from service_keys k where k.account_id = t.id and k.asked_by = ${userId} and k.shown is null
      and k.pick_up_until > ${now()}) as "keyWaiting"`,
  where: [],
  columns: {
    name: sql`u.full_name`,
    username: sql`u.username`,
    organisationName: sql`o.name`,
    organisationType: sql`o.type`,
    role: sql`r.name`,
    callCount: sql`cardinality(t.calls)`,
    lastUsed,
    expires: expires(),
    status: status(),
    created: sql`t.id`,
  },
  search: sql<string>`upper(concat_ws(' ', u.full_name, u.username, o.name, o.code, r.label, r.name, array_to_string(t.calls, ' '), array_to_string(t.addresses, ' ')))`,
})

const shape = ({ addresses, ...stored }: Stored): AdminService => ({
  ...stored,
  addresses: addresses.map(plainNetwork),
  created: stored.created.toISOString(),
  expires: stored.expires?.toISOString() ?? null,
  lastUsed: stored.lastUsed?.toISOString() ?? null,
})

type StoredUse = Omit<ServiceUse, 'hour' | 'last'> & { hour: Date; last: Date }
const counted = sql`service_uses t join users u on u.id = t.account_id join organisations o on o.id = t.organisation_id`
const useSource: ListSource<StoredUse> = {
  base: counted,
  from: counted,
  select: sql<StoredUse>`t.id, t.hour, u.full_name as name, o.name as "organisationName", t.key, t.address, t.call, t.outcome, t.calls, t.last_at as last`,
  where: [],
  columns: { hour: sql`t.hour`, calls: sql`t.calls`, outcome: sql`t.outcome` },
  search: sql<string>`upper(concat_ws(' ', u.full_name, o.name, t.key, t.address, t.call))`,
}
const shapeUse = (stored: StoredUse): ServiceUse => ({
  ...stored,
  hour: stored.hour.toISOString(),
  last: stored.last.toISOString(),
})

type Target = { id: string; username: string; name: string; organisationId: string; status: string }

async function getService(tx: Tx, id: string): Promise<Target> {
  const [service] = await rows(
    tx,
    sql<Target>`select a.id, u.username, u.full_name as name, a.organisation_id as "organisationId", a.status
      from service_accounts a join users u on u.id = a.id where a.id = ${id}`,
  )
  if (!service) throw new Refused('record.not_found')
  return service
}

type OneCall = Pick<Call<typeof adminServices.end>, 'tx' | 'actor' | 'params' | 'request'> & {
  body: { reason: string }
}

async function change(call: OneCall, after: Record<string, unknown>, target?: Target) {
  const { username, name } = target ?? (await getService(call.tx, call.params.id))
  const proposal = {
    subject: 'service_account',
    targetId: username,
    title: name,
    after,
    reason: call.body.reason,
  } as const
  return requested((await propose(call, proposal)).id)
}

/** Takes power away, and therefore at once and by one person: the next call with any of its keys is refused. */
async function stop({ tx, actor, params, body, request }: Call<typeof adminServices.stop>) {
  await oneAfterTheOther(tx, actor)
  const service = await getService(tx, params.id)
  const stopped = await rows(
    tx,
    sql`update service_accounts set status = 'STOPPED' where id = ${params.id} and status = 'ACTIVE' returning id`,
  )
  if (stopped.length === 0)
    throw new Refused('change.nothing', { message: 'This service account is stopped or has ended already.' })
  await writeAudit(tx, {
    by: actor,
    organisationId: service.organisationId,
    kind: 'service_account',
    recordId: service.id,
    title: service.name,
    action: 'stop',
    from: 'ACTIVE',
    to: 'STOPPED',
    comment: body.reason,
    requestId: request.id,
  })
  return { error: false as const, message: `${service.name} is stopped` }
}

/** Service accounts of all organisations: made, changed, given a new key, let in again and ended by two people, stopped by one. */
export const adminServiceRoutes = serve(adminServices, {
  list: ({ tx, actor, query }) =>
    listPage({ tx, actor, screen: adminServiceList, query, source: source(actor), shape }),
  offered: async () =>
    serviceCalls.map(({ call, title }) => ({ call: callName(call), title, permissions: [...permissionsOf(call)] })),
  uses: ({ tx, actor, query }) =>
    listPage({ tx, actor, screen: serviceUseList, query, source: useSource, shape: shapeUse }),
  keys: async ({ tx, params }) => keysOf(tx, (await getService(tx, params.id)).id),
  trail: async ({ tx, actor, params }) => {
    const { id, username } = await getService(tx, params.id)
    return trailOf(tx, actor, { kind: 'service_account', id, targetId: username })
  },
  propose: async (call) => {
    const { reason, username, ...service } = call.body
    const taken = await rows(call.tx, sql`select 1 from users where username = ${username}`)
    if (taken.length > 0) throw new Refused('name.taken')
    const after = { ...sortedScope(service), newKey: true }
    return requestChange(call, { subject: 'service_account', targetId: username, title: service.name, after, reason })
  },
  change: async (call) => {
    const { reason: _reason, ...values } = call.body
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    return change(call, sortedScope(given))
  },
  rotate: (call) => change(call, { newKey: true, overlapHours: call.body.overlapHours }),
  end: (call) => change(call, { status: 'ENDED' }),
  stop,
  resume: async (call) => {
    const service = await getService(call.tx, call.params.id)
    if (service.status !== 'STOPPED')
      throw new Refused('change.nothing', { message: 'This service account is not stopped.' })
    return change(call, { status: 'ACTIVE' }, service)
  },
  stopKey,
  showKey: around({ act: takeKey, settle: showKey }),
})
