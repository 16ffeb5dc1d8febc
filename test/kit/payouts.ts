/**
 * Payouts against the simulated bank, with the real calls for its messages. `drain` lets time pass until the bank and the
 * payouts are quiet.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { makeBank, type Bank } from '#server/kit/bank/bank.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { registerPayoutOwners, type NewPayout, type PayoutNews, type PayoutOwner } from '#server/kit/bank/payout.ts'
import type { AccountName } from '#server/ledger/accounts.ts'
import { balanceOf, move, post, type Movement } from '#server/ledger/ledger.ts'
import { queryDue } from '#server/payouts/queryLegs.ts'
import { matchMessages } from '#server/payouts/matchMessages.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { sendDue } from '#server/payouts/sendLegs.ts'
import type { Paying } from '#server/payouts/leasedLegs.ts'
import { expectEveryShilling } from './bankBooks.ts'
import { freePort } from './freePort.ts'
import { makeWorld, type World } from './world.ts'

export const fundAccount = '01100975259001'
export const transitAccount = '01100975259002'
export const shortCode = '400200'
const openingCents = 100_000_000_000n

export type PaymentType = NewPayout['paymentType']
export type PayoutOptions = { paymentType: PaymentType; amountCents?: bigint; to?: 'right' | 'closed' }
export type StoredPayout = {
  id: string
  sourceId: string
  paymentType: PaymentType
  accountNumber: string
  institutionCode: string
  institutionType: string
  amountCents: bigint
  status: string
  reason: string
}
export type PayingWorld = Awaited<ReturnType<typeof makePayingWorld>>

/** A world that receives the bank's messages, and pays from the fund of the bank. */
export async function makePayingWorld() {
  const port = await freePort()
  const world = await makeWorld({ settings: { PORT: String(port) } })
  await world.app.listen({ port, host: '127.0.0.1' })
  const lenderId = world.organisationId('COOP')
  const societyId = world.organisationId('CF4100')
  await world.owner.query(
    `insert into funds (organisation_id, name, account_number, transit_number, mpesa_short_code) values ($1, 'Fund', $2, $3, $4)
     on conflict (organisation_id) do update set account_number = $2, transit_number = $3, mpesa_short_code = $4`,
    [lenderId, fundAccount, transitAccount, shortCode],
  )
  await world.bank.control('POST', '/simulator/funds', [
    { institutionCode: '0011', accountNumber: fundAccount, amountCents: Number(openingCents) },
    { institutionCode: 'MPESA', accountNumber: shortCode, amountCents: Number(openingCents) },
  ])
  const fund: AccountName = { kind: 'fund', organisationId: lenderId, subjectId: lenderId }
  const clearing: AccountName = { kind: 'clearing', organisationId: lenderId, subjectId: societyId }
  const outside: AccountName = { kind: 'outside', organisationId: lenderId, subjectId: lenderId }
  // The demo's own payouts and what its ledger holds do not belong to these tests.
  await world.owner.query('truncate payout_events, payout_legs, payouts cascade')
  const before = await world.house.db.transaction('system', async (tx) => ({
    fund: (await balanceOf(tx, fund)).balanceCents,
    clearing: (await balanceOf(tx, clearing)).balanceCents,
  }))
  await world.house.db.transaction('system', (tx) =>
    post(tx, [
      {
        reference: 'opening',
        debit: fund,
        credit: outside,
        amountCents: openingCents,
        cause: { kind: 'none', id: newId() },
      },
    ]),
  )
  const received: PayoutNews[] = []
  const amounts = new Map<string, bigint>()

  /** As loans do it: clearing becomes a loan, or goes back to the fund. */
  const owner: PayoutOwner = {
    sourceKind: 'test_intent',
    settled: async (tx, news) => {
      const movements = news.flatMap(({ sourceId, status }): Movement[] => {
        const common = {
          type: 'post' as const,
          amountCents: amounts.get(sourceId) ?? 0n,
          cause: { kind: 'test_intent', id: sourceId },
        }
        if (status === 'PAID')
          return [
            {
              ...common,
              reference: `intent/${sourceId}/paid`,
              debit: { kind: 'loan', organisationId: societyId, subjectId: sourceId, lenderId },
              credit: clearing,
            },
          ]
        return status === 'FAILED' || status === 'REVERSED'
          ? [{ ...common, reference: `intent/${sourceId}/back`, debit: fund, credit: clearing }]
          : []
      })
      await move(tx, movements)
      received.push(...news)
    },
  }
  // Calls of the world's own server settle too, and files before this one may have left another owner of this name.
  registerPayoutOwners([owner])
  const bank = bankOf(world, port, 500)
  const paying: Paying = { db: world.house.db, log: world.house.log, bank, owners: [owner] }

  /** For what must be paid without a doubt, however slow the machine is. */
  const patient: Paying = { ...paying, bank: bankOf(world, port, 20_000) }

  async function open(orders: readonly PayoutOptions[]): Promise<string[]> {
    const payouts = orders.map((one) => payoutOf(one, { lenderId, societyId }))
    for (const { sourceId, amountCents } of payouts) amounts.set(sourceId, amountCents)
    const closed = payouts.filter((_, at) => orders[at]?.to === 'closed').map(({ account }) => account)
    if (closed.length > 0)
      await world.bank.load(
        closed.map(({ institutionCode, accountNumber }) => ({
          institutionCode,
          accountNumber,
          name: 'OTIENO',
          status: 'closed' as const,
        })),
      )
    await world.house.db.transaction('system', async (tx) => {
      await move(
        tx,
        payouts.map(({ sourceId, amountCents }) => ({
          type: 'post',
          reference: `intent/${sourceId}/authorised`,
          debit: clearing,
          credit: fund,
          amountCents,
          cause: { kind: 'test_intent', id: sourceId },
        })),
      )
      await openPayouts(tx, payouts)
    })
    return payouts.map(({ sourceId }) => sourceId)
  }

  const run = <T>(work: (tx: Tx) => Promise<T>) => world.house.db.transaction('system', work)
  const payouts = (): Promise<StoredPayout[]> =>
    run((tx) =>
      rows(
        tx,
        sql<StoredPayout>`select id, source_id as "sourceId", payment_type as "paymentType", account_number as "accountNumber",
          institution_code as "institutionCode", institution_type as "institutionType", amount_cents as "amountCents", status, reason from payouts order by id`,
      ),
    )
  const payoutOfSource = async (sourceId: string): Promise<StoredPayout> => {
    const stored = (await payouts()).find((payout) => payout.sourceId === sourceId)
    if (!stored) throw new Error('there is no such payout')
    return stored
  }

  return {
    world,
    bank,
    paying,
    patient,
    news: received,
    lenderId,
    societyId,
    open,
    run,
    payouts,
    payoutOfSource,
    legs: async (sourceId: string) =>
      (
        await world.owner.query<{
          reference: string
          kind: string
          status: string
          settled_by: string | null
          bank_reference: string | null
          asked: number
          fence: string
        }>(
          `select l.* from payout_legs l join payouts p on p.id = l.payout_id where p.source_id = $1 order by l.place`,
          [sourceId],
        )
      ).rows,
    /** Lets the servers work until the condition holds. */
    until: async (holds: () => Promise<boolean>, server: Paying = paying) => {
      for (let round = 0; round < 1000; round += 1) {
        await tick(server)
        if (await holds()) return
        await sleep(25)
      }
      throw new Error('the condition never held')
    },
    passTime: () => passTime(world),
    tick: (server: Paying = paying) => tick(server),
    drain: (server: Paying = paying) => drain(world, server),
    bankIsIdle: () => bankIsIdle(world),
    expectEveryShilling: () =>
      expectEveryShilling({
        world,
        bank,
        payouts: payouts(),
        run,
        fund,
        clearing,
        before,
        fundAccount,
        transitAccount,
      }),
    close: () => world.close(),
  }
}

