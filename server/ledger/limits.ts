/**
 * A member's cherry limit is a sum of what named lenders have granted: an account of the ledger for each of them, in a book of
 * its own because a limit is no money. Nothing moves from one lender to another:
 *
 *   limit file approved     limit_granted -> limit        limitGrant     16,500 may be borrowed
 *   loan requested          limit ~> limit_used (held)    reserveLimit   0 left for others, 16,500 still unused
 *   disbursed               limit -> limit_used           limitUse       gone; a recovery does not bring it back in the season
 *   rejected, failed, ...   the hold is voided            limitRelease   16,500 may be borrowed again
 *   reversed                limit_used -> limit           limitReturn    the same after it was used
 *
 * Everything a loan does is named after its request, so nothing can happen to it twice. The live figures of a list or a form
 * come from the views `farmer_limits` (the sum) and `lender_limits`. Source: the fund's rules as in
 * `docs/decisions/0013-a-ledger-of-pairs.md` and `0020-a-limit-of-each-lender.md`.
 */
import type { RawBuilder } from 'kysely'
import type { LenderPart } from '#contract/loans/loanRows.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { one, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { dayAfter } from '#server/facts/days.ts'
import { findSeason } from '#server/facts/seasons.ts'
import type { AccountName } from './accounts.ts'
import { reserve, type Cause, type Movement, type Moved } from './ledger.ts'

/** The member's limit of a season: the society owns it, so that the society may reserve of it. */
export type Limit = { organisationId: string; farmerId: string; season: string }
/** The part of it that one lender has granted. */
export type LenderLimit = Limit & { lenderId: string }
/** A loan request, as far as its limit needs to know it. */
type OfLender = { id: string; lenderId: string }

const accountOf = (
  kind: 'limit' | 'limit_used',
  { organisationId, farmerId, season, lenderId }: LenderLimit,
): AccountName => ({ kind, organisationId, subjectId: farmerId, season, lenderId })

/** The name of what a request holds of the limit of its lender. */
export const holdOf = ({ id, lenderId }: OfLender): string => `limit/${id}/${lenderId}`

/** Raises a limit by a row of an approved limit file or by a share of the second tranche. `grantedBy` is KPCU or the bank. */
export const limitGrant = (
  limit: Limit,
  { grantedBy, rowId, amountCents, cause }: { grantedBy: string; rowId: string; amountCents: bigint; cause: Cause },
): Movement => ({
  type: 'post',
  reference: `grant/${rowId}`,
  debit: { kind: 'limit_granted', organisationId: grantedBy, subjectId: limit.organisationId, season: limit.season },
  credit: accountOf('limit', { ...limit, lenderId: grantedBy }),
  amountCents,
  cause,
})

type Granting = { organisationId: string; grantedBy: string; cause: Cause }

