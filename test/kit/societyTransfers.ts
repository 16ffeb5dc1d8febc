import type { SocietyTransfer, TransferFigures, TransferKind } from '#contract/payments/societyTransfers.ts'
import { registerPayoutOwners } from '#server/kit/bank/payout.ts'
import { payoutOwners } from '#server/payoutOwners.ts'
import { matchMessages } from '#server/payouts/matchMessages.ts'
import { queryNow } from '#server/payouts/queryLegs.ts'
import { sendDue } from '#server/payouts/sendLegs.ts'
import { sendReleased } from '#server/rtgs/sendFiles.ts'
import { minuteScan } from './deductions.ts'
import type { Person } from './people.ts'
import { fillSociety } from './societyMoney.ts'
import type { World } from './world.ts'

type Body = { code?: string; message: string; details?: Record<string, unknown>; data: SocietyTransfer }
const pathOf = (world: World, person: Person) => `/society-transfers/${world.organisationId(person.organisationCode)}`

export const orderTransfer = (world: World, person: Person, kind: TransferKind, amount: number, more: object = {}) =>
  person.post<Body>(pathOf(world, person), { kind, amount, ...more })

type Attached = { code?: string; data: { id: string; fileName: string; mediaType: string; size: number } }

/** Attaches a letter that allows a retention; an order may name it. */
export const attachException = (world: World, person: Person, bytes = minuteScan()) =>
  person.upload<Attached>(`${pathOf(world, person)}/document`, 'letter.pdf', bytes)

export const decideTransfer = (
  world: World,
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  { id, version }: Pick<SocietyTransfer, 'id' | 'version'>,
  more: object = {},
) => person.post<Body>(`${pathOf(world, person)}/decide`, { step, id, version, ...more })

export const figuresOf = async (world: World, person: Person): Promise<TransferFigures> =>
  (await person.get<TransferFigures>(`${pathOf(world, person)}/figures`)).body

/** Orders it and lets another person approve it; answers the order as it was approved. */
export async function approvedTransfer(
  world: World,
  kind: TransferKind,
  amount: number,
  more: object = {},
): Promise<SocietyTransfer> {
  const { wanjikuMaker, otienoChecker } = world.people
  const ordered = await orderTransfer(world, wanjikuMaker, kind, amount, more)
  if (ordered.status !== 200) throw new Error(JSON.stringify(ordered.body))
  const { status, body } = await decideTransfer(world, otienoChecker, 'approve', ordered.body.data)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}

/** Sends what waits to the bank and asks what became of it, until every order has ended. */
export async function atTheBank({ house, owner }: World): Promise<void> {
  registerPayoutOwners(payoutOwners)
  for (let tries = 0; tries < 100; tries++) {
    await sendDue(house)
    await sendReleased(house)
    const { rows } = await owner.query<{ id: string }>(
      `select p.id from payouts p where p.source_kind in ('eslip_leg', 'society_transfer', 'schedule_line', 'schedule_lender', 'payment_retry') and p.settled_at is null
         and not exists (select from payout_legs l where l.payout_id = p.id and l.channel = 'rtgs' and l.status = 'QUEUED')`,
    )
    if (rows.length === 0) return
    for (const { id } of rows) await queryNow(house, id)
    await matchMessages(house)
  }
  throw new Error('the bank has not carried it out')
}

/** Transfers in every state that people bring about. */
export async function makeTransfers(world: World): Promise<void> {
  const { wanjikuMaker, otienoChecker, danielMaker } = world.people
  await fillSociety(world, 'CF4100', 60_000)
  await fillSociety(world, 'CF4101', 9_000)
  await approvedTransfer(world, 'RETENTION', 6_000)
  const declined = (await orderTransfer(world, wanjikuMaker, 'SWEEP', 20_000)).body.data
  await decideTransfer(world, otienoChecker, 'decline', declined, { approverComment: 'Wait for the next sale' })
  const withdrawn = (await orderTransfer(world, wanjikuMaker, 'SWEEP', 21_000)).body.data
  await decideTransfer(world, wanjikuMaker, 'withdraw', withdrawn)
  await orderTransfer(world, danielMaker, 'SWEEP', 4_000)
}
