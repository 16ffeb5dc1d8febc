import type { Dashboard, Turns } from '#contract/dashboard/dashboard.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { statesWaitingFor, type Workflow } from '#contract/kit/workflow.ts'
import { readDaysOff } from '#server/facts/publicHolidays.ts'
import { businessDate, startOfDay } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { waitingCondition } from '#server/kit/records/listPage.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import { Refused } from '#server/kit/refused.ts'
import { actorFrom, ownOrganisation, type Organisation } from '#server/kit/scope.ts'
import { agesOf, agesSince, type AgesCounted as Counted } from './ages.ts'

/** States in which somebody else than the maker decides, whoever reads the figures. */
const statesThatWait = (flow: Workflow): string[] => [
  ...new Set(
    Object.values(flow.steps)
      .filter(({ who }) => who === 'other')
      .flatMap(({ from }) => from),
  ),
]

/** What waits by kind and age, of a society or of all. */
export async function waitingIn(
  tx: Tx,
  organisation: Organisation,
  kinds: readonly RecordKind[],
): Promise<Dashboard['waiting']> {
  const today = businessDate()
  const groups = agesSince(today, await readDaysOff(tx, today))
  const inReach = organisation
    ? sql`t.organisation_id = ${organisation.id}`
    : sql`t.organisation_id in (select id from organisations where type = 'FARMER_SOCIETY')`
  // Each group is counted with all younger ones: comparing an index with a moment is cheap, telling the day of each record is not.
  const counted = groups.map(
    ({ key, since }) => sql`(count(*) filter (where t.created_at >= ${startOfDay(since)}))::int as ${sql.ref(key)}`,
  )
  const summed = groups.map(
    ({ key, since }) => sql`coalesce(sum(t.waiting) filter (where t.day >= ${since}), 0)::int as ${sql.ref(key)}`,
  )
  const parts = kinds.map(({ flow, table, where, waitingByDay }) =>
    waitingByDay
      ? sql`select ${flow.kind} as kind, coalesce(sum(t.waiting), 0)::int as total, ${sql.join(summed)} from ${sql.table(waitingByDay)} t where ${inReach}`
      : sql`select ${flow.kind} as kind, count(*)::int as total, ${sql.join(counted)}
          from ${sql.table(table)} t where ${where} and t.status = any (${statesThatWait(flow)}) and ${inReach}`,
  )
  const waitingCounts = await rows(
    tx,
    sql<{ kind: string } & Counted>`
      ${sql.join(parts, sql` union all `)}`,
  )
  return kinds.flatMap(({ flow }) => {
    const counted = waitingCounts.find(({ kind, total }) => kind === flow.kind && total > 0)
    if (!counted) return []
    return [
      {
        kind: flow.kind,
        record: `${flow.record.charAt(0).toUpperCase()}${flow.record.slice(1)}`,
        ages: agesOf(counted),
        total: counted.total,
      },
    ]
  })
}

type Person = Pick<Actor, 'userId' | 'fullName' | 'organisationId' | 'organisationType' | 'role'> & {
  label: string
  permissions: Permission[]
}

// A page of names is read; whoever is not among those whose work is oldest is not behind.
const mostPeople = 15

/**
 * What waits for each person of the organisation: of a society its own records, of who sees everybody all that the inbox of that
 * person would hold. Nobody is counted for what they made themselves.
 */
export async function turnsIn(
  tx: Tx,
  { actor, organisation }: { actor: Actor; organisation: Organisation },
  kinds: readonly RecordKind[],
): Promise<Turns> {
  const { id, type } = organisation ?? ownOrganisation(actor)
  const seesOwn = Object.entries(organisationTypes).some(([name, { sees }]) => name === type && sees === 'own')
  // Who works in another house that sees everybody is nobody's business but its own.
  if (organisation && !seesOwn) throw new Refused('record.not_found')
  const people = await rows(
    tx,
    sql<Person>`select u.id as "userId", u.full_name as "fullName", o.id as "organisationId", o.type as "organisationType", r.name as role, r.label, r.permissions
      from users u join roles r on r.name = u.role_name join organisations o on o.id = u.organisation_id
      where o.id = ${id} and u.status = 'ACTIVE' and (u.leave_from is null or ${businessDate()}::date not between u.leave_from and u.leave_to)
      order by u.full_name limit 100`,
  )
  const own = seesOwn ? sql`t.organisation_id = ${id}` : sql`true`
  const today = businessDate()
  const groups = agesSince(today, await readDaysOff(tx, today)).map(
    ({ key, since }) => sql`(count(*) filter (where at >= ${startOfDay(since)}))::int as ${sql.ref(key)}`,
  )
  const found: Turns['people'] = []
  for (const { label, ...person } of people) {
    const colleague = actorFrom(person)
    const decided = kinds.filter(({ flow }) => statesWaitingFor(flow, colleague).length > 0)
    if (decided.length === 0) continue
    const parts = decided.map(
      (kind) =>
        sql`select t.created_at as at from ${sql.table(kind.table)} t where ${kind.where} and ${own} and ${waitingCondition(kind, colleague)}`,
    )
    const [counted] = await rows(
      tx,
      sql<Counted & { oldest: Date | null }>`select count(*)::int as total, min(at) as oldest, ${sql.join(groups)}
        from (${sql.join(parts, sql` union all `)}) waiting`,
    )
    if (counted?.oldest)
      found.push({
        fullName: person.fullName,
        role: label,
        ages: agesOf(counted),
        total: counted.total,
        oldest: counted.oldest.toISOString(),
      })
  }
  return { people: found.toSorted((a, b) => a.oldest.localeCompare(b.oldest)).slice(0, mostPeople) }
}
