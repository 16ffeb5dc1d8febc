import type { RawBuilder } from 'kysely'
import { splitByWeight, toAmount, toRate } from '#contract/kit/money.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { DealPart, PaidLine, SeasonRecovery } from '#contract/statements/paidLines.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { lineColumns, linesFrom, shapeLine, type StoredLine } from '#server/schedules/scheduleLineRows.ts'

type Deal = Pick<DealPart, 'transferId' | 'says'> & {
  dealCode: string | null
  micros: string | null
  dollars: string
  shillings: string
}
type Taken = Omit<SeasonRecovery, 'amount'> & { cents: string }
type Stored = StoredLine & {
  scheduleId: string
  scheduleStatus: string
  createdAt: Date
  approvedAt: Date | null
  settledAt: Date | null
  taken: Taken[]
  deals: Deal[]
}

/** Lines of schedules with all that makes their amounts, the latest first. `where` is about a line `t` and its schedule `p`. */
export async function readPaidLines(tx: Tx, actor: Actor, where: RawBuilder<unknown>): Promise<PaidLine[]> {
  const stored = await rows(
    tx,
    sql<Stored>`select ${lineColumns}, p.id as "scheduleId", p.status as "scheduleStatus", p.created_at as "createdAt",
        case when p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED') then p.decided_at end as "approvedAt", t.settled_at as "settledAt",
        coalesce((select jsonb_agg(jsonb_build_object('lender', k.name, 'season', a.season, 'cents', r.amount_cents::text,
              'loans', coalesce((select jsonb_agg(q.reference order by q.id) from loan_requests q where q.farmer_id = t.farmer_id and q.lender_id = r.lender_id
                and q.season = a.season and q.status = 'SUCCESS'), '[]')) order by array_position(p.lenders, r.lender_id), a.season)
            from schedule_recoveries r join ledger_accounts a on a.id = r.ledger_account_id join organisations k on k.id = r.lender_id where r.line_id = t.id), '[]') as taken,
        coalesce((select jsonb_agg(jsonb_build_object('dealCode', c.deal_code, 'micros', c.rate_micros::text, 'dollars', f.dollars_cents::text,
              'shillings', f.shillings_cents::text, 'transferId', f.transfer_id, 'says', f.narration) order by f.place)
            from communal_payment_conversions f left join society_transfers s on s.id = f.transfer_id left join conversion_rates c on c.id = s.conversion_rate_id
            where f.communal_payment_id = p.id), '[]') as deals
      from ${linesFrom} where ${where} order by p.created_at desc, t.id desc`,
  )
  return stored.map(shape(actor))
}

const shape =
  (actor: Actor) =>
  ({ scheduleId, scheduleStatus, createdAt, approvedAt, settledAt, taken, deals, ...stored }: Stored): PaidLine => {
    const { nationalId: _id, taken: _byColumn, risk: _risk, risks: _risks, ...line } = shapeLine(actor)(stored)
    return {
      ...line,
      scheduleId,
      scheduleStatus,
      recoveries: taken.map(({ cents, ...one }) => ({ ...one, amount: toAmount(cents) })),
      deals: partsOf(stored.totalCents + stored.bonusCents, deals),
      dateCreated: createdAt.toISOString(),
      approvedAt: approvedAt?.toISOString() ?? null,
      paidAt: stored.status === 'SUCCESS' ? (settledAt?.toISOString() ?? null) : null,
    }
  }

/** All members are paid from one pool: what each gets before anything is taken comes from its deals in the parts that these have in the whole. */
function partsOf(cents: bigint, deals: readonly Deal[]): DealPart[] {
  const parts = splitByWeight(
    cents,
    deals.map(({ shillings }) => BigInt(shillings)),
  )
  return deals.map(({ dealCode, micros, dollars, shillings, ...deal }, at) => ({
    ...deal,
    dealCode: dealCode ?? '',
    rate: micros === null ? null : toRate(micros),
    dollars: toAmount(dollars),
    shillings: toAmount(shillings),
    part: toAmount(parts[at] ?? 0n),
  }))
}
