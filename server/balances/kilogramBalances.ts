import { receivedRecords } from '#contract/dispatch/dispatchFlow.ts'
import { usualRecoveries } from '#contract/house/outturns.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import type { Question } from './checkBalances.ts'

const cell = (key: 'outturn' | 'grade' | 'netWeight' | 'season') =>
  `r.clean[${columnKeys(parchmentFile).indexOf(key) + 1}]`
const grams = (kilograms: string) => `(${kilograms} * 1000)::bigint`
const listed = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ')

/** Parchment that a mill has taken in, outturn by outturn and society by society. */
const parchmentTaken = `
  select u.organisation_id, ${cell('season')} as season, ${cell('outturn')} as outturn, array_agg(distinct ${cell('grade')}) as grades, sum(${cell('netWeight')}::numeric) as kilograms
  from uploads u join parchment_records p on p.upload_id = u.id join upload_rows r on r.upload_id = u.id
  where u.kind = 'parchment' and u.status in ('PENDING_KPCU_APPROVAL', 'APPROVED') and r.state <> 'left_out' group by 1, 2, 3`

/** The usual recovery of the grades of an outturn, in percent: any where they are mixed or of no usual kind. */
const usual = (side: 'from' | 'to') =>
  `case ${usualRecoveries.map((one) => `when grades <@ array[${listed(one.grades)}] then ${one[side]}`).join(' ')} else ${side === 'from' ? 0 : 100} end`

/** Whether a lot holds coffee of the catalogue of its sale: agreed or sold, or sent back after the catalogue had closed. */
const wasOffered = `(c.status in ('APPROVED', 'SOLD') or c.status = 'WITHDRAWN' and
  (c.decided_at >= k.made_at or exists (select from auction_results a where a.catalogue_record_id = c.id)))`

/** Balances of kilograms, in grams. */
export const kilogramBalances = {
  CHERRY: () => `
    select organisation_id, season, null as sale, (select m.member_number from farmers m where m.id = farmer_id) as record, farmer_id::text as target, ${grams('coalesce(d.kilograms, 0)')} as came,
      ${grams('coalesce(w.approved_kg, 0)')} as went, coalesce(d.kilograms, 0) = coalesce(w.approved_kg, 0) as closes
    from (select organisation_id, season, farmer_id, sum(kilograms) as kilograms from cherry_deliveries where status = 'APPROVED' group by 1, 2, 3) d
      full join (select * from season_weights where approved_kg <> 0) w using (organisation_id, season, farmer_id)`,
  PARCHMENT: ({ cherryPerParchmentHundredths, parchmentSlackPercent }) => `
    select organisation_id, season, null as sale, season as record, '' as target, ${grams('w.gives')} as came, ${grams('t.kilograms')} as went,
      t.kilograms <= w.gives * ${100 + parchmentSlackPercent} / 100 as closes
    from (select organisation_id, season, sum(kilograms) as kilograms from (${parchmentTaken}) t group by 1, 2) t
      cross join lateral (select coalesce(sum(approved_kg), 0) * 100 / ${cherryPerParchmentHundredths} as gives from season_weights s
        where s.organisation_id = t.organisation_id and s.season = t.season) w`,
  MILLING: ({ today }) => `
    select organisation_id, season, null as sale, outturn as record, outturn as target, ${grams('kilograms')} as came, ${grams('clean')} as went,
      clean <= kilograms * ${usual('to')} / 100 and (clean >= kilograms * ${usual('from')} / 100 or s.ends_on >= '${today}') as closes
    from (select t.*, d.kilograms * t.kilograms / sum(t.kilograms) over (partition by t.season, t.outturn) as clean
      from (${parchmentTaken}) t join (select season, outturn, sum(net_kg) as kilograms from dispatch_records where status not in ('REJECTED', 'DELETED') group by 1, 2) d
        using (season, outturn)) m
      join seasons s on s.name = m.season`,
  CATALOGUE: () => `
    select d.grower_id as organisation_id, d.season, d.sale_number as sale, d.outturn || ' ' || d.grade || case when d.split_number > 0 then ' / ' || d.split_number else '' end as record,
      d.id::text as target, ${grams('d.net_kg')} as came, ${grams('coalesce(l.kilograms, 0)')} as went,
      (d.status <> 'APPROVED') = (l.kilograms is not null) and coalesce(l.kilograms, 0) <= d.net_kg + 1 and (not coalesce(l.is_whole, false) or abs(l.kilograms - d.net_kg) <= 1) as closes
    from dispatch_records d left join lateral (
      select sum(c.kilograms) as kilograms, bool_or(coalesce(nullif(c.split_number, ''), '0')::smallint = d.split_number) as is_whole
      from catalogue_records c where c.dispatch_record_id = d.id and c.status in ('APPROVED', 'SOLD') having count(*) > 0) l on true
    where d.status in (${listed(receivedRecords)})`,
  OFFERED: () => `
    select null::uuid as organisation_id, k.season, k.sale_number as sale, k.season || ' (' || k.sale_number || ')' as record, '' as target, ${grams('k.kilograms')} as came,
      ${grams('coalesce(l.kilograms, 0)')} as went, k.kilograms = coalesce(l.kilograms, 0) as closes
    from closed_catalogues k cross join lateral (
      select sum(c.kilograms) as kilograms from catalogue_records c where c.season = k.season and c.sale_number = k.sale_number and ${wasOffered}) l`,
  SOLD: () => `
    select coalesce(e.grower_id, c.grower_id) as organisation_id, c.season, c.sale_number as sale, 'Lot ' || c.lot_number as record, c.id::text as target,
      ${grams(`case when c.status = 'SOLD' then c.kilograms else 0 end`)} as came, ${grams('coalesce(e.kilograms, 0)')} as went,
      c.status = 'SOLD' and c.kilograms = a.kilograms and c.kilograms = e.kilograms is true as closes
    from catalogue_records c left join auction_results a on a.catalogue_record_id = c.id and a.state = 'IN_FORCE' and a.price_cents is not null
      left join eslips e on e.catalogue_record_id = c.id and e.status <> 'VOID'
    where c.status = 'SOLD' or a.id is not null or e.id is not null`,
} satisfies Record<string, Question>
