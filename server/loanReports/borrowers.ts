import { toAmount } from '#contract/kit/money.ts'
import type { BorrowerLimit } from '#contract/loanReports/loanReports.ts'
import type { LenderPart } from '#contract/loans/loanRows.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { isId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal, seesPersonalData, type Organisation } from '#server/kit/scope.ts'
import { daysAfterSeason, lendersOf, type LiveLimit } from '#server/ledger/limits.ts'
import { lendersOnWire, limitOnWire } from '#server/loans/loanRows.ts'

/** A member of a society as a reader of loans has to know them. */
export type Borrower = {
  id: string
  organisationId: string
  fullName: string
  memberNumber: string
  idNumber: string
  mobileNumber: string
  organisationName: string
  organisationCode: string
}

/**
 * The member that a path names, by the id or by the national ID. Somebody else's is not found, and a national ID finds nobody
 * for a reader who may not see one.
 */
export async function getBorrower(
  tx: Tx,
  actor: Actor,
  { organisation, farmerId }: { organisation: Organisation; farmerId: string },
): Promise<Borrower> {
  if (!isId(farmerId) && !seesPersonalData(actor)) throw new Refused('record.not_found')
  const which = isId(farmerId) ? sql`f.id = ${farmerId}` : sql`f.id_number = ${farmerId.toUpperCase()}`
  const [borrower] = await rows(
    tx,
    sql<Borrower>`select f.id, f.organisation_id as "organisationId", f.full_name as "fullName", f.member_number as "memberNumber", f.id_number as "idNumber",
      f.mobile_number as "mobileNumber", o.name as "organisationName", o.code as "organisationCode"
      from farmers f join organisations o on o.id = f.organisation_id
      where ${which} and f.status = 'APPROVED' and ${organisation ? sql`f.organisation_id = ${organisation.id}` : sql`true`}
      order by f.id limit 1`,
  )
  if (!borrower) throw new Refused('record.not_found')
  return borrower
}

type StoredLimit = Omit<LiveLimit, 'shortCents'> & { season: string; isExpired: boolean; lenders: LenderPart[] }

/** The limits of a member, the last season first, as the ledger has them this moment. */
export async function limitsOf(tx: Tx, farmerId: string): Promise<StoredLimit[]> {
  const stored = await rows(
    tx,
    sql<
      Omit<StoredLimit, 'lenders'> & { organisationId: string }
    >`select l.organisation_id as "organisationId", l.season, l.granted_cents as "grantedCents", l.used_cents as "usedCents", l.reserved_cents as "reservedCents",
      l.arrears_cents as "arrearsCents", l.available_cents as "availableCents",
      not exists (select from seasons s where s.name = l.season and s.ends_on + ${daysAfterSeason}::int >= ${businessDate()}::date) as "isExpired"
      from farmer_limits l where l.farmer_id = ${farmerId} order by l.season desc`,
  )
  const limits: StoredLimit[] = []
  for (const { organisationId, ...limit } of stored) {
    const parts = lendersOnWire(await lendersOf(tx, { organisationId, farmerId, season: limit.season }))
    limits.push({ ...limit, lenders: limit.isExpired ? parts.map((part) => ({ ...part, available: 0 })) : parts })
  }
  return limits
}

/** Nothing may be borrowed on an expired limit, whatever the ledger still holds of it. */
export const availableOf = ({ availableCents, isExpired }: StoredLimit): number =>
  isExpired ? 0 : toAmount(availableCents)

/** The parts of a limit in shillings; what is available of it is left to `availableOf`. */
export function partsOf(limit: StoredLimit) {
  const { available: _, ...parts } = limitOnWire(limit)
  return parts
}
const noLimit = { granted: 0, used: 0, reserved: 0, arrears: 0 }

/** Who borrows, and the last limit. */
export async function borrowerLimitOf(tx: Tx, actor: Actor, borrower: Borrower): Promise<BorrowerLimit> {
  const [limit] = await limitsOf(tx, borrower.id)
  const { id, memberNumber, organisationName, organisationCode } = borrower
  return {
    id,
    name: borrower.fullName,
    memberNumber,
    mobileNumber: personal(actor, borrower.mobileNumber),
    organisationName,
    organisationCode,
    availableBalance: limit ? availableOf(limit) : 0,
    season: limit?.season ?? null,
    ...(limit ? partsOf(limit) : noLimit),
    isExpired: limit?.isExpired ?? false,
    lenders: limit?.lenders ?? [],
  }
}
