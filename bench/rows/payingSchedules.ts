import { setTimeout as sleep } from 'node:timers/promises'
import type { Bank } from '#server/kit/bank/bank.ts'
import type { PayoutOwner } from '#server/kit/bank/payout.ts'
import { newId } from '#server/kit/ids.ts'
import { makeHttp } from '#server/kit/web/http.ts'
import { matchMessages } from '#server/payouts/matchMessages.ts'
import { sendDue } from '#server/payouts/sendLegs.ts'
import { manyAtOnce, type Paying } from '#server/payouts/leasedLegs.ts'
import { routes } from '#server/routes.ts'
import { payoutOwners } from '#server/payoutOwners.ts'
import { spawnBank } from '../../tools/bankSimulator/spawn.ts'
import type { Bench } from '../kit/bench.ts'
import { thousands, type Line } from '../kit/report.ts'
import { freePort } from '../../test/kit/freePort.ts'
import { timed } from '../kit/measure.ts'
import { atOnce, doorTo } from './payingOut.ts'
import { orderOnce } from './schedules.ts'

/** The bank carries out for so long at most. */
const mostMs = 300_000

/**
 * The lines of a schedule at the bank: each is sent, its message comes back, the line is settled, the ledger posted and the member's
 * SMS written, until all are paid or five minutes have passed. What is recovered for lenders goes first, in one sum each.
 */
export async function payingSchedules(bench: Bench, count: number): Promise<Line[]> {
  const { house, owner } = bench.at
  const simulator = await spawnBank()
  const port = await freePort()
  const bank = doorTo(simulator, port)
  const app = await makeHttp({ house: { ...house, bank }, routes })
  await app.listen({ port, host: '127.0.0.1' })
  try {
    const { account } = await orderOnce(bench, count)
    await simulator.control('POST', '/simulator/answer-any', { on: true })
    await simulator.control('POST', '/simulator/funds', [
      { institutionCode: '0011', accountNumber: account, amountCents: 1_000_000_000_000 },
    ])
    const bare = await sendBare(bank, account)
    await owner.query(
      `insert into settings (name, value) values ('payoutsMostInHour', '1000000000000'), ('payoutsMostInDay', '1000000000000') on conflict (name) do update set value = excluded.value`,
    )
    // By what they pay: a transaction that begins again tells the same news again.
    const ended = new Set<string>()
    // Other payouts that the folder holds are matched too: a message that nobody owns would stop those behind it.
    const counted = payoutOwners.map((one): PayoutOwner => ({
      ...one,
      settled: async (tx, news) => {
        await one.settled(tx, news)
        if (one.sourceKind !== 'schedule_line') return
        for (const { sourceId, status } of news) if (status !== 'PROCESSING') ended.add(sourceId)
      },
    }))
    const paying: Paying = { ...house, bank, owners: counted }
    const lines = await readCount(bench, `status in ('QUEUED', 'PROCESSING')`)
    const start = performance.now()
    const isOver = () => ended.size >= lines || performance.now() - start >= mostMs
    const sending = (async () => {
      while (!isOver()) if ((await sendDue(paying)) === 0) await sleep(20)
    })()
    let toldAt = start
    while (!isOver()) {
      if ((await matchMessages(paying)) === 0) await sleep(5)
      if (performance.now() - toldAt < 30_000) continue
      toldAt = performance.now()
      bench.say(`${thousands(ended.size)} of ${thousands(lines)} after ${Math.round((toldAt - start) / 1_000)} s`)
    }
    const tookMs = performance.now() - start
    await sending
    const paid = await readCount(bench, `status = 'SUCCESS'`)
    const each = paid / (tookMs / 1_000)
    return [
      {
        work: `schedule: ${thousands(lines)} lines at the bank`,
        measured: `${thousands(paid)} paid in ${Math.round(tookMs / 1_000)} s, ${thousands(Math.round(each))} a second`,
        floor: `${thousands(Math.round(bare))} a second, bare orders to the simulator`,
        ratio: bare / each,
      },
    ]
  } finally {
    await app.close()
    await simulator.stop()
  }
}

/** How many orders a second go through the same door to the same bank, whose messages are kept and matched to nothing. */
async function sendBare(bank: Bank, from: string): Promise<number> {
  const count = 5_000
  const tookMs = await timed(() =>
    manyAtOnce([...Array(count).keys()], atOnce, async (at) => {
      await bank.transfer({
        reference: newId().replaceAll('-', '').slice(5),
        channel: 'internal',
        from,
        to: {
          institutionCode: '0011',
          institutionType: 'BANK',
          accountNumber: `0110901${String(at).padStart(7, '0')}`,
        },
        amountCents: 1_600_500n,
        currency: 'KES',
        narration: 'CHERRY',
      })
    }),
  )
  return count / (tookMs / 1_000)
}

/** How many lines of approved schedules are in these states. */
async function readCount({ at: { owner } }: Bench, where: string): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from schedule_lines l where ${where} and exists (select from communal_payments p where p.id = l.communal_payment_id and p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED'))`,
  )
  return rows[0]?.n ?? 0
}
