import { isIP } from 'node:net'
import type { ServiceStatus } from '#contract/administration/adminServices.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { mayAdminister, type OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { callName, serviceCalls } from '#contract/serviceCalls.ts'
import { now } from '#server/kit/clock.ts'
import { isPgError, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { isNetwork } from '#server/kit/networks.ts'
import { Refused, wrongField } from '#server/kit/refused.ts'
import { actorFrom } from '#server/kit/scope.ts'
import { mayCall } from '#server/kit/web/serve.ts'
import { mustReachRoles } from './reach.ts'
import { allowKey } from './serviceKeys.ts'
import type { ProposedChange, Subject, Values } from './subject.ts'

type ServiceValues = {
  name: string
  organisationCode: string
  role: string
  calls: string[]
  addresses: string[]
  perMinute: number
  keyDays: number
  status: Extract<ServiceStatus, 'ACTIVE' | 'STOPPED' | 'ENDED'>
  /** Requested by a new account and by a rotation. */
  newKey: boolean
  overlapHours: number
}

/** A service account by the name of its user, which never changes. */
export const serviceSubject: Subject = {
  name: 'service_account',
  blank: { status: 'ACTIVE', newKey: false, overlapHours: 0 } satisfies Partial<ServiceValues>,
  read,
  examine,
  apply,
}

async function read(tx: Tx, username: string): Promise<Values | null> {
  const [stored] = await rows(
    tx,
    sql<ServiceValues>`select u.full_name as name, o.code as "organisationCode", u.role_name as role, a.calls, a.addresses::text[] as addresses,
        a.per_minute as "perMinute", a.key_days as "keyDays", a.status, false as "newKey", 0 as "overlapHours"
      from service_accounts a join users u on u.id = a.id join organisations o on o.id = u.organisation_id
      where u.username = ${username} for no key update of a`,
  )
  return stored ? { ...stored, addresses: stored.addresses.map(plainNetwork).toSorted() } : null
}

// A network of one address is written as the address.
export const plainNetwork = (network: string): string => network.replace(/(\..*)\/32$|(:.*)\/128$/, '$1$2')

/** The lists of an account in one order, so that the same in another order is no change. Refuses what is no network. */
export function sortedScope<Scope extends { calls?: string[] | undefined; addresses?: string[] | undefined }>(
  scope: Scope,
): Scope {
  const wrong = scope.addresses?.find((one) => one.includes('%') || !isNetwork(one))
  if (wrong !== undefined) throw wrongField('addresses', 'An address or a network, such as 196.201.214.0/24')
  return {
    ...scope,
    ...(scope.calls ? { calls: [...new Set(scope.calls)].toSorted() } : {}),
    ...(scope.addresses ? { addresses: [...new Set(scope.addresses.map(plainNetwork))].toSorted() } : {}),
  }
}

async function examine({ tx, actor, before, after }: ProposedChange): Promise<ChangeRequest['notes']> {
  const service = after as ServiceValues // border: written by the calls of administration only
  const previous = before as Partial<ServiceValues> // border: as above
  if (previous.status === 'ENDED') throw new Refused('change.nothing', { message: 'This service account has ended.' })
  const [role] = await rows(
    tx,
    sql<{ fits: boolean; type: OrganisationType; permissions: Permission[]; isOpen: boolean }>`
      select o.type = any (r.types) as fits, o.type, r.permissions, o.active as "isOpen"
      from roles r cross join organisations o where r.name = ${service.role} and o.code = ${service.organisationCode}`,
  )
  if (!role?.isOpen) throw wrongField('role', 'No such role or organisation')
  // Whoever administers is a person.
  if (!role.fits || mayAdminister(role.type)) throw new Refused('role.wrong_organisation')
  await mustReachRoles(tx, actor, previous.role === undefined ? [service.role] : [previous.role, service.role])
  const holder = actorFrom({ role: service.role, organisationType: role.type, permissions: role.permissions })
  const open = new Set(serviceCalls.filter((one) => mayCall(one.call, holder)).map((one) => callName(one.call)))
  if (service.calls.some((call) => !open.has(call)))
    throw wrongField('calls', 'The role does not open one of these calls')
  return notesOn(service, previous, role.permissions)
}

/** What the other administrator should look at before a program gets power. */
function notesOn(
  service: ServiceValues,
  before: Partial<ServiceValues>,
  held: readonly Permission[],
): ChangeRequest['notes'] {
  const writes = serviceCalls.some(
    ({ call }) => call.method !== 'GET' && !call.reads && service.calls.includes(callName(call)),
  )
  const isWide = (network: string): boolean => {
    const [address = '', length] = network.split('/')
    return length !== undefined && Number(length) < (isIP(address) === 4 ? 16 : 32)
  }
  return [
    ...(service.addresses.some(isWide)
      ? [
          {
            code: 'service.wide',
            message: 'It may call from a very wide network. Ask for the addresses it really uses.',
          },
        ]
      : []),
    ...(held.includes('CAN_VIEW_PERSONAL_DATA')
      ? [{ code: 'service.personal', message: 'It sees national ID, mobile and account numbers unmasked.' }]
      : []),
    ...(writes ? [{ code: 'service.writes', message: 'It does not only read: it also makes records.' }] : []),
    ...(before.status === 'STOPPED' && service.status === 'ACTIVE'
      ? [{ code: 'service.keys_return', message: 'Its keys open again as they were. Stop those that leaked first.' }]
      : []),
  ]
}

async function apply({ tx, targetId, before, after, changeId }: ProposedChange & { changeId: string }): Promise<void> {
  const service = after as ServiceValues // border: as above
  const isNew = Object.keys(before).length === 0
  const id = isNew ? await insert(tx, targetId, service) : await update(tx, targetId, service)
  if (service.newKey) await allowKey(tx, { changeId, accountId: id, overlapHours: service.overlapHours })
}

/** Somebody may have been invited by the same name meanwhile. */
async function insert(tx: Tx, username: string, service: ServiceValues): Promise<string> {
  const id = newId()
  try {
    await savepoint(tx, () =>
      sql`insert into users (id, organisation_id, username, full_name, role_name, status, created_at)
        select ${id}, o.id, ${username}, ${service.name}, ${service.role}, 'SERVICE', ${now()} from organisations o where o.code = ${service.organisationCode}`.execute(
        tx,
      ),
    )
  } catch (error) {
    if (isPgError(error) && error.code === '23505') throw new Refused('name.taken')
    throw error
  }
  await sql`insert into service_accounts (id, organisation_id, calls, addresses, per_minute, key_days, status, created_at)
    select u.id, u.organisation_id, ${service.calls}, ${service.addresses}::inet[], ${service.perMinute}, ${service.keyDays}, ${service.status}, ${now()}
    from users u where u.id = ${id}`.execute(tx)
  return id
}

async function update(tx: Tx, username: string, service: ServiceValues): Promise<string> {
  const [{ id } = { id: '' }] = await rows(
    tx,
    sql<{
      id: string
    }>`update users set full_name = ${service.name}, role_name = ${service.role} where username = ${username} and status = 'SERVICE' returning id`,
  )
  await sql`update service_accounts set calls = ${service.calls}, addresses = ${service.addresses}::inet[], per_minute = ${service.perMinute},
    key_days = ${service.keyDays}, status = ${service.status} where id = ${id}`.execute(tx)
  return id
}
