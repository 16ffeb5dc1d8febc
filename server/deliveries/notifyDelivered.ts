import type { RawBuilder } from 'kysely'
import { sql, type Tx } from '#server/kit/db.ts'
import { textFarmers } from '#server/texts/textFarmers.ts'

/** Notifies members of the deliveries and corrections, over the table `d`, that were approved together: one text for each season of a member. */
export const notifyDelivered = (tx: Tx, which: RawBuilder<unknown>): Promise<void> =>
  textFarmers(
    tx,
    'delivery_approved',
    sql`select d.organisation_id, d.farmer_id, f.mobile_number, (array_agg(d.id order by d.id))[1] as record_id,
        jsonb_build_object('deliveries', count(*), 'correction', d.type = 'CORRECTION', 'kilograms', sum(d.kilograms), 'from', min(d.delivered_on), 'to', max(d.delivered_on),
          'season', d.season, 'totalKg', w.approved_kg) as told
      from cherry_deliveries d join farmers f on f.id = d.farmer_id join season_weights w on w.farmer_id = d.farmer_id and w.season = d.season
      where ${which} and d.status = 'APPROVED' and f.life_state <> 'DECEASED'
      group by d.organisation_id, d.farmer_id, f.mobile_number, d.season, d.type, w.approved_kg`,
  )
