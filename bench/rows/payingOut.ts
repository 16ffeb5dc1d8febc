import { setTimeout as sleep } from 'node:timers/promises'
import { makeBank } from '#server/kit/bank/bank.ts'
import { now } from '#server/kit/clock.ts'
import { makeHttp } from '#server/kit/web/http.ts'
import { newId } from '#server/kit/ids.ts'
import type { NewPayout, PayoutOwner } from '#server/kit/bank/payout.ts'
import type { AccountName } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/ledger.ts'
import { matchMessages } from '#server/payouts/matchMessages.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { sendDue } from '#server/payouts/sendLegs.ts'
import { manyAtOnce, type Paying } from '#server/payouts/leasedLegs.ts'
import { routes } from '#server/routes.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { spawnBank } from '../../tools/bankSimulator/spawn.ts'
import type { Bench } from '../kit/bench.ts'
import { byTurns, timed } from '../kit/measure.ts'
import { thousands, type Line } from '../kit/report.ts'
import { freePort } from '../../test/kit/freePort.ts'

const fundAccount = '01100975259001'
const amountCents = 1_600_500n
/** As the sender of payouts does it. */
export const atOnce = 48

/**
 * Payouts inside the bank until the ledger knows that they are paid. The floor sends the same orders through the same door to
 * the same simulated bank, whose messages are kept and matched to nothing: what HTTP, the bank and its messages take.
 */
export async function payingOut(bench: Bench): Promise<Line[]> {
  const { house, owner } = bench.at
  const simulator = await spawnBank()
  const port = await freePort()
  const app = await makeHttp({ house: { ...house, bank: doorTo(simulator, port) }, routes })
  await app.listen({ port, host: '127.0.0.1' })
  const bank = doorTo(simulator, port)
  try {
    await simulator.control('POST', '/simulator/answer-any', { on: true })
    await simulator.control('POST', '/simulator/funds', [
      { institutionCode: '0011', accountNumber: fundAccount, amountCents: 1_000_000_000_000 },
    ])
    const [lenderId, organisationId] = [organisationOf('KPCU').id, organisationOf('CF4100').id]
    await owner.query(
      `insert into funds (organisation_id, name, account_number, transit_number, mpesa_short_code) values ($1, 'Fund', $2, $2, '400200')
       on conflict (organisation_id) do update set account_number = $2`,
      [lenderId, fundAccount],
    )
    await owner.query(
      `insert into settings (name, value) values ('payoutsMostInHour', '1000000000000'), ('payoutsMostInDay', '1000000000000') on conflict (name) do update set value = excluded.value`,
    )
    const clearing: AccountName = { kind: 'clearing', organisationId: lenderId, subjectId: organisationId }
    const outside: AccountName = { kind: 'outside', organisationId: lenderId, subjectId: organisationId }
    const cause = { kind: 'bench', id: newId() }
    await house.db.transaction('system', (tx) =>
      post(tx, [{ reference: newId(), debit: clearing, credit: outside, amountCents: 1_000_000_000_000n, cause }]),
    )
    let paid = 0
    const toLoans: PayoutOwner = {
      sourceKind: 'bench_intent',
      settled: async (tx, news) => {
        const ended = news.filter(({ status }) => status === 'PAID')
        await post(
          tx,
          ended.map(({ sourceId }) => ({
            reference: `bench/${sourceId}`,
            debit: { kind: 'loan', organisationId, subjectId: sourceId, lenderId },
            credit: clearing,
            amountCents,
            cause,
          })),
        )
        paid += ended.length
      },
    }
    const paying: Paying = { ...house, bank, owners: [toLoans] }
    const count = bench.isQuick ? 500 : 10_000
    let serial = 0
    const accountNumber = (): string => `0110900${String((serial += 1)).padStart(7, '0')}`
    const payout = (): NewPayout => ({
      sourceKind: 'bench_intent',
      sourceId: newId(),
      organisationId,
      lenderId,
      title: 'Wanjiku Kamau',
      amountCents,
      paymentType: 'INTERNALFT',
      account: {
        institutionCode: '0011',
        institutionType: 'BANK',
        accountNumber: accountNumber(),
        accountName: 'WANJIKU KAMAU',
      },
      narration: 'LOAN',
    })
    const result = await byTurns({
      rounds: bench.rounds,
      floor: () =>
        timed(() =>
          manyAtOnce(Array.from({ length: count }), atOnce, async () => {
            await bank.transfer({
              reference: newId().replaceAll('-', '').slice(5),
              channel: 'internal',
              from: fundAccount,
              to: { institutionCode: '0011', institutionType: 'BANK', accountNumber: accountNumber() },
              amountCents,
              currency: 'KES',
              narration: 'LOAN',
            })
          }),
        ),
      product: async () => {
        const payouts = Array.from({ length: count }, payout)
        await house.db.transaction('system', (tx) => openPayouts(tx, payouts))
        const target = paid + count
        return timed(async () => {
          const sending = (async () => {
            while ((await sendDue(paying)) > 0);
          })()
          while (paid < target) if ((await matchMessages(paying)) === 0) await sleep(5)
          await sending
        })
      },
    })
    const perSecond = (took: number): string => `${thousands(Math.round((count / took) * 1_000))} a second`
    return [
      {
        work: `payouts: ${thousands(count)} inside the bank, until each is paid in the ledger`,
        measured: perSecond(result.product),
        floor: `${perSecond(result.floor)}, bare orders to the simulator`,
        ratio: result.ratio,
      },
    ]
  } finally {
    await app.close()
    await simulator.stop()
  }
}

/** A door to a simulated bank whose messages come back to this port. */
export const doorTo = (simulator: { url: string; secret: string }, port: number) =>
  makeBank({
    ...simulator,
    timeoutMs: 5_000,
    concurrency: atOnce,
    now,
    transfers: {
      callbackUrl: `http://127.0.0.1:${port}/api/bank/callbacks`,
      mpesaInitiator: { name: 'kahawa', securityCredential: 'sealed' },
    },
  })
