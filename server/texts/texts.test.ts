import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FarmerText } from '#contract/texts.ts'
import { setClock } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { tellDelivered } from '#server/deliveries/tellDelivered.ts'
import { makeHouse } from '#server/start.ts'
import { currentSeason } from '#server/seasons/seasons.ts'
import { deliveriesCsv, newReceipt, sendDeliveries } from '#test/kit/deliveryFiles.ts'
import { askFor, borrower, decideLoans, fillFund, giveLimit, settle, waitingLoan } from '#test/kit/loans.ts'
import type { Person } from '#test/kit/people.ts'
import { startSmsGateway, type SmsGateway } from '#test/kit/smsGateway.ts'
import { approve, edit, freshMember, newAccount, openRequest, type Member } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { sendDue, tidyTexts } from './sendTexts.ts'

let world: World
let gateway: SmsGateway
let later = 0

beforeAll(async () => {
  gateway = await startSmsGateway()
  let waited = 0
  setClock(() => Date.now() + later + (waited += 17)) // a request takes a little time
  world = await makeWorld({ settings: gateway.settings })
  await world.owner.query(
    `update sessions set expires_at = now() + interval '1 year', last_seen_at = now() + interval '1 day'`,
  )
  await fillFund(world, 'KPCU', 1_000_000)
})
beforeEach(async () => {
  later = 0
  gateway.behave({})
  gateway.texts.length = 0
  await world.owner.query(`delete from farmer_texts; delete from settings where name like 'sms%'`)
})
afterEach(() => gateway.behave({}))
afterAll(async () => {
  setClock(null)
  await world?.close()
  await gateway?.stop()
})

const sendAll = async () => {
  while ((await sendDue(world.house)) > 0);
}
const set = (name: string, value: boolean | number) =>
  world.owner.query(`insert into settings (name, value) values ($1, $2)`, [name, JSON.stringify(value)])
const states = async () =>
  (
    await world.owner.query<{ occasion: string; state: string; problem: string; attempts: number }>(
      'select occasion, state, problem, attempts from farmer_texts order by created_at',
    )
  ).rows
const toldTo = ({ mobile_number }: Member) =>
  gateway.texts.filter(({ to }) => to === `+${mobile_number}`).map(({ message }) => message)
const readTexts = async ({ id }: Member, person: Person = world.people.wanjikuMaker) =>
  (await person.get<{ on: boolean; texts: FarmerText[] }>(`/farmer/${id}/texts`)).body

type Made = { data: { id: string; version: number } }
const deliver = async (member: Member, currentDelivery: number) =>
  (
    await world.people.wanjikuMaker.post<Made>('/farmercherry/', {
      memberNumber: member.member_number,
      growerCode: 'CF4100',
      productName: 'COFFEE',
      currentDelivery,
      season: currentSeason(),
      receiptNumber: newReceipt(),
    })
  ).body.data
const approveDelivery = ({ id, version }: Made['data'], action = 'approve') =>
  world.people.otienoChecker.post(`/farmercherry/${action}`, {
    action,
    confirmCherry: { id, version, approverComment: 'No' },
  })
const newcomer = async () => {
  const member = await freshMember(world)
  await world.owner.query('delete from cherry_deliveries where farmer_id = $1', [member.id])
  return member
}

