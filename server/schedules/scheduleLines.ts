import type { RawBuilder } from 'kysely'
import { updateRequestFlow } from '#contract/farmers/updateRequests.ts'
import { pesaLinkMostCents } from '#server/kit/bank/bankWays.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { dueOf, totalsOf, type FactoryShare } from './scheduleTotals.ts'

/** What the lines of a communal payment are made of. `at`: when; what cools off is judged by that moment. */
export type Schedule = {
  id: string
  organisationId: string
  season: string
  rateCents: bigint
  poolCents: bigint
  lenders: readonly string[]
  /** Approved deductions that its maker left out. */
  withoutDeductions: readonly string[]
  coolingHours: number
  /** Whether it pays only the cherry that no cycle has paid. */
  sinceLast: boolean
  at: Date
  /** How the pool is split, where each factory has a rate of its own. */
  factories?: readonly FactoryShare[] | undefined
}

/**
 * Who takes of a member's total and premium, and how much, as CTEs of which `recovered` is read on. In the order of the law: the
 * fund of the state, inputs, other lenders in their order, SACCOs, transport; of each lender the oldest season first. Nobody takes
 * more than is left: the rest stays owed. Source: domain 10.8.
 */
const takingsOf = (of: Schedule): RawBuilder<unknown> => sql`
    bonuses as (
      select farmer_id, sum(cents)::bigint as cents, jsonb_agg(jsonb_build_object('deduction', deduction_id, 'cents', cents) order by deduction_id) as parts
      from due where kind = 'PREMIUM' group by farmer_id),
    gross as (
      select t.farmer_id, t.kilograms, t.total, t.factories, coalesce(b.cents, 0) as bonus, coalesce(b.parts, '[]') as bonuses, t.total + coalesce(b.cents, 0) as gross
      from totals t left join bonuses b on b.farmer_id = t.farmer_id),
    claims as (
      select g.farmer_id, g.gross, case when k.type = 'KPCU' then 1 else 3 end as rank, array_position(${[...of.lenders]}::uuid[], a.lender_id) as place, a.season,
        a.id, a.lender_id, a.debits_cents - a.credits_cents as owed
      from gross g join ledger_accounts a on a.subject_id = g.farmer_id and a.kind = 'loan' and a.organisation_id = ${of.organisationId}
        and a.lender_id = any (${[...of.lenders]}::uuid[]) and a.debits_cents > a.credits_cents join organisations k on k.id = a.lender_id
      union all
      select g.farmer_id, g.gross, case d.kind when 'INPUTS' then 2 when 'SACCO' then 4 else 5 end, 0, '', d.deduction_id, null, d.cents
      from gross g join due d on d.farmer_id = g.farmer_id and d.kind <> 'PREMIUM'),
    owed as (
      select *, coalesce(sum(owed) over (partition by farmer_id order by rank, place, season, id rows between unbounded preceding and 1 preceding), 0) as before from claims),
    taken as (select farmer_id, id, lender_id, least(owed, gross - before)::bigint as amount from owed where gross > before),
    recovered as (
      select farmer_id, (sum(amount) filter (where lender_id is not null))::bigint as cents, (sum(amount) filter (where lender_id is null))::bigint as deducted,
        jsonb_agg(jsonb_build_object('account', id, 'lender', lender_id, 'cents', amount) order by id) filter (where lender_id is not null) as parts,
        jsonb_agg(jsonb_build_object('deduction', id, 'cents', amount) order by id) filter (where lender_id is null) as deductions
      from taken group by farmer_id)`

/** The lines of a schedule as they come out of the books now, as a subquery: what `takingsOf` leaves of the totals goes to the member. M-PESA pays whole shillings; the cents stay. */
export function computedLines(of: Schedule): RawBuilder<unknown> {
  const coolsUntil = new Date(of.at.getTime() - of.coolingHours * 3_600_000)
  return sql`(
    with due as materialized (select * from ${dueOf(of, of.withoutDeductions)} d),
    ${totalsOf(of)},
    ${takingsOf(of)},
    paid as (
      select g.farmer_id, g.kilograms, g.total, g.factories, g.bonus, g.bonuses, coalesce(r.cents, 0) as recovered, coalesce(r.parts, '[]') as parts,
        coalesce(r.deducted, 0) as deducted, coalesce(r.deductions, '[]') as deductions, f.institution_code, i.type as institution_type, f.account_number, f.account_name,
        g.gross - coalesce(r.cents, 0) - coalesce(r.deducted, 0) as rest, f.member_number,
        case when i.type = 'M-PESA' then 'MPESA' when f.institution_code = '11' then 'INTERNALFT' else 'PESALINK' end as channel,
        ${holdReason(coolsUntil)} as hold
      from gross g join farmers f on f.id = g.farmer_id join institutions i on i.code = f.institution_code left join recovered r on r.farmer_id = g.farmer_id),
    netted as (select *, case when channel = 'MPESA' then rest % 100 else 0 end as left_over,
        case when channel = 'PESALINK' and rest > ${pesaLinkMostCents} then 'RTGS' else channel end as payment_type from paid)
    select farmer_id, kilograms, total, factories, bonus, bonuses, recovered, parts, deducted, deductions, left_over, rest - left_over as net, institution_code, institution_type,
      account_number, account_name, payment_type, hold as reason, member_number
    from netted)`
}

const account = sql`array['institution', 'accountNumber']`

/**
 * Whether the account of a farmer `f` who has died was changed since by two people, who saw the papers of the next of kin. The bank knows
 * it by another name, as it must.
 */
