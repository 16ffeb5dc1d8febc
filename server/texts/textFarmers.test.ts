import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifyDelivered } from '#server/deliveries/notifyDelivered.ts'
import { sql } from '#server/kit/db.ts'
import { deliveriesCsv, sendDeliveries } from '#test/kit/deliveryFiles.ts'
import { requestLoan, borrower, decideLoans, fillFund, grantLimit, settle, waitingLoan } from '#test/kit/loans.ts'
import type { SmsGateway } from '#test/kit/smsGateway.ts'
import { makeTextWorld, type TextWorld } from '#test/kit/textWorld.ts'
import { approve, edit, freshMember, newAccount, openRequest } from '#test/kit/updateRequests.ts'
import type { World } from '#test/kit/world.ts'

let texting: TextWorld
let world: World
let gateway: SmsGateway
beforeAll(async () => {
  texting = await makeTextWorld()
  ;({ world, gateway } = texting)
  await fillFund(world, 'KPCU', 1_000_000)
})
beforeEach(() => texting.reset())
afterAll(() => texting?.close())

describe('cherry', () => {
  test('one approved delivery is told with its day and the total of the season, a declined one is not', async () => {
    const member = await texting.newcomer()
    await texting.decide(await texting.deliver(member, 40.5))
    await texting.decide(await texting.deliver(member, 12), 'decline')
    await texting.decide(await texting.deliver(member, 10.25))
    await texting.sendAll()
    const [first, second, ...more] = texting.textsTo(member)
    expect(first).toMatch(
      /^Othameru FCS: .+, kilo 40\.5 za matunda ya \d\d\/\d\d\/\d{4} zimeidhinishwa\. Msimu .+: kilo 40\.5\.$/,
    )
    expect(second).toContain('kilo 50.75.')
    expect(more).toEqual([])
    expect(gateway.texts[0]?.from).toBe('KAHAWA')
  })

  test('several at once are one text for each member; English where the operator wants it', async () => {
    await texting.set('smsInSwahili', false)
    const [member, other] = [await texting.newcomer(), await texting.newcomer()]
    const records = [
      await texting.deliver(member, 10),
      await texting.deliver(member, 20),
      await texting.deliver(other, 7),
    ]
    const { otienoChecker } = world.people
    expect((await otienoChecker.post('/farmercherry/bulk', { step: 'approve', records })).status).toBe(200)
    await texting.sendAll()
    expect(texting.textsTo(member)).toEqual([expect.stringContaining(', 2 deliveries, 30 kg of cherry of')])
    expect(texting.textsTo(other)).toEqual([expect.stringContaining(', 7 kg of cherry of')])
  })

  test('a file is told in the transaction of its approval: one text for each of its members', async () => {
    const { wanjikuMaker, otienoChecker } = world.people
    const { id } = await sendDeliveries(wanjikuMaker, deliveriesCsv(70))
    const society = world.organisationId('CF4100')
    expect((await otienoChecker.post(`/upload/cherry/approve_deliveries/${society}`, { id })).status).toBe(200)
    expect(await texting.states()).toHaveLength(70)
    await texting.sendAll()
    expect(gateway.texts).toHaveLength(70)
    expect(new Set((await texting.states()).map(({ state }) => state))).toEqual(new Set(['sent']))
  })
})

describe('a change of where money or texts go', () => {
  const messages = async () => {
    await texting.sendAll()
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
    // Who has changed the number first and asks for the account now still makes the first one ring.
    await openRequest(wanjikuMaker, member, { accountName: `${member.full_name} K` })
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
    expect(await texting.states()).toEqual([])
  })
})

describe('a loan', () => {
  test('is told when it is approved, authorised and paid, and when it comes back', async () => {
    await texting.set('smsInSwahili', false)
    const { otienoChecker, mercyKpcuChecker } = world.people
    const member = await borrower(world)
    const loan = await waitingLoan(world, member.id, 1500)
    await decideLoans(otienoChecker, 'approve', [loan])
    await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])
    await settle(world, loan.id, 'PAID')
    await settle(world, loan.id, 'PAID')
    await settle(world, loan.id, 'REVERSED')
    await texting.sendAll()
    const { rows } = await world.owner.query<{ number: string }>(
      'select account_number as number from farmers where id = $1',
      [member.id],
    )
    const account = `account ending ${rows[0]?.number.slice(-3)}`
    const messages = texting.textsTo(member).map((message) => message.replace(/^.*?: .*?, /, ''))
    expect(messages).toHaveLength(4)
    expect(messages).toEqual(
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
    await grantLimit(world, member.id, 3000)
    const loan = await requestLoan(wanjikuMaker, member.id, 1000)
    await decideLoans(otienoChecker, 'approve', [loan])
    await world.owner.query('delete from farmer_texts')
    await world.owner.query(`update farmers set life_state = 'SUSPENDED' where id = $1`, [member.id])
    await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])
    expect(await texting.states()).toEqual([])
    await world.owner.query(`update farmers set life_state = 'ACTIVE' where id = $1`, [member.id])
    await texting.set('smsLoanAuthorised', false)
    await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])
    expect(await texting.states()).toEqual([])
    await settle(world, loan.id, 'FAILED')
    await texting.sendAll()
    expect(texting.textsTo(member)).toEqual([
      expect.stringContaining('haikulipwa. Huna deni la mkopo huu. Uliza chama chako.'),
    ])
  })
})

test('a transaction that fails leaves no text behind', async () => {
  const member = await texting.newcomer()
  await texting.decide(await texting.deliver(member, 40.5))
  await world.owner.query('delete from farmer_texts')
  const failing = world.house.db.transaction('system', async (tx) => {
    await notifyDelivered(tx, sql`d.farmer_id = ${member.id}`)
    throw new Error('the step failed')
  })
  await expect(failing).rejects.toThrow('the step failed')
  expect(await texting.states()).toEqual([])
})
