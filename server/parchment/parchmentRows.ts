import { toAmount } from '#contract/kit/money.ts'
import { parchmentGrades, type ParchmentGrade } from '#contract/parchment/parchmentFile.ts'
import type { Parchment, ParchmentRow } from '#contract/parchment/parchments.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { RawBuilder } from 'kysely'
import { sql, type Tx } from '#server/kit/db.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { shapeUpload, type StoredUpload } from '#server/kit/uploads/uploadList.ts'
import { isShared } from '#server/uploads/consent.ts'
import { readSetting } from '#server/facts/settings.ts'
import { cell, netWeight, entered, written } from './parchmentChecks.ts'
import { parchmentKind as kind } from './parchmentKind.ts'

/** What a kilogram of parchment adds to limits, in cents, over `upload_rows r`. */
export type Prices = { perKilogram: RawBuilder<unknown> }

/** The prices of today: kilograms of cherry in a kilogram of parchment, by the uplift of the grade. */
export async function readPrices(tx: Tx): Promise<Prices> {
  const ratio = await readSetting(tx, 'cherryPerParchmentHundredths')
  const uplift: Record<ParchmentGrade, number> = {
    P1: await readSetting(tx, 'secondTrancheP1Cents'),
    P2: await readSetting(tx, 'secondTrancheP2Cents'),
    P3: await readSetting(tx, 'secondTrancheP3Cents'),
    PL: 0,
    MBUNI: 0,
  }
  const whens = parchmentGrades.map((grade) => sql`when ${sql.lit(grade)} then ${sql.lit(uplift[grade])}`)
  return {
    perKilogram: sql`(case ${cell('grade')} ${sql.join(whens, sql` `)} else 0 end * ${sql.lit(ratio)}::numeric / 100)`,
  }
}

type Stored = StoredUpload & {
  miller: string | null
  miller_code: string | null
  outturns: string[] | null
  bags: number
  kilograms: string
  pool_cents: string
}

const sums = ({ perKilogram }: Prices) => sql`lateral (
  select array_agg(${entered('outturn')} order by r.row_number) as outturns, coalesce(sum(${cell('totalBags')}::int), 0)::int as bags,
    coalesce(sum(${netWeight}), 0) as kilograms, round(coalesce(sum(${netWeight} * ${perKilogram}), 0))::text as pool_cents
  from upload_rows r where r.upload_id = t.id and r.state <> 'left_out') s`

/** What parchment records say besides what every file does. */
export function parchmentSource(source: ListSource<StoredUpload>, prices: Prices): ListSource<Stored> {
  const base = sql`${source.base} left join parchment_records p on p.upload_id = t.id`
  return {
    ...source,
    base,
    from: sql`${base} left join organisations m on m.id = p.miller_id cross join ${sums(prices)}`,
    select: sql<Stored>`${source.select}, m.name as miller, m.code as miller_code, s.outturns, s.bags, s.kilograms, s.pool_cents`,
    columns: { ...source.columns, dateCreated: sql`t.created_at` },
    search: sql<string>`upper(t.file_name || ' ' || o.code || ' ' || coalesce((select string_agg(${cell('outturn')}, ' ') from upload_rows r where r.upload_id = t.id), ''))`,
    matched: (patterns) =>
      sql<string>`(select min(${entered('outturn')}) from upload_rows r where r.upload_id = t.id and upper(${entered('outturn')}) like any (${patterns}))`,
  }
}

export const shapeParchment =
  (actor: Actor) =>
  (stored: Stored): Parchment => {
    const weight = Number(stored.kilograms)
    const pool = toAmount(stored.pool_cents)
    const [first = '', ...more] = stored.outturns ?? []
    return {
      ...shapeUpload(kind, actor)(stored),
      coffeeId: more.length > 0 ? `${first} +${more.length}` : first,
      growerCode: stored.organisation_code,
      miller: stored.miller ?? '',
      millerCode: stored.miller_code ?? '',
      bags: stored.bags,
      weight,
      rate: weight > 0 ? Math.round((pool / weight) * 100) / 100 : 0,
      pool,
      shareData: isShared(stored),
      dateCreated: stored.created_at.toISOString(),
    }
  }

type StoredRow = {
  id: string
  row_number: number
  outturn: string
  grower_code: string
  commodity: string
  bags: string
  kilograms: string
  season: string
  rate_cents: string
  first_bags: string | null
  first_kilograms: string | null
  state: ParchmentRow['state']
}

// All rows of a record count at once, so its state is theirs.
const state = sql`case when r.state = 'ready' and u.status = 'APPROVED' then 'done' else r.state end`
// The cell keeps what was uploaded; an amendment changes only what it was understood as.
const first = (key: Parameters<typeof cell>[0]) =>
  sql`case when p.amended and ${cell(key)}::numeric::text is distinct from replace(${written(key)}, ',', '') then replace(${written(key)}, ',', '') end`

export function parchmentRowsSource(uploadId: string, { perKilogram }: Prices): ListSource<StoredRow> {
  const from = sql`upload_rows r join uploads u on u.id = r.upload_id left join parchment_records p on p.upload_id = r.upload_id join organisations o on o.id = u.organisation_id`
  return {
    base: from,
    from,
    select: sql<StoredRow>`r.id, r.row_number, ${entered('outturn')} as outturn, coalesce(${cell('growerCode')}, o.code) as grower_code, ${entered('grade')} as commodity, ${entered('totalBags')} as bags,
      ${entered('netWeight')} as kilograms, ${entered('season')} as season, round(${perKilogram})::text as rate_cents, ${first('totalBags')} as first_bags, ${first('netWeight')} as first_kilograms, ${state} as state`,
    where: [sql`r.upload_id = ${uploadId}`],
    columns: { row: sql`r.row_number`, outturn: entered('outturn'), commodity: entered('grade') },
    search: sql<string>`upper(${entered('outturn')} || ' ' || ${entered('grade')})`,
    id: sql<string>`r.id`,
  }
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text) || 0)

export const shapeParchmentRow = (stored: StoredRow): ParchmentRow => ({
  id: stored.state === 'done' ? stored.id : null,
  rowid: stored.id,
  row: stored.row_number,
  outturn: stored.outturn,
  growerCode: stored.grower_code,
  commodity: stored.commodity,
  totalBags: Number(stored.bags) || 0,
  netWeight: Number(stored.kilograms) || 0,
  season: stored.season,
  rate: toAmount(stored.rate_cents),
  uploadedBags: numberOf(stored.first_bags),
  uploadedWeight: numberOf(stored.first_kilograms),
  state: stored.state,
})
