import type { z } from 'zod'
import { audit, auditList, type auditQuery } from '#contract/house/audit.ts'
import { permissionIn, refusal } from '#contract/kit/workflow.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import { businessDate, endOfDay, startOfDay } from '#server/kit/clock.ts'
import { rows, sql, type Database, type Tx } from '#server/kit/db.ts'
import { eventColumns, shapeEvent, type StoredEvent } from '#server/kit/audit/auditRows.ts'
import { firstIdOf } from '#server/kit/ids.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { barredFrom, visibleTo, type RecordKind } from '#server/kit/records/recordKind.ts'
import { Refused } from '#server/kit/refused.ts'
import { actorFrom, insideWallOf, mustBeOwn, scopeOf, type Organisation } from '#server/kit/scope.ts'
import { serve, type Route } from '#server/kit/web/serve.ts'

type RecordReference = { kind: string; id: string }

const { deciders, ...reads } = audit

/** How the trail is read: ids sort by the time they were made, so days and the order share their index. */
function trail(query: z.output<typeof auditQuery>, own: Organisation): ListSource<StoredEvent> {
  const society = query.organisation ?? own?.id ?? null
  return {
    base: sql`audit_events t`,
    from: sql`audit_events t`,
    select: eventColumns,
    where: [
      ...(query.organisation ? [sql`t.organisation_id = ${query.organisation}`] : []),
      ...(query.person ? [sql`t.actor_id = ${query.person}`] : []),
      ...(query.from ? [sql`t.id >= ${firstIdOf(startOfDay(query.from))}`] : []),
      ...(query.to ? [sql`t.id < ${firstIdOf(endOfDay(query.to))}`] : []),
    ],
    columns: { at: sql`t.id`, kind: sql`t.kind`, action: sql`t.action` },
    search: sql<string>`upper(t.title || ' ' || t.actor_name || ' ' || coalesce(t.comment, ''))`,
    find: (patterns, most) => sql`find_audit_events(${society}, ${patterns}, ${most})`,
  }
}

/** The audit trail: searched by auditors, read as the history of a record, and who could decide next. */
export const auditRoutes = (kinds: readonly RecordKind[]): Route[] => [
  ...serve(reads, {
    list: async ({ tx, actor, organisation, query }) => {
      if (query.organisation && organisation) mustBeOwn(actor, { ...organisation, id: query.organisation })
      return listPage({
        tx,
        actor,
        screen: auditList,
        query,
        source: trail(query, organisation),
        shape: shapeEvent(actor),
      })
    },
    people: ({ tx, actor, query }) =>
      rows(
        tx,
        sql<{ id: string; fullName: string; organisationName: string }>`
          select u.id, u.full_name as "fullName", o.name as "organisationName" from users u join organisations o on o.id = u.organisation_id
          where (position(${query.q.toUpperCase()} in upper(u.full_name)) > 0 or u.id::text = ${query.q}) and (${scopeOf(actor).wide} or o.id = ${actor.organisationId}) order by u.full_name, u.id limit 20`,
      ),
    organisations: ({ tx, actor, query }) =>
      rows(
        tx,
        sql<{ id: string; code: string; name: string }>`select id, code, name from organisations
          where (position(${query.q.toUpperCase()} in upper(name || ' ' || code)) > 0 or id::text = ${query.q}) and (${scopeOf(actor).wide} or id = ${actor.organisationId}) order by name, id limit 20`,
      ),
    ofRecord: async ({ tx, actor, params }) => {
      // Whoever is shown a record is shown its history, also a miller whom another organisation's record names.
      const { organisationId } = await getRecord(tx, actor, kinds, params)
      const history = sql<StoredEvent>`select ${eventColumns} from audit_events t where t.kind = ${params.kind} and t.record_id = ${params.id} order by t.id`
      const events = await insideWallOf({ tx, actor, organisationId }, () => rows(tx, history))
      return events.map(shapeEvent(actor))
    },
  }),
  // Deciders may sit in another organisation (a bank's checker), whom the record's reader cannot see: a transaction of its own.
  ...serve(
    { deciders },
    {
      deciders: async ({ house, actor, params }) => {
        const record = await house.db.transaction(scopeOf(actor), (tx) => getRecord(tx, actor, kinds, params), {
          readOnly: true,
        })
        return findDeciders(house.db, record)
      },
    },
    { transactions: 'own' },
  ),
]

