import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import { cherryLimitsFile } from '#contract/limits/limitFile.ts'
import type { LoanRequest } from '#contract/loans/loanRows.ts'
import type { Upload } from '#contract/uploads/uploads.ts'
import { businessDate } from '#server/kit/clock.ts'
import { startPayouts } from '#server/payouts/keepPayouts.ts'
import { demoNumbers } from '#server/facts/demoNumbers.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { fillFunds } from '#test/browser/unreliableBank.ts'
import { farmersOf, until } from '#test/faults/farmerWays.ts'
import { requestLoan, decideLoans, readLoan } from '#test/kit/loans.ts'
import { freePort } from '#test/kit/freePort.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { demoFarmers } from '../db/seed/demo.ts'
import { openDemoBank } from './demoBank.ts'
import { spawnBank } from './bankSimulator/spawn.ts'

let world: World
let paying: { stop: () => Promise<void> }
beforeAll(async () => {
  const port = await freePort()
  world = await makeWorld({ demoBank: true, settings: { PORT: String(port) } })
  await world.app.listen({ port, host: '127.0.0.1' })
  await fillFunds(world)
  paying = startPayouts(world.house)
})
afterAll(async () => {
  await paying?.stop()
  await world?.close()
})

type Row = Record<string, string>
/** A workbook as another program writes it: the columns in an order of its own, and one more that no kind has. */
const ownWorkbook = (kind: UploadKind, rows: readonly Row[]): Promise<Uint8Array> => {
  const columns = Object.entries(kind.columns).toReversed()
  const header = ['Remarks', ...columns.map(([, { title }]) => title)]
  const cells = rows.map((row) => ['', ...columns.map(([key, { example }]) => row[key] ?? example)])
  return writeXlsx({ sheets: [{ name: 'Wanachama', rows: [header, ...cells] }] })
}

const elsewhere: Readonly<Record<number, Row>> = {
  4: { institutionType: 'M-PESA', institution: 'M-PESA (Safaricom)', accountNumber: '0722771004' },
  5: { institutionType: 'SACCO', institution: 'Unaitas Sacco', accountNumber: '000731188' },
}
/** Invented people: an account like any other, one of each number that means something, and two accounts elsewhere. */
const newcomers = [
  'Zipporah Nyokabi Gathecha',
  'Elkanah Kiprop Chesire',
  'Halima Abdi Noor',
  'Okoth Were Olunga',
  'Purity Kathambi Mugambi',
  'Jotham Wekesa Simiyu',
].map((name, at): Row => {
  const [firstName = '', middleName = '', lastName = ''] = name.split(' ')
  const ending = demoNumbers[at - 1]?.ending ?? '4471'
  return {
    firstName,
    middleName,
    lastName,
    farmerId: String(77_310_000 + at),
    memberNumber: `NEW${at}`,
    mobileNumber: `072277100${at}`,
    accountName: name,
    accountNumber: `011090077${at}${ending}`,
    ...elsewhere[at],
  }
})

const numberOf = (does: string): Row => {
  const newcomer = newcomers[demoNumbers.findIndex((number) => number.does === does) + 1]
  if (!newcomer) throw new Error(`nobody for ${does}`)
  return newcomer
}
async function send(kind: UploadKind, path: string, rows: readonly Row[], fields: Row = {}): Promise<string> {
  const { status, body } = await world.people.wanjikuMaker.upload<{ message: string; data: Upload }>(
    path,
    `${kind.name} of newcomers.xlsx`,
    await ownWorkbook(kind, rows),
    fields,
  )
  expect([status, body?.message, body?.data.failed]).toEqual([200, 'Success', 0])
  return body.data.id
}
const approve = async (path: string, id: string, by = world.people.otienoChecker): Promise<void> => {
  const { status, body } = await by.post(path, { id })
  expect([status, body]).toMatchObject([200, { error: false }])
}
const bankState = async () => world.bank.control('GET', '/simulator/state')

