import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SocietyAccount } from '#contract/payments/societyAccounts.ts'
import type { Person } from '#test/kit/people.ts'
import { decideAccount, newNumber, proposeAccount, proposedAccount } from '#test/kit/societyAccounts.ts'
import { addBankAccount } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let maker: Person
let checker: Person
beforeAll(async () => {
  world = await makeWorld()
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.bank.clearFaults()
  await world.owner.query(
    `delete from society_accounts; delete from change_requests where kind = 'society_account_change'`,
  )
})

const accountsOf = async (person: Person) =>
  (await person.get<SocietyAccount[]>(`/society-accounts/${world.organisationId(person.organisationCode)}`)).body
const lookUps = '/core/account-validation'

describe('proposing an account', () => {
  test('the bank says whose it is; it counts once another person of the society has approved it', async () => {
    const proposal = await proposedAccount(world)
    expect(proposal).toMatchObject({
      title: 'Non-checkoff account',
      before: { accountNumber: '', accountName: '' },
      after: { accountNumber: proposal.number, accountName: 'OTHAMERU FCS' },
    })
    expect(await accountsOf(maker)).toEqual([])
    expect((await decideAccount(world, maker, 'approve', proposal)).status).not.toBe(200)
    const { body } = await decideAccount(world, checker, 'approve', proposal)
    expect(body.message).toBe('Approved: the account is in force')
    expect(await accountsOf(maker)).toMatchObject([
      {
        purpose: 'NON_CHECKOFF',
        currency: 'USD',
        accountNumber: proposal.number,
        accountName: 'OTHAMERU FCS',
        availableBalance: 0,
        organisationCode: 'CF4100',
      },
    ])
    const { rows } = await world.owner.query(
      `select l.kind, l.currency, l.subject_id = s.organisation_id as own from society_accounts s join ledger_accounts l on l.id = s.ledger_account_id`,
    )
    expect(rows).toEqual([{ kind: 'non_checkoff', currency: 'USD', own: true }])
  })

  test('the four stand in the order in which money passes, each with a mirror of its own', async () => {
    for (const purpose of ['FARMERS_KES', 'CHECKOFF', 'FARMERS_USD', 'NON_CHECKOFF'] as const)
      await decideAccount(world, checker, 'approve', await proposedAccount(world, purpose))
    const accounts = await accountsOf(checker)
    expect(accounts.map(({ purpose, currency }) => `${purpose} ${currency}`)).toEqual([
      'NON_CHECKOFF USD',
      'CHECKOFF USD',
      'FARMERS_USD USD',
      'FARMERS_KES KES',
    ])
    const { rows } = await world.owner.query<{ mirrors: number }>(
      'select count(distinct ledger_account_id)::integer as mirrors from society_accounts',
    )
    expect(rows[0]?.mirrors).toBe(4)
  })

  test.each([
    ['NON_CHECKOFF', '01000000000001', 'Valid dollar accounts start with 02.'],
    ['FARMERS_KES', '02000000000001', 'An account of shillings does not start with 02.'],
    ['CHECKOFF', '0200 0000', 'An account number has 14 digits'],
    ['CHECKOFF', '', 'Account number is required.'],
  ])('%s with the number %j is refused beside its field: %s', async (purpose, number, message) => {
    const { status, body } = await proposeAccount(world, maker, purpose, number)
    expect([status, body.code, body.details?.['fields']]).toEqual([422, 'input.invalid', { accountNumber: message }])
  })

  test('a main account of a fund is nobody else’s', async () => {
    const { rows } = await world.owner.query<{ number: string }>('select account_number as number from funds limit 1')
    const number = rows[0]?.number ?? ''
    await addBankAccount(world, number, 'THE FUND')
    const { body } = await proposeAccount(world, maker, 'FARMERS_KES', number)
    expect(body.details?.['fields']).toEqual({
      accountNumber: `${number} cannot be the account of a society: it is a main account of a fund`,
    })
  })

  test('a closed account is refused, and a bank that is silent leaves nothing behind', async () => {
    const closed = newNumber('CHECKOFF')
    const entry = { institutionCode: '11', accountNumber: closed, name: null, status: 'closed' }
    await world.bank.control('PUT', '/simulator/accounts', [entry])
    expect((await proposeAccount(world, maker, 'CHECKOFF', closed)).body.details?.['fields']).toEqual({
      accountNumber: 'The account is closed',
    })
    const number = newNumber('CHECKOFF')
    await addBankAccount(world, number, 'OTHAMERU FCS')
    await world.bank.setFault({ kind: 'error500', path: lookUps, accounts: [number] })
    expect((await proposeAccount(world, maker, 'CHECKOFF', number)).body.code).toBe('bank.silent')
    const { rows } = await world.owner.query(`select from change_requests where kind = 'society_account_change'`)
    expect(rows).toEqual([])
  })

  test('who is of no society may not, whatever a role says, nor for another society', async () => {
    await world.owner.query(
      `update roles set permissions = permissions || array['CAN_CHANGE_SOCIETY_ACCOUNT'] where name = 'BANK_MAKER'`,
    )
    try {
      const bank = await world.newSession('bank.maker')
      expect((await proposeAccount(world, bank, 'CHECKOFF', newNumber('CHECKOFF'))).body.code).toBe(
        'organisation.not_allowed',
      )
    } finally {
      await world.owner.query(
        `update roles set permissions = array_remove(permissions, 'CAN_CHANGE_SOCIETY_ACCOUNT') where name = 'BANK_MAKER'`,
      )
    }
    const other = `/society-accounts/${world.organisationId('CF4102')}`
    expect((await maker.post(other, { purpose: 'CHECKOFF', accountNumber: newNumber('CHECKOFF') })).status).toBe(404)
  })
})

