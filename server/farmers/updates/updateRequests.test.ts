import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import { setClock } from '#server/kit/clock.ts'
import {
  approve,
  edit,
  freshMember,
  freshMembers,
  addBankAccount,
  newAccount,
  openRequest,
  pageOf,
  reject,
  rowOf,
  withdraw,
  type UpdateAnswer,
} from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterEach(async () => {
  setClock(null)
  await world.bank.clearFaults()
})
afterAll(() => world.close())
const people = () => world.people
const trail = async (id: string) => {
  const { rows } = await world.owner.query<{ line: string }>(
    `select action || ' ' || actor_name as line from audit_events where record_id = $1 order by id`,
    [id],
  )
  return rows.map(({ line }) => line)
}

describe('requesting a change', () => {
  test('changes nothing yet: the farmer stays, the request says what it was and what it shall be', async () => {
    const member = await freshMember(world)
    const request = await openRequest(people().wanjikuMaker, member, { mobileNumber: '0722 900 100', gender: 'm' })
    expect(request).toMatchObject({
      subject: 'details',
      growerId: member.id,
      mobileNumber: '254722900100',
      concern: 'PERSONAL_DETAILS',
      status: { id: 3, statusName: 'PENDING_APPROVAL' },
      createdBy: 'Wanjiku Kamau',
      before: { mobileNumber: member.mobile_number },
      after: { mobileNumber: '254722900100' },
      steps: { approve: 'permission.missing', withdraw: null },
    })
    expect((await rowOf(world, member.id))['mobile_number']).toBe(member.mobile_number)
    expect(await trail(request.id)).toEqual(['propose Wanjiku Kamau'])
  })

  test('a second request for the same farmer waits until the first is decided, whatever it is about', async () => {
    const { wanjikuMaker } = people()
    const member = await freshMember(world)
    await openRequest(wanjikuMaker, member, { firstName: 'Renamed' })
    const again = await edit(wanjikuMaker, member, { lastName: 'Otherwise' })
    expect([again.status, again.body.code]).toEqual([409, 'change.open'])
    const life = await wanjikuMaker.post<UpdateAnswer>('/farmer/life-state', {
      id: member.id,
      lifeState: 'SUSPENDED',
      reason: 'Left the valley',
    })
    expect([life.status, life.body.code]).toEqual([409, 'change.open'])
  })

  test('every value is read by its own rule, and each slip is shown beside its field', async () => {
    const member = await freshMember(world)
    const { status, body } = await edit(people().wanjikuMaker, member, {
      firstName: ' ',
      memberNumber: 'no blanks',
      mobileNumber: '12',
      gender: 'X',
      bankCode: 'Bank of Nowhere',
      account: 'abc',
      farmerId: '12345678901',
    })
    expect(status).toBe(422)
    expect(body.details?.['fields']).toEqual({
      firstName: 'First Name is required',
      memberNumber: 'Only letters and numbers allowed',
      mobileNumber: 'Minimum 9 digits required',
      gender: 'Choose one of MALE, FEMALE',
      bankCode: 'Not a known payment institution',
      account: 'Enter a number greater than zero',
      farmerId: 'At most 10 characters',
    })
  })

  test('what comes back as it was is no change, also when it was shown masked', async () => {
    const { wanjikuMaker } = people()
    const member = await freshMember(world)
    const same = await edit(wanjikuMaker, member, {
      memberNumber: member.member_number,
      mobileNumber: `0${member.mobile_number.slice(3)}`,
      account: `•••••••••••${member.account_number.slice(-3)}`,
      firstName: null,
    })
    // The masked account is another text than this reader sees, so it is read by its rule.
    expect(same.status).toBe(422)
    const plain = await edit(wanjikuMaker, member, {
      memberNumber: member.member_number,
      account: member.account_number,
    })
    expect([plain.status, plain.body.code]).toEqual([422, 'change.nothing'])
  })

  test('a number that another member has is refused with the member’s name', async () => {
    const [one, two] = await freshMembers(world, 2)
    for (const values of [{ memberNumber: two!.member_number }, { farmerId: two!.id_number }]) {
      const { status, body } = await edit(people().wanjikuMaker, one!, values)
      expect([status, body.code]).toEqual([409, 'farmer.registered'])
      expect(body.message).toContain(two!.full_name)
    }
  })

  test('an account that the bank does not know is refused at once; silence is a note, not a no', async () => {
    const { wanjikuMaker } = people()
    const member = await freshMember(world)
    await world.bank.control('POST', '/simulator/answer-any', { on: false })
    const dead = await edit(wanjikuMaker, member, { bankCode: '11', account: newAccount() })
    await world.bank.control('POST', '/simulator/answer-any', { on: true })
    expect([dead.status, dead.body.details]).toEqual([
      422,
      { fields: { account: 'The bank does not know this account' } },
    ])
    const account = newAccount()
    await world.bank.setFault({ kind: 'away', accounts: [account] })
    const silent = await openRequest(wanjikuMaker, member, { bankCode: '11', account })
    expect(silent.notes.map(({ code }) => code)).toContain('account_unchecked')
  })

  test('who may not ask, whose the farmer is not, and who saw an older farmer are refused', async () => {
    const { otienoChecker, danielMaker, wanjikuMaker, estherBankMaker } = people()
    const member = await freshMember(world)
    for (const person of [otienoChecker, estherBankMaker])
      expect((await edit(person, member, { firstName: 'New' })).status).toBe(403)
    expect((await edit(danielMaker, member, { firstName: 'New' })).status).toBe(404)
    const stale = await edit(wanjikuMaker, member, { firstName: 'New', version: member.version + 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'record.changed'])
    await world.owner.query(`update farmers set status = 'PENDING_APPROVAL', decided_by = null where id = $1`, [
      member.id,
    ])
    const early = await edit(wanjikuMaker, member, { firstName: 'New' })
    expect([early.status, early.body.code]).toEqual([409, 'farmer.not_approved'])
  })
})

