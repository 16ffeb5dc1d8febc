import { Readable } from 'node:stream'
import { fromGrams, toAmount, toGrams, toRate } from '#contract/kit/money.ts'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { communalPaymentFlow } from '#contract/schedules/communalPaymentFlow.ts'
import { lineStates, payChannels } from '#contract/schedules/scheduleLines.ts'
import { columnLetters } from '#server/kit/sheets/cellAddress.ts'
import { formulaCell, numberCell, rowXml, styles, textCell, workbookFiles } from '#server/kit/sheets/workbookXml.ts'
import { centsText } from '#server/kit/sheets/writeTable.ts'
import { writeZip } from '#server/kit/sheets/zipWriter.ts'
import type { StoredLine } from '#server/schedules/scheduleLineRows.ts'
import type { TakenColumn } from '#server/schedules/lineParts.ts'

/** What the lines come to, in cents. */
export type Sums = {
  members: number
  kilograms: string
  total: bigint
  bonus: bigint
  left: bigint
  net: bigint
}
/** A column of what is taken, with its sum. */
export type Taken = TakenColumn & { cents: bigint }
export type Deal = {
  dealCode: string | null
  micros: string | null
  dollars: bigint
  shillings: bigint
  says: string
}
export type Member = StoredLine & { settledAt: Date | null; taken: Record<string, number> }

type ScheduleWorkbook = {
  schedule: CommunalPayment
  /** Where anybody checks it; empty before it is approved. */
  checkedAt: string
  sums: Sums
  taken: readonly Taken[]
  deals: readonly Deal[]
  members: AsyncIterable<Member>
}

/**
 * A payment schedule as a workbook of two sheets: what it is made of, with each figure beside the sum of the members; and the members
 * themselves, a column for each kind of deduction and each lender. Sums are formulas over the second sheet. Written as the rows come.
 */
export function writeScheduleWorkbook(of: ScheduleWorkbook): Readable {
  const sheets = [
    {
      name: 'Schedule',
      isHidden: false,
      columns: [34, 60, 20, 20, 16].map((width, at) => ({ width, style: at < 2 ? styles.text : styles.money })),
      rows: scheduleRows(of),
      rules: [],
    },
    {
      name: membersSheet,
      isHidden: false,
      columns: columnsOf(of.taken).map(({ title, width, is }) => ({
        width: width ?? Math.max(14, title.length + 2),
        style: { text: styles.text, rate: styles.money, money: styles.money, kilograms: styles.plain }[is],
      })),
      rows: memberRows(of),
      rules: [],
    },
  ]
  return Readable.from(writeZip(workbookFiles(sheets)), { objectMode: false })
}

const membersSheet = 'Members'

type Column = { title: string; width?: number } & (
  | { is: 'text'; of: (line: Member) => string }
  | { is: 'rate'; of: (line: Member) => bigint }
  | { is: 'money'; of: (line: Member) => bigint; isNet?: boolean }
  | { is: 'kilograms'; of: (line: Member) => string }
)

/** What is before and after the columns of what is taken has its place: totals are found by it. */
const columnsOf = (taken: readonly Taken[]): Column[] => [
  { title: 'Member number', is: 'text', of: (line) => line.memberNumber },
  { title: 'Farmer name', is: 'text', width: 30, of: (line) => line.name },
  { title: 'National ID', is: 'text', of: (line) => line.nationalId },
  { title: 'Weight', is: 'kilograms', of: (line) => line.kilograms },
  { title: 'Communal rate', is: 'rate', of: (line) => line.rateCents },
  { title: 'Total amount', is: 'money', of: (line) => line.totalCents },
  { title: 'Premium', is: 'money', of: (line) => line.bonusCents },
  ...taken.map((each): Column => ({
    title: each.title,
    is: 'money',
    of: (line) => BigInt(line.taken[each.key] ?? 0),
  })),
  { title: 'Cents not paid to M-PESA', is: 'money', of: (line) => line.leftCents },
  { title: 'Net amount', is: 'money', of: (line) => line.netCents, isNet: true },
  { title: 'Pay channel', is: 'text', of: (line) => channelOf(line.institutionType) },
  { title: 'Institution', is: 'text', width: 24, of: (line) => line.instName },
  { title: 'Account', is: 'text', width: 20, of: (line) => line.accountNumber },
  { title: 'Account name', is: 'text', width: 30, of: (line) => line.accountName },
  { title: 'Status', is: 'text', width: 20, of: (line) => lineStates[line.status].label },
  { title: 'Why', is: 'text', width: 40, of: (line) => line.reason },
  { title: 'Number of the bank', is: 'text', width: 24, of: (line) => line.transactionId ?? '' },
  { title: 'Paid on', is: 'text', width: 20, of: (line) => paidOn(line) },
]

