import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from './kit/testDatabase.ts'

// What holds for every table, read from the catalogue of the migrated database.
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await makeTestDatabase()
  client = new pg.Client(database.config)
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

test('every table and view has a comment that is a sentence', async () => {
  const { rows } = await client.query<{ name: string; comment: string | null }>(
    `select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') order by 1`,
  )
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter(({ comment }) => !comment?.trim().endsWith('.')).map(({ name }) => name)).toEqual([])
})

/**
 * Foreign keys without an index, by the reason that none is worth its price: one more entry to write for each row, and a
 * little of every vacuum. PostgreSQL itself looks for children only when a parent is removed or its key changes.
 */
const withoutIndex: Record<string, string[]> = {
  'Users are never removed, and nobody lists deliveries by who entered or decided them: a file of a million rows would write two million entries more.':
    ['cherry_deliveries.made_by', 'cherry_deliveries.decided_by'],
  'Seasons are never removed, and deliveries of a season are found by their days: one entry more for each of millions of deliveries.':
    ['cherry_deliveries.season'],
  'Factories are closed, never removed, and no list is of one factory: one entry more for each of millions of deliveries.':
    ['cherry_deliveries.factory_id'],
  'Wards tell where a farmer lives, and lists filter by nothing wider; the official lists only grow. Three entries more for each row of a file of farmers.':
    ['farmers.county_id', 'farmers.sub_county_id', 'farmers.variety_id'],
  'Users are never removed, and farmers are not listed by who approved them: one entry more for each row of a file of farmers.':
    ['farmers.decided_by'],
  'Accounts and their kinds are never removed, by trigger, and movements of an account are read through its entries: each entry more is paid on every movement of money.':
    [
      'ledger_accounts.kind,book,normal_side,may_overdraw',
      'ledger_movements.credit_account_id,book,currency',
      'ledger_movements.debit_account_id,organisation_id,book,currency',
    ],
  'Users, seasons and lenders are never removed, and limits are read by society, by member or from the newest on: a limit file of a society would write three entries more for each member.':
    ['limit_rows.approved_by', 'limit_rows.granted_by', 'limit_rows.season'],
  'Users and seasons are never removed, and loans are read by society, lender, member or state: four entries more at each step of a loan.':
    ['loan_requests.approved_by', 'loan_requests.decided_by', 'loan_requests.made_by', 'loan_requests.season'],
  'Organisations are never removed, and legs and events are read through their payout: each entry more is paid while money is under way.':
    ['payout_events.organisation_id', 'payout_legs.lender_id', 'payout_legs.organisation_id'],
  'Organisations are never removed, and lines of the bank are read by account: one entry more for each line of each statement.':
    ['bank_statement_lines.organisation_id'],
  'Organisations are never removed, and printed statements are read by member or by code: one entry more for each paper.':
    ['member_statements.organisation_id'],
  'Users are never removed, and nobody lists these few rows by the person: an entry more for each would never be read.':
    [
      'bank_statement_pulls.asked_by',
      'bank_statements.made_by',
      'channel_pauses.paused_by',
      'channel_pauses.resumed_by',
      'cherry_rates.decided_by',
      'cherry_rates.made_by',
      'communal_rate_limits.decided_by',
      'communal_rate_limits.made_by',
      'conversion_rates.decided_by',
      'conversion_rates.made_by',
      'deductions.decided_by',
      'deductions.made_by',
      'member_statements.issued_by',
      'payment_retries.decided_by',
      'payment_retries.made_by',
      'schedule_drafts.ended_by',
      'schedule_drafts.held_by',
      'schedule_drafts.made_by',
      'payout_events.by_user',
      'communal_payments.decided_by',
      'communal_payments.made_by',
      'society_transfers.decided_by',
      'society_transfers.made_by',
    ],
}

type Key = { name: string; parent: string; isIndexed: boolean; isRemoved: boolean }

test('every foreign key has an index, or a reason to have none and a parent that no role of ours may remove', async () => {
  const { rows } = await client.query<Key>(
    `select k.conrelid::regclass::text || '.' || k.columns as name, k.confrelid::regclass::text as parent,
       exists (select from pg_index i where i.indrelid = k.conrelid and i.indisvalid
         -- In any order: all of them are compared. An index that leaves out null alone holds every child.
         and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(k.conkey)] @> k.conkey
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || k.columns || ' IS NOT NULL)')) as "isIndexed",
       exists (select from pg_roles r where r.rolname like 'kahawa\\_%' and has_table_privilege(r.oid, k.confrelid, 'delete')) as "isRemoved"
     from (select *, (select string_agg(a.attname, ',' order by u.place) from unnest(conkey) with ordinality u (n, place)
         join pg_attribute a on a.attrelid = conrelid and a.attnum = u.n) as columns
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace) k order by 1`,
  )
  expect(rows.length).toBeGreaterThan(100)
  const bare = rows.filter(({ isIndexed }) => !isIndexed)
  expect(bare.map(({ name }) => name)).toEqual(Object.values(withoutIndex).flat().toSorted())
  expect(bare.filter(({ isRemoved }) => isRemoved)).toEqual([])
})
