import type pg from 'pg'
import { settings } from '#contract/house/settings.ts'
import { balanceStatements } from '#server/balances/checkBalances.ts'
import { businessDate } from '#server/kit/clock.ts'
import { recompute } from '#server/ledger/checkLedger.ts'
import { chaosSale } from './heldSale.ts'
import { compareBooks, type BankBook } from './bankBook.ts'
import type { Acknowledged } from './lightWork.ts'
import { moneyInvariants } from './moneyInvariants.ts'
import type { MoneyAcknowledged } from './moneyWork.ts'
import { brokenSales, receiptsToPlace } from './saleInvariants.ts'
import type { SalesAcknowledged } from './saleWork.ts'
import { brokenSchedules, openSchedules, type SchedulesAcknowledged } from './scheduleWork.ts'

/** The query answers what breaks the promise, so an empty answer is a kept one. */
export type Invariant = { promise: string; broken: string }
export type Finding = { promise: string; rows: readonly unknown[] }

/** What must hold after any kill. */
const invariants: readonly Invariant[] = [
  { promise: 'no upload is left being checked', broken: `select id, status from uploads where status = 'CHECKING'` },
  {
    promise: 'no approval is left unfinished',
    broken: `select id, status from uploads where status = 'PENDING_ACCOUNT_VALIDATION'`,
  },
  {
    promise: 'the counts of an upload are those of its rows',
    broken: `select u.id from uploads u left join upload_rows r on r.upload_id = u.id group by u.id
      having u.row_count <> count(r.id) or u.failed_count <> count(r.id) filter (where r.state = 'failed') or u.left_out_count <> count(r.id) filter (where r.state = 'left_out')`,
  },
  {
    promise: 'the farmers of an upload are its done rows',
    broken: `select u.id, u.done_count, count(f.id) from uploads u left join farmers f on f.upload_id = u.id where u.kind = 'farmers' group by u.id having u.done_count <> count(f.id)`,
  },
  {
    promise: 'no farmer twice',
    broken: `select organisation_id, id_number from farmers group by 1, 2 having count(*) > 1
      union all select organisation_id, member_number from farmers group by 1, 2 having count(*) > 1`,
  },
  {
    promise: 'an approved upload has no row without a farmer',
    broken: `select u.id from uploads u join upload_rows r on r.upload_id = u.id left join farmers f on f.id = r.id where u.kind = 'farmers' and u.status = 'APPROVED' and r.state = 'ready' and f.id is null`,
  },
  {
    promise: 'every change of state has exactly one audit event',
    broken: `select u.id, u.version, count(e.id) from uploads u left join audit_events e on e.record_id = u.id and e.from_status is not null group by u.id having u.version - 1 <> count(e.id)`,
  },
  {
    promise: 'every upload was noted once when it came',
    broken: `select u.id from uploads u left join audit_events e on e.record_id = u.id and e.action = 'upload' group by u.id having count(e.id) <> 1`,
  },
  {
    // An approval that its rows refuse stands in the trail too, and leaves the state as it was.
    promise: 'the last audit event of a state names that of the upload',
    broken: `select u.id, u.status, e.to_status from uploads u join lateral (select to_status from audit_events e where e.record_id = u.id and e.to_status is not null order by e.id desc limit 1) e on true where e.to_status is distinct from u.status`,
  },
  {
    promise: 'no job is stuck',
    broken: `select name, state, count(*) from pgboss.job where name in ('upload.check', 'farmers.look_up') and state in ('created', 'active', 'retry') group by 1, 2`,
  },
  ...moneyInvariants,
]

/** Records of each balance that do not close, by the balance, its organisation, season and sale. */
export type OpenBalances = ReadonlyMap<string, number>

/** Every balance of the house, read with the owner's eyes and the settings as they come. */
export async function openBalances(owner: pg.Client): Promise<OpenBalances> {
  const open = new Map<string, number>()
  const terms = {
    today: businessDate(),
    cherryPerParchmentHundredths: settings.cherryPerParchmentHundredths.default,
    parchmentSlackPercent: settings.parchmentSlackPercent.default,
  }
  for (const { name, text } of balanceStatements(terms)) {
    const { rows } = await owner.query<{ at: string; open: number }>(
      `select concat_ws(' ', o.code, season, sale) as at, b.open from (${text}) b left join organisations o on o.id = b.organisation_id where b.open > 0`,
    )
    for (const { at, open: records } of rows) open.set(`${name} ${at}`.trim(), records)
  }
  return open
}

/** What the data of the run began with may be open; nothing that was killed opens more. */
async function balancesThatOpened(owner: pg.Client, before: OpenBalances): Promise<Finding> {
  const rows = [...(await openBalances(owner))].filter(([at, records]) => records > (before.get(at) ?? 0))
  return { promise: 'no balance of kilograms or money has opened', rows }
}

