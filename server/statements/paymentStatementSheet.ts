import type { Readable } from 'node:stream'
import type { FarmerStatement } from '#contract/statements/farmerStatements.ts'
import type { LinePart } from '#contract/schedules/lineParts.ts'
import { lineStates } from '#contract/schedules/scheduleLines.ts'
import type { PaidLine } from '#contract/statements/paidLines.ts'
import { writeTable } from '#server/kit/sheets/writeTable.ts'

const cents = (amount: number) => Math.round(amount * 100)

/**
 * A member's payment statement as a workbook. Each payment adds up to nothing: its cherry and premiums are positive, what they went to is negative. Below
 * it the deals that its cherry was paid from.
 */
export function writePaymentStatement({ member, payments }: FarmerStatement): Readable {
  return writeTable({
    sheetName: `${member.memberNumber} ${member.name}`,
    columns: [
      { title: 'Season', kind: 'text' },
      { title: 'Cycle', kind: 'number' },
      { title: 'Day', kind: 'date' },
      { title: 'What', kind: 'text', width: 40 },
      { title: 'Details', kind: 'text', width: 48 },
      { title: 'Kilograms', kind: 'number' },
      { title: 'Rate', kind: 'number' },
      { title: 'USD', kind: 'money', width: 18 },
      { title: 'KES', kind: 'money', width: 18 },
    ],
    rows: payments.flatMap(rowsOf),
  })
}

/** By which resolution. */
const resolved = ({ authority, authorityDate }: LinePart) => `Minute ${authority} of ${authorityDate}`

function rowsOf(line: PaidLine): unknown[][] {
  const head = [line.season, line.cycle, new Date(line.paidAt ?? line.approvedAt ?? line.dateCreated)]
  const kes = (what: string, details: string, amount: number) => [
    ...head,
    what,
    details,
    null,
    null,
    null,
    cents(amount),
  ]
  const cherry =
    line.factories.length > 0
      ? line.factories.map(({ name, weight, rate, amount }) => [
          ...head,
          'Cherry',
          name,
          weight,
          rate,
          null,
          cents(amount),
        ])
      : [[...head, 'Cherry', '', line.totalCherryWeight, line.commissionRate, null, cents(line.initialAmount)]]
  const account = [line.instName, line.accountName, line.accountNumber, line.transactionId].filter(Boolean).join(', ')
  return [
    ...cherry,
    ...line.bonuses.map((part) => kes(part.title, resolved(part), part.amount)),
    ...line.deductions.map((part) => kes(part.title, resolved(part), -part.amount)),
    ...line.recoveries.map(({ lender, season, amount, loans }) =>
      kes(lender, [`Lent in ${season}`, ...loans].join(', '), -amount),
    ),
    ...(line.leftOver > 0 ? [kes('Cents that M-PESA does not pay', '', -line.leftOver)] : []),
    kes(`To the account: ${lineStates[line.status].label}`, account, -line.netAmount),
    ...line.deals.map(({ dealCode, rate, dollars, part, says }) => [
      ...head,
      'Came from',
      rate === null ? says : `Deal ${dealCode}; the USD are those of the whole schedule`,
      null,
      rate,
      rate === null ? null : cents(dollars),
      cents(part),
    ]),
  ]
}