describe('deciding', () => {
  test('one waits for each account, also when two are proposed at once', async () => {
    const numbers = [newNumber('CHECKOFF'), newNumber('CHECKOFF')]
    for (const number of numbers) await addBankAccount(world, number, 'OTHAMERU FCS')
    const answers = await Promise.all(numbers.map((number) => proposeAccount(world, maker, 'CHECKOFF', number)))
    expect(answers.map(({ body }) => body.code ?? 'sent').toSorted()).toEqual(['change.open', 'sent'])
  })

  test('what the bank says now decides: another name, a closed account or silence is not approved', async () => {
    const proposal = await proposedAccount(world, 'CHECKOFF')
    await world.bank.setFault({ kind: 'error500', path: lookUps, accounts: [proposal.number] })
    await world.owner.query(`update account_look_ups set checked_at = now() - interval '1 hour'`)
    expect((await decideAccount(world, checker, 'approve', proposal)).body.code).toBe('bank.silent')
    await world.bank.clearFaults()
    await addBankAccount(world, proposal.number, 'SOMEBODY ELSE LTD')
    expect((await decideAccount(world, checker, 'approve', proposal)).body.code).toBe('change.stale')
    const entry = { institutionCode: '11', accountNumber: proposal.number, name: null, status: 'closed' }
    await world.bank.control('PUT', '/simulator/accounts', [entry])
    expect((await decideAccount(world, checker, 'approve', proposal)).body.code).toBe('account.takes_no_money')
    expect(await accountsOf(maker)).toEqual([])
  })

  test('one number serves one purpose of one society, also when two societies are approved at once', async () => {
    const number = newNumber('CHECKOFF')
    await addBankAccount(world, number, 'JOINT ACCOUNT')
    const { danielMaker, purityChecker } = world.people
    const [own, other] = await Promise.all([
      proposeAccount(world, maker, 'CHECKOFF', number),
      proposeAccount(world, danielMaker, 'CHECKOFF', number),
    ])
    const answers = await Promise.all([
      decideAccount(world, checker, 'approve', own.body.data),
      decideAccount(world, purityChecker, 'approve', other.body.data),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { rows } = await world.owner.query('select from society_accounts where account_number = $1', [number])
    expect(rows).toHaveLength(1)
  })

  test('a change of the number keeps the mirror, and is refused when the number before has changed meanwhile', async () => {
    await decideAccount(world, checker, 'approve', await proposedAccount(world, 'FARMERS_KES'))
    const [first] = await accountsOf(maker)
    const next = await proposedAccount(world, 'FARMERS_KES')
    expect(next.before).toMatchObject({ accountNumber: first?.accountNumber })
    await world.owner.query(`update society_accounts set account_number = '01999999999999'`)
    expect((await decideAccount(world, checker, 'approve', next)).body.code).toBe('change.stale')
    await world.owner.query('update society_accounts set account_number = $1', [first?.accountNumber])
    expect((await decideAccount(world, checker, 'approve', next)).status).toBe(200)
    const [second] = await accountsOf(maker)
    expect([second?.id, second?.accountNumber]).toEqual([first?.id, next.number])
  })
})
