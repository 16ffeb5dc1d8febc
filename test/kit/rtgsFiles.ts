import type { RtgsFile, RtgsPayment } from '#contract/rtgs/rtgsFiles.ts'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { newId } from '#server/kit/ids.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import type { Person } from './people.ts'
import { decideSchedule, fillPool, membersOf, paySchedule, saveSchedule } from './schedules.ts'
import type { World } from './world.ts'

type Answer = { code?: string; message: string; data: RtgsFile }
const pathOf = ({ organisationId }: World, code = 'CF4100') => `/payment/rtgsFiles/${organisationId(code)}`

/** Accounts at another bank, to which `payLarge` pays more than PesaLink carries. */
export const largeAccounts = ['06801912345001', '06801912345002'] as const
const insideAccounts = ['01109091234503', '01109091234504'] as const

/**
 * A schedule under way of four members, the first two of whom have accounts at another bank and more than PesaLink carries; the others'
 * are inside. `statuses`: of the first accounts at the bank. A lowest rate must be agreed on before.
 */
export async function payLarge(
  world: World,
  statuses: readonly ('active' | 'closed')[] = ['active', 'active'],
): Promise<CommunalPayment> {
  const members = await membersOf(world)
  for (const [at, number] of [...largeAccounts, ...insideAccounts].entries()) {
    const institutionCode = at < largeAccounts.length ? '68' : '11'
    const { rows } = await world.owner.query<{ name: string }>(
      `update farmers set institution_code = $2, account_number = $3 where id = $1 returning full_name as name`,
      [members[at]?.id, institutionCode, number],
    )
    const account = { institutionCode, accountNumber: number, name: rows[0]?.name ?? '' }
    await world.bank.load([{ ...account, status: statuses[at] ?? 'active' }])
  }
  await fillPool(world, 'CF4100', 30_000_000)
  const { body } = await saveSchedule(world, world.people.wanjikuMaker)
  if (!body.data) throw new Error(JSON.stringify(body))
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', body.data)
  await paySchedule(world, body.data.id)
  return body.data
}

/** Payments of the society that are too large for PesaLink and wait for a file, as an approved schedule leaves them. */
async function leaveForRtgs(world: World, count = 2, cents = 150_000_050n): Promise<void> {
  const societyId = world.organisationId('CF4100')
  const payouts = Array.from({ length: count }, (_, at) => ({
    sourceKind: 'test_intent',
    sourceId: newId(),
    organisationId: societyId,
    lenderId: societyId,
    title: `Wanjiku Kamau, ${at}`,
    amountCents: cents + BigInt(at),
    from: '01109000004100',
    paymentType: 'RTGS' as const,
    account: {
      institutionCode: '68',
      institutionType: 'BANK',
      accountNumber: `06801912345${String(at).padStart(2, '0')}`,
      accountName: 'WANJIKU & SONS',
    },
    narration: 'Cherry',
  }))
  await world.house.db.transaction('system', (tx) => openPayouts(tx, payouts))
}

export const makeFile = (world: World, person: Person) => person.post<Answer>(pathOf(world), {})

export const waitingForFile = async (world: World, person: Person): Promise<RtgsPayment[]> =>
  (await person.get<{ data: RtgsPayment[] }>(`${pathOf(world)}/waiting`)).body.data

export const paymentsOf = async (person: Person, id: string): Promise<RtgsPayment[]> =>
  (await person.get<{ data: RtgsPayment[] }>(`/payment/rtgsFile/${id}/payments`)).body.data

export const decideFile = (
  world: World,
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  { id, version }: Pick<RtgsFile, 'id' | 'version'>,
  more: object = {},
) => person.post<Answer>(`${pathOf(world)}/decide`, { step, id, version, ...more })

/** A file that waits: a society has one at most. */
export async function waitingFile(world: World): Promise<string> {
  await world.owner.query(
    `update payout_legs set rtgs_file_id = null where rtgs_file_id in (select id from rtgs_files where status = 'PENDING_APPROVAL');
     update rtgs_files set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`,
  )
  await leaveForRtgs(world)
  const { status, body } = await makeFile(world, world.people.wanjikuMaker)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.id
}

/** A file that went to the bank, or will. */
export async function releasedFile(world: World): Promise<string> {
  const id = await waitingFile(world)
  const { body } = await world.people.margaretManager.get<RtgsFile>(`/payment/rtgsFile/${id}`)
  await decideFile(world, world.people.margaretManager, 'approve', body)
  return id
}

/** Files in every state that people bring about; the last one waits. */
export async function makeFiles(world: World): Promise<void> {
  const { wanjikuMaker, margaretManager } = world.people
  const fresh = async () => {
    await leaveForRtgs(world, 1)
    return (await makeFile(world, wanjikuMaker)).body.data
  }
  await decideFile(world, wanjikuMaker, 'withdraw', await fresh())
  await decideFile(world, margaretManager, 'decline', await fresh(), { approverComment: 'Not today' })
  for (let released = 0; released < 2; released += 1) await decideFile(world, margaretManager, 'approve', await fresh())
  await fresh()
}