test('a newcomer’s own farmers get verified accounts, and one of them a loan that is paid', async () => {
  const { wanjikuMaker, otienoChecker, mercyKpcuChecker } = world.people
  const society = world.organisationId('CF4100')
  const farmers = await send(farmersFile, `/upload/cherry/farmer/${society}`, newcomers)
  await approve(`/upload/cherry/approve_farmer/${society}`, farmers)
  // All but the closed account and the silent one.
  const registered = await until(
    () => farmersOf(world, farmers),
    (rows) => rows.length === 4,
  )
  expect(registered.map((row) => [row['member_number'], row['account_state']])).toEqual([
    ['NEW0', 'VERIFIED'],
    [numberOf('differs')['memberNumber'], 'NAME_DIFFERS'],
    ['NEW4', 'VERIFIED'],
    ['NEW5', 'VERIFIED'],
  ])
  const rows = await world.owner.query<{ number: string; state: string; message: string | null }>(
    `select r.clean[5] as number, r.state, p.message from upload_rows r left join upload_problems p
       on p.upload_id = r.upload_id and p.row_number = r.row_number and p.severity = 'error' where r.upload_id = $1 order by r.row_number`,
    [farmers],
  )
  expect(rows.rows.slice(2, 4)).toEqual([
    { number: numberOf('closed')['memberNumber'], state: 'failed', message: 'The account is closed' },
    { number: numberOf('silent')['memberNumber'], state: 'ready', message: null },
  ])

  const delivery = { deliveredOn: businessDate(), factory: '', memberNumber: 'NEW0', currentDelivery: '420' }
  const book = await send(cherryDeliveriesFile, `/upload/cherry/deliveries/${society}`, [
    { ...delivery, receiptNumber: 'NEW0001' },
  ])
  await approve(`/upload/cherry/approve_deliveries/${society}`, book)
  const [first = {}] = newcomers
  const limit = {
    idNumber: first['farmerId'] ?? '',
    fullName: first['accountName'] ?? '',
    memberNumber: 'NEW0',
    growerCode: 'CF4100',
    currentDelivery: '400',
    season: currentSeason(),
  }
  const limits = await send(cherryLimitsFile, `/upload/cherry/delivery/${society}`, [limit], { shareData: 'true' })
  await approve(`/upload/cherry/approve_limit/${society}`, limits)
  await approve(`/upload/cherry/approve_limit/${world.organisationId('KPCU')}`, limits, mercyKpcuChecker)

  const loan: LoanRequest = await requestLoan(wanjikuMaker, String(registered[0]?.['id']), 9_000)
  await decideLoans(otienoChecker, 'approve', [{ id: loan.id }])
  const { body } = await decideLoans(mercyKpcuChecker, 'authorize', [{ id: loan.id }])
  expect(body.data).toMatchObject({ done: 1 })
  const paid = await until(
    () => readLoan(wanjikuMaker, loan.id),
    ({ status }) => status.statusName === 'SUCCESS' || status.statusName === 'FAILED',
    60_000,
  )
  expect(paid.status.statusName).toBe('SUCCESS')
}, 120_000)

test('the bank gets the names of the accounts that are looked up only, keeps none, and whoever came first holds the account', async () => {
  expect((await bankState())['accounts']).toBe(0)
  const holder = demoFarmers().find(
    ({ type, account_state, institution_code }) =>
      type === 'FCS_FARMER' && account_state === 'VERIFIED' && institution_code === '11',
  )
  const accountNumber = holder?.account_number ?? ''
  const thief: Row = { ...newcomers[0], farmerId: '77319999', memberNumber: 'THIEF1', mobileNumber: '0722771099' }
  const society = world.organisationId('CF4100')
  const id = await send(farmersFile, `/upload/cherry/farmer/${society}`, [{ ...thief, accountNumber }])
  await world.people.otienoChecker.post(`/upload/cherry/approve_farmer/${society}`, { id })
  const [row] = await until(
    () => farmersOf(world, id),
    (rows) => rows.length === 1,
  )
  expect(row).toMatchObject({ account_state: 'NAME_DIFFERS' })
})

test('the telephone of a member is the member’s own, whatever account is registered', async () => {
  const { owner, people } = world
  const { rows } = await owner.query<{ pic: string; name: string; number: string }>(
    `select i.code as pic, f.full_name as name, '0' || substr(f.mobile_number, 4) as number from farmers f cross join institutions i
     where i.type = 'M-PESA' and f.status = 'APPROVED' and f.institution_code = '11' and f.mobile_number <> '' order by f.id limit 1`,
  )
  const [{ pic, name, number: accountNumber } = { pic: '', name: '', number: '' }] = rows
  const { body } = await people.wanjikuMaker.post<{ accountName: string }>('/organization/validateIpslAccountDetails', {
    pic,
    accountNumber,
  })
  expect(body.accountName.toUpperCase()).toBe(name.toUpperCase())
})

test('nobody of the demo valley has one of the numbers that mean something', () => {
  const accounts = demoFarmers().map(({ account_number }) => account_number)
  expect(accounts.filter((number) => demoNumbers.some(({ ending }) => number.endsWith(ending)))).toEqual([])
})

test('the README names the numbers that mean something', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  expect(demoNumbers.filter(({ ending }) => !readme.includes(`| \`${ending}\` `))).toEqual([])
})

test('the file of the simulated bank is its owner’s alone, and does not grow by a start or by look-ups', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-bank-'))
  const file = join(folder, 'demo-bank.json')
  try {
    const sizes: number[] = []
    for (let start = 0; start < 3; start++) {
      const bank = await spawnBank({ BANK_STATE_FILE: file })
      await openDemoBank({ bank, house: world.house })
      await bank.control('PUT', '/simulator/names', [
        { institutionCode: '11', accountNumber: `0110900000000${start}`, name: 'Somebody' },
      ])
      await bank.stop()
      sizes.push((await readFile(file)).length)
      expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
    }
    expect(new Set(sizes).size).toBe(1)
  } finally {
    await rm(folder, { recursive: true })
  }
})