describe('the decision', () => {
  test('an approval copies the values, keeps the old ones, and makes the account cool off', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const member = await freshMember(world)
    const account = newAccount()
    await addBankAccount(world, account, member.full_name.toUpperCase())
    const request = await openRequest(wanjikuMaker, member, { bankCode: '11', account, accountName: member.full_name })
    expect(request.notes).toEqual([])
    const { status, body } = await approve(otienoChecker, request)
    expect([status, body.message]).toEqual([200, 'Update approved'])
    const row = await rowOf(world, member.id)
    expect(row).toMatchObject({ account_number: account, institution_code: '11', account_state: 'VERIFIED' })
    expect(row['version']).toBe(member.version + 1)
    const { account: shown, warnings } = await pageOf(otienoChecker, member.id)
    expect(shown.changes).toMatchObject([
      {
        before: { accountNumber: member.account_number },
        after: { accountNumber: account },
        requestedBy: 'Wanjiku Kamau',
        decidedBy: 'Otieno Ouma',
      },
    ])
    const hours = (Date.parse(shown.payableFrom ?? '') - Date.parse(shown.changedAt ?? '')) / 3_600_000
    expect(hours).toBe(48)
    expect(warnings.map(({ code }) => code)).toContain('cooling_off')
    expect(await trail(request.id)).toEqual(['propose Wanjiku Kamau', 'approve Otieno Ouma'])
    setClock(() => Date.now() + 49 * 3_600_000)
    const later = await world.newSession('fcs.checker')
    expect((await pageOf(later, member.id)).account.payableFrom).toBeNull()
  })

  test('the maker approves nothing of the own, not even with the permission', async () => {
    const { margaretManager, wanjikuMaker } = people()
    const member = await freshMember(world)
    const request = await openRequest(wanjikuMaker, member, { firstName: 'Njambi' })
    expect((await approve(wanjikuMaker, request)).status).toBe(403)
    await world.owner.query('update change_requests set makers = makers || $2::uuid where id = $1', [
      request.id,
      margaretManager.id,
    ])
    const own = await approve(margaretManager, request)
    expect([own.status, own.body.code]).toEqual([409, 'own_submission'])
    expect((await rowOf(world, member.id))['first_name']).not.toBe('Njambi')
  })

  test('strangers find nothing, wide readers may look and not decide', async () => {
    const { wanjikuMaker, purityChecker, peterBankChecker, aminaViewer } = people()
    const member = await freshMember(world)
    const request = await openRequest(wanjikuMaker, member, { mobileNumber: '0733555001' })
    expect((await approve(purityChecker, request)).status).toBe(404)
    expect((await reject(purityChecker, request, 'No')).status).toBe(404)
    expect((await purityChecker.get(`/farmer/${member.id}/page`)).status).toBe(404)
    expect((await purityChecker.get(`/farmer/${member.id}/history`)).status).toBe(404)
    expect((await approve(peterBankChecker, request)).status).toBe(403)
    const seen = await pageOf(aminaViewer, member.id)
    const said = JSON.stringify(seen)
    for (const secret of ['733555001', member.mobile_number.slice(3), member.id_number, member.account_number])
      expect(said).not.toContain(secret)
    expect(seen.requests[0]?.after['mobileNumber']).toMatch(/^•+001$/)
  })

  test('a rejection needs a reason, changes nothing, and leaves the way free for another request', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const member = await freshMember(world)
    const request = await openRequest(wanjikuMaker, member, { firstName: 'Wrong' })
    expect((await reject(otienoChecker, request)).body.code).toBe('step.comment_required')
    const { status, body } = await reject(otienoChecker, request, 'The ID card says otherwise')
    expect([status, body.data.status.statusName]).toEqual([200, 'REJECTED'])
    expect((await rowOf(world, member.id))['version']).toBe(member.version)
    expect((await edit(wanjikuMaker, member, { firstName: 'Right' })).status).toBe(200)
  })

  test('only the maker takes a request back, and then nobody approves it', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const member = await freshMember(world)
    const request = await openRequest(wanjikuMaker, member, { firstName: 'Slip' })
    expect((await withdraw(otienoChecker, request)).status).toBe(403)
    expect((await withdraw(wanjikuMaker, request)).body.data.status.statusName).toBe('WITHDRAWN')
    const late = await approve(otienoChecker, { id: request.id })
    expect([late.status, late.body.code]).toEqual([409, 'step.wrong_state'])
  })

  test('a farmer that changed meanwhile is not overwritten', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const member = await freshMember(world)
    const request = await openRequest(wanjikuMaker, member, { mobileNumber: '0733555777' })
    await world.owner.query(`update farmers set mobile_number = '254700000001' where id = $1`, [member.id])
    const { status, body } = await approve(otienoChecker, request)
    expect([status, body.code]).toEqual([409, 'change.stale'])
    expect((await rowOf(world, member.id))['mobile_number']).toBe('254700000001')
  })

  test('a number that was registered meanwhile is refused by the check, and by the index under it', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const [one, two] = await freshMembers(world, 2)
    const request = await openRequest(wanjikuMaker, one!, { memberNumber: 'TAKEN1' })
    await world.owner.query(`update farmers set member_number = 'TAKEN1' where id = $1`, [two!.id])
    const { status, body } = await approve(otienoChecker, request)
    expect([status, body.code]).toEqual([409, 'farmer.registered'])
  })

  test('the account is looked up again: silent, or an account closed since, and nothing is copied', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const member = await freshMember(world)
    const account = newAccount()
    await addBankAccount(world, account, member.full_name)
    const request = await openRequest(wanjikuMaker, member, { bankCode: '11', account })
    await world.bank.setFault({ kind: 'away', accounts: [account] })
    setClock(() => Date.now() + 3_600_000)
    const silent = await approve(await world.newSession('fcs.checker'), { id: request.id })
    // The old word is no longer fresh: first the new note is shown, then the silence itself refuses.
    expect([silent.status, silent.body.code]).toEqual([409, 'record.changed'])
    const still = await approve(await world.newSession('fcs.checker'), { id: request.id })
    expect([still.status, still.body.code]).toEqual([503, 'bank.silent'])
    await world.bank.clearFaults()
    await world.bank.load([{ institutionCode: '11', accountNumber: account, name: member.full_name, status: 'closed' }])
    setClock(null)
    const closed = await approve(otienoChecker, { id: request.id })
    expect([closed.status, closed.body.code]).toEqual([409, 'account.refused'])
    expect((await rowOf(world, member.id))['account_number']).toBe(member.account_number)
  })

  test('another name at the bank needs a reason, and shows on the farmer', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const member = await freshMember(world)
    const account = newAccount()
    await addBankAccount(world, account, 'ENTIRELY DIFFERENT PERSON')
    const request = await openRequest(wanjikuMaker, member, { bankCode: '11', account })
    expect(request.notes).toEqual([
      { code: 'name_differs', message: 'The bank knows the account as ENTIRELY DIFFERENT PERSON' },
    ])
    const bare = await approve(otienoChecker, request)
    expect([bare.status, bare.body.code]).toEqual([422, 'step.comment_required'])
    expect((await approve(otienoChecker, request, 'Account of her husband, seen his ID')).status).toBe(200)
    expect((await rowOf(world, member.id))['account_state']).toBe('NAME_DIFFERS')
  })

  test('warnings name shared accounts and lately changed ones', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const [one, two] = await freshMembers(world, 2)
    const account = newAccount()
    await addBankAccount(world, account, one!.full_name)
    await approve(otienoChecker, await openRequest(wanjikuMaker, one!, { bankCode: '11', account }))
    const shared = await openRequest(wanjikuMaker, two!, { bankCode: '11', account })
    expect(shared.notes.map(({ code, message }) => `${code}: ${message}`)).toContain(
      'account_of_another: 1 other member: same account',
    )
    const again = await openRequest(wanjikuMaker, one!, { bankCode: '11', account: newAccount() })
    expect(again.notes.map(({ code }) => code)).toContain('account_changed_lately')
  })

  test('an account of another society is pointed out without a name, needs a reason, and of who has left there counts no more', async () => {
    const { wanjikuMaker, otienoChecker, danielMaker, purityChecker } = people()
    const [here, there] = [await freshMember(world), await freshMember(world, { society: 'CF4101' })]
    const account = newAccount()
    await addBankAccount(world, account, here.full_name)
    const theirs = await openRequest(danielMaker, there, { bankCode: '11', account })
    await approve(purityChecker, theirs, 'Account of his brother')
    const request = await openRequest(wanjikuMaker, here, { bankCode: '11', account })
    expect(request.notes).toEqual([
      { code: 'account_elsewhere', message: 'Somebody in another society is paid to the same account' },
    ])
    expect((await approve(otienoChecker, request)).body.code).toBe('step.comment_required')
    await world.owner.query(`update farmers set life_state = 'TRANSFERRED' where id = $1`, [there.id])
    expect((await approve(otienoChecker, request)).status).toBe(200)
  })

  test('an ID registered in another society is a yes without a name, and needs a reason', async () => {
    const { wanjikuMaker, otienoChecker } = people()
    const member = await freshMember(world)
    const other = await world.owner.query<{ id: string; id_number: string; full_name: string }>(
      `select id, id_number, full_name from farmers where organisation_id = $1 and type = 'FCS_FARMER' order by member_number limit 1`,
      [world.organisationId('CF4101')],
    )
    const { id_number: registeredId = '', full_name: name = '' } = other.rows[0] ?? {}
    const request = await openRequest(wanjikuMaker, member, { farmerId: registeredId })
    expect(request.notes.map(({ code }) => code)).toEqual(['registered_elsewhere'])
    expect(JSON.stringify(request.notes)).not.toContain(name)
    expect((await approve(otienoChecker, request)).body.code).toBe('step.comment_required')
    await world.owner.query(`update farmers set life_state = 'TRANSFERRED' where id = $1`, [other.rows[0]?.id])
    expect((await approve(otienoChecker, request)).status).toBe(200)
  })
})

test('the call of the specification lists what waits, in its own words', async () => {
  const { wanjikuMaker, otienoChecker, purityChecker } = people()
  const member = await freshMember(world)
  const request = await openRequest(wanjikuMaker, member, { lastName: 'Waiting' })
  const path = `/farmer/approve/pending_approval/${world.organisationId('CF4100')}`
  const { body } = await otienoChecker.get<UpdateRequest[]>(path)
  expect(body.find(({ id }) => id === request.id)).toMatchObject({
    lastName: 'Waiting',
    farmerId: member.id_number,
    memberNumber: member.member_number,
    bankAccount: member.account_number,
    organisation: { organisationCode: 'CF4100' },
    steps: { approve: null, decline: null },
  })
  expect(new Set(body.map(({ status }) => status.statusName))).toEqual(new Set(['PENDING_APPROVAL']))
  expect((await purityChecker.get(path)).status).toBe(404)
})
