import type { DisclaimerName } from '#contract/house/disclaimers.ts'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { now } from '#server/kit/clock.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'

type InForce = { id: string; version: number; english: string; swahili: string; accepted_at: Date | null }

/** The wording that is in force today, and when this user first accepted it. */
export async function disclaimerInForce(tx: Tx, actor: Actor, name: DisclaimerName) {
  const { accepted_at, ...wording } = await one(
    tx,
    sql<InForce>`select d.id, d.version, d.english, d.swahili, a.accepted_at from disclaimers d
      left join disclaimer_acceptances a on a.disclaimer_id = d.id and a.user_id = ${actor.userId}
      where d.name = ${name} and d.in_force_from <= ${now()} order by d.version desc limit 1`,
  )
  return { ...wording, acceptedAt: accepted_at?.toISOString() ?? null }
}

const changed: Record<DisclaimerName, ErrorCode> = {
  cherry_delivery: 'delivery.disclaimer_changed',
  share_data: 'upload.consent_changed',
  dispatch: 'dispatch.terms_changed',
}

/** Keeps that the user accepts the wording in force, and answers which it is. Refuses when another one was shown. */
export async function acceptDisclaimer(
  tx: Tx,
  actor: Actor,
  { name, shown }: { name: DisclaimerName; shown?: number | undefined },
): Promise<{ id: string; version: number }> {
  const { id, version, acceptedAt } = await disclaimerInForce(tx, actor, name)
  if (shown !== undefined && shown !== version) throw new Refused(changed[name], { details: { version } })
  if (!acceptedAt)
    await sql`insert into disclaimer_acceptances (user_id, disclaimer_id, organisation_id, accepted_at)
      values (${actor.userId}, ${id}, ${actor.organisationId}, ${now()}) on conflict do nothing`.execute(tx)
  return { id, version }
}
