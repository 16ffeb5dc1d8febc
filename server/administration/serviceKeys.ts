import { keyPickUpHours, type adminServices, type ServiceKey } from '#contract/administration/adminServices.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { newServiceKey } from '#server/kit/services/serviceKey.ts'
import { done, type Call } from '#server/kit/web/serve.ts'
import { oneAfterTheOther } from './subject.ts'

const hours = (count: number): number => count * 3_600_000
// As long as a browser may try again whose answer was lost.
const repeatableMs = 600_000
const reach = { reach: 'administration' } as const

/** Keeps a place for the key that an approval allows; who asked for the change may have it shown. */
export const allowKey = (
  tx: Tx,
  { changeId, accountId, overlapHours }: { changeId: string; accountId: string; overlapHours: number },
): Promise<unknown> =>
  sql`insert into service_keys (id, account_id, organisation_id, asked_by, overlap_hours, pick_up_until)
    select c.id, a.id, a.organisation_id, c.made_by, ${overlapHours}, ${new Date(now().getTime() + hours(keyPickUpHours))}
    from change_requests c cross join service_accounts a where c.id = ${changeId} and a.id = ${accountId}`.execute(tx)

type Showing = { shown: string; accountId: string }

/** Takes the place of the key that waits for this administrator. It is made after the commit, so that no stored answer holds it. */
export async function takeKey({ tx, actor, params }: Call<typeof adminServices.showKey>): Promise<Showing> {
  await oneAfterTheOther(tx, actor)
  const shown = newId()
  const taken = await rows(
    tx,
    sql`update service_keys k set shown = ${shown}, shown_at = ${now()} from (
        select k.id from service_keys k join service_accounts a on a.id = k.account_id
        where k.account_id = ${params.id} and k.asked_by = ${actor.userId} and k.shown is null and k.pick_up_until > ${now()} and a.status <> 'ENDED'
        order by k.id desc limit 1 for update of k) waiting
      where k.id = waiting.id returning k.id`,
  )
  if (taken.length > 0) return { shown, accountId: params.id }
  const known = await rows(tx, sql`select 1 from service_accounts where id = ${params.id}`)
  throw new Refused(known.length === 0 ? 'record.not_found' : 'service.no_key')
}

type Made = { id: string; organisationId: string; name: string; expires: Date }

/**
 * Makes the key and shows it. Repeating the request with the same idempotency key makes another one, as long as nobody has used the
 * one before, which is worth nothing then. From now on the keys before have their overlap left.
 */
export async function showKey(
  { house, actor, request }: { house: House; actor: Actor; request: { id: string } },
  { shown, accountId }: Showing,
) {
  const key = newServiceKey()
  const made = await house.db.transaction(scopeOf(actor, reach), async (tx) => {
    const [row] = await rows(
      tx,
      sql<Made>`update service_keys k set key = ${key.name}, hash = ${key.hash}, expires_at = ${now()}::timestamptz + make_interval(days => a.key_days)
        from service_accounts a join users u on u.id = a.id
        where a.id = k.account_id and k.shown = ${shown} and k.stopped_at is null and not exists (select from service_uses s where s.key = k.key)
          and k.shown_at > ${new Date(now().getTime() - repeatableMs)}
        returning k.id, k.organisation_id as "organisationId", u.full_name as name, k.expires_at as expires`,
    )
    if (!row) throw new Refused('service.no_key')
    await sql`update service_keys k set expires_at = least(k.expires_at, ${now()}::timestamptz + make_interval(hours => this.overlap_hours))
      from service_keys this where this.id = ${row.id} and k.account_id = ${accountId} and k.id <> ${row.id} and k.key is not null`.execute(
      tx,
    )
    await writeAudit(tx, {
      by: actor,
      organisationId: row.organisationId,
      kind: 'service_account',
      recordId: accountId,
      title: row.name,
      action: 'show_key',
      changes: { key: { before: null, after: key.name } },
      requestId: request.id,
    })
    return row
  })
  return done('The key is made', { key: key.text, expires: made.expires.toISOString() })
}

type StoredKey = Omit<ServiceKey, 'made' | 'expires' | 'lastUsed'> & {
  made: Date | null
  expires: Date | null
  lastUsed: Date | null
}
const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** The keys of an account by their names. */
export async function keysOf(tx: Tx, accountId: string): Promise<ServiceKey[]> {
  const stored = await rows(
    tx,
    sql<StoredKey>`select k.id, k.key, u.full_name as "askedBy", case when k.key is null then null else k.shown_at end as made, k.expires_at as expires,
        k.last_used_at as "lastUsed", k.last_used_from as "lastUsedFrom",
        case when k.stopped_at is not null then 'STOPPED' when k.expires_at <= ${now()} then 'EXPIRED' when k.key is not null then 'ACTIVE'
          when k.shown is null and k.pick_up_until > ${now()} then 'NOT_SHOWN' else 'NEVER_SHOWN' end as status
      from service_keys k join users u on u.id = k.asked_by where k.account_id = ${accountId} order by k.id desc limit 50`,
  )
  return stored.map((key) => ({ ...key, made: iso(key.made), expires: iso(key.expires), lastUsed: iso(key.lastUsed) }))
}

/** Stops one key for ever, at once and by one person: the next call with it is refused. */
export async function stopKey({ tx, actor, params, body, request }: Call<typeof adminServices.stopKey>) {
  await oneAfterTheOther(tx, actor)
  const [key] = await rows(
    tx,
    sql<{ key: string | null; accountId: string; organisationId: string; name: string }>`
      select k.key, k.account_id as "accountId", k.organisation_id as "organisationId", u.full_name as name
      from service_keys k join users u on u.id = k.account_id where k.id = ${params.id}`,
  )
  if (!key) throw new Refused('record.not_found')
  const stopped = await rows(
    tx,
    sql`update service_keys set stopped_at = ${now()}, pick_up_until = ${now()}
      where id = ${params.id} and stopped_at is null and coalesce(expires_at, pick_up_until) > ${now()} returning id`,
  )
  if (stopped.length === 0)
    throw new Refused('change.nothing', { message: 'This key is stopped or has expired already.' })
  await writeAudit(tx, {
    by: actor,
    organisationId: key.organisationId,
    kind: 'service_account',
    recordId: key.accountId,
    title: key.name,
    action: 'stop_key',
    comment: body.reason,
    changes: { key: { before: null, after: key.key ?? '' } },
    requestId: request.id,
  })
  return { error: false as const, message: 'The key is stopped' }
}
