import type { PayoutNews, PayoutOwner } from '#server/kit/bank/payout.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { move, type Movement } from '#server/ledger/ledger.ts'
import { conversionRateKind } from './conversionRateRows.ts'
import { arrived, returned, type TransferMoney } from './transferMoney.ts'
import { narrationOf, societyTransferKind } from './transferRows.ts'

type Locked = Omit<TransferMoney, 'narration'> & {
  status: string
  title: string
  rateId: string | null
  rateCode: string | null
  expiresAt: Date | null
}

const lockTransfers = (tx: Tx, ids: readonly string[]): Promise<Locked[]> =>
  rows(
    tx,
    sql<Locked>`select t.id, t.organisation_id as "organisationId", t.kind, t.amount_cents as "amountCents", t.received_cents as "receivedCents", t.status,
        o.name as title, c.id as "rateId", c.deal_code as "rateCode", c.expires_at as "expiresAt",
        (select b.id from organisations b where b.type = 'COOPERATIVE_BANK' order by b.id limit 1) as "positionId"
      from society_transfers t join organisations o on o.id = t.organisation_id left join conversion_rates c on c.id = t.conversion_rate_id
      where t.id = any (${ids}::uuid[]) order by t.id for update of t`,
  )

/** Settles transfers by what became of their orders; the same news again changes nothing. */
async function settled(tx: Tx, news: readonly PayoutNews[]): Promise<void> {
  const bySource = new Map(news.map((one) => [one.sourceId, one]))
  const all: Movement[] = []
  for (const transfer of await lockTransfers(tx, [...bySource.keys()])) {
    const one = bySource.get(transfer.id)
    if (!one || one.status === 'PROCESSING' || transfer.status !== 'PROCESSING') continue
    const isDone = one.status === 'PAID'
    const money = { ...transfer, narration: narrationOf(transfer.kind, transfer.rateCode) }
    all.push(...(isDone ? arrived(money) : returned(money)))
    await sql`update society_transfers set settled_at = ${one.at}, failure = ${isDone ? '' : one.reason} where id = ${transfer.id}`.execute(
      tx,
    )
    const { id, organisationId, title } = transfer
    await systemStep({
      tx,
      kind: societyTransferKind,
      id,
      organisationId,
      from: 'PROCESSING',
      to: isDone ? 'DONE' : 'FAILED',
      title,
      ...(one.reason ? { changes: { bank: { before: null, after: one.reason } } } : {}),
    })
    if (!isDone) await giveDealBack(tx, transfer)
  }
  await move(tx, all)
}

/** What the bank has refused has drawn on no deal: it holds on, unless it has expired or another one took its place meanwhile. */
async function giveDealBack(tx: Tx, { rateId: id, rateCode: title, expiresAt, organisationId }: Locked): Promise<void> {
  if (id === null || title === null || expiresAt === null) return
  const others = await rows(
    tx,
    sql`select from conversion_rates where organisation_id = ${organisationId} and status = 'APPROVED'`,
  )
  const to = expiresAt > now() && others.length === 0 ? 'APPROVED' : 'EXPIRED'
  await systemStep({ tx, kind: conversionRateKind, id, organisationId, from: 'USED', to, title })
}

export const transferPayouts: PayoutOwner = { sourceKind: societyTransferKind.flow.kind, settled }
