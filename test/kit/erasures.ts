import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import { businessDate } from '#server/kit/clock.ts'
import { move } from '#server/ledger/ledger.ts'
import type { Person } from './people.ts'
import type { UpdateAnswer } from './updateRequests.ts'
import type { World } from './world.ts'

/** A request that a person is erased, in the words of the dialog. */
export const askErasure = (person: Person, member: { id: string }, more: object = {}) =>
  person.post<UpdateAnswer>('/farmer/erase', {
    id: member.id,
    requestedOn: businessDate(),
    document: 'Letter 12 of 2026',
    reason: 'Wants to be forgotten',
    ...more,
  })
/** The same by the maker of the first society; throws when it was refused. */
export async function askedErasure(world: World, member: { id: string }): Promise<UpdateRequest> {
  const { status, body } = await askErasure(world.people.wanjikuMaker, member)
  if (status !== 200) throw new Error(`no request: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Every column of the database, of whatever schema, that holds one of these words; as table.column. */
export async function columnsHolding(world: World, words: readonly string[]): Promise<string[]> {
  const patterns = words.map((word) => `%${word}%`)
  const { rows: tables } = await world.owner.query<{ name: string; shown: string }>(
    `select format('%I.%I', table_schema, table_name) as name, table_name as shown from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found = new Set<string>()
  for (const { name, shown } of tables) {
    const { rows } = await world.owner.query<{ key: string }>(
      `select distinct e.key from ${name} t cross join lateral jsonb_each_text(to_jsonb(t)) e where t::text ilike any ($1) and e.value ilike any ($1)`,
      [patterns],
    )
    for (const { key } of rows) found.add(`${shown.replace(/_y\d{4}$/, '')}.${key}`)
  }
  return [...found].toSorted()
}
/** All that the member owes comes back from outside. */
export const repayAll = (world: World, farmerId: string) =>
  world.house.db.transaction('system', async (tx) => {
    const { rows } = await world.owner.query<{ season: string; lender_id: string; cents: string }>(
      `select season, lender_id, (debits_cents - credits_cents)::text as cents from ledger_accounts where kind = 'loan' and subject_id = $1 and debits_cents > credits_cents`,
      [farmerId],
    )
    await move(
      tx,
      rows.map(({ season, lender_id: lenderId, cents }) => ({
        type: 'post',
        reference: `back/${farmerId}/${season}`,
        debit: { kind: 'outside', organisationId: lenderId, subjectId: lenderId },
        credit: { kind: 'loan', organisationId: world.organisationId('CF4100'), subjectId: farmerId, season, lenderId },
        amountCents: BigInt(cents),
        cause: { kind: 'test', id: farmerId },
      })),
    )
  })