async function tick(paying: Paying): Promise<number> {
  return (await sendDue(paying)) + (await matchMessages(paying)) + (await queryDue(paying))
}

async function drain(world: World, paying: Paying): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    while ((await tick(paying)) > 0);
    await bankIsIdle(world)
    while ((await matchMessages(paying)) > 0);
    const { rows: open } = await world.owner.query(`select 1 from payout_legs where settled_at is null limit 1`)
    if (open.length === 0) return
    await passTime(world)
  }
  throw new Error('payouts were not settled in sixty rounds')
}

/** Twenty minutes pass for what is under way: leases end, queries are due, and what has not arrived can no longer. */
const passTime = (world: World) =>
  world.owner.query(
    // Due a second ago: this clock counts finer than the program's.
    `update payout_legs set next_at = least(next_at, now() - interval '1 second'), leased_until = null, sent_at = sent_at - interval '20 minutes' where settled_at is null`,
  )

async function bankIsIdle(world: World): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    const { underWay } = await world.bank.control('GET', '/simulator/state').catch(() => ({ underWay: 1 }))
    quiet = underWay === 0 ? quiet + 1 : 0
    await sleep(10)
  }
}

/** The door to the simulated bank, with little patience; its messages come to the world's own call. */
const bankOf = (world: World, port: number, timeoutMs: number): Bank =>
  makeBank({
    url: world.bank.url,
    secret: world.bank.secret,
    timeoutMs,
    concurrency: 16,
    now,
    transfers: {
      callbackUrl: `http://127.0.0.1:${port}/api/bank/callbacks`,
      mpesaInitiator: { name: 'kahawa', securityCredential: 'sealed' },
    },
  })

