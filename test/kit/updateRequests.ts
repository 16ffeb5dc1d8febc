import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import type { HttpAnswer, Person } from './people.ts'
import type { World } from './world.ts'

export type UpdateAnswer = { code?: string; message: string; details?: Record<string, unknown>; data: UpdateRequest }
export type Member = {
  id: string
  full_name: string
  member_number: string
  id_number: string
  mobile_number: string
  account_number: string
  version: number
}

// By world: files share this module, and each has a valley of its own.
const usedMembers = new WeakMap<World, number>()
/** Members of a society whom no other test of the file has touched. */
export async function freshMembers(
  world: World,
  count: number,
  { society = 'CF4100', type = 'FCS_FARMER' } = {},
): Promise<Member[]> {
  const used = usedMembers.get(world) ?? 0
  const { rows } = await world.owner.query<Member>(
    `select id, full_name, member_number, id_number, mobile_number, account_number, version from farmers
     where organisation_id = $1 and type = $2 and life_state <> 'ERASED' order by member_number offset $3 limit $4`,
    [world.organisationId(society), type, type === 'FCS_FARMER' ? used : 0, count],
  )
  if (type === 'FCS_FARMER') usedMembers.set(world, used + count)
  if (rows.length < count) throw new Error('the demo has too few members')
  return rows
}
export const freshMember = async (world: World, options: { society?: string; type?: string } = {}): Promise<Member> =>
  (await freshMembers(world, 1, options))[0]! // as many as requested

export const edit = (person: Person, member: { id: string }, values: object): Promise<HttpAnswer<UpdateAnswer>> =>
  person.post<UpdateAnswer>('/farmer/edit', { id: member.id, ...values })

/** A request that was opened; throws when it was not. */
export async function openRequest(person: Person, member: { id: string }, values: object): Promise<UpdateRequest> {
  const { status, body } = await edit(person, member, values)
  if (status !== 200) throw new Error(`no request: ${status} ${JSON.stringify(body)}`)
  return body.data
}

type RecordVersion = { id: string; version?: number }
export const approve = (
  person: Person,
  { id, version }: RecordVersion,
  approverComments?: string,
): Promise<HttpAnswer<UpdateAnswer>> =>
  person.post<UpdateAnswer>('/farmer/approve', { id, version, growerId: id, approverComments, companyName: '' })
export const reject = (
  person: Person,
  { id, version }: RecordVersion,
  approverComments?: string,
): Promise<HttpAnswer<UpdateAnswer>> => person.post<UpdateAnswer>('/farmer/reject', { id, version, approverComments })
export const withdraw = (
  person: Person,
  { id, version }: { id: string; version: number },
): Promise<HttpAnswer<UpdateAnswer>> => person.post<UpdateAnswer>(`/farmer/updates/${id}/withdraw`, { version })

export const pageOf = async (person: Person, id: string): Promise<FarmerPage> =>
  (await person.get<FarmerPage>(`/farmer/${id}/page`)).body
/** A farmer's row as it stands. */
export async function rowOf(world: World, id: string): Promise<Record<string, unknown>> {
  const { rows } = await world.owner.query<Record<string, unknown>>('select * from farmers where id = $1', [id])
  return rows[0] ?? {}
}
/** The bank knows an account under a name. */
export const addBankAccount = (world: World, accountNumber: string, name: string) =>
  world.bank.load([{ institutionCode: '11', accountNumber, name }])
let accounts = 0
/** An account of Co-operative Bank that nobody has. */
export const newAccount = (): string => `0199${String(++accounts).padStart(10, '0')}`
