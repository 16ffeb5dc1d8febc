import { businessDate } from '#server/kit/clock.ts'
import { currencyOfAccount } from '#server/kit/bank/bankAccounts.ts'
import { centsOf, dayOf, mostLines, unreadable, type ReadLine, type ReadStatement } from './statementParts.ts'
import { all, find, readXml, textAt, XmlUnreadable, type XmlElement } from '#server/kit/sheets/xmlTree.ts'

/**
 * Reads camt.053 of any version. Source: ISO 20022, BankToCustomerStatement: balances OPBD and CLBD, booked entries with
 * CdtDbtInd, our reference in EndToEndId, the bank's own in AcctSvcrRef or NtryRef.
 */
export async function readCamt(text: string): Promise<ReadStatement[]> {
  const document = await readXml(text, mostLines * 60).catch((error: unknown) => {
    throw error instanceof XmlUnreadable ? unreadable(error.line, error.message) : error
  })
  const body = find(document, 'BkToCstmrStmt')
  if (document.name !== 'Document' || !body) throw unreadable(document.line, 'This is no camt.053 statement.')
  const statements = all(body, 'Stmt')
  if (statements.length === 0) throw unreadable(body.line, 'The file holds no statement.')
  const read = statements.map((statement) => readOne(statement))
  if (read.reduce((sum, { lines }) => sum + lines.length, 0) > mostLines)
    throw unreadable(body.line, `A file holds at most ${mostLines.toLocaleString('en-KE')} lines.`)
  return read
}

function readOne(statement: XmlElement): ReadStatement {
  const account = find(statement, 'Acct')
  const accountNumber = account ? textAt(account, 'Id', 'Othr', 'Id') || textAt(account, 'Id', 'IBAN') : ''
  if (!account || !/^(\d{14}|\d{5,7})$/.test(accountNumber))
    throw unreadable(account?.line ?? statement.line, 'The number of the account is missing or has not 14 digits.')
  const currency = currencyOfAccount(accountNumber)
  const opening = balanceOf(statement, ['OPBD', 'PRCD'], currency)
  const closing = balanceOf(statement, ['CLBD'], currency)
  const lines = all(statement, 'Ntry')
    .filter((entry) => isBooked(entry))
    .flatMap((entry) => linesOf(entry, currency))
  mustSum(statement, lines)
  const days = lines.map(({ bookedOn }) => bookedOn)
  const period = find(statement, 'FrToDt')
  const fromOn = period ? dayIn(period, 'FrDtTm', 'FrDt') : [...days, opening.on].reduce(earlier)
  const toOn = period ? dayIn(period, 'ToDtTm', 'ToDt') : [...days, closing.on].reduce(later)
  if (fromOn > toOn) throw unreadable(period?.line ?? statement.line, 'The period ends before it begins.')
  return {
    source: 'CAMT053',
    accountNumber,
    fromOn,
    toOn,
    openingCents: opening.cents,
    closingCents: closing.cents,
    lines,
  }
}

type Currency = ReturnType<typeof currencyOfAccount>
const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

function balanceOf(statement: XmlElement, codes: readonly string[], currency: Currency): { cents: bigint; on: string } {
  const balances = all(statement, 'Bal').filter((each) => codes.includes(textAt(each, 'Tp', 'CdOrPrtry', 'Cd')))
  const [balance] = balances
  if (!balance || balances.length > 1)
    throw unreadable(balance?.line ?? statement.line, `The statement needs one balance ${codes.join(' or ')}.`)
  return { cents: signed(balance, currency), on: dayIn(find(balance, 'Dt') ?? balance, 'DtTm', 'Dt') }
}

/** The amount of an element, negative when it is a debit. */
function signed(element: XmlElement, currency: Currency): bigint {
  const amount = find(element, 'Amt')
  const cents = centsOf(amount?.text ?? '')
  if (!amount || cents === null) throw unreadable(amount?.line ?? element.line, 'This is no amount with two decimals.')
  if (amount.attribute('Ccy') !== currency)
    throw unreadable(amount.line, `Only ${currency} are taken: the account is kept in them.`)
  const side = textAt(element, 'CdtDbtInd')
  if (side !== 'CRDT' && side !== 'DBIT')
    throw unreadable(element.line, 'It does not say whether it is a credit or a debit.')
  return side === 'CRDT' ? cents : -cents
}

