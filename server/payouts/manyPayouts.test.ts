import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payout, PayoutBoard } from '#contract/payouts/payouts.ts'
import { makePayingWorld, type PayingWorld } from '#test/kit/payouts.ts'
import { rowsRead } from '#test/kit/rowsRead.ts'
import { sendDue } from './sendLegs.ts'

// Among the payouts of years, of which some failed, the desk reads those of these days.
const old = 3_000
let paying: PayingWorld
beforeAll(async () => {
  paying = await makePayingWorld()
  const [sourceId = ''] = await paying.open([{ paymentType: 'INTERNALFT' }])
  const { id } = await paying.payoutOfSource(sourceId)
  await paying.drain()
  const client = await paying.world.owner.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into payouts select (jsonb_populate_record(null::payouts, to_jsonb(p) || jsonb_build_object('id', gen_random_uuid(), 'source_id', gen_random_uuid(),
         'reference', 'KP' || lpad(n::text, 14, '0'), 'status', case when n % 10 = 0 then 'FAILED' else 'PAID' end,
         'created_at', p.created_at - interval '30 days', 'settled_at', p.settled_at - interval '30 days'))).* from payouts p, generate_series(1, $2::int) n where p.id = $1`,
      [id, old],
    )
    await client.query(
      `insert into payout_legs select (jsonb_populate_record(null::payout_legs, to_jsonb(l) || jsonb_build_object('id', gen_random_uuid(), 'payout_id', p.id, 'reference', p.reference || '-1',
         'sent_at', l.sent_at - interval '30 days', 'settled_at', l.settled_at - interval '30 days'))).*
         from payouts p, payout_legs l where l.payout_id = $1 and p.reference like 'KP0000%'`,
      [id],
    )
    await client.query('vacuum analyze payouts, payout_legs')
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
}, 120_000)
afterAll(() => paying?.close())

const tables = ['payouts', 'payout_legs'] as const
const few = 100

test('the desk adds up what is under way and what left the funds today, and reads nothing older', async () => {
  const { peterBankChecker } = paying.world.people
  const { rows } = await paying.world.owner.query<{ n: number }>('select count(*)::int as n from payouts')
  expect(rows[0]?.n).toBe(old + 1)
  let board: PayoutBoard | undefined
  const read = await rowsRead(paying.world, tables, async () => {
    board = (await peterBankChecker.get<PayoutBoard>('/payouts/board')).body
  })
  expect(board).toMatchObject({ attention: 0, stuck: 0 })
  for (const table of tables) expect({ table, few: (read[table] ?? 0) <= few }).toEqual({ table, few: true })
})

test('a batch is sent without a look at what was sent before today', async () => {
  const [sourceId = ''] = await paying.open([{ paymentType: 'INTERNALFT' }])
  const read = await rowsRead(paying.world, tables, () => sendDue(paying.paying))
  for (const table of tables) expect({ table, few: (read[table] ?? 0) <= few }).toEqual({ table, few: true })
  await paying.drain()
  expect(await paying.payoutOfSource(sourceId)).toMatchObject({ status: 'PAID' })
})

test('what failed today is counted at the desk and named in the list', async () => {
  const { peterBankChecker } = paying.world.people
  await paying.open([{ paymentType: 'INTERNALFT', to: 'closed' }])
  await paying.drain()
  expect((await peterBankChecker.get<PayoutBoard>('/payouts/board')).body).toMatchObject({ attention: 1 })
  const query = { paginate: 'Y', filter: 'attention:FAILED' }
  const listed = await peterBankChecker.get<{ data: Payout[] }>('/payouts', query)
  expect(listed.body.data).toMatchObject([{ status: 'FAILED', attention: 'FAILED' }])
})
