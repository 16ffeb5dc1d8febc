import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import type { PayoutChannel } from '#contract/payouts/payouts.ts'
import { all, find, readXml, textAt } from '#server/kit/sheets/xmlTree.ts'
import { queryNow } from '#server/payouts/queryLegs.ts'
import { ledgerFindings } from '#test/kit/loans.ts'
import { makePayingWorld } from '#test/kit/payouts.ts'
import { decideRetry, initiateRetry, payAgain } from '#test/kit/paymentRetries.ts'
import type { Person } from '#test/kit/people.ts'
import { decideFile, largeAccounts, makeFile, paymentsOf, payLarge, waitingForFile } from '#test/kit/rtgsFiles.ts'
import { agreeFloor, fewMembers, linesOf, payable } from '#test/kit/schedules.ts'
import { atTheBank } from '#test/kit/societyTransfers.ts'
import type { World } from '#test/kit/world.ts'
import { sendReleased } from './sendFiles.ts'

// What PesaLink does not carry goes to the bank in a file that two people release, once.
let world: World
let maker: Person
let checker: Person
beforeAll(async () => {
  world = (await makePayingWorld()).world
  maker = world.people.wanjikuMaker
  checker = world.people.margaretManager
  await fewMembers(world, 4)
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.bank.clearFaults()
  await world.owner.query(
    `update communal_payments set status = 'REJECTED' where status in ('PENDING_APPROVAL', 'APPROVED', 'PARTIALLY_PAID', 'COMPLETED');
     update rtgs_files set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL';
     update rtgs_files set sent_at = now() where status = 'APPROVED';
     update payout_legs set status = 'REFUSED', sent_at = now(), settled_at = now(), settled_by = 'STATUS', next_at = null
       where channel = 'rtgs' and settled_at is null;
     update payouts set status = 'FAILED', settled_at = now() where payment_type = 'RTGS' and settled_at is null;
     ${payable};
     delete from communal_rate_limits; delete from payment_retries; delete from channel_pauses; delete from settings where name = 'payoutsMostInHour'`,
  )
})

const accounts = largeAccounts
const approved = async (statuses?: readonly ('active' | 'closed')[]): Promise<CommunalPayment> => {
  await agreeFloor(world)
  return payLarge(world, statuses)
}
const made = async () => {
  const { status, body } = await makeFile(world, maker)
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}
const stateOf = async (id: string) =>
  (await maker.get<CommunalPayment>(`/payment/communalPayment/${id}`)).body.status.statusName
const largeLines = async (id: string) =>
  (await linesOf(maker, id)).filter(({ institutionType }) => institutionType === 'RTGS')
const arrivedAt = async (account: string): Promise<number> => {
  const { balances } = (await world.bank.control('GET', '/simulator/ledger')) as { balances: Record<string, string> }
  return Number(Object.entries(balances).find(([key]) => key.endsWith(`:${account} KES`))?.[1] ?? 0)
}