describe('cherry', () => {
  test('one approved delivery is told with its day and the total of the season, a declined one is not', async () => {
    const member = await newcomer()
    await approveDelivery(await deliver(member, 40.5))
    await approveDelivery(await deliver(member, 12), 'decline')
    await approveDelivery(await deliver(member, 10.25))
    await sendAll()
    const [first, second, ...more] = toldTo(member)
    expect(first).toMatch(
      /^Othameru FCS: .+, kilo 40\.5 za matunda ya \d\d\/\d\d\/\d{4} zimeidhinishwa\. Msimu .+: kilo 40\.5\.$/,
    )
    expect(second).toContain('kilo 50.75.')
    expect(more).toEqual([])
    expect(gateway.texts[0]?.from).toBe('KAHAWA')
  })

  test('several at once are one text for each member; English where the operator wants it', async () => {
    await set('smsInSwahili', false)
    const [member, other] = [await newcomer(), await newcomer()]
    const records = [await deliver(member, 10), await deliver(member, 20), await deliver(other, 7)]
    const { otienoChecker } = world.people
    expect((await otienoChecker.post('/farmercherry/bulk', { step: 'approve', records })).status).toBe(200)
    await sendAll()
    expect(toldTo(member)).toEqual([expect.stringContaining(', 2 deliveries, 30 kg of cherry of')])
    expect(toldTo(other)).toEqual([expect.stringContaining(', 7 kg of cherry of')])
  })

  test('a file is told in the transaction of its approval: one text for each of its members', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const { id } = await sendDeliveries(wanjikuMaker, deliveriesCsv(70))
    const society = world.organisationId('CF4100')
    expect((await otienoChecker.post(`/upload/cherry/approve_deliveries/${society}`, { id })).status).toBe(200)
    expect(await states()).toHaveLength(70)
    await sendAll()
    expect(gateway.texts).toHaveLength(70)
    expect(new Set((await states()).map(({ state }) => state))).toEqual(new Set(['sent']))
  })
})

describe('a change of where money or texts go', () => {
  const messages = async () => {
    await sendAll()
    return gateway.texts.splice(0).map(({ to, message }) => [to, message.replace(/^.*?: .*?, /, '')])
  }

  test('rings on the old number when it is asked for, and again when it is approved', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const member = await freshMember(world)
    const accountNumber = newAccount()
    await world.bank.load([{ institutionCode: '11', accountNumber, name: member.full_name }])
    const request = await openRequest(wanjikuMaker, member, { account: accountNumber, bankCode: '11' })
    const old = `+${member.mobile_number}`
    expect(await messages()).toEqual([
      [old, 'kuna ombi la kubadilisha akaunti yako ya benki. Si wewe? Ambia chama chako mara moja.'],
    ])
    expect((await approve(otienoChecker, request, 'Seen the passbook')).status).toBe(200)
    expect(await messages()).toEqual([
      [
        old,
        'akaunti yako ya benki imebadilishwa. Hakuna malipo huko kwa saa 48. Si wewe? Ambia chama chako mara moja.',
      ],
    ])
  })

  test('of the mobile number rings on both, of a village on none', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const member = await freshMember(world)
    const numbers = new Set([`+${member.mobile_number}`, '+254733445566'])
    const request = await openRequest(wanjikuMaker, member, { mobileNumber: '0733445566' })
    expect(new Set((await messages()).map(([to]) => to))).toEqual(numbers)
    expect((await approve(otienoChecker, request)).status).toBe(200)
    expect(new Set((await messages()).map(([to]) => to))).toEqual(numbers)
    await openRequest(wanjikuMaker, await freshMember(world), { village: 'Kagumo' })
    expect(await messages()).toEqual([])
  })

  test('that is rolled back in the end sends nothing', async () => {
    const member = await freshMember(world)
    await world.owner
      .query(`create function fail_late() returns trigger language plpgsql as 'begin raise exception ''late''; end';
      create constraint trigger fail_late after insert on change_requests deferrable initially deferred for each row execute function fail_late()`)
    expect((await edit(world.people.wanjikuMaker, member, { mobileNumber: '0733445577' })).status).toBe(500)
    await world.owner.query('drop trigger fail_late on change_requests; drop function fail_late')
    expect(await states()).toEqual([])
  })
})

