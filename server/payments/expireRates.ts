import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { conversionRateKind } from './conversionRateRows.ts'

/** Lets deals expire that nobody approved, or used, in time. May run in several servers at once. */
export const expireRates = ({ db }: Pick<House, 'db'>): Promise<number> =>
  db.transaction('system', async (tx) => {
    const past = await pastDeals(tx)
    for (const { status: from, ...deal } of past)
      await systemStep({ tx, kind: conversionRateKind, ...deal, from, to: 'EXPIRED' })
    return past.length
  })

/** A deal that somebody is deciding this moment is passed over. */
const pastDeals = (tx: Tx) =>
  rows(
    tx,
    sql<{ id: string; organisationId: string; status: string; title: string }>`
      select id, organisation_id as "organisationId", status, deal_code as title from conversion_rates
      where status in ('PENDING_APPROVAL', 'APPROVED') and expires_at <= ${now()} order by expires_at limit 500 for update skip locked`,
  )

/** Looks for deals that have expired, every minute. */
export const startExpiringRates = (house: House): { stop: () => Promise<void> } =>
  startInterval({ everyMs: 60_000, work: () => expireRates(house), log: house.log, what: 'expiring conversion rates' })
