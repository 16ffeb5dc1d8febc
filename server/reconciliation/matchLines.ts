import { rows, savepoint, sql, type Database, type Tx } from '#server/kit/db.ts'
import { now, startOfDay } from '#server/kit/clock.ts'
import type { House } from '#server/kit/house.ts'
import type { Job } from '#server/kit/jobs.ts'
import { payoutOwnersInForce, type PayoutOwner } from '#server/kit/bank/payout.ts'
import { returnLeg } from '#server/payouts/returnLegs.ts'
import { matchQueue, settleByStatement, type StatementFact } from '#server/payouts/settleByStatement.ts'
import {
  byAmount,
  byReference,
  mostDaysLater,
  orderNameOf,
  type BankLine,
  type OurSide,
  type Verdict,
} from './matching.ts'
import { creditSocieties } from './creditSocieties.ts'
import { lockAccount } from './saveStatement.ts'

const batch = 500

/** Holds the new lines of an account against our payments. May run twice, or be killed between two batches. */
export const matchJob: Job = {
  queue: matchQueue,
  retries: 20,
  work: (house, { accountNumber }) => (accountNumber ? matchAccount(house, accountNumber) : Promise.resolve()),
}

export async function matchAccount(
  { db }: Pick<House, 'db'>,
  accountNumber: string,
  owners: readonly PayoutOwner[] = payoutOwnersInForce(),
): Promise<void> {
  while ((await db.transaction('system', (tx) => matchBatch(tx, accountNumber, owners))) > 0);
  await finish(db, accountNumber)
}

const finish = (db: Database, accountNumber: string) =>
  db.transaction('system', async (tx) => {
    await lockAccount(tx, accountNumber)
    await holdBackUnconfirmed(tx, accountNumber)
    await pairByAmount(tx, accountNumber)
    await creditSocieties(tx, accountNumber)
    await findMissing(tx, accountNumber)
    await sql`update bank_statements set matched_at = ${now()} where account_number = ${accountNumber} and matched_at is null
      and not exists (select from recon_items where account_number = ${accountNumber} and kind = 'NEW')`.execute(tx)
  })

/** The sides of legs that an account sees; further conditions over `l` may follow. */
const sidesOn = (accountNumber: string) =>
  sql<OurSide>`select l.id as "legId", l.reference, case when l.from_account = ${accountNumber} then -l.amount_cents else coalesce(l.received_cents, l.amount_cents) end as "amountCents",
    to_char(coalesce(l.sent_at, l.created_at) at time zone 'Africa/Nairobi', 'YYYY-MM-DD') as "on",
    case when l.settled_by = 'EVIDENCE' then l.bank_reference end as evidence
    from payout_legs l where ${accountNumber} in (l.from_account, l.to_account)`

const lineColumns = sql<BankLine>`i.id, s.line_key as key, s.reference, s.booked_on as "bookedOn", s.amount_cents as "amountCents", i.told_by_bank as "isFromBank", s.narration`
const lineTables = sql`recon_items i join bank_statement_lines s on s.id = i.line_id`

/** Takes new lines, and with them every line that names the same payments, so that the order of files decides nothing. */
async function matchBatch(tx: Tx, accountNumber: string, owners: readonly PayoutOwner[]): Promise<number> {
  await lockAccount(tx, accountNumber)
  const fresh = await rows(
    tx,
    sql<BankLine>`select ${lineColumns} from ${lineTables} where i.account_number = ${accountNumber} and i.kind = 'NEW'
      order by s.booked_on, s.line_key limit ${batch}`,
  )
  if (fresh.length === 0) return 0
  const names = [...new Set(fresh.map(({ reference }) => orderNameOf(reference)).filter(Boolean))]
  const sides = await rows(tx, sql<OurSide>`${sidesOn(accountNumber)} and l.reference = any (${names}::text[])`)
  const legIds = sides.map(({ legId }) => legId)
  const sameLegLines = await rows(
    tx,
    sql<BankLine>`select ${lineColumns} from ${lineTables}
      where i.account_number = ${accountNumber} and i.leg_id = any (${legIds}::uuid[]) and i.resolution is null and coalesce(i.how, '') <> 'AMOUNT'`,
  )
  const claimed = await rows(
    tx,
    sql<{ id: string }>`select leg_id as id from recon_items
      where account_number = ${accountNumber} and leg_id = any (${legIds}::uuid[]) and how = 'PERSON'`,
  )
  const lines = [...new Map([...fresh, ...sameLegLines].map((line) => [line.id, line])).values()]
  const verdicts = byReference(lines, sides, new Set(claimed.map(({ id }) => id)))
  const refused = await settle(tx, { lines, sides, verdicts, owners })
  await takeReturns(tx, accountNumber, { lines, sides, verdicts, owners })
  await freePairs(tx, accountNumber, legIds)
  await write(tx, lines, verdicts, refused)
  return fresh.length
}

type Batch = {
  lines: readonly BankLine[]
  sides: readonly OurSide[]
  verdicts: Map<string, Verdict>
  owners: readonly PayoutOwner[]
}

