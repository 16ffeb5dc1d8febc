import { businessDate } from '#server/kit/clock.ts'
import { commandLine } from '#server/kit/startupError.ts'
import { demoPassword } from '#server/session/demo.ts'
import { organisationOf, societies, users } from '../db/seed/organisations.ts'
import { institutionCodes } from '../db/seed/reference.ts'
import { deliveriesFile, demoFile, demoWorkbook, type DemoFile, type Spoil } from '../db/seed/uploads.ts'
import type { BankControls } from './bankSimulator/spawn.ts'
import { demoPeople, seedPart, type Demo, type DemoPerson } from './demoCalls.ts'

type Welcome = { address: string; isDemo: boolean; isEmpty: boolean; isDemoGone: boolean }

export function printWelcome({ address, isDemo, isEmpty, isDemoGone }: Welcome): void {
  const lines = ['', `  Kahawa is open at ${address}`, '']
  if (isDemo) {
    const width = Math.max(...users.map(({ username }) => username.length))
    lines.push(`  Demo sign-ins, all with the password ${demoPassword}:`)
    for (const { username, role, organisationCode } of users)
      lines.push(`    ${username.padEnd(width)}  ${role}, ${organisationOf(organisationCode).name}`)
    lines.push('', `  This is sample data: ${commandLine('discard-sample')} throws it away.`)
    lines.push('  Its bank leaves a few accounts without an answer, on purpose; the log below, in JSON, says so.', '')
  }
  if (isDemoGone)
    lines.push(
      '  The sample data of this database was thrown away, so KAHAWA_DEMO does nothing: start on another one.',
      '',
    )
  if (isEmpty)
    lines.push(`  Nobody can sign in yet: make the first administrator with ${commandLine('admin:create')}.`, '')
  process.stdout.write(`${lines.join('\n')}\n`)
}

const [first, second] = societies
if (!first || !second) throw new Error('the demo needs two societies')

const slips: Spoil = (row, n) => {
  if (n % 7 === 1) return { ...row, mobileNumber: `00${row['mobileNumber']}` }
  if (n % 7 === 2) return { ...row, farmerId: `${row['farmerId']?.slice(0, 3)} ${row['farmerId']?.slice(3)}` }
  if (n % 7 === 3) return { ...row, ward: `${row['ward']?.slice(0, -1)}` }
  if (n % 9 === 4) return { ...row, acreage: '0' }
  return n === 20 ? { ...row, yearOfBirth: '2999' } : row
}
const youngAndShared: Spoil = (row, n) =>
  n === 3 ? { ...row, yearOfBirth: '2012' } : n > 15 ? { ...row, mobileNumber: '0700555444' } : row
const withoutTrees: Spoil = (row, n) => (n === 1 ? { ...row, numberOfTrees: '' } : row)

type PlannedUpload = {
  file: DemoFile
  maker: string
  checker?: string
  decision?: 'approve' | 'decline'
  comment?: string
  bank?: 'closed' | 'silent'
}
const farmers = (name: string, count: number, from: number, spoil?: Spoil) =>
  demoFile({ kind: 'farmers', society: first, name, count, from, ...(spoil ? { spoil } : {}) })
const companies = (name: string, count: number, from: number, spoil?: Spoil) =>
  demoFile({ kind: 'companies', society: first, name, count, from, ...(spoil ? { spoil } : {}) })
const deliveries = (name: string, count: number, spoil?: Spoil) =>
  deliveriesFile({ society: first, name, count, today: businessDate(), ...(spoil ? { spoil } : {}) })
const slipsOfScale: Spoil = (row, n) => {
  if (n % 8 === 1) return { ...row, currentDelivery: `${row['currentDelivery']} kg` }
  if (n % 8 === 3)
    return { ...row, memberNumber: `${row['memberNumber']?.slice(0, 2)}-${row['memberNumber']?.slice(2)}` }
  if (n === 12) return { ...row, factory: 'Mahigga' }
  return n === 20 ? { ...row, deliveredOn: '2019-11-20' } : row
}
const own = { maker: 'fcs.maker' }
const decided = { ...own, checker: 'fcs.checker' }