type AuditedRecord = {
  kind: RecordKind
  id: string
  organisationId: string
  decidedAt: string[]
  status: string
  makers: string[]
}

/** A record the user may see; everything else, and a colleague's draft, is "not found". */
async function getRecord(
  tx: Tx,
  actor: Actor,
  kinds: readonly RecordKind[],
  reference: RecordReference,
): Promise<AuditedRecord> {
  const kind = kinds.find(({ flow }) => flow.kind === reference.kind)
  if (!kind) throw new Refused('record.not_found')
  const [record] = await rows(
    tx,
    sql<Omit<AuditedRecord, 'kind'>>`
      select t.id, t.organisation_id as "organisationId", ${kind.decidedAt ?? sql`'{}'::uuid[]`} as "decidedAt", t.status, ${barredFrom(kind)} as makers
      from ${sql.table(kind.table)} t where t.id = ${reference.id} and ${visibleTo(kind, actor)}`,
  )
  if (!record) throw new Refused('record.not_found')
  return { kind, ...record }
}

type Candidate = {
  userId: string
  organisationId: string
  fullName: string
  role: string
  roleLabel: string
  permissions: Permission[]
  organisationType: OrganisationType
  organisationName: string
}
const wideTypes = Object.entries(organisationTypes).flatMap(([type, { sees }]) => (sees === 'all' ? [type] : []))

/** Everybody for whom it waits: of the record's organisation, those that see everybody, and those it names. */
async function findDeciders(db: Database, record: AuditedRecord) {
  const { kind } = record
  const steps = Object.values(kind.flow.steps).filter(
    (step) => step.who === 'other' && step.from.includes(record.status),
  )
  if (steps.length === 0) return []
  const allowed = steps.map((step) => permissionIn(step, record.status))
  return db.transaction(
    'system',
    async (tx) => {
      const candidates = await rows(
        tx,
        sql<Candidate>`select u.id as "userId", o.id as "organisationId", u.full_name as "fullName", r.name as role, r.label as "roleLabel", r.permissions, o.type as "organisationType", o.name as "organisationName"
          from users u join roles r on r.name = u.role_name join organisations o on o.id = u.organisation_id
          where u.status = 'ACTIVE' and o.active and (u.leave_from is null or ${businessDate()}::date not between u.leave_from and u.leave_to) and r.permissions && ${allowed}
            and (o.id = any (${[record.organisationId, ...record.decidedAt]}) or o.type = any (${wideTypes}) or ${kind.decidedAnywhere ?? false})
          order by o.id <> ${record.organisationId}, u.full_name, u.id`,
      )
      const willing = candidates.flatMap((candidate) => {
        const actor = actorFrom(candidate)
        const may = steps.filter((step) => refusal(step, record, actor) === null)
        return may.length === 0 ? [] : [{ ...candidate, actor, step: may.map(({ label }) => label).join(', ') }]
      })
      const waits = await waitsFor(tx, record, willing)
      return willing.flatMap(({ fullName, roleLabel: role, organisationName, step }, at) =>
        waits[at] ? [{ fullName, role, organisationName, step }] : [],
      )
    },
    { readOnly: true },
  )
}

/** For whom of them the record waits among those whom its steps allow. */
async function waitsFor(tx: Tx, { kind, id }: AuditedRecord, people: readonly { actor: Actor }[]): Promise<boolean[]> {
  const { decidedBy } = kind
  if (!decidedBy || people.length === 0) return people.map(() => true)
  const each = sql.join(people.map(({ actor }) => decidedBy(actor)))
  const read = sql<{
    waits: boolean[]
  }>`select array[${each}] as waits from ${sql.table(kind.table)} t where t.id = ${id}`
  return (await rows(tx, read))[0]?.waits ?? []
}
