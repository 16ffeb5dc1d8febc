import type pg from 'pg'
import { newId } from '#server/kit/ids.ts'
import { move, post, reserve } from '#server/ledger/ledger.ts'
import { holdOf, limitGrant } from '#server/ledger/limits.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { organisationOf, userOf } from '../../db/seed/organisations.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import type { Bench } from '../kit/bench.ts'
import { dropBare, makeBare } from '../kit/bareCopies.ts'
import { copyMembers } from '../kit/copyMembers.ts'
import { median, timed } from '../kit/measure.ts'
import { againstFloor, thousands, type Line } from '../kit/report.ts'

const society = organisationOf('CF4100').id
const lender = organisationOf('KPCU').id
const amountCents = 1_000_000n
const feeCents = 30_000n
/** As many as one call takes. */
const atOnce = 500
/** Where a lender's decisions are kept; the bare copies have the same indexes and nothing else. */
const tables = ['loan_requests', 'payouts', 'payout_legs', 'ledger_movements', 'ledger_entries', 'audit_events']

/**
 * Authorises the approved loans of as many members, in calls of five hundred, as somebody at KPCU does it: every rule is checked
 * again for each of them. The floor copies the very rows that it wrote into bare tables, in as many transactions.
 */
export async function authorising(bench: Bench): Promise<Line[]> {
  const { house, owner } = bench.at
  const count = bench.isQuick ? 500 : 10_000
  const members = await copyMembers(owner, { society, count, prefix: 'AU', firstId: 60_000_000 })
  const farmers = members.map(({ id }) => id)
  await fillFund(bench, amountCents * BigInt(count * bench.rounds))
  await grantLimits(bench, farmers, amountCents * BigInt(bench.rounds))
  await makeBare(owner, tables)
  const authorize = routeOf('authorize', '/disbursement/authorize')
  const actor = await signedIn(house, owner, 'kpcu.checker')
  const took: { product: number; floor: number }[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const loans = await approvedLoans(bench, farmers)
    await owner.query(`insert into bare_loan_requests select * from loan_requests where id = any ($1)`, [loans])
    await owner.query('analyze loan_requests; analyze ledger_accounts; analyze ledger_holds; analyze payouts')
    const batches = Array.from({ length: Math.ceil(loans.length / atOnce) }, (_, n) =>
      loans.slice(n * atOnce, (n + 1) * atOnce),
    )
    const product = await timed(async () => {
      for (const ids of batches) {
        const body = ids.map((id) => ({ id }))
        const answer = (await run(house, authorize, { actor, body })) as { data: { done: number } } // border: the declared answer
        if (answer.data.done !== ids.length) throw new Error(`${answer.data.done} of ${ids.length} were authorised`)
      }
    })
    const floor = await timed(async () => {
      for (const ids of batches) await copyBare(owner, ids)
    })
    took.push({ product, floor })
  }
  await dropBare(owner, tables)
  const product = median(took.map((one) => one.product))
  const floor = median(took.map((one) => one.floor))
  const ratio = median(took.map((one) => one.product / one.floor))
  const work = `authorise ${thousands(count)} loans of as many members, in calls of ${atOnce}`
  const line = againstFloor(work, { product, floor, ratio }, 'bare copies of the rows', 4)
  return [{ ...line, measured: `${line.measured}, ${thousands(Math.round((count / product) * 1_000))} a second` }]
}

const fillFund = ({ at: { house } }: Bench, cents: bigint): Promise<unknown> => {
  const of = { organisationId: lender, subjectId: lender }
  const id = newId()
  const posting = { reference: `fill/${id}`, amountCents: cents, cause: { kind: 'bench', id } }
  return house.db.transaction('system', (tx) =>
    post(tx, [{ ...posting, debit: { kind: 'fund', ...of }, credit: { kind: 'outside', ...of } }]),
  )
}