/** Only what is booked has moved money; PDNG and INFO have not. */
function isBooked(entry: XmlElement): boolean {
  const state = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  if (!['BOOK', 'PDNG', 'INFO'].includes(state)) throw unreadable(entry.line, 'It does not say whether it is booked.')
  return state === 'BOOK'
}

/** An entry is one line, or one for each of its transactions when the bank has bundled them. */
function linesOf(entry: XmlElement, currency: Currency): ReadLine[] {
  const amountCents = signed(entry, currency)
  const bookedOn = dayIn(find(entry, 'BookgDt') ?? entry, 'DtTm', 'Dt')
  const key = textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef')
  const details = all(entry, 'NtryDtls').flatMap((each) => all(each, 'TxDtls'))
  if (details.length <= 1) {
    const [detail] = details
    const own = detail ? bankIdOf(detail) : ''
    return [lineOf({ entry, key: key || own, bookedOn, amountCents, detail })]
  }
  const lines = details.map((detail, at) => {
    const own = bankIdOf(detail) || (key && `${key}/${at + 1}`)
    return lineOf({ entry: detail, key: own, bookedOn, amountCents: signed(detail, currency), detail })
  })
  if (lines.reduce((sum, line) => sum + line.amountCents, 0n) !== amountCents)
    throw unreadable(entry.line, 'The transactions of this entry do not make up its amount.')
  return lines
}

const bankIdOf = (detail: XmlElement): string => textAt(detail, 'Refs', 'AcctSvcrRef') || textAt(detail, 'Refs', 'TxId')

type Entry = { entry: XmlElement; key: string; bookedOn: string; amountCents: bigint; detail: XmlElement | undefined }

function lineOf({ entry, key, bookedOn, amountCents, detail }: Entry): ReadLine {
  if (key === '' || key.length > 60) throw unreadable(entry.line, 'The bank’s id of this line is missing or too long.')
  if (amountCents === 0n) throw unreadable(entry.line, 'A line of nothing is not taken.')
  const endToEnd = detail ? textAt(detail, 'Refs', 'EndToEndId') : ''
  const remittance = detail ? find(detail, 'RmtInf') : undefined
  const words = remittance ? all(remittance, 'Ustrd').map(({ text }) => text) : [textAt(entry, 'AddtlNtryInf')]
  return {
    place: entry.line,
    key,
    reference: endToEnd === 'NOTPROVIDED' ? '' : endToEnd.slice(0, 60),
    bookedOn,
    narration: words.join(' ').slice(0, 200),
    amountCents,
  }
}

/** What the statement itself says of the number and sum of its booked entries, where it says so. */
function mustSum(statement: XmlElement, lines: readonly ReadLine[]): void {
  const summary = find(statement, 'TxsSummry')
  if (!summary) return
  const sides = {
    TtlCdtNtries: lines.filter(({ amountCents }) => amountCents > 0n),
    TtlDbtNtries: lines.filter(({ amountCents }) => amountCents < 0n),
  }
  for (const [name, side] of Object.entries(sides)) {
    const total = find(summary, name)
    if (!total) continue
    const stated = textAt(total, 'Sum')
    const sum = side.reduce((cents, { amountCents }) => cents + (amountCents < 0n ? -amountCents : amountCents), 0n)
    if (stated !== '' && centsOf(stated) !== sum)
      throw unreadable(total.line, 'The sum of the entries is not the one the file gives.')
  }
}

function dayIn(element: XmlElement, withTime: string, plain: string): string {
  const time = textAt(element, withTime)
  const text = textAt(element, plain) || (/^\d{4}-\d\d-\d\d$/.test(element.text) ? element.text : '')
  const at = time === '' ? null : new Date(/(Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}+03:00`)
  const day = dayOf(at ? (Number.isNaN(at.getTime()) ? '' : businessDate(at)) : text)
  if (!day) throw unreadable(element.line, 'A date is missing, or is none.')
  return day
}
