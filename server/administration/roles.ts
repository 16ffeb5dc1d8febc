import type { FilterOption } from '#contract/kit/listScreen.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { mayAdminister, type OrganisationType } from '#contract/house/organisationTypes.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { fixedRole } from './administratorsStay.ts'
import { mustBeWithinReach } from './reach.ts'
import type { ProposedChange, Subject, Values } from './subject.ts'

type RoleValues = { label: string; permissions: string[]; grants: string[]; types: OrganisationType[] }

/** Every role there is, as options of a filter. */
export const everyRole = sql<FilterOption>`select name as value, label as title from roles order by label, name`

/** A role by its name. */
export const roleSubject: Subject = {
  name: 'role',
  blank: {},
  read: async (tx: Tx, name: string): Promise<Values | null> => {
    const [stored] = await rows(
      tx,
      sql<RoleValues>`select label, permissions, grants, types from roles where name = ${name} for update`,
    )
    return stored ? { ...stored, ...sortedLists(stored) } : null
  },
  examine: async ({ tx, actor, targetId, before, after }: ProposedChange) => {
    const role = after as RoleValues // border: written by the calls of administration only
    const previous = before as Partial<RoleValues> // border: as above
    // Behind every power stands a role that nobody can bend: it may hand on everything, and there is always one.
    if (isFixed(targetId)) throw new Refused('role.fixed')
    const administers = role.permissions.includes('CAN_ADMINISTER') || role.grants.length > 0
    if (administers && !role.types.every(mayAdminister)) throw new Refused('role.wrong_organisation')
    // What one could not give back, one does not take away.
    const affected = [role.permissions, role.grants, previous.permissions ?? [], previous.grants ?? []].flat()
    await mustBeWithinReach(tx, actor, affected)
    await mustFitItsUsers(tx, targetId, role.types)
    return notesOn(tx, targetId, role)
  },
  apply: async ({ tx, targetId, after }) => {
    const { label, permissions, grants, types } = after as RoleValues // border: as above
    await sql`insert into roles (name, label, permissions, grants, types, customised) values (${targetId}, ${label}, ${permissions}, ${grants}, ${types}, true)
      on conflict (name) do update set label = excluded.label, permissions = excluded.permissions, grants = excluded.grants, types = excluded.types, customised = true`.execute(
      tx,
    )
  },
}

/** Whether this is the role that stands behind all others. */
export const isFixed = (name: string): boolean => name === fixedRole

/** Lists in one order, so that the same permissions in another order are no change. */
export const sortedLists = ({ permissions, grants, types }: Omit<RoleValues, 'label'>) => ({
  permissions: [...new Set(permissions)].toSorted(),
  grants: [...new Set(grants)].toSorted(),
  types: [...new Set(types)].toSorted(),
})

async function mustFitItsUsers(tx: Tx, name: string, types: readonly string[]): Promise<void> {
  const misfits = await rows(
    tx,
    sql`select 1 from users u join organisations o on o.id = u.organisation_id where u.role_name = ${name} and not o.type = any (${types}) limit 1`,
  )
  if (misfits.length > 0)
    throw new Refused('role.wrong_organisation', {
      message: 'People of another type of organisation hold this role. Give them another role first.',
    })
}

const makerPermission = /^CAN_(?:UPLOAD|CREATE|UPDATE|SET|AMEND)_/
const checkerPermission = /^CAN_(?:APPROVE|AUTHORIZE)_/

/** What the other administrator should look at. A role that makes and checks is not forbidden: nobody decides an own record. */
async function notesOn(tx: Tx, name: string, { label, permissions }: RoleValues): Promise<ChangeRequest['notes']> {
  const namesakes = await rows(
    tx,
    sql`select 1 from roles where name <> ${name} and upper(label) = ${label.toUpperCase()}`,
  )
  const hasBothSides =
    permissions.some((one) => makerPermission.test(one)) && permissions.some((one) => checkerPermission.test(one))
  return [
    ...(hasBothSides
      ? [{ code: 'role.both_sides', message: 'This role makes records and decides on records. Look whether it must.' }]
      : []),
    ...(namesakes.length > 0
      ? [{ code: 'role.alike', message: 'Another role is called the same. People would take one for the other.' }]
      : []),
  ]
}