const isOfKin = sql<boolean>`exists (select from change_requests c where c.kind = ${updateRequestFlow.kind} and c.target_id = f.id::text and c.status = 'APPROVED'
  and c.after ?| ${account} and c.decided_at > (select max(d.decided_at) from change_requests d where d.kind = ${updateRequestFlow.kind} and d.target_id = f.id::text
    and d.status = 'APPROVED' and d.after ->> 'lifeState' = 'DECEASED'))`

/** Why nothing is paid to the account of a farmer `f` now, as a code of `holdReasons`; empty where nothing holds it. */
export const holdReason = (coolsUntil: Date): RawBuilder<string> => sql`
  case when f.life_state = 'DECEASED' and not ${isOfKin} then 'deceased' when f.life_state not in ('ACTIVE', 'DECEASED') then 'not_active'
          when f.currency <> 'KES' then 'other_currency' when f.account_state = 'UNVERIFIED' then 'not_verified'
          when f.account_state = 'NAME_DIFFERS' and f.life_state <> 'DECEASED' then 'name_differs'
          when exists (select from change_requests c where c.kind = ${updateRequestFlow.kind} and c.target_id = f.id::text and c.status = 'PENDING_APPROVAL'
            and c.after ?| array['institution', 'accountName', 'accountNumber']) then 'changing'
          when f.account_changed_at > ${coolsUntil} then 'cooling_off' else '' end`

/** What a decision is about: every line with all that is paid, taken and added, and where, in one order. */
const fingerprintOf = (lines: RawBuilder<unknown>, { factories = [] }: Schedule): RawBuilder<unknown> => sql`
  select encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', farmer_id, kilograms, total, recovered, parts, left_over, net, institution_code, account_number,
    account_name, payment_type, reason, factories, nullif(bonuses || deductions, '[]')), E'\n' order by farmer_id), '') || ${splitInWords(factories)}::text, 'UTF8')), 'hex') as fingerprint
  from ${lines} l`

/** Of what each factory has a rate; nothing where there is one rate, which the lines say themselves. */
const splitInWords = (factories: readonly FactoryShare[]): string =>
  factories
    .map(({ factoryId, amountCents, rateCents }) => `\n${factoryId ?? ''}|${amountCents}|${rateCents}`)
    .toSorted()
    .join('')

/** The fingerprint that the lines would have now. */
export const readFingerprint = async (tx: Tx, of: Schedule): Promise<string> =>
  (await one(tx, sql<{ fingerprint: string }>`${fingerprintOf(computedLines(of), of)}`)).fingerprint

/**
 * Writes the lines of a new schedule, and its header from them, however many members there are. In one statement: the fingerprint
 * must be of the very lines that were written, whatever is approved meanwhile.
 */
export async function writeLines(tx: Tx, of: Schedule): Promise<void> {
  for (const { factoryId, kilograms, amountCents, rateCents } of of.factories ?? [])
    await sql`insert into schedule_factories (id, communal_payment_id, organisation_id, factory_id, kilograms, amount_cents, rate_cents)
      values (${newId()}, ${of.id}, ${of.organisationId}, ${factoryId}, ${kilograms}, ${amountCents}, ${rateCents})`.execute(
      tx,
    )
  await sql`with computed as materialized (
        select uuidv7() as id, c.*, case when net = 0 then 'NIL' when reason <> '' then 'HELD' else 'PENDING' end as status from ${computedLines(of)} c),
      written as (
        insert into schedule_lines (id, communal_payment_id, organisation_id, farmer_id, kilograms, total_cents, bonus_cents, deducted_cents, recovered_cents, left_cents, net_cents,
          institution_code, institution_type, account_number, account_name, payment_type, status, reason, member_number)
        select id, ${of.id}, ${of.organisationId}, farmer_id, kilograms, total, bonus, deducted, recovered, left_over, net, institution_code, institution_type, account_number,
          account_name, payment_type, status, case when status = 'HELD' then reason else '' end, member_number from computed
        returning id),
      shared as (
        insert into schedule_recoveries (line_id, ledger_account_id, organisation_id, lender_id, amount_cents)
        select c.id, (p ->> 'account')::uuid, ${of.organisationId}, (p ->> 'lender')::uuid, (p ->> 'cents')::bigint
        from computed c join written w on w.id = c.id cross join lateral jsonb_array_elements(c.parts) p),
      split as (
        insert into schedule_line_factories (line_id, schedule_factory_id, organisation_id, kilograms, total_cents)
        select c.id, f.id, ${of.organisationId}, (p ->> 'kilograms')::numeric, (p ->> 'cents')::bigint
        from computed c join written w on w.id = c.id cross join lateral jsonb_array_elements(c.factories) p
          join schedule_factories f on f.communal_payment_id = ${of.id} and f.factory_id is not distinct from (p ->> 'factory')::uuid),
      deducted as (
        insert into schedule_deductions (line_id, deduction_id, organisation_id, amount_cents)
        select c.id, (p ->> 'deduction')::uuid, ${of.organisationId}, (p ->> 'cents')::bigint
        from computed c join written w on w.id = c.id cross join lateral jsonb_array_elements(c.bonuses || c.deductions) p)
    update communal_payments set members = s.members, held = s.held, total_cents = s.total, bonus_cents = s.bonus, deducted_cents = s.deducted, recovered_cents = s.recovered, net_cents = s.net,
      left_cents = s.left_over, fingerprint = (${fingerprintOf(sql`computed`, of)})
    from (select count(*)::integer as members, (count(*) filter (where status = 'HELD'))::integer as held, coalesce(sum(total), 0)::bigint as total,
        coalesce(sum(bonus), 0)::bigint as bonus, coalesce(sum(deducted), 0)::bigint as deducted, coalesce(sum(recovered), 0)::bigint as recovered, coalesce(sum(net), 0)::bigint as net, coalesce(sum(left_over), 0)::bigint as left_over from computed) s
    where id = ${of.id}`.execute(tx)
}
