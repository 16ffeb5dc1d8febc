import { sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { AccountName } from '#server/ledger/accounts.ts'
import { post, type Post } from '#server/ledger/ledger.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import type { Bench } from '../kit/bench.ts'
import { dropBare, makeBare } from '../kit/bareCopies.ts'
import { byTurns, timed } from '../kit/measure.ts'
import { ms, thousands, type Line } from '../kit/report.ts'

const season = '2026/2027'
const connections = 8
const tables = ['ledger_movements', 'ledger_entries', 'ledger_accounts']

/**
 * Movements of the ledger. The floor writes the same rows into copies of its tables with the same indexes, without triggers,
 * foreign keys, locks and checks: what PostgreSQL takes to keep them at all.
 */
export async function movingMoney(bench: Bench): Promise<Line[]> {
  const { house, owner } = bench.at
  await makeBare(owner, tables)
  await owner.query(
    'grant select, insert, update on bare_ledger_movements, bare_ledger_entries, bare_ledger_accounts to kahawa_wide',
  )
  const [kpcu, society] = [organisationOf('KPCU').id, organisationOf('CF4100').id]
  const cause = { kind: 'bench', id: newId() }
  const accountsOf = (subjectId: string): { clearing: AccountName; fee: AccountName; outside: AccountName } => ({
    clearing: { kind: 'clearing', organisationId: kpcu, subjectId },
    fee: { kind: 'fee', organisationId: kpcu, subjectId },
    outside: { kind: 'outside', organisationId: kpcu, subjectId },
  })
  const fill = async (subjectId: string): Promise<void> => {
    const { clearing, outside } = accountsOf(subjectId)
    const movement = { reference: newId(), debit: clearing, credit: outside, amountCents: 1_000_000_000_000n, cause }
    await house.db.transaction('system', (tx) => post(tx, [movement]))
  }
  /** A loan of a new member: what was paid out and its fee. */
  const payOut = (subjectId: string): Post[] => {
    const { clearing, fee } = accountsOf(subjectId)
    const loan: AccountName = { kind: 'loan', organisationId: society, subjectId: newId(), season, lenderId: kpcu }
    return [
      { reference: newId(), debit: loan, credit: clearing, amountCents: 1_600_500n, cause },
      { reference: newId(), debit: loan, credit: fee, amountCents: 49_500n, cause },
    ]
  }

  const count = bench.isQuick ? 1_000 : 10_000
  const subject = newId()
  await fill(subject)
  const batch = await byTurns({
    rounds: bench.rounds,
    floor: () => {
      const list = Array.from({ length: count / 2 }, () => payOut(subject)).flat()
      return timed(() => house.db.transaction('system', (tx) => writeBare(tx, list)))
    },
    product: () => {
      const list = Array.from({ length: count / 2 }, () => payOut(subject)).flat()
      return timed(() => house.db.transaction('system', (tx) => post(tx, list)))
    },
  })

  const loans = bench.isQuick ? 200 : 2_000
  /** Milliseconds for so many loans, each in a transaction of its own, on eight connections. */
  const oneByOne = (subjects: readonly string[], write: (tx: Tx, list: Post[]) => Promise<unknown>) =>
    timed(() =>
      Promise.all(
        Array.from({ length: connections }, async (_, connection) => {
          const of = subjects[connection % subjects.length] ?? subject
          for (let n = 0; n < loans / connections; n++)
            await house.db.transaction('system', (tx) => write(tx, payOut(of)))
        }),
      ),
    )
  const subjects = Array.from({ length: connections }, newId)
  for (const one of subjects) await fill(one)
  const turns = (of: readonly string[]) =>
    byTurns({ rounds: bench.rounds, floor: () => oneByOne(of, writeBare), product: () => oneByOne(of, post) })
  const apart = await turns(subjects)
  const together = await turns([subject])
  await dropBare(owner, tables)

  const perSecond = (took: number): string => `${thousands(Math.round((loans / took) * 1_000))} loans a second`
  const line = (work: string, of: { floor: number; product: number; ratio: number }): Line => ({
    work,
    measured: perSecond(of.product),
    floor: `${perSecond(of.floor)}, bare INSERT`,
    ratio: of.ratio,
  })
  return [
    {
      work: `ledger: ${thousands(count)} movements on new accounts in one list`,
      measured: `${ms(batch.product)}, ${thousands(Math.round((count / batch.product) * 1_000))} a second`,
      floor: `${ms(batch.floor)} bare INSERT`,
      ratio: batch.ratio,
    },
    line(`ledger: a loan and its fee per transaction, ${connections} societies at once`, apart),
    line(`ledger: the same, all for one society`, together),
  ]
}

/** A movement, its two entries and the account it opens, kept by nobody. */
async function writeBare(tx: Tx, list: readonly Post[]): Promise<void> {
  const ids = list.map(() => newId())
  await sql`insert into bare_ledger_accounts (id, organisation_id, kind, book, normal_side, may_overdraw, subject_id, season, currency, lender_id, opened_at)
    select distinct on (subject) subject, organisation, 'loan', 'MONEY', 'DEBIT', false, subject, ${season}, 'KES', ${list[0]?.debit.lenderId ?? null}::uuid, now()
    from unnest(${list.map(({ debit }) => debit.subjectId)}::uuid[], ${list.map(({ debit }) => debit.organisationId)}::uuid[]) as g (subject, organisation)`.execute(
    tx,
  )
  const from = sql`unnest(${ids}::uuid[], ${list.map(({ reference }) => reference)}::text[], ${list.map(({ debit }) => debit.subjectId)}::uuid[],
    ${list.map(({ credit }) => credit.organisationId)}::uuid[], ${list.map(({ amountCents }) => amountCents)}::bigint[], ${list.map(({ cause }) => cause.id)}::uuid[])
    with ordinality as g (id, reference, subject, organisation, amount, cause, place)`
  await sql`insert into bare_ledger_movements (id, organisation_id, reference, kind, debit_account_id, credit_account_id, book, currency, amount_cents, business_date, cause_kind, cause_id, place, created_at)
    select id, organisation, reference, 'POST', subject, organisation, 'MONEY', 'KES', amount, current_date, 'bench', cause, place, now() from ${from}`.execute(
    tx,
  )
  await sql`insert into bare_ledger_entries (account_id, n, organisation_id, movement_id, side, posted_cents, held_cents, balance_after_cents, available_after_cents)
    select case side when 'DEBIT' then subject else id end, place, organisation, id, side, amount, 0, amount, amount
    from ${from} cross join (values ('DEBIT'), ('CREDIT')) as s (side)`.execute(tx)
  await sql`update bare_ledger_accounts a set debits_cents = debits_cents + amount, entry_count = entry_count + 1 from ${from} where a.id = g.subject`.execute(
    tx,
  )
}
