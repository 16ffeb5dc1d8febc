import { toAmount } from '#contract/kit/money.ts'
import type { FarmerLimit } from '#contract/loanReports/loanStatements.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { availableOf, limitsOf, partsOf } from './borrowers.ts'

type What = FarmerLimit['movements'][number]['what']
type Moved = {
  id: string
  at: Date
  season: string
  kind: 'POST' | 'HOLD' | 'POST_HOLD' | 'VOID_HOLD'
  side: 'DEBIT' | 'CREDIT'
  causeKind: string
  cents: bigint
  availableCents: bigint
  reference: string | null
  lenderName: string
}

// Who wants more looks in the ledger.
const most = 200

/** What moves a limit, by what its movement is. Only a loan returns; everything else that comes in was granted. */
const whatOf = ({ kind, causeKind }: Moved): What =>
  kind === 'POST' ? (causeKind === 'loan_request' ? 'RETURNED' : 'GRANTED') : holds[kind]
const holds = { HOLD: 'RESERVED', POST_HOLD: 'USED', VOID_HOLD: 'RELEASED' } as const

/**
 * Every movement of the limits of a farmer, newest first, with the loan or the file it came of and whose limit it is. What was
 * left after it is the sum over the lenders: of what is there now, whatever moved later is withdrawn. That a limit was once
 * split by its lenders, and its holds named anew, moved nothing for the farmer and is no line.
 */
const movementsOf = (tx: Tx, farmerId: string): Promise<Moved[]> =>
  rows(
    tx,
    sql<Moved>`select a.season || '/' || o.code || '/' || e.n as id, e.created_at as at, a.season, e.kind, e.side, e.cause_kind as "causeKind",
        greatest(e.posted_cents, abs(e.held_cents)) as cents, o.name as "lenderName", coalesce(r.reference, u.file_name) as reference,
        (a.left_now - coalesce(sum(case e.side when 'CREDIT' then e.posted_cents else -e.posted_cents - e.held_cents end) over later, 0))::bigint as "availableCents"
      from (
        select id, season, lender_id, entry_count, sum(credits_cents - debits_cents - held_debits_cents) over (partition by season) as left_now
        from ledger_accounts where kind = 'limit' and subject_id = ${farmerId}
      ) a join organisations o on o.id = a.lender_id
        cross join lateral ledger_statement(a.id, '-infinity', 'infinity', greatest(0, a.entry_count - ${most + 1}), ${most + 1}) e
        left join loan_requests r on e.cause_kind = 'loan_request' and r.id = e.cause_id
        left join limit_rows l on e.reference = 'grant/' || l.id left join uploads u on u.id = l.upload_id
      window later as (partition by a.season order by e.created_at desc, a.lender_id, e.n desc rows between unbounded preceding and 1 preceding)
      order by e.created_at desc, a.season desc, a.lender_id, e.n desc`,
  )

/** The limits of a farmer and what has moved them. */
export async function farmerLimit(tx: Tx, farmerId: string): Promise<FarmerLimit> {
  const [farmer] = await rows(tx, sql<{ one: number }>`select 1 as one from farmers where id = ${farmerId}`)
  if (!farmer) throw new Refused('record.not_found')
  const seasons = await limitsOf(tx, farmerId)
  const moved = await movementsOf(tx, farmerId)
  return {
    seasons: seasons.map((limit) => ({
      season: limit.season,
      ...partsOf(limit),
      available: availableOf(limit),
      lenderName: limit.lenders.map(({ name }) => name).join(', ') || null,
      isExpired: limit.isExpired,
      lenders: limit.lenders,
    })),
    movements: moved.slice(0, most).map((one) => ({
      id: one.id,
      at: one.at.toISOString(),
      season: one.season,
      what: whatOf(one),
      amount: toAmount(one.cents),
      available: toAmount(one.availableCents),
      reference: one.reference,
      lenderName: one.lenderName,
    })),
    hasMore: moved.length > most,
  }
}
