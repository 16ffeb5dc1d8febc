import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { move } from '#server/ledger/ledger.ts'
import { limitRelease } from '#server/ledger/limits.ts'
import { readSetting } from '#server/facts/settings.ts'
import { loanRequestKind } from './loanRows.ts'

const atOnce = 200
const dayMs = 86_400_000

/** Lets requests expire that nobody has decided in time; the limit is free again. May run in several servers at once. */
export async function expireLoans({ db }: Pick<House, 'db'>): Promise<number> {
  for (let total = 0; ;) {
    const expired = await db.transaction('system', expireSome)
    total += expired
    if (expired < atOnce) return total
  }
}

async function expireSome(tx: Tx): Promise<number> {
  const oldest = new Date(now().getTime() - (await readSetting(tx, 'loanRequestDays')) * dayMs)
  // A request that somebody is deciding this moment is passed over.
  const old = await rows(
    tx,
    sql<{
      id: string
      organisationId: string
      lenderId: string
      status: string
      title: string
    }>`select t.id, t.organisation_id as "organisationId", t.lender_id as "lenderId", t.status, ${loanRequestKind.title} as title
      from loan_requests t where t.status in ('PENDING_APPROVAL', 'APPROVED') and t.created_at < ${oldest} order by t.created_at limit ${atOnce} for update skip locked`,
  )
  const batch = batchOfHour(loanRequestKind.flow.kind)
  for (const { status: from, lenderId: _, ...loan } of old)
    await systemStep({ tx, kind: loanRequestKind, ...loan, from, to: 'EXPIRED', batch })
  await move(tx, old.map(limitRelease))
  return old.length
}

/** Looks for requests that have expired, every ten minutes. */
export const startExpiringLoans = (house: House): { stop: () => Promise<void> } =>
  startInterval({ everyMs: 600_000, work: () => expireLoans(house), log: house.log, what: 'expiring loan requests' })