describe('a loan', () => {
  test('is told when it is approved, authorised and paid, and when it comes back', async () => {
    await set('smsInSwahili', false)
    const { otienoChecker, mercyKpcuChecker } = world.people
    const member = await borrower(world)
    const loan = await waitingLoan(world, member.id, 1500)
    await decideLoans(otienoChecker, 'approve', [loan])
    await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])
    await settle(world, loan.id, 'PAID')
    await settle(world, loan.id, 'PAID')
    await settle(world, loan.id, 'REVERSED')
    for (let at = 0; at < 4; at += 1) await sendAll()
    const { rows } = await world.owner.query<{ number: string }>(
      'select account_number as number from farmers where id = $1',
      [member.id],
    )
    const account = `account ending ${rows[0]?.number.slice(-3)}`
    const said = toldTo(member).map((message) => message.replace(/^.*?: .*?, /, ''))
    expect(said).toHaveLength(4)
    expect(said).toEqual(
      expect.arrayContaining([
        `your society approved loan ${loan.referenceId} of KES 1,500. The lender decides next.`,
        expect.stringMatching(`^loan ${loan.referenceId}: KES 1,455 is on its way to .+, ${account}\\.$`),
        expect.stringMatching(
          `^KES 1,455 of loan ${loan.referenceId} was paid to .+, ${account}\\. To repay: KES 1,500\\.$`,
        ),
        `KES 1,455 of loan ${loan.referenceId} came back from the bank. You owe nothing for it. Ask your society.`,
      ]),
    )
    expect(JSON.stringify(gateway.texts)).not.toContain(member.id_number)
  })

  test('that the bank refuses is told as not paid; one that is not authorised, not at all', async () => {
    const { otienoChecker, mercyKpcuChecker, wanjikuMaker } = world.people
    const member = await borrower(world)
    await giveLimit(world, member.id, 3000)
    const loan = await askFor(wanjikuMaker, member.id, 1000)
    await decideLoans(otienoChecker, 'approve', [loan])
    await world.owner.query('delete from farmer_texts')
    await world.owner.query(`update farmers set life_state = 'SUSPENDED' where id = $1`, [member.id])
    await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])
    expect(await states()).toEqual([])
    await world.owner.query(`update farmers set life_state = 'ACTIVE' where id = $1`, [member.id])
    await set('smsLoanAuthorised', false)
    await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])
    expect(await states()).toEqual([])
    await settle(world, loan.id, 'FAILED')
    await sendAll()
    expect(toldTo(member)).toEqual([expect.stringContaining('haikulipwa. Huna deni la mkopo huu. Uliza chama chako.')])
  })
})

describe('a gateway with moods', () => {
  const oneText = async () => {
    const member = await newcomer()
    await approveDelivery(await deliver(member, 40.5))
    return member
  }
  const occasion = 'delivery_approved'

  test('that fails is asked again after a pause, and the text comes once', async () => {
    await oneText()
    gateway.behave({ http: 500 })
    await sendAll()
    await sendAll()
    expect(await states()).toEqual([{ occasion, state: 'waiting', problem: 'failed', attempts: 1 }])
    later = 20_000
    await sendAll()
    await sendAll()
    gateway.behave({})
    later = 120_000
    await sendAll()
    expect(await states()).toEqual([{ occasion, state: 'sent', problem: '', attempts: 3 }])
    expect(gateway.texts).toHaveLength(3)
  })

  test('that stays away for hours: what is no news any more is not sent', async () => {
    const member = await oneText()
    gateway.behave({ recipient: 405 })
    await sendAll()
    later = 6 * 3_600_000 + 60_000
    gateway.behave({})
    await sendAll()
    await tidyTexts(world.house)
    expect(await states()).toEqual([{ occasion, state: 'expired', problem: 'no_credit', attempts: 1 }])
    expect(gateway.texts).toHaveLength(1)
    expect((await readTexts(member)).texts).toMatchObject([
      { state: 'expired', problem: 'The account at the gateway has no credit.' },
    ])
  })

  test('that knows no such number is not asked again, and the society sees why', async () => {
    const member = await oneText()
    gateway.behave({ recipient: 403 })
    await sendAll()
    gateway.behave({})
    later = 3_600_000
    await sendAll()
    expect(gateway.texts).toHaveLength(1)
    expect(await readTexts(member)).toMatchObject({
      on: true,
      texts: [{ occasion, state: 'refused', problem: 'There is no such mobile number.', language: 'sw' }],
    })
  })

  test('that hangs up after the text is not handed it a second time', async () => {
    await oneText()
    gateway.behave({ http: 'gone' })
    await sendAll()
    gateway.behave({})
    later = 3_600_000
    await sendAll()
    expect(await states()).toEqual([{ occasion, state: 'in_doubt', problem: 'no_answer', attempts: 1 }])
    expect(gateway.texts).toHaveLength(1)
  })

  test('that answers after the lease: the doubt ends with its word', async () => {
    await oneText()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>()
    gateway.behave({
      onText: async () => {
        hear()
        await answered
      },
    })
    const sending = sendDue(world.house)
    await heard
    later = 3_600_000
    await tidyTexts(world.house)
    expect(await states()).toMatchObject([{ state: 'in_doubt', problem: 'stopped' }])
    expect(await sendDue(world.house)).toBe(0)
    answer()
    await sending
    expect(await states()).toEqual([{ occasion, state: 'sent', problem: '', attempts: 1 }])
    expect(gateway.texts).toHaveLength(1)
  })

  test('any number of servers send each text once, and what concerns money first', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const { id } = await sendDeliveries(wanjikuMaker, deliveriesCsv(90))
    await otienoChecker.post(`/upload/cherry/approve_deliveries/${world.organisationId('CF4100')}`, { id })
    const member = await freshMember(world)
    await openRequest(wanjikuMaker, member, { mobileNumber: '0733445588' })
    const { config } = world.house
    const other = makeHouse({ config, connection: { ...world.database.config, user: 'kahawa_app' }, bank: world.bank })
    const first = gateway.texts.length
    await sendDue(world.house)
    expect(gateway.texts.slice(first).map(({ to }) => to)).toEqual(
      expect.arrayContaining([`+${member.mobile_number}`, '+254733445588']),
    )
    await Promise.all([world.house, other, world.house, other].map(sendDue))
    await sendAll()
    await other.db.close()
    expect(gateway.texts).toHaveLength(92)
    expect(new Set((await states()).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['sent 1']))
  })
})