/** Opens the accounts of many members' limits in one statement; `members` is a query of `farmer_id, season`. Before `grantLimits`. */
export async function openLimits(
  tx: Tx,
  { organisationId, grantedBy, members }: Omit<Granting, 'cause'> & { members: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    with granted as materialized (${members})
    select count(*) from (
      select array_agg(uuidv7()) as ids, array_agg(organisation) as organisations, array_agg(kind) as kinds, array_agg(subject) as subjects,
        array_agg(season) as seasons, array_agg('KES'::text) as currencies, array_agg(${grantedBy}::uuid) as lenders
      from (
        select ${organisationId}::uuid as organisation, 'limit' as kind, farmer_id as subject, season from granted
        union select ${grantedBy}::uuid, 'limit_granted', ${organisationId}::uuid, season from granted) named) n
      cross join lateral open_ledger_accounts(n.ids, n.organisations, n.kinds, n.subjects, n.seasons, n.currencies, n.lenders, ${now()}) opened`.execute(
    tx,
  )
}

/**
 * The same as `limitGrant` for many members of a society in one statement: `rows` is a query of `id, farmer_id, season, cents`,
 * which may be the very statement that writes them down. Answers `sums` over these rows. A row that was granted before is an error.
 */
export async function grantLimits<Sums>(
  tx: Tx,
  {
    organisationId,
    grantedBy,
    cause,
    rows: grants,
    sums,
  }: Granting & { rows: RawBuilder<unknown>; sums: RawBuilder<Sums> },
): Promise<Sums> {
  const at = now()
  return one(
    tx,
    sql<Sums>`
      with granted as (${grants}),
      moved as (
        insert into ledger_movements (id, organisation_id, reference, kind, debit_account_id, credit_account_id, book, currency, amount_cents, business_date, cause_kind, cause_id, narration, place, created_at)
        select uuidv7(), ${grantedBy}, 'grant/' || g.id, 'POST', d.id, c.id, d.book, 'KES', g.cents, ${businessDate(at)}, ${cause.kind}, ${cause.id}, '', row_number() over (order by g.id), ${at}
        from granted g
          cross join lateral (select l.id from ledger_accounts l where l.organisation_id = ${organisationId} and l.kind = 'limit'
            and l.subject_id = g.farmer_id and l.season = g.season and l.currency = 'KES' and l.lender_id = ${grantedBy} limit 1) c
          cross join lateral (select l.id, l.book from ledger_accounts l where l.organisation_id = ${grantedBy} and l.kind = 'limit_granted'
            and l.subject_id = ${organisationId} and l.season = g.season and l.currency = 'KES' limit 1) d
        where g.cents > 0)
      select ${sums} from granted`,
  )
}

/** Uses what a request has reserved: the loan is disbursed. */
export const limitUse = (loan: OfLender): Movement => ({
  type: 'post_hold',
  reference: `limit/${loan.id}/used`,
  hold: holdOf(loan),
  cause: causeOf(loan.id),
})

/** Releases what a request has reserved: it was refused, declined or has expired, or its payout failed. */
export const limitRelease = (loan: OfLender): Movement => ({
  type: 'void_hold',
  reference: `limit/${loan.id}/released`,
  hold: holdOf(loan),
  cause: causeOf(loan.id),
})

/** Returns what a disbursed loan has used: the money came back. */
export const limitReturn = (limit: LenderLimit, requestId: string, amountCents: bigint): Movement => ({
  type: 'post',
  reference: `limit/${requestId}/returned`,
  debit: accountOf('limit_used', limit),
  credit: accountOf('limit', limit),
  amountCents,
  cause: causeOf(requestId),
})

/**
 * Nobody else reserves of any lender's part of this limit until the transaction ends: the sum is looked at before one part of
 * it is held, and arrears to one lender count against it whole.
 */
export const lockLimit = (tx: Tx, { farmerId }: Pick<Limit, 'farmerId'>) =>
  sql`select pg_advisory_xact_lock(hashtext('limit of member'), hashtext(${farmerId}))`.execute(tx)

/**
 * Reserves the amount of a loan request of one lender's part, under the lock of the limit. Refuses with `limit.exceeded` when
 * less is available of it or in sum, arrears of earlier seasons counted, and with `limit.expired` later than ninety days after
 * the season.
 */
export async function reserveLimit(
  tx: Tx,
  limit: LenderLimit,
  { requestId, amountCents }: { requestId: string; amountCents: bigint },
): Promise<Moved> {
  await limitMustNotBeExpired(tx, limit)
  await lockLimit(tx, limit)
  return savepoint(tx, async () => {
    const [moved] = await reserve(tx, [
      {
        reference: holdOf({ id: requestId, lenderId: limit.lenderId }),
        debit: accountOf('limit', limit),
        credit: accountOf('limit_used', limit),
        amountCents,
        cause: causeOf(requestId),
      },
    ])
    const [bar] = await limitBars(tx, [limit])
    if (!moved || bar) throw new Refused('limit.exceeded')
    return moved
  }).catch((error: unknown) => {
    throw error instanceof Refused && error.code === 'ledger.overdrawn' ? new Refused('limit.exceeded') : error
  })
}

const mostByTheirNumber = 4
const sameMember = sql`l.organisation_id = g.organisation_id and l.farmer_id = g.farmer_id and l.season = g.season`
/**
 * Over a row `g`: whether arrears leave less than is reserved, of this lender or in sum. `offset 0` keeps PostgreSQL from adding up the
 * limits of all members to look one of them up in there, as a kept plan would.
 */
const isShort = sql<boolean>`(exists (select from farmer_limits l where ${sameMember} and l.short_cents > 0 offset 0)
  or exists (select from lender_limits l where ${sameMember} and l.lender_id = g.lender_id and l.short_cents > 0 offset 0))`

/**
 * Why each of these limits no longer holds what was reserved of it since the request, in their order: it has expired, or arrears have
 * grown over it. Null where it does.
 */
export async function limitBars(
  tx: Tx,
  limits: readonly LenderLimit[],
): Promise<('limit.exceeded' | 'limit.expired' | null)[]> {
  const column = (name: keyof LenderLimit): string[] => limits.map((limit) => limit[name])
  // A plan for any number expects ten, and is not kept for the one or two that most calls ask.
  const most = limits.length <= mostByTheirNumber ? sql`limit ${sql.lit(limits.length)}` : sql``
  const standing = await rows(
    tx,
    sql<{ endsOn: string | null; short: boolean }>`select s.ends_on as "endsOn", ${isShort} as short
      from (select * from unnest(${column('organisationId')}::uuid[], ${column('farmerId')}::uuid[], ${column('season')}::text[], ${column('lenderId')}::uuid[])
        with ordinality as each (organisation_id, farmer_id, season, lender_id, place) ${most}) g left join seasons s on s.name = g.season order by g.place`,
  )
  return standing.map(({ endsOn, short }) => (hasExpired(endsOn) ? 'limit.expired' : short ? 'limit.exceeded' : null))
}

/** Live figures in cents; `availableCents` is in whole shillings, `shortCents` what is reserved but no longer covered. */
export type LiveLimit = {
  grantedCents: bigint
  usedCents: bigint
  reservedCents: bigint
  arrearsCents: bigint
  availableCents: bigint
  shortCents: bigint
}
const nothing = {
  grantedCents: 0n,
  usedCents: 0n,
  reservedCents: 0n,
  arrearsCents: 0n,
  availableCents: 0n,
  shortCents: 0n,
}
const live = sql`l.granted_cents as "grantedCents", l.used_cents as "usedCents", l.reserved_cents as "reservedCents",
  l.arrears_cents as "arrearsCents", l.available_cents as "availableCents", l.short_cents as "shortCents"`
const ofMember = ({ organisationId, farmerId, season }: Limit) =>
  sql`l.organisation_id = ${organisationId} and l.farmer_id = ${farmerId} and l.season = ${season}`

/** The sum over all lenders. */
export async function limitOf(tx: Tx, limit: Limit): Promise<LiveLimit> {
  const [sum] = await rows(tx, sql<LiveLimit>`select ${live} from farmer_limits l where ${ofMember(limit)}`)
  return sum ?? nothing
}

/** What one lender has granted, and what is left of it. Arrears are those owed to this lender. */
export type LiveLender = LiveLimit & { lenderId: string; code: string; name: string }

/** The parts of a limit, the oldest grant first. */
export const lendersOf = (tx: Tx, limit: Limit): Promise<LiveLender[]> =>
  rows(
    tx,
    sql<LiveLender>`select l.lender_id as "lenderId", o.code, o.name, ${live}
      from lender_limits l join organisations o on o.id = l.lender_id where ${ofMember(limit)} order by l.since, o.code`,
  )

/** The same as the wire has it, in shillings, for a row of a list that has a limit. */
export const lendersOfRow = (row: RawBuilder<unknown>) =>
  sql<
    LenderPart[]
  >`(select coalesce(json_agg(json_build_object('code', o.code, 'name', o.name, 'granted', l.granted_cents / 100.0, 'used', l.used_cents / 100.0,
      'reserved', l.reserved_cents / 100.0, 'arrears', l.arrears_cents / 100.0, 'available', l.available_cents / 100.0) order by l.since, o.code), '[]')
    from lender_limits l join organisations o on o.id = l.lender_id
    where l.organisation_id = ${row}.organisation_id and l.farmer_id = ${row}.farmer_id and l.season = ${row}.season)`

const causeOf = (requestId: string): Cause => ({ kind: 'loan_request', id: requestId })
/** A limit outlives its season by so many days. */
export const daysAfterSeason = 90

/** Refuses with `limit.expired` later than ninety days after the season. */
export async function limitMustNotBeExpired(tx: Tx, { season }: Pick<Limit, 'season'>): Promise<void> {
  const endsOn = (await findSeason(tx, season))?.endsOn
  if (hasExpired(endsOn)) throw new Refused('limit.expired')
}

const hasExpired = (endsOn: string | null | undefined): boolean =>
  !endsOn || businessDate() > dayAfter(endsOn, daysAfterSeason)