/** The fund of the bank, unless it has one. */
export const openFund = (world: World) =>
  world.owner.query(
    `insert into funds (organisation_id, name, account_number, transit_number, mpesa_short_code) values ($1, 'Fund', $2, $3, $4)
     on conflict (organisation_id) do nothing`,
    [world.organisationId('COOP'), fundAccount, transitAccount, shortCode],
  )

/** Payouts of every payment type that nobody sends. */
export async function makePayouts(world: World): Promise<void> {
  const by = { lenderId: world.organisationId('COOP'), societyId: world.organisationId('CF4100') }
  await openFund(world)
  const orders = (['INTERNALFT', 'PESALINK', 'MPESA', 'PESALINK'] as const).map((paymentType) =>
    payoutOf({ paymentType }, by),
  )
  await world.house.db.transaction('system', (tx) => openPayouts(tx, orders))
}

let serial = 0
function payoutOf(
  { paymentType, amountCents = 1_600_500n }: PayoutOptions,
  by: { lenderId: string; societyId: string },
): NewPayout {
  serial += 1
  const digits = String(serial).padStart(7, '0')
  const accounts = {
    INTERNALFT: { institutionCode: '11', institutionType: 'BANK', accountNumber: `0110900${digits}` },
    PESALINK: { institutionCode: '0068', institutionType: 'BANK', accountNumber: `068019${digits}` },
    MPESA: { institutionCode: 'MPESA', institutionType: 'M-PESA', accountNumber: `071${digits}` },
    RTGS: { institutionCode: '0068', institutionType: 'BANK', accountNumber: `068019${digits}` },
  }
  const sourceId = newId()
  return {
    sourceKind: 'test_intent',
    sourceId,
    organisationId: by.societyId,
    lenderId: by.lenderId,
    title: `Wanjiku Kamau, ${digits}`,
    amountCents: paymentType === 'MPESA' ? amountCents - (amountCents % 100n) : amountCents,
    paymentType,
    account: { ...accounts[paymentType], accountName: 'WANJIKU KAMAU' },
    narration: `LOAN ${digits}`,
  }
}
