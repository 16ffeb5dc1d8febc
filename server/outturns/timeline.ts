import { timelines, type Timeline } from '#contract/outturns/timeline.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { readDaysOff } from '#server/facts/publicHolidays.ts'
import { currentSeason, mustBeSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { ownOrganisation, scopeOf } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'
import { readParchment, type OutturnKey } from './readOutturn.ts'
import { getMember, seasonFacts, type Society } from './seasonTimeline.ts'
import { credited, day, traded, type Coffee } from './timelineFacts.ts'
import { ofSocieties, timelineOf, type MoneyFacts, type StageFacts, type TimelineFacts } from './timelineStages.ts'

/** The dispatches and lots of an outturn, or of one of its lots, and what societies have of lots with others. */
function coffeeOf({ outturn, season }: OutturnKey, lot: string | undefined, societies: readonly Society[]): Coffee {
  const lots = sql`c.season = ${season} and c.outturn = ${outturn} and ${lot === undefined ? sql`true` : sql`c.lot_number = ${lot}::int`}`
  return {
    lots,
    dispatches: sql`t.season = ${season} and t.outturn = ${outturn}
      and ${lot === undefined ? sql`true` : sql`t.id in (select c.dispatch_record_id from catalogue_records c where ${lots})`}`,
    parts: societies.length
      ? sql`x.grower_id = any (${societies.map(({ id }) => id)}::uuid[]) and x.season = ${season} and x.outturn = ${outturn} and ${lot === undefined ? sql`true` : sql`e.lot_number = ${lot}::int`}`
      : sql`false`,
  }
}

/** The dollars of an outturn in the account of a society, and what it made of its dollars since. */
async function paidOut(tx: Tx, coffee: Coffee, society: Society): Promise<MoneyFacts> {
  const arrived = await credited(tx, society, coffee)
  const own = { turn: 'SOCIETY', names: [society.name] } as const
  const nothing: StageFacts = { done: 0, of: 0, on: null, due: null, ...own }
  const none = {
    CREDITED: arrived,
    CONVERTED: { ...nothing, acts: 'CAN_ORDER_SOCIETY_TRANSFER' } as const,
    SCHEDULED: { ...nothing, acts: 'CAN_CREATE_PAYMENT_SCHEDULE' } as const,
    IN_ACCOUNT: nothing,
  }
  if (arrived.done === 0 || arrived.on === null) return none
  const [conversion] = await rows(
    tx,
    sql<{
      on: string
    }>`select ${day(sql`settled_at`)} as on from society_transfers where organisation_id = ${society.id} and kind = 'CONVERSION' and status = 'DONE'
      and ${day(sql`settled_at`)} >= ${arrived.on}::date order by settled_at limit 1`,
  )
  if (!conversion) return none
  const [schedule] = await rows(
    tx,
    sql<{ on: string; paidOn: string | null; members: number; paid: number }>`
      select ${day(sql`p.generated_at`)} as on, (select max(${day(sql`x.settled_at`)}) from schedule_lines x where x.communal_payment_id = p.id and x.status = 'SUCCESS') as "paidOn",
        (select count(*)::int from schedule_lines x where x.communal_payment_id = p.id and x.status <> 'NIL') as members,
        (select count(*)::int from schedule_lines x where x.communal_payment_id = p.id and x.status = 'SUCCESS') as paid
      from communal_payments p where p.organisation_id = ${society.id} and p.status not in ('REJECTED', 'WITHDRAWN') and ${day(sql`p.generated_at`)} >= ${conversion.on}::date
      order by p.generated_at limit 1`,
  )
  const once = (on: string): StageFacts => ({ ...nothing, done: 1, of: 1, on })
  return {
    ...none,
    CONVERTED: once(conversion.on),
    ...(schedule
      ? {
          SCHEDULED: once(schedule.on),
          IN_ACCOUNT: {
            done: schedule.paid,
            of: schedule.members,
            on: schedule.paidOn,
            due: null,
            turn: 'BANK',
            names: [],
          } as const,
        }
      : {}),
  }
}

async function outturnFacts(
  tx: Tx,
  actor: Actor,
  key: OutturnKey,
  lot: string | undefined,
  daysOff: ReadonlySet<string>,
): Promise<{ facts: TimelineFacts; societies: Society[] }> {
  const parchment = await readParchment(tx, key)
  const millers = [...new Set(parchment.map(({ miller_name }) => miller_name))]
  const brought = new Map(parchment.map(({ organisation_id: id, grower_name: name }) => [id, { id, name }]))
  const societies = [...brought.values()].filter(({ id }) => scopeOf(actor).wide || id === actor.organisationId)
  const coffee = coffeeOf(key, lot, societies)
  const trade = await traded(tx, coffee, { millers, daysOff })
  if (parchment.length + (trade.DISPATCHED?.of ?? 0) + (trade.CATALOGUED?.of ?? 0) === 0)
    throw new Refused('record.not_found')
  const confirmed = parchment.filter(({ status }) => status === 'PENDING_KPCU_APPROVAL' || status === 'APPROVED')
  const lastDay = (days: readonly (Date | null)[]) =>
    days
      .flatMap((at) => (at ? businessDate(at) : []))
      .toSorted()
      .at(-1) ?? null
  const all = { of: parchment.length, due: null }
  const money: MoneyFacts[] = []
  for (const society of societies) money.push(await paidOut(tx, coffee, society))
  const facts: TimelineFacts = {
    DELIVERED:
      societies.length === 0
        ? null
        : {
            ...all,
            done: parchment.length,
            on: lastDay(parchment.map(({ sent_at }) => sent_at)),
            turn: 'SOCIETY',
            names: societies.map(({ name }) => name),
          },
    MILLED:
      parchment.length === 0
        ? null
        : {
            ...all,
            done: confirmed.length,
            on: lastDay(confirmed.map(({ decided_at }) => decided_at)),
            turn: 'MILLER',
            names: millers,
          },
    ...trade,
    ...ofSocieties(money),
  }
  return { facts, societies }
}

/** The stages of a timeline, the first that waits with the people who can bring it on: of the society, or of the reader's own organisation. */
async function told(
  tx: Tx,
  actor: Actor,
  { facts, societies, daysOff }: { facts: TimelineFacts; societies: readonly Society[]; daysOff: ReadonlySet<string> },
): Promise<Timeline['stages']> {
  const today = businessDate()
  const stages = timelineOf(facts, today, daysOff)
  const next = stages.find(({ state }) => state === 'NOW' || state === 'LATE')
  const acts = next && facts[next.stage]?.acts
  const at =
    next?.turn === 'SOCIETY'
      ? societies.filter(({ name }) => next.names.includes(name)).map(({ id }) => id)
      : next?.names.includes(actor.organisationName)
        ? [actor.organisationId]
        : []
  if (!next || !acts || at.length === 0) return stages
  const people = await rows(
    tx,
    sql<{ name: string }>`select u.full_name as name from users u join roles r on r.name = u.role_name
      where u.organisation_id = any (${at}::uuid[]) and u.status = 'ACTIVE' and ${acts} = any (r.permissions) and (u.leave_from is null or ${today}::date not between u.leave_from and u.leave_to)
      order by u.full_name limit 5`,
  )
  return stages.map((one) => (one === next ? { ...one, people: people.map(({ name }) => name) } : one))
}

/** How far an outturn, one of its lots, a season of a society or of a farmer has come, as far as the reader's wall reaches. */
export const timelineRoutes = serve(timelines, {
  outturn: async ({ tx, actor, query: { lot, ...key } }) => {
    const daysOff = await readDaysOff(tx, businessDate())
    const { facts, societies } = await outturnFacts(tx, actor, key, lot, daysOff)
    return { ...key, stages: await told(tx, actor, { facts, societies, daysOff }) }
  },
  society: async ({ tx, actor, organisation, query }) =>
    ofSeason(tx, actor, { society: organisation ?? ownOrganisation(actor), farmerId: null, season: query.season }),
  farmer: async ({ tx, actor, params, query }) => {
    const { farmerId, ...society } = await getMember(tx, params.id)
    return ofSeason(tx, actor, { society, farmerId, season: query.season })
  },
})

async function ofSeason(
  tx: Tx,
  actor: Actor,
  {
    society,
    farmerId,
    season = currentSeason(),
  }: { society: Society; farmerId: string | null; season?: string | undefined },
): Promise<Timeline> {
  await mustBeSeason(tx, season)
  const daysOff = await readDaysOff(tx, businessDate())
  const facts = await seasonFacts(tx, society, { season, farmerId, daysOff })
  return { season, stages: await told(tx, actor, { facts, societies: [society], daysOff }) }
}
