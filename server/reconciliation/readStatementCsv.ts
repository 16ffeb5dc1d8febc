import { CsvError, parse } from 'csv-parse/sync'
import { centsOf, dayOf, mostLines, unreadable, type ReadLine, type ReadStatement } from './statementParts.ts'

/** The headings of a statement in CSV, in any order. `Value date` and further columns are not read. */
const statementColumns = ['Account', 'Date', 'Transaction ID', 'Reference', 'Narration', 'Debit', 'Credit', 'Balance']

type Row = { record: string[]; info: { lines: number } }

/**
 * Reads the statement of one account in CSV, oldest line first. Every running balance is held against its line; days are
 * written 2026-11-21 or 21/11/2026, amounts 1234.50 or 1,234.50.
 */
export function readStatementCsv(text: string): ReadStatement[] {
  const [heading, ...body] = recordsOf(text)
  const titles = heading?.record.map((title) => title.trim().toLowerCase()) ?? []
  const missing = statementColumns.filter((title) => !titles.includes(title.toLowerCase()))
  if (!heading || missing.length > 0) throw unreadable(1, `Columns are missing: ${missing.join(', ')}.`)
  const twice = titles.find((title, at) => title !== '' && titles.indexOf(title) !== at)
  if (twice) throw unreadable(1, `The column ${twice} stands there twice.`)
  if (body.length === 0) throw unreadable(1, 'The file holds no line.')
  if (body.length > mostLines)
    throw unreadable(mostLines, `A file holds at most ${mostLines.toLocaleString('en-KE')} lines.`)
  const cellOf = (row: Row, title: string): string => (row.record[titles.indexOf(title)] ?? '').trim()
  const accountNumber = cellOf(body[0] ?? heading, 'account')
  let balance: bigint | null = null
  let openingCents = 0n
  const lines = body.map((row): ReadLine => {
    const place = row.info.lines
    const line = lineOf(row, cellOf, place)
    if (!/^(\d{14}|\d{5,7})$/.test(cellOf(row, 'account'))) throw unreadable(place, 'The account has not 14 digits.')
    if (cellOf(row, 'account') !== accountNumber) throw unreadable(place, 'A file holds the lines of one account.')
    const after = amountIn(cellOf(row, 'balance'), place, 'balance')
    balance ??= openingCents = after - line.amountCents
    if (balance + line.amountCents !== after)
      throw unreadable(place, 'The balance does not follow from the line before.')
    balance = after
    return line
  })
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  const [fromOn = '', toOn = ''] = [days[0], days.at(-1)]
  return [{ source: 'CSV', accountNumber, fromOn, toOn, openingCents, closingCents: balance ?? openingCents, lines }]
}

function recordsOf(text: string): Row[] {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const delimiter = [';', '\t'].find((each) => first.split(each).length > first.split(',').length) ?? ','
  try {
    // border: with `info` each record comes with where it stands
    return parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 20_000,
      to: mostLines + 2,
    }) as unknown as Row[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable(Number(error['lines'] ?? 1), 'A quotation mark is not closed, or the line is far too long.')
  }
}

function lineOf(row: Row, cellOf: (row: Row, title: string) => string, place: number): ReadLine {
  const [debit, credit] = [cellOf(row, 'debit'), cellOf(row, 'credit')]
  const [out, into] = [unlessEmpty(debit, place, 'debit'), unlessEmpty(credit, place, 'credit')]
  if (out > 0n === into > 0n) throw unreadable(place, 'A line has a debit or a credit, one of the two.')
  if (out < 0n || into < 0n) throw unreadable(place, 'A debit or a credit is never negative.')
  const key = cellOf(row, 'transaction id')
  if (key === '' || key.length > 60) throw unreadable(place, 'The transaction ID is missing or too long.')
  const bookedOn = dayIn(cellOf(row, 'date'))
  if (!bookedOn) throw unreadable(place, 'The date is missing, or is none.')
  return {
    place,
    key,
    reference: cellOf(row, 'reference').slice(0, 60),
    bookedOn,
    narration: cellOf(row, 'narration').slice(0, 200),
    amountCents: into - out,
  }
}

const unlessEmpty = (text: string, place: number, what: string): bigint =>
  text === '' ? 0n : amountIn(text, place, what)

// Thousands are set apart by commas or not at all; anything else is not an amount.
function amountIn(text: string, place: number, what: string): bigint {
  const isNegative = text.startsWith('-')
  const bare = isNegative ? text.slice(1) : text
  const plain = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(bare) ? bare.replaceAll(',', '') : bare
  const cents = centsOf(plain)
  if (cents === null) throw unreadable(place, `The ${what} is no amount with two decimals.`)
  return isNegative ? -cents : cents
}

function dayIn(text: string): string | null {
  const local = /^(\d\d)\/(\d\d)\/(20\d\d)$/.exec(text)
  return dayOf(local ? `${local[3]}-${local[2]}-${local[1]}` : text)
}
