import { openRecords, receivedRecords } from '#contract/dispatch/dispatchFlow.ts'
import { weightDifferenceList, weightDifferences, type WeightDifference } from '#contract/dispatch/weightDifferences.ts'
import { sql } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { serve } from '#server/kit/web/serve.ts'

type Weights = 'dispatchedKg' | 'receivedKg' | 'differenceKg' | 'differencePercent' | 'missingKg' | 'surplusKg'
type Stored = Omit<WeightDifference, Weights> & Record<Weights, string>

const received = sql`r.status = any (${receivedRecords})`
const apart = sql`(r.net_kg - r.sent_net_kg)`
const sum = (what: ReturnType<typeof sql>, when = received) => sql`coalesce(sum(${what}) filter (where ${when}), 0)`

// Of the records that the reader sees: the wall leaves out the others.
const base = sql`(
  select r.miller_id::text || ' ' || r.season || ' ' || r.sale_number as id, m.id as miller_id, m.code, m.name, r.season, r.sale_number,
    (count(*) filter (where ${received}))::int as records, ${sum(sql`r.sent_net_kg`)} as dispatched, ${sum(sql`r.net_kg`)} as received,
    ${sum(apart)} as difference, (count(*) filter (where ${received} and ${apart} <> 0))::int as differing,
    -${sum(apart, sql`${received} and ${apart} < 0`)} as missing, ${sum(apart, sql`${received} and ${apart} > 0`)} as surplus,
    (count(*) filter (where r.status = any (${openRecords}) and r.require_reapproval))::int as disputed
  from dispatch_records r join organisations m on m.id = r.miller_id where not r.status in ('REJECTED', 'DELETED') group by r.miller_id, m.id, r.season, r.sale_number) t`

const source: ListSource<Stored> = {
  base,
  from: base,
  select: sql<Stored>`t.id, t.miller_id as "millerId", t.code as "millerCode", t.name as "millerName", t.season, t.sale_number::int as "saleNumber", t.records, t.dispatched as "dispatchedKg",
    t.received as "receivedKg", t.difference as "differenceKg", case when t.dispatched = 0 then 0 else round(t.difference / t.dispatched * 100, 2) end as "differencePercent",
    t.differing, t.missing as "missingKg", t.surplus as "surplusKg", t.disputed`,
  where: [],
  columns: {
    millerName: sql`t.name`,
    season: sql`t.season`,
    saleNumber: sql`t.sale_number`,
    differenceKg: sql`t.difference`,
    differing: sql`t.differing`,
  },
  search: sql<string>`upper(t.name || ' ' || t.code)`,
}

const shape = (stored: Stored): WeightDifference => ({
  ...stored,
  dispatchedKg: Number(stored.dispatchedKg),
  receivedKg: Number(stored.receivedKg),
  differenceKg: Number(stored.differenceKg),
  differencePercent: Number(stored.differencePercent),
  missingKg: Number(stored.missingKg),
  surplusKg: Number(stored.surplusKg),
})

/** The report of weights, mill by mill and sale by sale. */
export const weightDifferenceRoutes = serve(weightDifferences, {
  list: ({ tx, actor, query }) => listPage({ tx, actor, screen: weightDifferenceList, query, source, shape }),
})
