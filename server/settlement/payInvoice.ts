import { takeClaims, type OpenClaim } from '#contract/settlement/eslipMoney.ts'
import { keepPaid } from '#server/dispatch/soldRecords.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { systemStep, systemSteps } from '#server/kit/records/takeStep.ts'
import { move } from '#server/ledger/ledger.ts'
import { saleClaimKind } from './claimRows.ts'
import { eslipKind } from './eslipRows.ts'
import { distributed, type LegMoney } from './saleMoney.ts'
import { sendLegs } from './sendLegs.ts'

type Owed = {
  id: string
  invoice: string
  organisationId: string
  title: string
  from: 'PENDING_PAYMENT' | 'DEFAULTED'
  grossCents: bigint
}

/** E-slips of invoices that nobody has paid, locked: whoever pays the same invoice meanwhile waits, and finds none. */
export const lockInvoices = (tx: Tx, invoices: readonly string[]): Promise<Owed[]> =>
  rows(
    tx,
    sql<Owed>`select id, invoice_number as invoice, organisation_id as "organisationId", eslip_number as title, status as "from", gross_cents as "grossCents" from eslips
      where invoice_number = any (${invoices}) and status in ('PENDING_PAYMENT', 'DEFAULTED') order by id for update`,
  )

export const owedOf = (slips: readonly Pick<Owed, 'grossCents'>[]): bigint =>
  slips.reduce((sum, { grossCents }) => sum + grossCents, 0n)

/** What a buyer has paid: all e-slips of an invoice, on a day, by a line of the bank or a record of two people. */
type Paid = { slips: readonly Owed[]; paidOn: string; paymentId: string }

/**
 * Pays locked e-slips, whose buyers' dollars lie on the settlement account: each is distributed as a whole, under its own reference for
 * ever, warrants are issued, and the payments that have an account to go to are opened. Whoever calls sees every organisation.
 */
export async function payEslips(
  tx: Tx,
  { payments, bankId }: { payments: readonly Paid[]; bankId: string },
): Promise<void> {
  const at = now()
  const batch = newId()
  const paid = payments.flatMap(({ slips, ...payment }) => slips.map((slip) => ({ ...slip, ...payment })))
  const ids = paid.map(({ id }) => id)
  if (ids.length === 0) return
  await takeLodged(tx, ids)
  await move(tx, distributed(await readLegs(tx, ids, bankId), bankId))
  await sql`update eslips e set paid_on = p.day, paid_at = ${at}, payment_id = p.payment, warrant_date = p.day, warrant_number = 'WR' || substr(eslip_number, 3)
    from unnest(${ids}::uuid[], ${paid.map(({ paidOn }) => paidOn)}::date[], ${paid.map(({ paymentId }) => paymentId)}::uuid[]) as p (id, day, payment) where e.id = p.id`.execute(
    tx,
  )
  await systemSteps({ tx, kind: eslipKind, records: paid, to: 'PAID', batch })
  await keepPaid(tx, { ids: await paidRecords(tx, ids), batch })
  await sendLegs(tx, ids)
}

/** The dispatch records of these e-slips of which every lot is paid. */
const paidRecords = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{
        id: string
      }>`select distinct p.dispatch_record_id as id from eslips p where p.id = any (${ids}::uuid[]) and p.dispatch_record_id is not null
        and not exists (select from eslips e where e.dispatch_record_id = p.dispatch_record_id and e.status in ('PENDING_PAYMENT', 'DEFAULTED'))`,
    )
  ).map(({ id }) => id)

const readLegs = (tx: Tx, ids: readonly string[], bankId: string): Promise<LegMoney[]> =>
  rows(
    tx,
    // The exchange is no organisation here: the bank holds its part. A grower whom nobody knows is paid once somebody does.
    sql<LegMoney>`select l.id, l.eslip_id as "eslipId", l.place::int as place, l.kind, case l.kind when 'EXCHANGE' then ${bankId}::uuid else l.payee_id end as "payeeId",
        l.amount_cents as "amountCents", e.outturn || ' ' || e.eslip_number as narration
      from eslip_legs l join eslips e on e.id = l.eslip_id where l.eslip_id = any (${ids}::uuid[]) and (l.payee_id is not null or l.kind = 'EXCHANGE') order by l.eslip_id, l.place`,
  )

