import { toAmount } from '#contract/kit/money.ts'
import type { Lent, OpenExceptions } from '#contract/dashboard/dashboard.ts'
import { exceptionKinds } from '#contract/reconciliation/statementExceptions.ts'
import { readDaysOff } from '#server/facts/publicHolidays.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { agesOf, agesSince, type AgesCounted } from './ages.ts'

type Sums = { loans: number; lentCents: bigint; owedCents: bigint }
const sums = sql`coalesce(sum(l.loans), 0)::int as loans, coalesce(sum(l.lent_cents), 0)::bigint as "lentCents", coalesce(sum(l.owed_cents), 0)::bigint as "owedCents"`

const shape = ({ loans, lentCents, owedCents }: Sums) => ({
  loans,
  lent: toAmount(lentCents),
  owed: toAmount(owedCents),
  repaid: toAmount(lentCents > owedCents ? lentCents - owedCents : 0n),
})

// Who owes little is found in the loan summary.
const mostSocieties = 12

/** What is lent and owed, from the figures that are kept of each society; the loans on their way, as they stand this moment. */
export async function lentIn(tx: Tx, organisation: Organisation): Promise<Lent> {
  const within = organisation ? sql`l.organisation_id = ${organisation.id}` : sql`true`
  const all = await one(tx, sql<Sums>`select ${sums} from society_lending l where ${within}`)
  const season = await one(
    tx,
    sql<Sums>`select ${sums} from society_lending l where ${within} and l.season = ${currentSeason()}`,
  )
  const due = await rows(
    tx,
    sql<{
      state: Lent['due'][number]['state']
      count: number
      cents: bigint
    }>`select l.status as state, count(*)::int as count, sum(l.amount_cents)::bigint as cents
      from loan_requests l where ${within} and l.status in ('PENDING_APPROVAL', 'APPROVED', 'PROCESSING')
        and (app_fund() is null or l.lender_id = app_fund()) group by l.status`,
  )
  const societies = organisation
    ? []
    : await rows(
        tx,
        sql<
          Sums & { organisationCode: string; organisationName: string }
        >`select o.code as "organisationCode", o.name as "organisationName", ${sums}
          from society_lending l join organisations o on o.id = l.organisation_id group by o.id having sum(l.owed_cents) > 0
          order by sum(l.owed_cents) desc, o.name limit ${mostSocieties}`,
      )
  return {
    all: shape(all),
    season: shape(season),
    due: due.map(({ cents, ...one }) => ({ ...one, amount: toAmount(cents) })),
    societies: societies.map(({ organisationCode, organisationName, ...counted }) => ({
      organisationCode,
      organisationName,
      ...shape(counted),
    })),
  }
}

type Kind = OpenExceptions['kinds'][number]

/** What the bank shows and the books do not, or the other way round, by how long it has stood. */
export async function exceptionsIn(tx: Tx, organisation: Organisation): Promise<OpenExceptions> {
  const today = businessDate()
  const groups = agesSince(today, await readDaysOff(tx, today)).map(
    ({ key, since }) => sql`(count(*) filter (where t.booked_on >= ${since}))::int as ${sql.ref(key)}`,
  )
  const counted = await rows(
    tx,
    sql<{ kind: Kind['kind']; cents: bigint } & AgesCounted>`select t.kind, count(*)::int as total,
        sum(abs(t.amount_cents))::bigint as cents, ${sql.join(groups)}
      from recon_items t where t.resolution is null and t.kind not in ('MATCHED', 'NEW')
        and ${organisation ? sql`t.organisation_id = ${organisation.id}` : sql`true`} group by t.kind order by 2 desc`,
  )
  return {
    kinds: counted.map(({ kind, cents, ...ages }) => ({
      kind,
      title: exceptionKinds[kind],
      ages: agesOf(ages),
      total: ages.total,
      amount: toAmount(cents),
    })),
  }
}