test('without a gateway nothing is written, and the farmer’s page says so', async () => {
  const plain = await makeWorld({ manyRequests: false })
  try {
    const member = await freshMember(plain)
    await openRequest(plain.people.wanjikuMaker, member, { mobileNumber: '0733445599' })
    await plain.house.db.transaction('system', (tx) => tellDelivered(tx, sql`true`))
    expect((await plain.owner.query('select from farmer_texts')).rowCount).toBe(0)
    expect(await readTexts(member, plain.people.wanjikuMaker)).toEqual({ on: false, texts: [] })
    expect(await sendDue(plain.house)).toBe(0)
  } finally {
    await plain.close()
  }
})

test('what is kept long enough is removed, with its number', async () => {
  const member = await newcomer()
  await approveDelivery(await deliver(member, 40.5))
  await sendAll()
  await set('smsKeptDays', 7)
  later = 6 * 86_400_000
  await tidyTexts(world.house)
  expect(await states()).toHaveLength(1)
  later = 8 * 86_400_000
  await tidyTexts(world.house)
  expect(await states()).toEqual([])
})

test('a society reads its own members’ texts, masked; strangers and who sees no personal data read none', async () => {
  const member = await newcomer()
  await approveDelivery(await deliver(member, 40.5))
  await sendAll()
  const path = `/farmer/${member.id}/texts`
  const { texts } = await readTexts(member)
  expect(texts).toMatchObject([{ state: 'sent', problem: '', text: toldTo(member)[0] }])
  expect(JSON.stringify(texts)).not.toContain(member.mobile_number)
  expect(texts[0]?.mobileNumber.slice(-3)).toBe(member.mobile_number.slice(-3))
  const { danielMaker, aminaViewer, peterBankChecker, wanjikuMaker } = world.people
  expect((await danielMaker.get(path)).status).toBe(404)
  expect((await aminaViewer.get(path)).status).toBe(403)
  expect((await peterBankChecker.get(path)).status).toBe(200)
  expect((await wanjikuMaker.get('/farmer/01900000-0000-7000-8000-000000000000/texts')).status).toBe(404)
})

test('a transaction that fails leaves no text behind', async () => {
  const member = await newcomer()
  await approveDelivery(await deliver(member, 40.5))
  await world.owner.query('delete from farmer_texts')
  const failing = world.house.db.transaction('system', async (tx) => {
    await tellDelivered(tx, sql`d.farmer_id = ${member.id}`)
    throw new Error('the step failed')
  })
  await expect(failing).rejects.toThrow('the step failed')
  expect(await states()).toEqual([])
})