/** What stands in the statement under our reference was paid. Answers why a line does not settle its leg, by its id. */
async function settle(
  tx: Tx,
  { lines, sides, verdicts, owners }: Batch,
): Promise<Map<string, 'REFUSED_HERE' | 'DENIED'>> {
  const nameOf = new Map(sides.map(({ legId, reference }) => [legId, reference]))
  const facts = lines.flatMap((line): (StatementFact & { id: string })[] => {
    const verdict = verdicts.get(line.id)
    if (verdict?.kind !== 'MATCHED') return []
    const amountCents = line.amountCents < 0n ? -line.amountCents : line.amountCents
    const reference = nameOf.get(verdict.legId) ?? ''
    const source = line.isFromBank ? 'BANK' : 'FILE'
    return [{ id: line.id, reference, amountCents, bankReference: line.key, at: startOfDay(line.bookedOn), source }]
  })
  if (facts.length === 0) return new Map()
  const settleAll = (some: typeof facts) => savepoint(tx, () => settleByStatement(tx, some, owners))
  const all = await settleAll(facts).catch(() => null)
  const refused = new Map<string, 'REFUSED_HERE' | 'DENIED'>()
  for (const [at, fact] of facts.entries()) {
    // One payment that cannot be settled must not hold up the others: somebody looks at it.
    const verdict = all
      ? all[at]
      : await settleAll([fact]).then(
          ([only]) => only,
          () => 'contradicts' as const,
        )
    if (verdict === 'contradicts') refused.set(fact.id, 'REFUSED_HERE')
    if (verdict === 'denied') refused.set(fact.id, 'DENIED')
  }
  return refused
}

/**
 * What comes in under the reference of a payment that left this account has come back, by the bank's own word; of a float at M-PESA,
 * by a file that two persons agree on, for there is no other word. Such a line is that return, the first one of each; what cannot be
 * taken back stays an exception for people.
 */
async function takeReturns(tx: Tx, accountNumber: string, { lines, sides, verdicts, owners }: Batch): Promise<void> {
  const nameOf = new Map(sides.map(({ legId, reference }) => [legId, reference]))
  const float = await rows(
    tx,
    sql`select from kept_accounts where account_number = ${accountNumber} and purpose = 'MPESA' limit 1`,
  )
  for (const line of lines) {
    const verdict = verdicts.get(line.id)
    const isReturn = verdict?.kind === 'MISSING_HERE' && verdict.note === 'OTHER_DIRECTION' && line.amountCents > 0n
    if (!isReturn || !(line.isFromBank || float.length > 0)) continue
    const { amountCents, key: bankReference, narration } = line
    const words = narration || 'The bank has sent it back.'
    const fact = { reference: nameOf.get(verdict.legId) ?? '', accountNumber, amountCents, bankReference, words }
    // One return that cannot be taken must not hold up the other lines.
    const legId = await savepoint(tx, () => returnLeg(tx, fact, owners)).catch(() => null)
    if (legId === null) continue
    const [other] = await rows(
      tx,
      sql`select from recon_items where leg_id = ${legId} and account_number = ${accountNumber} and kind = 'MATCHED' and id <> ${line.id}`,
    )
    const isShown =
      other !== undefined || [...verdicts.values()].some((one) => one.kind === 'MATCHED' && one.legId === legId)
    if (!isShown) verdicts.set(line.id, { kind: 'MATCHED', legId, note: '' })
  }
}

/** A payment that a line names belongs to it, whatever was paired by its amount before. */
const freePairs = (tx: Tx, accountNumber: string, legIds: readonly string[]) =>
  sql`update recon_items set kind = 'MISSING_HERE', how = null, leg_id = null, version = version + 1
    where account_number = ${accountNumber} and how = 'AMOUNT' and leg_id = any (${legIds}::uuid[])`.execute(tx)

async function write(
  tx: Tx,
  lines: readonly BankLine[],
  verdicts: ReadonlyMap<string, Verdict>,
  refused: ReadonlyMap<string, string>,
): Promise<void> {
  const written = lines.map(({ id }) => {
    const verdict = verdicts.get(id) ?? { kind: 'NONE' as const }
    if (verdict.kind === 'NONE') return { id, kind: 'MISSING_HERE', how: null, legId: null, note: '' }
    const why = refused.get(id)
    if (why) return { id, kind: 'MISSING_HERE', how: null, legId: verdict.legId, note: why }
    const { kind, legId, note } = verdict
    return { id, kind, how: kind === 'MATCHED' ? 'REFERENCE' : null, legId, note }
  })
  const column = <Value>(of: (one: (typeof written)[number]) => Value): Value[] => written.map(of)
  const table = sql`unnest(${column(({ id }) => id)}::uuid[], ${column(({ kind }) => kind)}::text[], ${column(({ how }) => how)}::text[],
    ${column(({ legId }) => legId)}::uuid[], ${column(({ note }) => note)}::text[]) as g (id, kind, how, leg_id, note)`
  // What is no longer the payment lets go of it first: two lines never have it at once.
  await sql`update recon_items i set kind = g.kind, how = null, leg_id = g.leg_id, note = g.note, version = i.version + 1
    from ${table} where i.id = g.id and g.kind <> 'MATCHED' and (i.kind, i.note) is distinct from (g.kind, g.note)`.execute(
    tx,
  )
  await sql`update recon_items i set kind = g.kind, how = g.how, leg_id = g.leg_id, note = g.note, version = i.version + 1
    from ${table} where i.id = g.id and g.kind = 'MATCHED' and i.kind <> 'MATCHED'`.execute(tx)
}

