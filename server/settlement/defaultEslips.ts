import { businessDate } from '#server/kit/clock.ts'
import { rows, sql } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { startInterval } from '#server/kit/interval.ts'
import { systemSteps } from '#server/kit/records/takeStep.ts'
import { eslipKind } from './eslipRows.ts'

/** Marks lots whose prompt day has passed unpaid. One that somebody is paying this moment is passed over. May run in several servers at once. */
export const markDefaults = ({ db }: Pick<House, 'db'>): Promise<number> =>
  db.transaction('system', async (tx) => {
    const late = await rows(
      tx,
      sql<{
        id: string
        organisationId: string
        title: string
        from: 'PENDING_PAYMENT'
      }>`select id, organisation_id as "organisationId", eslip_number as title, status as "from" from eslips
        where status = 'PENDING_PAYMENT' and prompt_date < ${businessDate()} order by prompt_date, id limit 500 for update skip locked`,
    )
    await systemSteps({ tx, kind: eslipKind, records: late, to: 'DEFAULTED', batch: newId() })
    return late.length
  })

export const startMarkingDefaults = (house: House): { stop: () => Promise<void> } =>
  startInterval({
    everyMs: 60_000,
    work: () => markDefaults(house),
    log: house.log,
    what: 'marking lots not paid in time',
  })
