import { sale, saleFlow, type DaysOfSale, type Sale } from '#contract/sales/sales.ts'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { findSale, type SaleDays } from '#server/facts/saleDays.ts'
import type { Changes } from '#server/kit/audit/audit.ts'
import { now, startOfDay } from '#server/kit/clock.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { insideWallOf } from '#server/kit/scope.ts'
import { done } from '#server/kit/web/serve.ts'
import { areSameDays, examineSale, nextToPropose } from './proposedSale.ts'
import { saleKind, saleSource, shapeSale } from './saleRows.ts'
import type { Problems } from './usualDays.ts'

export const sales = serveRecord(sale, {
  kind: saleKind,
  source: saleSource,
  shape: shapeSale,
  steps: { approve: { effect: takeEffect, message: messageOf } },
  // Who keeps the calendar has found the sale through a door of their own, and decides inside the wall of who proposed it.
  within: ({ tx, actor, id }, work) => insideOwnersWall({ tx, actor, kind: saleKind, id }, work),
  calls: (read) => ({
    compute: async ({ tx, query }) => {
      const { saleDate, season = saleDate && seasonOfDate(saleDate) } = query
      const next = await nextToPropose(tx, season)
      const proposed = {
        ...next,
        number: query.saleNumber ?? next.number,
        saleDate: saleDate ?? next.saleDate,
      }
      const { days, current, holidays, problems } = await examineSale(tx, proposed)
      const firstDay = days.dispatchCutoff.slice(0, 10)
      return {
        ...days,
        season: proposed.season,
        saleNumber: proposed.number,
        before: current ? { id: current.id, ...onTheWire(current) } : null,
        holidays: holidays
          .filter(({ day, dayOff }) => dayOff && day >= firstDay && day <= days.promptDate)
          .map(({ day, name }) => ({ day, name })),
        problems,
      }
    },
    propose: async ({ tx, actor, body, request }) => {
      mustMake(saleFlow, actor)
      await holdCalendar(tx)
      const { season, saleNumber, replaces, reason = '' } = body
      const { days, current, departs, problems } = await examineSale(tx, { ...body, number: saleNumber })
      if (current && !replaces) throw new Refused('sale.in_calendar')
      if (current?.id !== replaces) throw new Refused('change.stale')
      const isUnusual = departs.length > 0 || current !== undefined
      mustHave({
        ...problems,
        ...(isUnusual && reason === ''
          ? { reason: 'Say why: the days are not the usual ones, or not those in force' }
          : {}),
      })
      if (current && areSameDays(current, days)) throw new Refused('change.nothing')
      const id = await enterRecord({
        tx,
        actor,
        kind: saleKind,
        title: `${saleNumber}, ${season}`,
        values: { season, sale_number: saleNumber, ...columnsOf(days), departs, replaces: replaces ?? null, reason },
        once: 'one_waiting_sale',
        comment: reason,
        changes: changesOf(current, days),
        request,
      })
      return done('Sent for approval', await read(tx, actor, id))
    },
    cancel: async ({ tx, actor, body: { id, version, reason }, request }) => {
      mustMake(saleFlow, actor)
      await holdCalendar(tx)
      const { season, saleNumber: number, ...named } = await read(tx, actor, id)
      const current = await findSale(tx, { season, number })
      if (current?.id !== id || (version !== undefined && version !== named.version)) throw new Refused('change.stale')
      mustBeToCome(current)
      await mustHaveNoCoffee(tx, current)
      const proposal = await enterRecord({
        tx,
        actor,
        kind: saleKind,
        title: `${number}, ${season}`,
        values: { season, sale_number: number, ...columnsOf(onTheWire(current)), cancels: true, replaces: id, reason },
        once: 'one_waiting_sale',
        comment: reason,
        changes: { inCalendar: { before: true, after: false } },
        request,
      })
      return done('Sent for approval', await read(tx, actor, proposal))
    },
  }),
})

function messageOf({ cancels, before }: Sale): string {
  if (cancels) return 'Approved: the sale is cancelled'
  return before ? 'Approved: the sale is changed' : 'Approved: the sale is in the calendar'
}

