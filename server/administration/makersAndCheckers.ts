import { adminReports, findingList, type Finding } from '#contract/administration/adminRoles.ts'
import { refusal, type Step, type Workflow } from '#contract/kit/workflow.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import { actorFrom } from '#server/kit/scope.ts'
import { serve, type Route } from '#server/kit/web/serve.ts'
import { everyRole } from './roles.ts'

type Person = {
  id: string
  fullName: string
  role: string
  permissions: Permission[]
  organisationId: string
  organisationName: string
  organisationType: OrganisationType
}
type Role = { name: string; label: string; permissions: Permission[]; types: OrganisationType[] }

/** Who could make a record and decide on one like it, and where a decision hangs on one person or on nobody. */
export const adminReportRoutes = (kinds: readonly RecordKind[]): Route[] =>
  serve(adminReports, {
    makersAndCheckers: async ({ tx, actor, query }) => {
      const flows = kinds.map(({ flow }) => flow)
      const people = await activePeople(tx)
      const roles = await allRoles(tx)
      const findings = [
        ...roles.flatMap((role) => findingsOfRole(role, flows)),
        ...people.flatMap((person) => findingsOfPerson(person, flows)),
        ...flows.flatMap((flow) => findingsOfOrganisations(flow, people)),
      ]
      return listPage({ tx, actor, screen: findingList, query, source: source(findings), shape: (finding) => finding })
    },
  })

function source(findings: readonly Finding[]): ListSource<Finding> {
  const table = sql`json_to_recordset(${JSON.stringify(findings)}) as t(id text, finding text, name text, role text, "organisationName" text, record text)`
  return {
    base: table,
    from: table,
    select: sql<Finding>`t.id, t.finding, t.name, t.role, t."organisationName", t.record`,
    where: [],
    columns: {
      name: sql`t.name`,
      organisationName: sql`t."organisationName"`,
      role: sql`t.role`,
      record: sql`t.record`,
      finding: sql`t.finding`,
    },
    options: { role: everyRole },
    search: sql<string>`upper(t.name || ' ' || t.role || ' ' || t."organisationName" || ' ' || t.record)`,
  }
}

const activePeople = (tx: Tx): Promise<Person[]> =>
  rows(
    tx,
    sql<Person>`select u.id, u.full_name as "fullName", r.name as role, r.permissions, o.id as "organisationId", o.name as "organisationName", o.type as "organisationType"
      from users u join roles r on r.name = u.role_name join organisations o on o.id = u.organisation_id
      where u.status = 'ACTIVE' and o.active order by u.id`,
  )

const allRoles = (tx: Tx): Promise<Role[]> =>
  rows(tx, sql<Role>`select name, label, permissions, types from roles order by name`)

type Holder = Pick<Person, 'role' | 'permissions' | 'organisationType'>

/** Whether somebody could take a step of this side on a record of somebody fitting: as its maker, or as another person. */
function holdsSide(flow: Workflow, holder: Holder, side: Step['who']): boolean {
  const actor = actorFrom(holder)
  const makers = side === 'maker' ? [actor.userId] : []
  return Object.values(flow.steps).some(
    (step) => step.who === side && step.from.some((status) => refusal(step, { status, makers }, actor) === null),
  )
}
const holdsBoth = (flow: Workflow, holder: Holder): boolean =>
  holdsSide(flow, holder, 'maker') && holdsSide(flow, holder, 'other')

const findingsOfPerson = (person: Person, flows: readonly Workflow[]): Finding[] =>
  flows
    .filter((flow) => holdsBoth(flow, person))
    .map((flow) => ({ ...personAndRecord(person, flow), id: `both ${person.id} ${flow.kind}`, finding: 'BOTH_SIDES' }))

const findingsOfRole = ({ name, label, permissions, types }: Role, flows: readonly Workflow[]): Finding[] =>
  flows
    .filter((flow) => types.some((organisationType) => holdsBoth(flow, { role: name, permissions, organisationType })))
    .map((flow) => ({
      id: `role ${name} ${flow.kind}`,
      finding: 'ROLE_BOTH_SIDES',
      name: label,
      role: name,
      organisationName: '',
      record: flow.record,
    }))

const personAndRecord = (person: Person, flow: Workflow) => ({
  name: person.fullName,
  role: person.role,
  organisationName: person.organisationName,
  record: flow.record,
})

/** Where makers sit: who there, or of those who see every organisation, could decide on what they make. */
function findingsOfOrganisations(flow: Workflow, people: readonly Person[]): Finding[] {
  const deciders = people.filter((person) => holdsSide(flow, person, 'other'))
  const wide = deciders.filter(({ organisationType }) => organisationTypes[organisationType].sees === 'all')
  const makersByOrganisation = Map.groupBy(
    people.filter((person) => holdsSide(flow, person, 'maker')),
    ({ organisationId }) => organisationId,
  )
  return [...makersByOrganisation].flatMap(([organisationId, makers]): Finding[] => {
    const colleagues = deciders.filter((decider) => decider.organisationId === organisationId)
    const available = new Set([...colleagues, ...wide])
    const [only] = available
    const [maker] = makers
    if (!maker) return []
    if (!only)
      return [
        {
          ...personAndRecord(maker, flow),
          id: `nobody ${organisationId} ${flow.kind}`,
          finding: 'NOBODY',
          name: maker.organisationName,
          role: '',
        },
      ]
    return available.size > 1
      ? []
      : [{ ...personAndRecord(only, flow), id: `alone ${organisationId} ${flow.kind}`, finding: 'ALONE' }]
  })
}