/**
 * A file of people says that the bank has moved money on a day of which the bank's own statement, by now, shows nothing of it: the
 * line explains no payment until two persons have decided what it is.
 */
const holdBackUnconfirmed = (tx: Tx, accountNumber: string) =>
  sql`update recon_items i set kind = 'MISSING_HERE', how = null, leg_id = null, note = 'NOT_TOLD', version = i.version + 1
    where i.account_number = ${accountNumber} and i.line_id is not null and not i.told_by_bank and i.resolution is null and i.note <> 'NOT_TOLD'
      and exists (select from bank_statements b where b.account_number = i.account_number and b.source = 'BANK'
        and b.from_on <= i.booked_on and b.to_on > i.booked_on)`.execute(tx)

/** Pairs anew what names no payment, and writes only what differs: a pair that stands keeps its version. */
async function pairByAmount(tx: Tx, accountNumber: string): Promise<void> {
  const lines = await rows(
    tx,
    sql<BankLine & { legId: string | null }>`with open as (
        select distinct amount_cents from recon_items where account_number = ${accountNumber} and kind = 'MISSING_HERE' and leg_id is null and resolution is null and note <> 'NOT_TOLD')
      select ${lineColumns}, i.leg_id as "legId" from ${lineTables} join open o on o.amount_cents = i.amount_cents
      where i.account_number = ${accountNumber} and i.resolution is null and i.note <> 'NOT_TOLD' and ((i.kind = 'MISSING_HERE' and i.leg_id is null) or i.how = 'AMOUNT')`,
  )
  if (lines.length === 0) return
  const amounts = [...new Set(lines.map(({ amountCents }) => (amountCents < 0n ? -amountCents : amountCents)))]
  const sides = await rows(
    tx,
    sql<OurSide>`${sidesOn(accountNumber)} and (l.amount_cents = any (${amounts}::bigint[]) or l.received_cents = any (${amounts}::bigint[])) and l.status = 'PAID'
      and not exists (select from recon_items i where i.leg_id = l.id and i.account_number = ${accountNumber}
        and i.line_id is not null and coalesce(i.how, '') <> 'AMOUNT')`,
  )
  const pairs = byAmount(lines, sides)
  const changed = lines.filter(({ id, legId }) => (pairs.get(id) ?? null) !== legId)
  const ids = changed.map(({ id }) => id)
  await sql`update recon_items set kind = 'MISSING_HERE', how = null, leg_id = null, version = version + 1
    where id = any (${ids}::uuid[]) and how = 'AMOUNT'`.execute(tx)
  const paired = ids.filter((id) => pairs.has(id))
  await sql`update recon_items i set kind = 'MATCHED', how = 'AMOUNT', leg_id = g.leg_id, version = i.version + 1
    from unnest(${paired}::uuid[], ${paired.map((id) => pairs.get(id))}::uuid[]) as g (id, leg_id) where i.id = g.id`.execute(
    tx,
  )
}

const claims = sql<boolean>`i.kind in ('MATCHED', 'AMOUNT_DIFFERS', 'PAID_TWICE')`

/**
 * Payments that were made, of days that statements cover, and that no line shows. A day is over for us when a statement goes
 * beyond it: what was sent near midnight is booked on the next.
 */
async function findMissing(tx: Tx, accountNumber: string): Promise<void> {
  await sql`delete from recon_items m where m.account_number = ${accountNumber} and m.line_id is null and m.resolution is null
    and exists (select from recon_items i where i.leg_id = m.leg_id and i.account_number = m.account_number and ${claims})`.execute(
    tx,
  )
  await sql`with covered as (select from_on, to_on from bank_statements where account_number = ${accountNumber}),
      sides as (${sidesOn(accountNumber)} and l.status = 'PAID')
    insert into recon_items (id, organisation_id, account_number, leg_id, kind, amount_cents, booked_on, created_at)
    select uuidv7(), (select organisation_id from kept_accounts where account_number = ${accountNumber}), ${accountNumber}, l.id, 'MISSING_IN_BANK', s."amountCents", s."on"::date, ${now()}
    from sides s join payout_legs l on l.id = s."legId"
    where exists (select from covered c where s."on"::date between c.from_on and c.to_on)
      and exists (select from covered c where c.to_on > s."on"::date and c.from_on <= s."on"::date + ${mostDaysLater}::int)
      and not exists (select from recon_items i where i.leg_id = l.id and i.account_number = ${accountNumber} and (i.line_id is null or ${claims}))
    on conflict do nothing`.execute(tx)
}
