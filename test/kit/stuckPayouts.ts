import { payoutList } from '#contract/payouts/payouts.ts'
import { exceptionList, exceptionResolution } from '#contract/reconciliation/statementExceptions.ts'
import { statementImport } from '#contract/reconciliation/statementImports.ts'
import { payoutResolution } from '#contract/payouts/payoutResolutions.ts'
import { settlementList } from '#contract/loanReports/settlementAccounts.ts'
import { rows, sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { PayoutOwner } from '#server/kit/bank/payout.ts'
import { move } from '#server/ledger/ledger.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { settleLegs } from '#server/payouts/settleLegs.ts'
import { openFund } from './payouts.ts'
import type { World } from './world.ts'

const nobody: PayoutOwner = { sourceKind: 'test_intent', settled: async () => {} }

/** Payouts of the bank's fund that lie in transit: refused by the member's bank, and refused again on the resolution back. */
export async function stuckPayouts(world: World, titles: readonly string[]): Promise<string[]> {
  await openFund(world)
  const ids: string[] = []
  for (const [at, title] of titles.entries()) {
    const sourceId = newId()
    await world.house.db.transaction('system', (tx) =>
      openPayouts(tx, [
        {
          sourceKind: 'test_intent',
          sourceId,
          organisationId: world.organisationId('CF4100'),
          lenderId: world.organisationId('COOP'),
          title,
          amountCents: 970_000n + BigInt(at),
          paymentType: 'PESALINK',
          account: {
            institutionCode: '0068',
            institutionType: 'BANK',
            accountNumber: `06801900000${at}`,
            accountName: title.toUpperCase(),
          },
          narration: `LOAN ${at}`,
        },
      ]),
    )
    const [payout] = await world.house.db.transaction('system', (tx) =>
      rows(tx, sql<{ id: string; reference: string }>`select id, reference from payouts where source_id = ${sourceId}`),
    )
    if (!payout) throw new Error('no payout')
    ids.push(payout.id)
    const refused = { outcome: 'REFUSED', code: 'AC04', words: 'Closed account number' } as const
    const outcomes = [{ outcome: 'PAID', bankReference: `FT26${at}` } as const, refused, refused]
    for (const [place, outcome] of outcomes.entries()) {
      const reference = `${payout.reference}-${place + 1}`
      await world.owner.query(`update payout_legs set status = 'SENT', sent_at = now() where reference = $1`, [
        reference,
      ])
      await world.house.db.transaction('system', (tx) =>
        settleLegs(tx, [{ reference, outcome, by: 'CALLBACK' }], [nobody]),
      )
    }
  }
  return ids
}

/** Payout resolutions that wait, were rejected and withdrawn, and lines of a settlement account, for the lists. */
export async function makePayoutResolutions(world: World): Promise<void> {
  const { estherBankMaker, peterBankChecker } = world.people
  const ids = await stuckPayouts(world, ['Wanjiru Kamau', 'Njeri Mwangi', 'Kiprono Rotich', 'Achieng Odhiambo'])
  const changes: { id: string; version: number }[] = []
  for (const id of ids) {
    const body = { resolution: 'RETURN_AGAIN', reason: 'The account of the fund is open again' }
    changes.push(
      (await estherBankMaker.post<{ data: { id: string; version: number } }>(`/payouts/${id}/resolution`, body)).body
        .data,
    )
  }
  await peterBankChecker.post('/payouts/resolutions/decline', { ...changes[1], approverComment: 'Ask the bank first' })
  await estherBankMaker.post('/payouts/resolutions/withdraw', changes[2])
  const owner = { organisationId: world.organisationId('CF4100'), subjectId: world.organisationId('CF4100') }
  const [account, outside] = [
    { kind: 'settlement', ...owner },
    { kind: 'outside', ...owner },
  ] as const
  const lines = [
    { name: 'Sale 12, lot 40', cents: 150_050n, day: '2026-10-05', isCredit: true },
    { name: 'Charge of the bank', cents: 5_000n, day: '2026-10-06', isCredit: false },
    { name: 'Sale 13, lot 7', cents: 2_000_000n, day: '2026-10-12', isCredit: true },
    { name: 'SCHEDULE PAYMENTS OCT', cents: 1_900_000n, day: '2026-10-20', isCredit: false },
  ]
  await world.house.db.transaction('system', (tx) =>
    move(
      tx,
      lines.map(({ name, cents, day, isCredit }, at) => ({
        type: 'post',
        reference: `sale/${at}`,
        debit: isCredit ? outside : account,
        credit: isCredit ? account : outside,
        amountCents: cents,
        cause: { kind: 'test', id: owner.organisationId },
        narration: name,
        businessDate: day,
      })),
    ),
  )
}

/** The lists of money at the bank, with who reads them. */
export const bankLists = [
  { screen: payoutList, reader: 'peterBankChecker', path: () => '/payouts' },
  { screen: exceptionList, reader: 'josephKpcuMaker', path: () => '/reconciliation/exceptions' },
  { screen: exceptionResolution.list, reader: 'mercyKpcuChecker', path: () => '/reconciliation/resolutions' },
  { screen: statementImport.list, reader: 'mercyKpcuChecker', path: () => '/reconciliation/imports' },
  { screen: payoutResolution.list, reader: 'peterBankChecker', path: () => '/payouts/resolutions' },
  { screen: settlementList, reader: 'margaretManager', path: () => '/settlement/transactions/CF4100' },
] as const
