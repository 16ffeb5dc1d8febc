import { inShillings } from '#contract/kit/money.ts'
import { describe, expect, test } from 'vitest'
import { camt, csv, type StatementFile } from '#test/kit/bankStatements.ts'
import { digestOf, readStatementFile } from './readStatement.ts'

const account = '01141000100100'
const statement: StatementFile = {
  account,
  opening: 10_000_000,
  lines: [
    { key: 'FT1', cents: -1_600_500, on: '2026-11-20', reference: 'KP0000000000AA01-1', narration: 'LOAN 1 &amp; 2' },
    { key: 'FT2', cents: 5, on: '2026-11-20', narration: 'Interest' },
    { key: 'FT3', cents: 250_000_001, on: '2026-11-21', narration: 'Paid in' },
  ],
}
const wrong = (message: RegExp | string) =>
  expect.objectContaining({
    code: 'statement.unreadable',
    message: expect.stringMatching(message) as string,
  }) as unknown
const refused = (text: string, message: RegExp | string) =>
  expect(readStatementFile(text)).rejects.toEqual(wrong(message))

test('camt.053 and CSV of the same day say the same, to the cent', async () => {
  const [one] = await readStatementFile(camt(statement))
  const [other] = await readStatementFile(
    csv({ ...statement, lines: statement.lines.map((line) => ({ ...line, narration: 'x' })) }),
  )
  expect(one).toMatchObject({
    source: 'CAMT053',
    accountNumber: account,
    fromOn: '2026-11-20',
    toOn: '2026-11-21',
    openingCents: 10_000_000n,
    closingCents: 258_399_506n,
  })
  expect(
    one?.lines.map(({ key, reference, narration, amountCents }) => [key, reference, narration, amountCents]),
  ).toEqual([
    ['FT1', 'KP0000000000AA01-1', 'LOAN 1 & 2', -1_600_500n],
    ['FT2', '', 'Interest', 5n],
    ['FT3', '', 'Paid in', 250_000_001n],
  ])
  expect(one && other && digestOf(one).equals(digestOf(other))).toBe(true)
})

test('amounts that a float would round stay what they are', async () => {
  const lines = [
    { key: 'A', cents: 900_719_925_474_001n, on: '2026-11-20' },
    { key: 'B', cents: -1, on: '2026-11-20' },
  ]
  for (const text of [camt({ account, opening: 10, lines }), csv({ account, opening: 10, lines })])
    expect((await readStatementFile(text))[0]?.closingCents).toBe(900_719_925_474_010n)
  expect(inShillings(-1_234_567_05n)).toBe('-KES 1,234,567.05')
})

test('a bundled entry is one line for each of its transactions, which must make it up', async () => {
  const detail = (id: string, cents: string) =>
    `<TxDtls><Refs><AcctSvcrRef>${id}</AcctSvcrRef><EndToEndId>${id}-1</EndToEndId></Refs><Amt Ccy="KES">${cents}</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>`
  const bundle = (second: string) =>
    camt({ account, opening: 100_000, lines: [{ key: 'B1', cents: -30_000, on: '2026-11-20' }] }).replace(
      /<NtryDtls>.*<\/NtryDtls>/,
      `<NtryDtls>${detail('T1', '100.00')}${detail('T2', second)}</NtryDtls>`,
    )
  expect(
    (await readStatementFile(bundle('200.00')))[0]?.lines.map(({ key, amountCents }) => [key, amountCents]),
  ).toEqual([
    ['T1', -10_000n],
    ['T2', -20_000n],
  ])
  await refused(bundle('200.01'), /do not make up/)
})

test('what is not booked has moved nothing', async () => {
  const pending = camt(statement).replace(
    '</Stmt>',
    '<Ntry><Amt Ccy="KES">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry></Stmt>',
  )
  expect((await readStatementFile(pending))[0]?.lines).toHaveLength(3)
})

describe('a hostile or broken file is refused, with the line', () => {
  const good = camt(statement)
  test.each([
    [
      'an external entity',
      good.replace('<Document', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document'),
      /Line 2: A document type/,
    ],
    ['an entity without a document type', good.replace('Interest', '&xxe;'), /unknown entity/],
    ['a bomb of nested elements', `<Document>${'<a>'.repeat(5_000)}`, /nested too deep/],
    ['CDATA', good.replace('Interest', '<![CDATA[x]]>'), /CDATA/],
    ['a tag that is never closed', good.replace('</BkToCstmrStmt></Document>', ''), /never closed/],
    ['tags that cross', '<Document><BkToCstmrStmt></Document></BkToCstmrStmt>', /closed that is not open/],
    ['two outermost elements', `${good}<Document/>`, /one outermost/],
    ['another message', '<Document><CstmrCdtTrfInitn/></Document>', /no camt\.053/],
    ['dollars', good.replaceAll('Ccy="KES"', 'Ccy="USD"'), /Only KES are taken/],
    ['a third decimal', good.replace('16005.00', '16005.005'), /no amount/],
    ['a number with an exponent', good.replace('>16005.00<', '>1.6e4<'), /no amount/],
    ['a sum that does not fit', good.replace('16005.00', '16004.99'), /lead to a balance/],
    ['a day that does not exist', good.replaceAll('2026-11-20', '2026-02-30'), /date is missing/],
    [
      'a line outside the period',
      good.replace('<BookgDt><Dt>2026-11-20', '<BookgDt><Dt>2026-10-20'),
      /outside the period/,
    ],
    ['one id twice', good.replace('>FT2<', '>FT1<'), /stands in the file twice/],
    ['no id', good.replace('>FT2<', '><'), /id of this line is missing/],
    ['a line of nothing', good.replace('>0.05<', '>0.00<'), /line of nothing/],
    ['an account that is none', good.replace(account, '0114'), /has not 14 digits/],
    [
      'a sum of the file that is another',
      good.replace('<Ntry>', '<TxsSummry><TtlDbtNtries><Sum>1.00</Sum></TtlDbtNtries></TxsSummry><Ntry>'),
      /sum of the entries/,
    ],
  ])('%s', (_name, text, message) => refused(text, message))

  const table = csv(statement)
  test.each([
    ['a missing column', table.replace('Balance', 'Rest'), /Line 1: Columns are missing: Balance/],
    ['a balance that does not follow', table.replace('83995.05', '83995.06'), /Line 3: The balance does not follow/],
    ['a debit and a credit', table.replace(',,0.05', ',1.00,0.05'), /one of the two/],
    ['a negative credit', table.replace(',,0.05', ',,-0.05'), /one of the two|never negative/],
    ['two accounts', table.replace(/\n01141000100100,2026-11-21/, '\n01141000100200,2026-11-21'), /one account/],
    ['a quotation mark that is not closed', table.replace('"Interest"', '"Interest'), /quotation mark/],
    ['thousands in the wrong place', table.replace(',16005.00,', ',"1,60,05.00",'), /no amount/],
    ['no line at all', table.split('\r\n')[0] ?? '', /no line/],
    ['a formula for an id', table.replace('FT2', ''), /transaction ID is missing/],
  ])('%s', (_name, text, message) => refused(text, message))
})

test('a file of 20,000 lines is read whole', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => ({ key: `K${at}`, cents: -100 - at, on: '2026-11-20' }))
  expect((await readStatementFile(camt({ account, opening: 100_000_000_000n, lines })))[0]?.lines).toHaveLength(20_000)
})