/** Uploads in every state, each sent and decided by the people of the demo through the calls they would make. */
const uploads: readonly PlannedUpload[] = [
  { file: farmers('Members of Mahiga ward.xlsx', 20, 201), ...decided, decision: 'approve' },
  { file: farmers('Members without an account check.xlsx', 12, 231), ...decided, decision: 'approve', bank: 'silent' },
  { file: farmers('Transfers from Mukurweini.xlsx', 15, 251), ...decided, decision: 'approve', bank: 'closed' },
  {
    file: farmers('Old register 2019.xlsx', 10, 271),
    ...decided,
    decision: 'decline',
    comment: 'This is the register of 2019. Send the members who joined since.',
  },
  { file: companies('Estates of Chinga.xlsx', 3, 281), ...decided, decision: 'approve' },
  {
    file: companies('Estates, first try.xlsx', 3, 291),
    ...decided,
    decision: 'decline',
    comment: 'Two of these left the society.',
  },
  { file: companies('Estates with gaps.xlsx', 5, 301, withoutTrees), ...own },
  { file: companies('Estates of Karima.xlsx', 4, 311), ...own },
  { file: farmers('New members October.xlsx', 40, 321, slips), ...own },
  { file: farmers('New members November.xlsx', 24, 371, youngAndShared), ...own },
  {
    file: demoFile({ kind: 'farmers', society: second, name: 'Kirimandu new members.xlsx', count: 18, from: 201 }),
    maker: 'fcs2.maker',
  },
  { file: deliveries('Weighing book Gatura, week 46.xlsx', 60), ...decided, decision: 'approve' },
  { file: deliveries('Weighing book Gatura, week 47.xlsx', 45), ...own },
  { file: deliveries('Scale export Gatura.xlsx', 36, slipsOfScale), ...own },
  {
    file: deliveriesFile({ society: second, name: 'Kirimandu weighing book.xlsx', count: 24, today: businessDate() }),
    maker: 'fcs2.maker',
  },
]

const callsOf: Record<string, { upload: string; approve: string; decline: string }> = {
  farmers: { upload: 'farmer', approve: 'approve_farmer', decline: 'decline_farmer' },
  farmer_companies: { upload: 'farmerCompany', approve: 'approve_farmer_company', decline: 'decline_farmer' },
  cherry_deliveries: { upload: 'deliveries', approve: 'approve_deliveries', decline: 'decline_deliveries' },
}

/** Uploads and decides them on a running server. */
export async function seedDemoUploads({ address, house, bank }: Demo): Promise<void> {
  const as = demoPeople(address)
  for (const planned of uploads) await seedPart(house, planned.file.name, () => seedUpload({ planned, as, bank }))
}

async function seedUpload({
  planned,
  as,
  bank,
}: {
  planned: PlannedUpload
  as: (username: string) => Promise<DemoPerson>
  bank: BankControls
}): Promise<void> {
  const { file, decision } = planned
  const withAccount = file.rows.filter((row) => row['accountNumber'])
  const accounts = withAccount.map((row) => ({
    institutionCode: institutionCodes.get(row['institution'] ?? '') ?? '',
    accountNumber: row['accountNumber'] ?? '',
    name: row['accountName'] ?? '',
  }))
  await bank.load(
    accounts.map((account, n) =>
      planned.bank === 'closed' && n < 2 ? { ...account, status: 'closed' as const } : account,
    ),
  )
  if (planned.bank === 'silent')
    await bank.setFault({ kind: 'error500', accounts: accounts.slice(0, 4).map(({ accountNumber }) => accountNumber) })
  const maker = await as(planned.maker)
  const upload = await maker.upload(`/upload/cherry/${callsOf[file.kind.name]?.upload}/${file.society.code}`, {
    name: file.name,
    bytes: await demoWorkbook(file),
  })
  if (!decision || !planned.checker) return
  const checker = await as(planned.checker)
  const path =
    decision === 'decline'
      ? `/upload/cherry/${callsOf[file.kind.name]?.decline}`
      : `/upload/cherry/${callsOf[file.kind.name]?.approve}/${file.society.code}`
  await checker.post(path, { id: upload, approverComment: planned.comment })
}
