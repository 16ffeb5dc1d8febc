import { cherryDeliveryFlow } from '#contract/deliveries/cherryDeliveries.ts'
import { refusal } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { changesOf } from '#server/kit/records/changeRequests.ts'
import { now } from '#server/kit/clock.ts'
import { isPgError, one, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { takeStep, type Effect, type StepRequest } from '#server/kit/records/takeStep.ts'
import { acceptDisclaimer } from '#server/facts/disclaimers.ts'
import { cherryDeliveryKind } from './cherryDeliveryKinds.ts'
import { whyNotEdited } from './deliveryList.ts'
import type { Checked, Delivery } from './deliveryRules.ts'
import { writeCherry } from './paidCherry.ts'
import { makersWith } from '#server/kit/records/recordKind.ts'

export type Entering = { tx: Tx; actor: Actor; request: StepRequest }
type Correction = { reason: string; correctsId?: string | undefined }

/** Refuses who holds the permission but works for no society. */
export function mustBeClerk(actor: Actor): void {
  const code = refusal(cherryDeliveryFlow.steps.edit, { status: 'PENDING_APPROVAL', makers: [] }, actor)
  if (code) throw new Refused(code)
}

/** Accepts the text for whoever enters deliveries; answers the version that each record keeps. */
export async function acceptDeliveryDisclaimer(
  { tx, actor }: Omit<Entering, 'request'>,
  shown?: number,
): Promise<number> {
  return (await acceptDisclaimer(tx, actor, { name: deliveryDisclaimer, shown })).version
}
export const deliveryDisclaimer = 'cherry_delivery'

/** The entry that passed its rules. Throws `input.invalid` with the problem of each field. */
export function mustBeRight(checked: Checked): Delivery {
  if ('fields' in checked) throw new Refused('input.invalid', { details: { fields: checked.fields } })
  return checked.delivery
}

/** Writes a new record that waits for approval. Answers its id. */
export async function insertDelivery(
  { tx, actor, request }: Entering,
  delivery: Delivery,
  { id = newId(), disclaimer, correction }: { id?: string; disclaimer: number; correction?: Correction },
): Promise<string> {
  const { member, factory } = delivery
  await explainRefusal(delivery.season, () =>
    savepoint(tx, () =>
      sql`insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, factory_id, receipt_number, kilograms, type, reason, corrects_id, disclaimer_version, status, makers, made_by, created_at)
        values (${id}, ${actor.organisationId}, ${member.id}, ${delivery.season}, ${delivery.deliveredOn}, ${factory?.id ?? null}, ${delivery.receiptNumber}, ${delivery.kilograms}, ${correction ? 'CORRECTION' : 'DELIVERY'},
          ${correction?.reason ?? ''}, ${correction?.correctsId ?? null}, ${disclaimer}, 'PENDING_APPROVAL', array[${actor.userId}]::uuid[], ${actor.userId}, ${now()})`.execute(
        tx,
      ),
    ),
  )
  await writeAudit(tx, {
    by: actor,
    organisationId: actor.organisationId,
    kind: cherryDeliveryFlow.kind,
    recordId: id,
    title: `${member.memberNumber} ${member.fullName}`,
    action: correction ? 'correct' : 'create',
    to: 'PENDING_APPROVAL',
    comment: correction?.reason ?? null,
    changes: changesOf({}, valuesOf(delivery)),
    requestId: request.id,
  })
  return id
}

/**
 * Refuses a correction that would withdraw more than was approved, with the other corrections that wait. The insert holds
 * the member's season locked, so that two corrections at once see each other.
 */
export async function mustStayAboveZero({ tx }: Entering, { member, season }: Delivery): Promise<void> {
  const { left } = await one(
    tx,
    sql<{ left: string }>`select w.approved_kg + coalesce((select sum(d.kilograms) from cherry_deliveries d
        where d.farmer_id = w.farmer_id and d.season = w.season and d.status = 'PENDING_APPROVAL' and d.kilograms < 0), 0) as left
      from season_weights w where w.farmer_id = ${member.id} and w.season = ${season}`,
  )
  if (Number(left) < 0) throw new Refused('delivery.below_zero')
}

/** Refuses to add kilograms to a member who was suspended since they were entered. Withdrawing kilograms is not barred. */
export async function mustNotBeSuspended(tx: Tx, id: string): Promise<void> {
  const { barred } = await one(
    tx,
    sql<{ barred: boolean }>`select t.kilograms > 0 and f.life_state = 'SUSPENDED' as barred
      from cherry_deliveries t join farmers f on f.id = t.farmer_id where t.id = ${id}`,
  )
  if (barred) throw new Refused('delivery.member_suspended')
}

/** What a record held before an edit. */
type Before = {
  type: string
  paid_in: string | null
  member_number: string
  season: string
  delivered_on: string
  factory_id: string | null
  factory: string
  receipt_number: string
  kilograms: string
}

/** Writes an edit: the editor becomes a maker, the record waits again, and the trail keeps the old values. */
export async function editDelivery(
  { tx, actor, request }: Entering,
  { id, version, disclaimer }: { id: string; version: number | undefined; disclaimer: number },
  check: (before: Before) => Promise<Delivery>,
): Promise<void> {
  const effect: Effect = async () => {
    const before = await one(
      tx,
      sql<Before>`select t.type, t.paid_in, f.member_number, t.season, t.delivered_on, t.factory_id, coalesce(fa.name, '') as factory, t.receipt_number, t.kilograms
        from cherry_deliveries t join farmers f on f.id = t.farmer_id left join factories fa on fa.id = t.factory_id where t.id = ${id}`,
    )
    const code = whyNotEdited(before.type, before.paid_in)
    if (code)
      throw new Refused(
        code,
        before.paid_in ? { message: `Already paid in ${before.paid_in}. Add a correction record.` } : {},
      )
    const after = await check(before)
    await sql`update cherry_deliveries set farmer_id = ${after.member.id}, season = ${after.season}, delivered_on = ${after.deliveredOn}, factory_id = ${after.factory?.id ?? null},
        receipt_number = ${after.receiptNumber}, kilograms = ${after.kilograms}, disclaimer_version = ${disclaimer}, decided_by = null, decided_at = null, decision_comment = null,
        makers = ${makersWith(actor.userId)} where id = ${id}`.execute(tx)
    const written = {
      memberNumber: before.member_number,
      season: before.season,
      deliveredOn: before.delivered_on,
      factory: before.factory,
      receiptNumber: before.receipt_number,
      kilograms: Number(before.kilograms),
    }
    const now = Object.entries(valuesOf(after)).filter(([key, value]) => written[key as keyof typeof written] !== value)
    return { changes: changesOf(written, Object.fromEntries(now)) }
  }
  await explainRefusal(null, async () => {
    await writeCherry(tx, actor.organisationId)
    await takeStep({ tx, actor, kind: cherryDeliveryKind, step: 'edit', id, version, request, effect })
  })
}

/** The values of a delivery as the trail and a decider read them. */
const valuesOf = ({ member, season, deliveredOn, factory, receiptNumber, kilograms }: Delivery) => ({
  memberNumber: member.memberNumber,
  season,
  deliveredOn,
  factory: factory?.name ?? '',
  receiptNumber,
  kilograms,
})

/** Explains what the database refused in the words of the trade. */
export async function explainRefusal<T>(season: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isPgError(error)) throw error
    if (error.constraint === 'season_not_below_zero') throw new Refused('delivery.below_zero')
    if (error.constraint === 'paid_cherry_stays') throw new Refused('delivery.paid')
    if (error.constraint === 'closed_season_takes_nothing') throw new Refused('delivery.season_closed')
    if (error.constraint === 'one_receipt_once') {
      const receiptNumber = `Already entered${season ? ` in ${season}` : ' in this season'}`
      throw new Refused('input.invalid', { details: { fields: { receiptNumber } } })
    }
    throw error
  }
}

/** Whether a delivery of this member stands in this season, for a correction that names it. */
export async function isDeliveryOf({ tx }: Entering, id: string, { member, season }: Delivery): Promise<boolean> {
  const deliveries = await rows(
    tx,
    sql`select from cherry_deliveries where id = ${id} and farmer_id = ${member.id} and season = ${season} and type = 'DELIVERY'`,
  )
  return deliveries.length > 0
}
