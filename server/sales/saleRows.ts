import { saleFlow, type MovableDay, type Sale, type SaleStage } from '#contract/sales/sales.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { now } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'

export const saleKind = recordKind({
  flow: saleFlow,
  table: 'sales',
  where: sql<boolean>`true`,
  title: sql<string>`t.sale_number || ', ' || t.season`,
  atStake: sql<string>`to_char(t.sale_date, 'FMDD Mon YYYY')`,
  decidedAnywhere: true,
})

type StoredDays = { sale_date: string; dispatch_cutoff: Date; catalogue_close: Date; prompt_date: string }
type StoredSale = DecidedRow &
  StoredDays & {
    id: string
    season: string
    sale_number: number
    cancels: boolean
    departs: MovableDay[]
    reason: string
    organisation_name: string
    stage: SaleStage | null
    replaces: string | null
    before_date: string | null
    before_cutoff: Date | null
    before_close: Date | null
    before_prompt: string | null
  }

const base = sql`sales t`
const from = sql`sales t join organisations o on o.id = t.organisation_id left join sales b on b.id = t.replaces`
const stage = (at: Date) => sql<SaleStage | null>`case when t.status <> 'APPROVED' then null
  when t.dispatch_cutoff > ${at} then 'DISPATCH_OPEN' when t.catalogue_close > ${at} then 'DISPATCH_CLOSED'
  when ((t.sale_date + 1)::timestamp at time zone 'Africa/Nairobi') > ${at} then 'CATALOGUE_CLOSED' else 'HELD' end`

/** How sales are read. Whose they are narrows nothing: the wall shows what is in force to everybody. */
export function saleSource(): ListSource<StoredSale> {
  const stageNow = stage(now())
  return {
    base,
    from,
    select: sql<StoredSale>`t.id, t.season, t.sale_number::int as sale_number, t.sale_date, t.dispatch_cutoff, t.catalogue_close, t.prompt_date, t.cancels, t.departs, t.reason,
      o.name as organisation_name, ${stageNow} as stage, b.id as replaces, b.sale_date as before_date, b.dispatch_cutoff as before_cutoff, b.catalogue_close as before_close, b.prompt_date as before_prompt,
      t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`,
    where: [],
    columns: {
      saleNumber: sql`t.sale_number`,
      season: sql`t.season`,
      saleDate: sql`t.sale_date`,
      dispatchCutoff: sql`t.dispatch_cutoff`,
      dateCreated: sql`t.created_at`,
      stage: stageNow,
      status: sql`t.status`,
    },
    search: sql<string>`t.sale_number || ' ' || t.season || ' ' || t.sale_date`,
  }
}

/** The days of a sale on the wire. */
const shapeDays = (stored: StoredDays) => ({
  saleDate: stored.sale_date,
  dispatchCutoff: stored.dispatch_cutoff.toISOString(),
  catalogueClose: stored.catalogue_close.toISOString(),
  promptDate: stored.prompt_date,
})

export const shapeSale =
  (actor: Actor) =>
  (stored: StoredSale): Sale => {
    const { created: dateCreated, ...decided } = shapeDecided(saleFlow, stored, actor)
    const { before_date, before_cutoff, before_close, before_prompt } = stored
    return {
      id: stored.id,
      season: stored.season,
      saleNumber: stored.sale_number,
      ...shapeDays(stored),
      cancels: stored.cancels,
      before:
        before_date && before_cutoff && before_close && before_prompt
          ? shapeDays({
              sale_date: before_date,
              dispatch_cutoff: before_cutoff,
              catalogue_close: before_close,
              prompt_date: before_prompt,
            })
          : null,
      departs: stored.departs,
      stage: stored.stage,
      reason: stored.reason,
      organisationName: stored.organisation_name,
      ...decided,
      dateCreated,
      approverComment: stored.decision_comment,
    }
  }