type GrowerLeg = { id: string; eslipId: string; organisationId: string; growerId: string; amountCents: bigint }
type Claim = OpenClaim & { organisationId: string; document: string }

/** Lenders with a claim in force take it from what growers would get, the oldest first. Claims are locked: each is taken once. */
async function takeLodged(tx: Tx, ids: readonly string[]): Promise<void> {
  const legs = await rows(
    tx,
    sql<GrowerLeg>`select id, eslip_id as "eslipId", organisation_id as "organisationId", grower_id as "growerId", amount_cents as "amountCents" from eslip_legs
      where eslip_id = any (${ids}::uuid[]) and kind = 'GROWER' and grower_id is not null order by grower_id, eslip_id, place`,
  )
  const claims = await rows(
    tx,
    sql<
      Claim & { growerId: string }
    >`select id, organisation_id as "lenderId", organisation_id as "organisationId", grower_id as "growerId", document,
        amount_cents - taken_cents as "leftCents" from sale_claims
      where status = 'APPROVED' and grower_id = any (${legs.map(({ growerId }) => growerId)}::uuid[]) order by decided_at, id for update`,
  )
  if (claims.length === 0) return
  const left = new Map(claims.map(({ id, leftCents }) => [id, leftCents]))
  for (const leg of legs) {
    const open = claims
      .filter(({ growerId, id }) => growerId === leg.growerId && (left.get(id) ?? 0n) > 0n)
      .map((claim) => ({ ...claim, leftCents: left.get(claim.id) ?? 0n }))
    const { taken, leftCents } = takeClaims(leg.amountCents, open)
    if (taken.length === 0) continue
    for (const { id, takenCents, leftCents: before } of taken) left.set(id, before - takenCents)
    await writeClaims(tx, leg, taken, leftCents)
  }
  for (const claim of claims) await keepClaim(tx, claim, claim.leftCents - (left.get(claim.id) ?? 0n))
}

/** The part of the grower shrinks by what is taken; of nothing the first claim takes its place. */
async function writeClaims(
  tx: Tx,
  leg: GrowerLeg,
  taken: readonly (Claim & { takenCents: bigint })[],
  leftCents: bigint,
): Promise<void> {
  const { eslipId, growerId, organisationId } = leg
  const { last } = await one(
    tx,
    sql<{ last: number }>`select max(place)::int as last from eslip_legs where eslip_id = ${eslipId}`,
  )
  const [first, ...others] = leftCents > 0n ? [null, ...taken] : taken
  if (first)
    await sql`update eslip_legs set kind = 'CLAIM', payee_id = ${first.lenderId}, claim_id = ${first.id}, basis = ${first.document}, amount_cents = ${first.takenCents} where id = ${leg.id}`.execute(
      tx,
    )
  else await sql`update eslip_legs set amount_cents = ${leftCents} where id = ${leg.id}`.execute(tx)
  for (const [at, claim] of others.entries())
    if (claim)
      await sql`insert into eslip_legs (id, eslip_id, organisation_id, place, kind, payee_id, grower_id, claim_id, amount_cents, basis)
        values (${newId()}, ${eslipId}, ${organisationId}, ${last + 1 + at}, 'CLAIM', ${claim.lenderId}, ${growerId}, ${claim.id}, ${claim.takenCents}, ${claim.document})`.execute(
        tx,
      )
  const takenCents = leg.amountCents - leftCents
  await sql`update eslips set deductions_cents = deductions_cents + ${takenCents}, net_cents = net_cents - ${takenCents} where id = ${eslipId}`.execute(
    tx,
  )
  await sql`update eslip_shares set net_cents = net_cents - ${takenCents} where eslip_id = ${eslipId} and grower_id = ${growerId}`.execute(
    tx,
  )
}

/** What was taken of a claim is never taken again; with the last cent it is covered. */
async function keepClaim(tx: Tx, claim: Claim & { growerId: string }, takenCents: bigint): Promise<void> {
  if (takenCents === 0n) return
  const { id, organisationId, document: title } = claim
  await sql`update sale_claims set taken_cents = taken_cents + ${takenCents} where id = ${id}`.execute(tx)
  if (takenCents === claim.leftCents)
    await systemStep({ tx, kind: saleClaimKind, id, organisationId, from: 'APPROVED', to: 'COVERED', title })
}