const totalAt = 5
const bonusAt = totalAt + 1
const takenAt = bonusAt + 1

const paidOn = ({ status, settledAt }: Member): string => (status === 'SUCCESS' && settledAt ? moment(settledAt) : '')
/** A line without an account has no channel. */
const channelOf = (way: string): string => (way in payChannels ? payChannels[way as keyof typeof payChannels] : way) // border: tested just before
const stateOf = ({ statusName }: CommunalPayment['status']): string =>
  Object.values(communalPaymentFlow.states).find(({ name }) => name === statusName)?.label ?? statusName

// Kenya has kept UTC+3 without summer time since 1960.
const moment = (at: Date | string) =>
  new Date(new Date(at).getTime() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
const grouped = (amount: number, decimals: number) =>
  amount.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
const cents = (amount: number) => String(Math.round(amount * 100))

async function* memberRows({ taken, sums, members }: ScheduleWorkbook): AsyncGenerator<string> {
  const columns = columnsOf(taken)
  yield rowXml(
    1,
    columns.map(({ title }, at) => textCell(at, 1, title, styles.header)),
  )
  const netFormula = (row: number) =>
    `${columnLetters(totalAt)}${row}+${columnLetters(bonusAt)}${row}-SUM(${columnLetters(takenAt)}${row}:${columnLetters(takenAt + taken.length)}${row})`
  const added = columns.map(() => 0n)
  let row = 1
  for await (const line of members) {
    row += 1
    const cells = columns.map((column, at) => {
      if (column.is === 'text') return textCell(at, row, column.of(line), styles.text)
      if (column.is === 'rate') return numberCell(at, row, centsText(String(column.of(line))), styles.money)
      if (column.is === 'kilograms') {
        added[at]! += toGrams(column.of(line))
        return numberCell(at, row, column.of(line), styles.plain)
      }
      const amount = column.of(line)
      added[at]! += amount
      const value = centsText(String(amount))
      return column.isNet
        ? formulaCell(at, row, { formula: netFormula(row), value, style: styles.money })
        : numberCell(at, row, value, styles.money)
    })
    yield rowXml(row, cells)
  }
  const total = row + 1
  yield rowXml(
    total,
    columns.map(({ is }, at) =>
      is === 'text' || is === 'rate'
        ? textCell(at, total, at === 0 ? 'Total' : '', styles.totalText)
        : formulaCell(at, total, {
            formula: sumOver(at, sums.members, ''),
            value: is === 'money' ? centsText(String(added[at])) : fromGrams(added[at]!),
            style: is === 'money' ? styles.totalMoney : styles.totalNumber,
          }),
    ),
  )
}

/** The sum of a column of the members; without any, of the empty row below the titles. */
const sumOver = (column: number, members: number, sheet = `${membersSheet}!`) =>
  `SUM(${sheet}${columnLetters(column)}2:${columnLetters(column)}${Math.max(2, members + 1)})`

/** A figure of the schedule beside the sum of the members and their difference, all whole cents. */
type Row =
  | { name: string; says: string; cents?: string }
  | { name: string; cents: string; column: number; sum: bigint; says?: string }

function* scheduleRows(of: ScheduleWorkbook): Generator<string> {
  yield rowXml(
    1,
    ['Payment schedule', '', 'KES of the schedule', 'Sum of the members', 'Difference'].map((title, at) =>
      textCell(at, 1, title, styles.header),
    ),
  )
  let number = 1
  for (const row of rowsOf(of)) {
    number += 1
    const cells = [
      textCell(0, number, row.name, styles.text),
      textCell(1, number, row.says ?? '', styles.wrapped),
      ...(row.cents === undefined ? [] : [numberCell(2, number, centsText(row.cents), styles.money)]),
    ]
    if ('column' in row) {
      const sum = { formula: sumOver(row.column, of.sums.members), value: centsText(String(row.sum)) }
      const left = { formula: `C${number}-D${number}`, value: centsText(String(BigInt(row.cents) - row.sum)) }
      cells.push(formulaCell(3, number, { ...sum, style: styles.money }))
      cells.push(formulaCell(4, number, { ...left, style: styles.money }))
    }
    yield rowXml(number, cells)
  }
}

function rowsOf({ schedule, checkedAt, sums, taken, deals }: ScheduleWorkbook): Row[] {
  const { organisation, factories, status } = schedule
  const by = (name: string, who: string | null, at: string | null, comment: string | null): Row[] =>
    who === null ? [] : [{ name, says: [who, at ? moment(at) : '', comment ?? ''].filter(Boolean).join(', ') }]
  return [
    { name: 'Farmer society', says: `${organisation.organisationName}, ${organisation.organisationCode}` },
    { name: 'Season', says: schedule.season },
    { name: 'Cycle', says: `${schedule.cycle}${schedule.lastPayment ? ', last payment of the season' : ''}` },
    { name: 'Status', says: stateOf(status) },
    ...(deals.length === 0 ? [{ name: 'Deals', says: 'Written when the schedule is approved' }] : deals.map(dealRow)),
    { name: 'On the KES account', says: 'When it was saved', cents: cents(schedule.totalKesAmount) },
    {
      name: 'Communal rate',
      says: factories.length === 0 ? 'For a kilogram' : 'For a kilogram, over all factories',
      cents: cents(schedule.commissionRate),
    },
    ...factories.map(({ name, weight, rate }) => ({
      name: `Rate of ${name === '' ? 'cherry without a factory' : name}`,
      says: `For a kilogram, ${grouped(weight, 1)} kg`,
      cents: cents(rate),
    })),
    { name: 'Approved cherry', says: `${grouped(schedule.totalCherryWeight, 1)} kg` },
    { name: 'Members', says: `${grouped(sums.members, 0)}, of whom ${grouped(schedule.held, 0)} are held` },
    { name: 'Total amount', cents: cents(schedule.total), column: totalAt, sum: sums.total },
    { name: 'Premium', cents: cents(schedule.bonus), column: bonusAt, sum: sums.bonus },
    ...taken.map((each, at) => ({
      name: each.title,
      says: each.isLender ? 'Recovered for the lender' : 'Deducted',
      cents: String(each.cents),
      column: takenAt + at,
      sum: each.cents,
    })),
    {
      name: 'Cents not paid to M-PESA',
      says: 'They stay on the account',
      cents: String(sums.left),
      column: takenAt + taken.length,
      sum: sums.left,
    },
    { name: 'Net amount', cents: cents(schedule.net), column: takenAt + taken.length + 1, sum: sums.net },
    { name: 'Stays on the account', says: 'What the rate and M-PESA leave over', cents: cents(schedule.carried) },
    ...by('Created by', schedule.createdBy, schedule.dateCreated, null),
    ...by(
      'Approved for the society by',
      schedule.societyApprovedBy,
      schedule.societyApprovedAt,
      schedule.societyComment,
    ),
    ...by('Decided by', schedule.decidedBy, schedule.decidedAt, schedule.approverComment),
    { name: 'Fingerprint of the lines', says: schedule.fingerprint },
    ...(checkedAt === '' ? [] : [{ name: 'Anybody checks it at', says: checkedAt }]),
  ]
}

const dealRow = ({ dealCode, micros, dollars, shillings, says }: Deal): Row => ({
  name: dealCode === null ? 'Came as shillings' : `Deal ${dealCode}`,
  says: micros === null ? says : `USD ${grouped(toAmount(dollars), 2)} at ${toRate(micros).toFixed(6)}`,
  cents: String(shillings),
})
