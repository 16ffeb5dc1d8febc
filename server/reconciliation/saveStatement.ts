import type { AccountPurpose } from '#contract/reconciliation/statementExceptions.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { digestOf } from './readStatement.ts'
import { unreadable, type ReadLine, type ReadStatement } from './statementParts.ts'

/** A saved statement. `newLines` is 0 when every line of it was known. */
export type Saved = {
  id: string
  accountNumber: string
  organisationId: string
  fromOn: string
  toOn: string
  lines: number
  newLines: number
}

type Account = { organisationId: string; purpose: AccountPurpose }

/** One writer of an account at a time: who imports, who matches and who resolves. Let go with the transaction. */
export const lockAccount = (tx: Tx, accountNumber: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`statement ${accountNumber}`}, 0))`.execute(tx)

/** Whose account this is, a lender's or a society's, and what for; refuses with `statement.unknown_account`. */
export async function accountOwner(tx: Tx, accountNumber: string): Promise<Account> {
  const [account] = await rows(
    tx,
    sql<Account>`select organisation_id as "organisationId", purpose from kept_accounts where account_number = ${accountNumber}`,
  )
  if (!account) throw new Refused('statement.unknown_account', { details: { accountNumber } })
  return account
}

/** The id of a statement that was imported before, whatever file says it. */
export async function findKnown(tx: Tx, statement: ReadStatement): Promise<string | undefined> {
  const [known] = await rows(
    tx,
    sql<{ id: string }>`select id from bank_statements
      where account_number = ${statement.accountNumber} and sha256 = ${digestOf(statement)}`,
  )
  return known?.id
}

const batch = 5_000

/**
 * Keeps what a statement says. A line that is known already is not kept again; one that now differs refuses the
 * whole file. The same statement again answers what is saved already. `people` have imported and approved a file; without them
 * it is the bank's own, and may settle payments alone.
 */
export async function saveStatement(
  tx: Tx,
  statement: ReadStatement,
  { fileName, people }: { fileName: string; people?: { madeBy: string; approvedBy: string } },
): Promise<Saved> {
  const { accountNumber, fromOn, toOn, openingCents, closingCents, lines, source } = statement
  const { organisationId } = await accountOwner(tx, accountNumber)
  await lockAccount(tx, accountNumber)
  if (!people !== (source === 'BANK')) throw new Error('a file that people have imported needs two of them')
  const sha256 = digestOf(statement)
  const known = await findKnown(tx, statement)
  const answer = { accountNumber, organisationId, fromOn, toOn, lines: lines.length }
  if (known) {
    if (!people) await confirmLines(tx, statement)
    return { ...answer, id: known, newLines: 0 }
  }
  const knownLines = await findKnownLines(tx, statement)
  const fresh = lines.filter((line) => !knownLines.has(line.key))
  const id = newId()
  const at = now()
  await sql`insert into bank_statements (id, organisation_id, account_number, source, file_name, sha256, from_on, to_on, opening_cents, closing_cents, line_count, new_count, made_by, approved_by, created_at)
    values (${id}, ${organisationId}, ${accountNumber}, ${source}, ${fileName}, ${sha256}, ${fromOn}, ${toOn}, ${openingCents}, ${closingCents}, ${lines.length}, ${fresh.length}, ${people?.madeBy ?? null}, ${people?.approvedBy ?? null}, ${at})`.execute(
    tx,
  )
  for (let from = 0; from < fresh.length; from += batch)
    await insertLines(tx, fresh.slice(from, from + batch), { id, organisationId, accountNumber, at })
  if (!people) await confirmLines(tx, statement)
  return { ...answer, id, newLines: fresh.length }
}

/** Marks the lines that stand in the bank's own statement. What was held back until then is matched anew. */
async function confirmLines(tx: Tx, { accountNumber, lines }: ReadStatement): Promise<void> {
  const confirmed = sql`update recon_items i set told_by_bank = true`
  const which = sql`from bank_statement_lines s where s.id = i.line_id and s.account_number = ${accountNumber} and not i.told_by_bank
    and s.line_key = any (${lines.map(({ key }) => key)}::text[])`
  await sql`${confirmed}, kind = 'NEW', note = '', leg_id = null, version = i.version + 1 ${which}
    and (i.note in ('DENIED', 'NOT_TOLD') or (i.kind = 'MISSING_HERE' and i.amount_cents > 0)) and i.resolution is null`.execute(
    tx,
  )
  await sql`${confirmed} ${which}`.execute(tx)
}

/** The lines that are known already. The bank never repeats one differently; if it does, somebody must ask it. */
export async function findKnownLines(tx: Tx, { accountNumber, lines }: ReadStatement): Promise<Set<string>> {
  const byKey = new Map(lines.map((line) => [line.key, line]))
  const saved = await rows(
    tx,
    sql<{
      key: string
      amountCents: bigint
      bookedOn: string
    }>`select line_key as key, amount_cents as "amountCents", booked_on as "bookedOn" from bank_statement_lines
      where account_number = ${accountNumber} and line_key = any (${[...byKey.keys()]}::text[])`,
  )
  for (const { key, amountCents, bookedOn } of saved) {
    const line = byKey.get(key)
    if (line && (line.amountCents !== amountCents || line.bookedOn !== bookedOn))
      throw unreadable(line.place, 'An earlier statement gives this line with another amount or date. Ask the bank.')
  }
  return new Set(saved.map(({ key }) => key))
}

async function insertLines(
  tx: Tx,
  lines: readonly ReadLine[],
  of: { id: string; organisationId: string; accountNumber: string; at: Date },
): Promise<void> {
  const column = <Value>(value: (line: ReadLine) => Value): Value[] => lines.map(value)
  await sql`with fresh as (
      insert into bank_statement_lines (id, organisation_id, statement_id, account_number, place, line_key, reference, booked_on, narration, amount_cents)
      select g.id, ${of.organisationId}, ${of.id}, ${of.accountNumber}, g.place, g.key, g.reference, g.booked_on, g.narration, g.cents
      from unnest(${column(() => newId())}::uuid[], ${column(({ place }) => place)}::int[], ${column(({ key }) => key)}::text[], ${column(({ reference }) => reference)}::text[],
        ${column(({ bookedOn }) => bookedOn)}::date[], ${column(({ narration }) => narration)}::text[], ${column(({ amountCents }) => amountCents)}::bigint[])
        as g (id, place, key, reference, booked_on, narration, cents)
      returning id, organisation_id, account_number, amount_cents, booked_on)
    insert into recon_items (id, organisation_id, account_number, line_id, kind, amount_cents, booked_on, created_at)
    select id, organisation_id, account_number, id, 'NEW', amount_cents, booked_on, ${of.at} from fresh`.execute(tx)
}