/** What was in force steps back, and the proposal takes its place; its days are examined as the calendar stands now. */
function takeEffect({ tx, actor }: StepCall): Effect {
  return async ({ id, organisationId, title }) => {
    await holdCalendar(tx)
    const proposal = await one(tx, proposalOf(id))
    const { number, season, cancels, replaces, dispatchCutoff, catalogueClose } = proposal
    const { current, problems } = await examineSale(tx, {
      ...proposal,
      dispatchCutoff: dispatchCutoff.toISOString(),
      catalogueClose: catalogueClose.toISOString(),
    })
    if ((current?.id ?? null) !== replaces) throw new Refused('change.stale')
    if (cancels && current) {
      mustBeToCome(current)
      await mustHaveNoCoffee(tx, current)
    }
    const [problem] = Object.values(problems)
    if (!cancels && problem)
      throw new Refused('sale.out_of_bounds', { message: `This cannot be any more: ${problem}.` })
    if (current) {
      const owner = await one(tx, sql<{ id: string }>`select organisation_id as id from sales where id = ${current.id}`)
      // From the wall of who proposed into that of who has the sale in force, and back.
      await insideWallOf({ tx, actor: { ...actor, organisationId }, organisationId: owner.id }, () =>
        systemStep({
          tx,
          kind: saleKind,
          id: current.id,
          organisationId: owner.id,
          from: 'APPROVED',
          to: 'SUPERSEDED',
          title,
        }),
      )
    }
    return {
      to: cancels ? 'CANCELLED' : 'APPROVED',
      changes: { season: { before: null, after: season }, saleNumber: { before: null, after: number } },
    }
  }
}

type Proposal = SaleDays & { cancels: boolean; replaces: string | null }
const proposalOf = (id: string) =>
  sql<Proposal>`select id, season, sale_number::int as number, sale_date as "saleDate", dispatch_cutoff as "dispatchCutoff",
    catalogue_close as "catalogueClose", prompt_date as "promptDate", cancels, replaces from sales where id = ${id}`

/** Sales are held against each other: whoever proposes or decides sees what the one before has done. */
const holdCalendar = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('sales'))`.execute(tx)

/** Refuses a sale whose day has come. */
function mustBeToCome({ saleDate }: SaleDays): void {
  if (startOfDay(saleDate) <= now()) throw new Refused('sale.past')
}

/** Refuses to cancel a sale that coffee is meant for. */
async function mustHaveNoCoffee(tx: Tx, { season, number }: SaleDays): Promise<void> {
  const { found } = await one(tx, sql<{ found: boolean }>`select sale_has_coffee(${season}, ${number}) as found`)
  if (found) throw new Refused('sale.has_coffee')
}

/** Refuses days that cannot be, each beside its field. */
function mustHave(problems: Problems & { reason?: string }): void {
  if (Object.keys(problems).length > 0) throw new Refused('input.invalid', { details: { fields: problems } })
}

const onTheWire = (days: SaleDays): DaysOfSale => ({
  saleDate: days.saleDate,
  dispatchCutoff: days.dispatchCutoff.toISOString(),
  catalogueClose: days.catalogueClose.toISOString(),
  promptDate: days.promptDate,
})

const columnsOf = (days: DaysOfSale) => ({
  sale_date: days.saleDate,
  dispatch_cutoff: days.dispatchCutoff,
  catalogue_close: days.catalogueClose,
  prompt_date: days.promptDate,
})

/** What the trail says of the days: each that differs from what was in force. */
function changesOf(current: SaleDays | undefined, days: DaysOfSale): Changes {
  const before = current && onTheWire(current)
  return Object.fromEntries(
    (Object.keys(days) as (keyof DaysOfSale)[]) // border: the keys of its type
      .filter((day) => before?.[day] !== days[day])
      .map((day) => [day, { before: before ? written(before[day]) : null, after: written(days[day]) }]),
  )
}

/** A day, or a moment in Nairobi to the minute. */
const written = (value: string): string =>
  value.length === 10 ? value : new Date(Date.parse(value) + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
