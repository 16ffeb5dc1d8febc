import {
  ageOfMembers,
  findingKinds,
  qualityScore,
  type FindingCounts,
  type FindingKind,
} from '#contract/dataQuality/dataQuality.ts'
import { businessYear, now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { countsAsSharer, mostSharers } from '#server/farmers/uploads/sharing.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { readSetting } from '#server/facts/settings.ts'

/** The settings that findings depend on. */
export async function findingLimits(tx: Tx) {
  return {
    sharedBy: await mostSharers(tx),
    kilogramsPerTree: await readSetting(tx, 'kilogramsPerTreeWarning'),
  }
}
type Limits = Awaited<ReturnType<typeof findingLimits>>

// Somebody else of another society who still counts there: not declined, and not gone to yet another one.
const elsewhere = (society: string, same: ReturnType<typeof sql>) =>
  sql`exists (select from farmers f where ${same} and f.organisation_id <> ${society} and f.status <> 'REJECTED' and f.life_state <> 'TRANSFERRED')`

/** Which of the members `m` have a finding, and the number that belongs to it. */
function conditions(society: string, { sharedBy, kilogramsPerTree }: Limits) {
  const perTree = sql`m.approved_kg / m.number_of_trees`
  const age = sql`(${businessYear()} - m.year_of_birth)`
  return {
    id_elsewhere: { when: elsewhere(society, sql`f.id_number = m.id_number`) },
    phone_shared: { when: sql`m.on_phone > ${sharedBy}`, measure: sql`m.on_phone` },
    phone_elsewhere: { when: elsewhere(society, sql`f.mobile_number = m.mobile_number`) },
    account_shared: { when: sql`m.on_account > ${sharedBy}`, measure: sql`m.on_account` },
    account_elsewhere: {
      when: elsewhere(society, sql`f.account_number = m.account_number and f.institution_code = m.institution_code`),
    },
    account_unverified: { when: sql`m.account_state = 'UNVERIFIED'` },
    account_name_differs: { when: sql`m.account_state = 'NAME_DIFFERS'` },
    kra_missing: { when: sql`m.kra_pin = ''` },
    birth_missing: { when: sql`m.year_of_birth is null and m.type = 'FCS_FARMER'` },
    trees_missing: { when: sql`m.number_of_trees is null` },
    plot_missing: {
      when: sql`not exists (select from farm_plots p where p.farmer_id = m.id and p.status in ('DRAFT', 'VERIFIED'))`,
    },
    minor: { when: sql`${age} < ${ageOfMembers}`, measure: age },
    kilograms_per_tree: { when: sql`${perTree} > ${kilogramsPerTree}`, measure: perTree },
  } satisfies Record<FindingKind, { when: ReturnType<typeof sql>; measure?: ReturnType<typeof sql> }>
}

/**
 * Finds out anew which farmers of a society somebody should look at, writes only what differs from before, and counts.
 * Runs where every society is in reach, because of the findings that ask whether another one has the same.
 */
export async function countSociety(tx: Tx, society: string): Promise<void> {
  const started = performance.now()
  await writeFindings(tx, society)
  await writeLending(tx, society)
  const counted = await one(
    tx,
    sql<{ farmers: number; active: number; verified: number; checked: number }>`select count(*)::int as farmers,
      (count(*) filter (where life_state = 'ACTIVE'))::int as active, (count(*) filter (where account_state = 'VERIFIED'))::int as verified,
      (count(*) filter (where life_state in ('ACTIVE', 'SUSPENDED')))::int as checked from farmers where organisation_id = ${society} and status = 'APPROVED'`,
  )
  const byKind = await rows(
    tx,
    sql<{ kind: FindingKind; n: number }>`
      select kind, count(*)::int as n from quality_findings where organisation_id = ${society} group by kind`,
  )
  const found: FindingCounts = Object.fromEntries(byKind.map(({ kind, n }) => [kind, n]))
  const { farmers, active, verified, checked } = counted
  const took = Math.ceil(performance.now() - started)
  await sql`insert into society_figures (organisation_id, farmers, active, verified, checked, found, score, counted_at, took_ms)
    values (${society}, ${farmers}, ${active}, ${verified}, ${checked}, ${JSON.stringify(found)}, ${qualityScore(found, checked)}, ${now()}, ${took})
    on conflict (organisation_id) do update set farmers = excluded.farmers, active = excluded.active, verified = excluded.verified, checked = excluded.checked,
      found = excluded.found, score = excluded.score, counted_at = excluded.counted_at, took_ms = excluded.took_ms`.execute(
    tx,
  )
}

// Each season that somebody has borrowed in has an account, also when nothing is owed of it any more.
async function writeLending(tx: Tx, society: string): Promise<void> {
  await sql`insert into society_lending (organisation_id, lender_id, season, loans, lent_cents, owed_cents)
    select ${society}, a.lender_id, a.season, coalesce(l.loans, 0), coalesce(l.cents, 0), greatest(0, a.cents)
    from (select lender_id, season, sum(debits_cents - credits_cents)::bigint as cents
        from ledger_accounts where organisation_id = ${society} and kind = 'loan' group by lender_id, season) a
      left join (select lender_id, season, count(*)::int as loans, sum(owed_cents)::bigint as cents
        from loan_requests where organisation_id = ${society} and status = 'SUCCESS' group by lender_id, season) l using (lender_id, season)
    on conflict (organisation_id, lender_id, season) do update set loans = excluded.loans, lent_cents = excluded.lent_cents, owed_cents = excluded.owed_cents
      where (society_lending.loans, society_lending.lent_cents, society_lending.owed_cents)
        is distinct from (excluded.loans, excluded.lent_cents, excluded.owed_cents)`.execute(tx)
}

// A full join is never a nested loop: right after the first count PostgreSQL still takes the table for empty, and would look
// through all findings for each of them.
async function writeFindings(tx: Tx, society: string): Promise<void> {
  const findingConditions = conditions(society, await findingLimits(tx))
  const parts = findingKinds.map((kind) => {
    const condition = findingConditions[kind]
    const measure = 'measure' in condition ? sql`round(${condition.measure}, 2)` : sql`null::numeric`
    return sql`select ${kind} as kind, m.id as farmer_id, ${measure} as measure from member m where ${condition.when}`
  })
  await sql`with member as materialized (
      select f.*, w.approved_kg
      from (select id, type, id_number, mobile_number, institution_code, account_number, account_state, kra_pin, year_of_birth, number_of_trees, status, life_state,
          count(*) over (partition by f.mobile_number) as on_phone, count(*) over (partition by f.institution_code, f.account_number) as on_account
        from farmers f where f.organisation_id = ${society} and ${countsAsSharer}) f
      left join season_weights w on w.farmer_id = f.id and w.season = ${currentSeason()}
      where f.status = 'APPROVED' and f.life_state in ('ACTIVE', 'SUSPENDED')),
    found as materialized (${sql.join(parts, sql` union all `)}),
    changed as materialized (select coalesce(found.kind, q.kind) as kind, coalesce(found.farmer_id, q.farmer_id) as farmer_id, found.measure,
        found.farmer_id is null as is_gone
      from found full join (select kind, farmer_id, measure from quality_findings where organisation_id = ${society}) q
        on q.kind = found.kind and q.farmer_id = found.farmer_id
      where found.farmer_id is null or q.farmer_id is null or q.measure is distinct from found.measure),
    gone as (delete from quality_findings q using changed where changed.is_gone and q.farmer_id = changed.farmer_id and q.kind = changed.kind)
    insert into quality_findings (organisation_id, kind, farmer_id, measure) select ${society}, kind, farmer_id, measure from changed where not is_gone
      on conflict (farmer_id, kind) do update set measure = excluded.measure`.execute(tx)
}
