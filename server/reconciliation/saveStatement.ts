import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { digestOf } from './readStatement.ts'
import { unreadable, type ReadLine, type ReadStatement } from './statementParts.ts'

/** What a statement brought. `newLines` is 0 when every line of it was known. */
export type Saved = {
  id: string
  accountNumber: string
  organisationId: string
  fromOn: string
  toOn: string
  lines: number
  newLines: number
}

type Account = { organisationId: string }

/** One writer of an account at a time: who imports, who matches and who resolves. Let go with the transaction. */
export const lockAccount = (tx: Tx, accountNumber: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`statement ${accountNumber}`}, 0))`.execute(tx)

/** The lender whose account this is; refuses with `statement.unknown_account`. */
export async function accountOwner(tx: Tx, accountNumber: string): Promise<Account> {
  const [found] = await rows(
    tx,
    sql<Account>`select organisation_id as "organisationId" from funds
      where ${accountNumber} in (account_number, transit_number, mpesa_short_code)`,
  )
  if (!found) throw new Refused('statement.unknown_account', { details: { accountNumber } })
  return found
}

const batch = 5_000

/**
 * Keeps what a statement says. A line that is known already is not kept again; one that the bank now tells otherwise refuses
 * the whole file. The same statement again answers what it brought the first time.
 */
export async function saveStatement(
  tx: Tx,
  statement: ReadStatement,
  { fileName, madeBy }: { fileName: string; madeBy: string | null },
): Promise<Saved> {
  const { accountNumber, fromOn, toOn, openingCents, closingCents, lines, source } = statement
  const { organisationId } = await accountOwner(tx, accountNumber)
  await lockAccount(tx, accountNumber)
  const sha256 = digestOf(statement)
  const [known] = await rows(
    tx,
    sql<{ id: string }>`select id from bank_statements where account_number = ${accountNumber} and sha256 = ${sha256}`,
  )
  const answer = { accountNumber, organisationId, fromOn, toOn, lines: lines.length }
  if (known) return { ...answer, id: known.id, newLines: 0 }
  const standing = await findStanding(tx, statement)
  const fresh = lines.filter((line) => !standing.has(line.key))
  const id = newId()
  const at = now()
  await sql`insert into bank_statements (id, organisation_id, account_number, source, file_name, sha256, from_on, to_on, opening_cents, closing_cents, line_count, new_count, made_by, created_at)
    values (${id}, ${organisationId}, ${accountNumber}, ${source}, ${fileName}, ${sha256}, ${fromOn}, ${toOn}, ${openingCents}, ${closingCents}, ${lines.length}, ${fresh.length}, ${madeBy}, ${at})`.execute(
    tx,
  )
  for (let from = 0; from < fresh.length; from += batch)
    await insertLines(tx, fresh.slice(from, from + batch), { id, organisationId, accountNumber, at })
  return { ...answer, id, newLines: fresh.length }
}

/** The lines that are known already. The bank never tells one twice in two ways; if it does, somebody must ask it. */
async function findStanding(tx: Tx, { accountNumber, lines }: ReadStatement): Promise<Set<string>> {
  const byKey = new Map(lines.map((line) => [line.key, line]))
  const standing = await rows(
    tx,
    sql<{
      key: string
      amountCents: bigint
      bookedOn: string
    }>`select line_key as key, amount_cents as "amountCents", booked_on as "bookedOn" from bank_statement_lines
      where account_number = ${accountNumber} and line_key = any (${[...byKey.keys()]}::text[])`,
  )
  for (const { key, amountCents, bookedOn } of standing) {
    const line = byKey.get(key)
    if (line && (line.amountCents !== amountCents || line.bookedOn !== bookedOn))
      throw unreadable(line.place, 'An earlier statement gives this line with another amount or date. Ask the bank.')
  }
  return new Set(standing.map(({ key }) => key))
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
