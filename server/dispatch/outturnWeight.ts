import type { RawBuilder } from 'kysely'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { broughtTo } from './dispatchChecks.ts'

type Outturn = { season: string; outturn: string }

/**
 * Of records of one mill those whose outturn gave less parchment than what is dispatched of it in all, each with the sentence that
 * says so. What no parchment record says is not held against anybody. `where`: of the records `d`.
 */
export const overDispatched = (tx: Tx, miller: string, where: RawBuilder<unknown>) =>
  rows(
    tx,
    sql<{ id: string; reason: string }>`
      with own as materialized (select d.id, d.season, d.outturn from dispatch_records d where d.organisation_id = ${miller} and ${where}),
      brought as materialized (select b.* from (${broughtTo(sql`${miller}`)}) b where (b.season, b.outturn) in (select season, outturn from own)),
      sent as (
        select d.season, d.outturn, sum(d.net_kg) as kilograms from dispatch_records d
        where d.organisation_id = ${miller} and (d.season, d.outturn) in (select season, outturn from own) and d.status not in ('REJECTED', 'DELETED') group by 1, 2)
      select own.id, trim_scale(sent.kilograms) || ' kg of clean coffee are dispatched of ' || trim_scale(brought.kilograms) || ' kg of parchment' as reason
      from own join brought using (season, outturn) join sent using (season, outturn) where sent.kilograms > brought.kilograms`,
  )

/** The society whose parchment an outturn was, where the mill has confirmed it. */
export async function growerOf(tx: Tx, miller: string, { season, outturn }: Outturn): Promise<string | null> {
  const [brought] = await rows(
    tx,
    sql<{
      grower_id: string
    }>`select b.grower_id from (${broughtTo(sql`${miller}`)}) b where b.season = ${season} and b.outturn = ${outturn}`,
  )
  return brought?.grower_id ?? null
}
