import { deliveryNotes, cherryDeliveryFlow, type CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { decidedColumns, makerAndDecider, shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { personal, scopeOf, searchesOpenly, type Organisation } from '#server/kit/scope.ts'
import { readSetting } from '#server/facts/settings.ts'

type Stored = DecidedRow & {
  id: string
  farmer_id: string
  member_number: string
  full_name: string
  id_number: string
  organisation_code: string
  organisation_name: string
  season: string
  delivered_on: string
  factory_id: string | null
  factory_name: string | null
  receipt_number: string
  kilograms: string
  type: CherryDelivery['type']
  reason: string
  corrects_id: string | null
  upload_id: string | null
  disclaimer_version: number | null
  paid_in: string | null
  is_over: boolean
  is_same: boolean
  is_much: boolean
  usual_kg: string | null
  number_of_trees: number | null
  season_kg: string
  life_state: string
  status: CherryDelivery['status']
}

const from = sql`cherry_deliveries t join farmers f on f.id = t.farmer_id join organisations o on o.id = t.organisation_id ${makerAndDecider}
  left join factories fa on fa.id = t.factory_id left join season_weights w on w.farmer_id = t.farmer_id and w.season = t.season`

/** What a member usually brings is the average of the last of them; among fewer nothing is usual. */
const lastDeliveries = 20
const fewestDeliveries = 3
const timesTheUsual = 3

/** What a decider is pointed at is found when it is read, so that it is true of the day. */
const select = (mostPerTree: number) =>
  sql<Stored>`t.id, t.farmer_id, f.member_number, f.full_name, f.id_number, o.code as organisation_code, o.name as organisation_name, t.season, t.delivered_on, t.factory_id, fa.name as factory_name,
    t.receipt_number, t.kilograms, t.type, t.reason, t.corrects_id, t.upload_id, t.disclaimer_version, t.paid_in, ${decidedColumns},
    exists (select from season_closings c where c.organisation_id = t.organisation_id and c.season = t.season and c.reopened_at is null) as is_over,
    t.status <> 'DECLINED' and exists (select from cherry_deliveries other where other.farmer_id = t.farmer_id and other.delivered_on = t.delivered_on and other.kilograms = t.kilograms
      and other.status <> 'DECLINED' and other.id <> t.id) as is_same,
    t.status <> 'DECLINED' and coalesce(w.approved_kg + w.pending_kg > f.number_of_trees * ${mostPerTree}::int, false) as is_much, f.life_state,
    f.number_of_trees, coalesce(w.approved_kg + w.pending_kg, 0) as season_kg,
    case when t.status = 'PENDING_APPROVAL' and t.type = 'DELIVERY' then (select round(avg(last.kilograms), 1) from (
      select o.kilograms from cherry_deliveries o where o.farmer_id = t.farmer_id and o.status = 'APPROVED' and o.type = 'DELIVERY'
      order by o.delivered_on desc limit ${sql.lit(lastDeliveries)}) last having count(*) >= ${sql.lit(fewestDeliveries)}) end as usual_kg`

const ofMember = (columns: string) =>
  sql<string>`(select ${sql.raw(columns)} || ' ' || t.receipt_number from farmers f where f.id = t.farmer_id)`

// A season holds its days and no others, and the list is in the order of days.
const inSeasons = (names: string[]) => {
  const days = names.toSorted().map((name) => [`${name.slice(0, 4)}-10-01`, `${name.slice(5)}-09-30`] as const)
  const range = sql`t.delivered_on between ${days[0]?.[0]}::date and ${days.at(-1)?.[1]}::date`
  return names.length === 1 ? range : sql`(${range} and t.season = any (${names}))`
}

/** How the list is read: of one society, or of all in reach. */
export async function deliverySource(
  tx: Tx,
  actor: Actor,
  organisation: Organisation,
  search: string,
): Promise<ListSource<Stored>> {
  const openly = searchesOpenly(actor, search, ofMember(`f.full_name || ' ' || f.member_number`))
  return {
    base: sql`cherry_deliveries t`,
    ...(scopeOf(actor).wide ? { allOf: { relation: 'cherry_deliveries', where: [] } } : {}),
    from,
    select: select(await readSetting(tx, 'kilogramsPerTreeWarning')),
    where: [...(organisation ? [sql`t.organisation_id = ${organisation.id}`] : []), ...openly],
    columns: {
      deliveredOn: sql`t.delivered_on`,
      currentDelivery: sql`t.kilograms`,
      status: sql`t.status`,
      type: sql`t.type`,
      season: sql`t.season`,
    },
    filters: { season: inSeasons },
    search: ofMember('f.search_text'),
    find: (patterns, most) => sql`find_cherry_deliveries(${organisation?.id ?? null}, ${patterns}, ${most})`,
    isFoundInOrder: openly.length === 0,
  }
}

/** A delivery on the wire, with the steps this user may take. */
export const shapeDelivery =
  (actor: Actor) =>
  (stored: Stored): CherryDelivery => {
    const { status: state, steps, ...decided } = shapeDecided(cherryDeliveryFlow, stored, actor)
    return {
      id: stored.id,
      farmerId: stored.farmer_id,
      memberNumber: stored.member_number,
      fullName: stored.full_name,
      growerCode: stored.organisation_code,
      organisationName: stored.organisation_name,
      productName: 'COFFEE',
      currentDelivery: Number(stored.kilograms),
      season: stored.season,
      deliveredOn: stored.delivered_on,
      idNumber: personal(actor, stored.id_number),
      type: stored.type,
      factoryId: stored.factory_id,
      factoryName: stored.factory_name ?? '',
      receiptNumber: stored.receipt_number,
      reason: stored.reason,
      correctsId: stored.corrects_id,
      uploadId: stored.upload_id,
      disclaimerVersion: stored.disclaimer_version,
      paidIn: stored.paid_in,
      usualKg: stored.usual_kg === null ? null : Number(stored.usual_kg),
      numberOfTrees: stored.number_of_trees,
      seasonKg: Number(stored.season_kg),
      notes: notesOf(stored),
      ...decided,
      approverComment: stored.decision_comment,
      status: stored.status,
      state,
      steps: {
        ...steps,
        approve: steps.approve ?? whyNotApproved(stored),
        edit:
          steps.edit ?? whyNotEdited(stored.type, stored.paid_in) ?? (stored.is_over ? 'delivery.season_closed' : null),
      },
    }
  }

function notesOf({ is_same, is_much, usual_kg, kilograms, status, life_state }: Stored): CherryDelivery['notes'] {
  const hasLeft = status === 'PENDING_APPROVAL' && life_state !== 'ACTIVE'
  const isAtOnce = usual_kg !== null && Number(kilograms) > timesTheUsual * Number(usual_kg)
  const applies = {
    same_delivery: is_same,
    much_per_tree: is_much,
    much_at_once: isAtOnce,
    member_not_active: hasLeft,
  }
  return Object.entries(deliveryNotes).flatMap(([code, message]) =>
    applies[code as keyof typeof deliveryNotes] ? [{ code, message }] : [],
  )
}

/** As `mustNotBeSuspended` and the closed season refuse it, for the list. */
const whyNotApproved = ({ kilograms, life_state, is_over }: Stored) => {
  if (is_over) return 'delivery.season_closed'
  return Number(kilograms) > 0 && life_state === 'SUSPENDED' ? 'delivery.member_suspended' : null
}

/** Why no one edits this record, whatever its state: what was paid and what corrects stays as it was written. */
export const whyNotEdited = (type: string, paidIn: string | null): 'delivery.is_correction' | 'delivery.paid' | null =>
  type === 'CORRECTION' ? 'delivery.is_correction' : paidIn === null ? null : 'delivery.paid'

/** Deliveries that the user may see, in no order. */
export async function readDeliveries(tx: Tx, actor: Actor, ids: readonly string[]): Promise<CherryDelivery[]> {
  const deliveries = await rows(
    tx,
    sql<Stored>`select ${select(await readSetting(tx, 'kilogramsPerTreeWarning'))} from ${from} where t.id = any (${ids})`,
  )
  return deliveries.map(shapeDelivery(actor))
}