test('what is too large for PesaLink waits for a file, and goes to the bank when a second person has released it', async () => {
  const before = await Promise.all(accounts.map(arrivedAt))
  const schedule = await approved()
  const lines = await largeLines(schedule.id)
  expect(lines.map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED'])
  expect(await stateOf(schedule.id)).toBe('APPROVED')
  expect((await waitingForFile(world, maker)).map(({ state }) => state)).toEqual(['WAITING', 'WAITING'])
  const file = await made()
  expect(file).toMatchObject({ payments: 2, amount: lines.reduce((sum, { netAmount }) => sum + netAmount, 0) })
  expect(await waitingForFile(world, maker)).toEqual([])
  // Nobody sends it before it is released, and its maker does not release it.
  expect(await sendReleased(world.house)).toBe(0)
  expect((await decideFile(world, maker, 'approve', file)).status).toBe(403)
  expect((await world.people.janeManager.get(`/payment/rtgsFile/${file.id}`)).status).toBe(404)
  expect((await checker.get(`/payment/rtgsFile/${file.id}/document`)).status).toBe(404)
  const payments = (await checker.get<{ kind: string }[]>('/payment/unapprovedpayments')).body
  expect(payments.map(({ kind }) => kind)).toContain('rtgs_file')
  const [one, other] = await Promise.all([
    decideFile(world, checker, 'approve', file),
    decideFile(world, checker, 'approve', file),
  ])
  expect([one.status, other.status].toSorted((a, b) => a - b)[0]).toBe(200)
  expect(Math.max(one.status, other.status)).toBe(409)
  await Promise.all([sendReleased(world.house), sendReleased(world.house)])
  await atTheBank(world)
  expect((await largeLines(schedule.id)).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS'])
  expect(await stateOf(schedule.id)).toBe('COMPLETED')
  const after = await Promise.all(accounts.map(arrivedAt))
  expect(after.map((cents, at) => cents - (before[at] ?? 0))).toEqual(
    lines.map(({ netAmount }) => Math.round(netAmount * 100)),
  )
  expect((await paymentsOf(checker, file.id)).map(({ state }) => state)).toEqual(['PAID', 'PAID'])
  expect(await ledgerFindings(world)).toEqual([])
})

test('the file is a pain.001 whose number and control sum are those of its payments', async () => {
  await approved()
  const file = await made()
  await decideFile(world, checker, 'approve', file)
  const answer = await checker.get(`/payment/rtgsFile/${file.id}/document`)
  const document = await readXml(answer.bytes.toString(), 1_000)
  const head = find(document, 'CstmrCdtTrfInitn', 'GrpHdr')
  const block = find(document, 'CstmrCdtTrfInitn', 'PmtInf')
  if (!head || !block) throw new Error('a pain.001 has both')
  expect([textAt(head, 'MsgId'), textAt(head, 'NbOfTxs'), Number(textAt(head, 'CtrlSum'))]).toEqual([
    file.messageId,
    '2',
    file.amount,
  ])
  const named = await paymentsOf(checker, file.id)
  expect(
    all(block, 'CdtTrfTxInf').map((each) => [
      textAt(each, 'PmtId', 'EndToEndId'),
      Number(textAt(each, 'Amt', 'InstdAmt')),
      textAt(each, 'CdtrAgt', 'FinInstnId', 'ClrSysMmbId', 'MmbId'),
    ]),
  ).toEqual(named.map(({ reference, amount }) => [reference, amount, '0068']))
})

test('a payment that the bank refuses fails alone, and is paid again in another file', async () => {
  const schedule = await approved(['active', 'closed'])
  const file = await made()
  await decideFile(world, checker, 'approve', file)
  await atTheBank(world)
  const lines = await largeLines(schedule.id)
  expect(lines.map(({ status }) => status).toSorted()).toEqual(['FAILED', 'SUCCESS'])
  expect(await stateOf(schedule.id)).toBe('PARTIALLY_PAID')
  const failed = lines.find(({ status }) => status === 'FAILED')
  await world.bank.load([
    {
      institutionCode: '68',
      accountNumber: failed?.accountNumber ?? '',
      name: failed?.accountName ?? '',
      status: 'active',
    },
  ])
  const retry = await initiateRetry(maker, failed?.id ?? '')
  expect(retry.body.data).toMatchObject({ institutionType: 'RTGS', attempt: 2 })
  await decideRetry(world.people.otienoChecker, retry.body.data, 'APPROVE')
  await payAgain(world, retry.body.data)
  expect((await largeLines(schedule.id)).map(({ status }) => status)).toContain('QUEUED')
  const next = await made()
  expect(next.payments).toBe(1)
  await decideFile(world, checker, 'approve', next)
  await atTheBank(world)
  expect(await stateOf(schedule.id)).toBe('COMPLETED')
  expect(await ledgerFindings(world)).toEqual([])
})

test('a file that is declined or withdrawn leaves its payments to the next one', async () => {
  await approved()
  const first = await made()
  expect((await makeFile(world, maker)).body.code).toBe('rtgs_file.nothing')
  expect((await decideFile(world, checker, 'decline', first, { approverComment: 'Wait for Monday' })).status).toBe(200)
  const second = await made()
  expect(second.payments).toBe(2)
  expect((await decideFile(world, maker, 'withdraw', second)).status).toBe(200)
  const third = await made()
  // Somebody settled one of them by hand meanwhile: what is released is what was seen, or nothing.
  await world.owner.query(
    `update payout_legs set status = 'REFUSED', sent_at = now(), settled_at = now(), settled_by = 'STATUS', next_at = null where id = (select id from payout_legs where rtgs_file_id = $1 limit 1)`,
    [third.id],
  )
  expect((await decideFile(world, checker, 'approve', third)).body.code).toBe('rtgs_file.changed')
})

test('a bank that takes the file and says nothing pays each payment once', async () => {
  const path = '/FundsTransfer/File/Pain001/1.0.0'
  const before = await Promise.all(accounts.map(arrivedAt))
  const schedule = await approved()
  expect(await decideFile(world, checker, 'approve', await made())).toMatchObject({ status: 200 })
  await world.bank.setFault({ kind: 'drop', when: 'after', path, for: { count: 1 } })
  await atTheBank(world)
  expect(await stateOf(schedule.id)).toBe('COMPLETED')
  const after = await Promise.all(accounts.map(arrivedAt))
  const nets = (await largeLines(schedule.id)).map(({ netAmount }) => Math.round(netAmount * 100))
  expect(after.map((cents, at) => cents - (before[at] ?? 0))).toEqual(nets)
})

test('while the channel is paused, or too much has left in the hour, a released file waits', async () => {
  const schedule = await approved()
  expect(await decideFile(world, checker, 'approve', await made())).toMatchObject({ status: 200 })
  const channel: PayoutChannel = 'rtgs'
  await world.people.peterBankChecker.post(`/payouts/channels/${channel}/pause`, { reason: 'Rehearsal' })
  expect(await sendReleased(world.house)).toBe(0)
  await world.owner.query('delete from channel_pauses')
  await world.owner.query(`insert into settings (name, value) values ('payoutsMostInHour', '1')`)
  expect(await sendReleased(world.house)).toBe(0)
  await world.owner.query(`delete from settings where name = 'payoutsMostInHour'`)
  await atTheBank(world)
  expect(await stateOf(schedule.id)).toBe('COMPLETED')
})

test('a server that is killed after it marked the file as sent loses nothing: the bank never had it, so it is refused', async () => {
  const schedule = await approved()
  expect(await decideFile(world, checker, 'approve', await made())).toMatchObject({ status: 200 })
  const { bank, ...house } = world.house
  const killed = { ...house, bank: { ...bank, transferFile: () => Promise.reject(new Error('killed')) } }
  await expect(sendReleased(killed)).rejects.toThrow('killed')
  expect(await sendReleased(world.house)).toBe(0)
  await world.owner.query(
    `update payout_legs set sent_at = sent_at - interval '20 minutes', leased_until = null where channel = 'rtgs' and settled_at is null`,
  )
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from payouts where payment_type = 'RTGS' and settled_at is null`,
  )
  for (const { id } of rows) await queryNow(world.house, id)
  expect((await largeLines(schedule.id)).map(({ status }) => status)).toEqual(['FAILED', 'FAILED'])
  expect(await ledgerFindings(world)).toEqual([])
})