/** Limits as an approved file grants them, without the file. */
async function grantLimits({ at: { house, owner } }: Bench, farmers: readonly string[], cents: bigint): Promise<void> {
  const season = currentSeason()
  const { rows: raised } = await owner.query<{ id: string; farmerId: string }>(
    `insert into limit_rows (id, organisation_id, farmer_id, season, kind, kilograms, rate_cents, added_cents, previous_cents, limit_cents, granted_by, approved_by, approved_at, place)
     select gen_random_uuid(), $1, farmer, $2, 'CHERRY', 1000, 4000, $3, 0, $3, $4, $5, now(), coalesce((select max(place) from limit_rows l where l.farmer_id = farmer and l.season = $2), 0) + 1
     from unnest($6::uuid[]) as farmer returning id, farmer_id as "farmerId"`,
    [society, season, cents, lender, userOf('kpcu.checker').id, farmers],
  )
  await house.db.transaction('system', (tx) =>
    move(
      tx,
      raised.map(({ id, farmerId }) =>
        limitGrant(
          { organisationId: society, farmerId, season },
          { grantedBy: lender, rowId: id, amountCents: cents, cause: { kind: 'limit_row', id } },
        ),
      ),
    ),
  )
}

/** A loan of each member that the society has approved, with its part of the limit reserved. */
async function approvedLoans({ at: { house, owner } }: Bench, farmers: readonly string[]): Promise<string[]> {
  const season = currentSeason()
  const loans = farmers.map((farmerId) => ({ id: newId(), farmerId }))
  await owner.query(
    `insert into loan_requests (id, organisation_id, lender_id, farmer_id, season, reference, channel, amount_cents, fee_cents, net_cents, owed_cents, status, version, makers, made_by,
       approved_by, approved_at, created_at)
     select id, $1, $2, farmer, $3, 'LN' || upper(right(replace(id::text, '-', ''), 12)), 'CLERK', $4::bigint, $5::bigint, $4::bigint - $5::bigint, $4::bigint, 'APPROVED', 2, array[$6::uuid, $7::uuid], $6, $7, now(), now()
     from unnest($8::uuid[], $9::uuid[]) as g (id, farmer)`,
    [
      society,
      lender,
      season,
      amountCents,
      feeCents,
      userOf('fcs.maker').id,
      userOf('fcs.checker').id,
      loans.map(({ id }) => id),
      loans.map(({ farmerId }) => farmerId),
    ],
  )
  await house.db.transaction('system', (tx) =>
    reserve(
      tx,
      loans.map(({ id, farmerId }) => ({
        reference: holdOf({ id, lenderId: lender }),
        debit: { kind: 'limit', organisationId: society, subjectId: farmerId, season, lenderId: lender },
        credit: { kind: 'limit_used', organisationId: society, subjectId: farmerId, season, lenderId: lender },
        amountCents,
        cause: { kind: 'loan_request', id },
      })),
    ),
  )
  return loans.map(({ id }) => id)
}

/** The same rows again, without locks and checks. */
async function copyBare(owner: pg.Client, ids: readonly string[]): Promise<void> {
  const ofMovement = `select id from ledger_movements where cause_id = any ($1) and kind = 'POST'`
  await owner.query('begin')
  for (const statement of [
    `update bare_loan_requests b set status = l.status, version = l.version, decided_by = l.decided_by, decided_at = l.decided_at, payment_type = l.payment_type,
       institution_code = l.institution_code, account_number = l.account_number, partner_status = l.partner_status from loan_requests l where l.id = b.id and b.id = any ($1)`,
    `insert into bare_payouts select * from payouts where source_id = any ($1)`,
    `insert into bare_payout_legs select l.* from payout_legs l join payouts p on p.id = l.payout_id where p.source_id = any ($1)`,
    `insert into bare_ledger_movements select * from ledger_movements where id in (${ofMovement})`,
    `insert into bare_ledger_entries select * from ledger_entries where movement_id in (${ofMovement})`,
    `insert into bare_audit_events select * from audit_events where kind = 'loan_request' and record_id = any ($1) and action = 'authorize'`,
  ])
    await owner.query(statement, [ids])
  await owner.query('commit')
}
