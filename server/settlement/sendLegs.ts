import type { NewPayout, PayoutNews, PayoutOwner } from '#server/kit/bank/payout.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { startInterval } from '#server/kit/interval.ts'
import { move } from '#server/ledger/ledger.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { legArrived } from './saleMoney.ts'

const sourceKind = 'eslip_leg'

type Ready = {
  id: string
  payeeId: string
  bankId: string
  title: string
  amountCents: bigint
  narration: string
  from: string
  number: string
  name: string
}

/**
 * Opens the payments of legs whose lot is paid and whose payee has an account: of a society its non-checkoff account, of others their own.
 * One that the bank has refused goes out again once its payee has another account. Without ids it looks at all of them.
 */
export async function sendLegs(tx: Tx, eslipIds: readonly string[] | null): Promise<number> {
  const ready = await rows(
    tx,
    sql<Ready>`select l.id, coalesce(l.payee_id, b.organisation_id) as "payeeId", b.organisation_id as "bankId", e.eslip_number as title, l.amount_cents as "amountCents",
        e.outturn || ' ' || e.eslip_number as narration, b.account_number as "from", a.number, a.name
      from eslip_legs l join eslips e on e.id = l.eslip_id join trade_accounts b on b.purpose = 'BUYERS'
        cross join lateral (
          select s.account_number as number, s.account_name as name, s.changed_at from society_accounts s
            where l.kind = 'GROWER' and s.organisation_id = l.payee_id and s.purpose = 'NON_CHECKOFF'
          union all select t.account_number, t.account_name, t.changed_at from trade_accounts t
            where l.kind <> 'GROWER' and t.organisation_id = coalesce(l.payee_id, b.organisation_id)
              and t.purpose = case l.kind when 'DSS' then 'DSS' when 'EXCHANGE' then 'EXCHANGE' else 'PROVIDER' end) a
      where e.status in ('PAID', 'COLLECTED') and (l.status = 'WAITING' or (l.status = 'FAILED' and a.changed_at > l.settled_at))
        and (l.payee_id is not null or l.kind = 'EXCHANGE') and (${eslipIds}::uuid[] is null or e.id = any (${eslipIds}::uuid[]))
      order by e.id, l.place limit 5000 for update of l`,
  )
  const sent = ready.map((leg) => ({ ...leg, source: newId() }))
  await openPayouts(
    tx,
    sent.map(({ source, payeeId, bankId, title, amountCents, narration, from, number, name }): NewPayout => ({
      sourceKind,
      sourceId: source,
      organisationId: payeeId,
      lenderId: bankId,
      title,
      amountCents,
      currency: 'USD',
      from,
      paymentType: 'INTERNALFT',
      account: { institutionCode: '11', institutionType: 'BANK', accountNumber: number, accountName: name },
      narration,
    })),
  )
  await sql`update eslip_legs l set status = 'PROCESSING', sent_as = g.source, reason = '', settled_at = null,
      payout_id = (select p.id from payouts p where p.source_kind = ${sourceKind} and p.source_id = g.source)
    from unnest(${sent.map(({ id }) => id)}::uuid[], ${sent.map(({ source }) => source)}::uuid[]) as g (id, source) where l.id = g.id`.execute(
    tx,
  )
  return sent.length
}

type Locked = { id: string; source: string; kind: string; payeeId: string; amountCents: bigint; narration: string }

/** What became of payments of legs; the same news again changes nothing. What the bank has refused waits for another account. */
async function settled(tx: Tx, news: readonly PayoutNews[]): Promise<void> {
  const bySource = new Map(news.map((one) => [one.sourceId, one]))
  const legs = await rows(
    tx,
    sql<Locked>`select l.id, l.sent_as as source, l.kind, coalesce(l.payee_id, p.lender_id) as "payeeId", l.amount_cents as "amountCents", p.narration
      from eslip_legs l join payouts p on p.id = l.payout_id where l.sent_as = any (${[...bySource.keys()]}::uuid[]) and l.status = 'PROCESSING' order by l.id for update of l`,
  )
  const ended = legs.flatMap((leg) => {
    const one = bySource.get(leg.source)
    return one && (one.status === 'PAID' || one.status === 'FAILED' || one.status === 'REVERSED') ? [{ leg, one }] : []
  })
  await move(
    tx,
    ended.filter(({ one }) => one.status === 'PAID').map(({ leg }) => legArrived(leg)),
  )
  await sql`update eslip_legs l set status = g.status, reason = g.reason, settled_at = g.at
    from unnest(${ended.map(({ leg }) => leg.id)}::uuid[], ${ended.map(({ one }) => (one.status === 'PAID' ? 'PAID' : 'FAILED'))}::text[],
      ${ended.map(({ one }) => one.reason)}::text[], ${ended.map(({ one }) => one.at)}::timestamptz[]) as g (id, status, reason, at) where l.id = g.id`.execute(
    tx,
  )
}

export const eslipPayouts: PayoutOwner = { sourceKind, settled }

/** Pays legs whose payee has an account by now. */
export const startSendingLegs = (house: House): { stop: () => Promise<void> } =>
  startInterval({
    everyMs: 60_000,
    work: () => house.db.transaction('system', (tx) => sendLegs(tx, null)),
    log: house.log,
    what: 'paying legs of e-slips',
  })
