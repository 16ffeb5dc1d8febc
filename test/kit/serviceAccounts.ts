import { writeUses } from '#server/kit/services/serviceUses.ts'
import { memberOf } from './deliveryFiles.ts'
import type { Method } from './people.ts'
import type { World } from './world.ts'

type Requested = { data: { id: string } }
type Row = {
  id: string
  status: string
  keyWaiting: boolean
  changeWaiting: boolean
  expires: string | null
  lastUsed: string | null
}

/** What a USSD gateway of a society is given. */
export const ussd = {
  name: 'USSD gateway',
  username: 'ussd.gateway',
  organisationCode: 'CF4100',
  role: 'FCS_MAKER',
  calls: ['GET /farmer/:id/limit', 'GET /loan/member', 'POST /loan/request', 'GET /farmercherry/farmer'],
  addresses: ['196.201.214.0/24'],
  perMinute: 600,
  keyDays: 90,
  reason: 'Members ask for loans by telephone',
}

/** An address that the gateway calls from. */
export const ussdAddress = '196.201.214.7'

const path = '/admin/service-accounts'

/** Asks for a service account; answers the request. */
export const askForService = (world: World, more: Partial<typeof ussd> = {}) =>
  world.people.samuelAdministrator.post<Requested & { code?: string }>(path, { ...ussd, ...more })

/** The other administrator's decision. */
export const decideService = (world: World, id: string, step: 'approve' | 'decline' = 'approve') =>
  world.people.beatriceAdministrator.post<{ code?: string }>(`/admin/changes/${step}`, {
    id,
    version: 1,
    ...(step === 'decline' ? { approverComment: 'Not agreed' } : {}),
  })

/** A service account as the list shows it to who asked for it. */
export async function serviceRow(world: World, name: string): Promise<Row> {
  const query = { search: name, paginate: 'Y' }
  const { body } = await world.people.samuelAdministrator.get<{ data: Row[] }>(path, query)
  const [row] = body.data
  if (!row) throw new Error(`no service account ${name}`)
  return row
}

/** Has a key shown to who asked for it. */
export async function showKey(world: World, id: string, idempotencyKey = `show ${Math.random()}`): Promise<string> {
  const { status, body } = await world.people.samuelAdministrator.post<{ data: { key: string } }>(
    `${path}/${id}/key`,
    {},
    { headers: { 'idempotency-key': idempotencyKey } },
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.key
}

/** A service account that two administrators made, with its key. */
export async function makeService(world: World, more: Partial<typeof ussd> = {}): Promise<{ id: string; key: string }> {
  const asked = await askForService(world, more)
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body))
  const decided = await decideService(world, asked.body.data.id)
  if (decided.status !== 200) throw new Error(JSON.stringify(decided.body))
  const { id } = await serviceRow(world, (more.username ?? ussd.username).toLowerCase())
  return { id, key: await showKey(world, id) }
}

type CallOptions = { from?: string; body?: object; query?: Record<string, string>; headers?: Record<string, string> }

/** A call with a key, as a partner's program makes it. */
export async function callWithKey<Body>(
  { app }: Pick<World, 'app'>,
  key: string,
  method: Method,
  at: string,
  { from = ussdAddress, body, query, headers }: CallOptions = {},
) {
  const response = await app.inject({
    method,
    url: `/api${at}`,
    remoteAddress: from,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { payload: JSON.stringify(body) } : {}),
    ...(query ? { query } : {}),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json<Body>() }
}

/** What a program reads of an answer. */
export type ServiceAnswer = {
  code?: string
  message?: string
  details?: Record<string, unknown>
  data?: Record<string, unknown>
}

/** Looks up what a member may borrow, as the gateway does while the member waits at the telephone. */
export const lookUp = (world: World, key: string, from = ussdAddress) =>
  callWithKey<ServiceAnswer>(world, key, 'GET', '/loan/member', {
    from,
    query: { memberNumber: memberOf('CF4100', 3) },
  })

/** A few service accounts, one of them stopped, and calls that were let in and refused. */
export async function makeServices(world: World): Promise<void> {
  for (const [name, role] of Object.entries({ Zawadi: 'FCS_MAKER', Upendo: 'FCS_CHECKER', Baraka: 'FCS MANAGER' })) {
    const more = { username: `${name}.gateway`, name, role, calls: ['GET /farmercherry/farmer'] }
    const { id, key } = await makeService(world, more)
    for (const from of ['196.201.214.1', '196.201.214.2', '41.90.1.1'])
      await callWithKey(world, key, 'GET', '/farmercherry/farmer', {
        from,
        query: { memberNumber: memberOf('CF4100', 1) },
      })
    if (name === 'Baraka')
      await world.people.samuelAdministrator.post(`${path}/${id}/stop`, { reason: 'The key was seen' })
  }
  await writeUses(world.house)
}