type Evidence = {
  balances: OpenBalances
  uploads: readonly Pick<Acknowledged, 'uploads' | 'approved'>[]
  money: MoneyAcknowledged
  schedules: SchedulesAcknowledged
  /** Of a run that sells coffee. */
  sales?: SalesAcknowledged
  book: BankBook
}

/** Answers one line for each promise, and how many are broken. */
export async function checkInvariants(
  owner: pg.Client,
  evidence: Evidence,
): Promise<{ lines: string[]; broken: number }> {
  const results = [...(await acknowledgedStand(owner, evidence))]
  for (const { promise, broken } of invariants) results.push({ promise, rows: (await owner.query(broken)).rows })
  results.push(...(await brokenSchedules(owner, evidence.schedules)))
  if (evidence.sales)
    results.push(...(await brokenSales(owner, { sales: evidence.sales, sale: chaosSale, book: evidence.book })))
  results.push(...(await compareBooks(owner, evidence.book)))
  results.push(await balancesThatOpened(owner, evidence.balances))
  const { movements, findings } = await recompute(owner)
  results.push({ promise: `the ledger follows from its ${movements} movements`, rows: findings })
  return {
    lines: results.map(({ promise, rows }) =>
      rows.length === 0 ? `kept    ${promise}` : `BROKEN  ${promise}: ${rows.length}, such as ${textOf(rows)}`,
    ),
    broken: results.filter(({ rows }) => rows.length > 0).length,
  }
}

const textOf = (rows: readonly unknown[]): string =>
  JSON.stringify(rows.slice(0, 3), (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

async function acknowledgedStand(owner: pg.Client, { uploads, money }: Evidence): Promise<Finding[]> {
  const check = async (promise: string, query: string, ...values: unknown[]): Promise<Finding> => ({
    promise,
    rows: (await owner.query(query, values)).rows,
  })
  const uploaded = uploads.flatMap((one) => one.uploads)
  const approved = uploads.flatMap((one) => one.approved)
  return [
    await check(
      `every acknowledged upload exists (${uploaded.length})`,
      `select id from unnest($1::uuid[]) as id where not exists (select 1 from uploads u where u.id = id.id)`,
      uploaded,
    ),
    await check(
      `every acknowledged approval stands (${approved.length})`,
      `select u.id, u.status from uploads u where u.id = any ($1::uuid[]) and u.status not in ('APPROVED', 'APPROVED_WITH_ERRORS')`,
      approved,
    ),
    await check(
      `every acknowledged loan request exists once (${money.requested.size})`,
      `select g.reference, g.id from unnest($1::text[], $2::uuid[]) as g (reference, id)
       where (select array_agg(l.id) from loan_requests l where l.channel_reference = g.reference) is distinct from array[g.id]`,
      [...money.requested.keys()],
      [...money.requested.values()],
    ),
    await check(
      `every acknowledged approval of a loan stands (${money.approved.size})`,
      `select g.id, l.status from unnest($1::uuid[]) as g (id) left join loan_requests l on l.id = g.id
       where l.id is null or l.approved_by is null or l.status in ('PENDING_APPROVAL', 'REJECTED')`,
      [...money.approved],
    ),
    await check(
      `every acknowledged authorisation led to one payout that ended (${money.authorised.size})`,
      `select g.id, array_agg(p.status) as payouts from unnest($1::uuid[]) as g (id) left join payouts p on p.source_id = g.id
       group by g.id having count(p.id) <> 1 or not bool_and(p.settled_at is not null)`,
      [...money.authorised],
    ),
    await check(
      `every acknowledged refusal stands, and nothing was paid for it (${money.refused.size})`,
      `select g.id, l.status from unnest($1::uuid[]) as g (id) left join loan_requests l on l.id = g.id
       where l.id is null or l.status not in ('REJECTED', 'DECLINED') or exists (select from payouts p where p.source_id = g.id)`,
      [...money.refused],
    ),
    { promise: 'nobody got an answer that fits nothing', rows: money.unexpected },
  ]
}

/** What is still on its way. */
export async function openWork(owner: pg.Client): Promise<Record<string, number>> {
  const { rows } = await owner.query<Record<string, number>>(
    `select (select count(*) from uploads where status in ('CHECKING', 'PENDING_ACCOUNT_VALIDATION'))::int as uploads,
       (select count(*) from pgboss.job where name in ('upload.check', 'farmers.look_up') and state in ('created', 'active', 'retry'))::int as jobs,
       (select count(*) from payout_legs where settled_at is null)::int as legs,
       (select count(*) from bank_messages m join payout_legs l on l.reference = m.reference where m.outcome = 'UNMATCHED')::int as messages,
       (select count(*) from (${openSchedules}) o)::int as schedules,
       (select count(*) from eslip_legs where status = 'PROCESSING')::int as parts,
       (select count(*) from bank_statement_pulls where outcome = 'WAITING')::int as statements,
       (select count(*) from (${receiptsToPlace}) r)::int as receipts`,
  )
  return rows[0] ?? {}
}
