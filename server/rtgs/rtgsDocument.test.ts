import { expect, test } from 'vitest'
import { find, readXml, textAt, type XmlElement } from '#server/kit/sheets/xmlTree.ts'
import { rtgsDocument } from './rtgsDocument.ts'
import type { RtgsLeg } from './rtgsFileRows.ts'

// What pain.001.001.09 asks of the elements that we use: which stand in which, in this order, and how long a text may be.
const inOrder: Record<string, readonly string[]> = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  PmtInf: 'PmtInfId PmtMtd NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf'.split(' '),
  CdtTrfTxInf: ['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
  PmtId: ['InstrId', 'EndToEndId'],
}
const longest: Record<string, number> = {
  MsgId: 35,
  PmtInfId: 35,
  InstrId: 35,
  EndToEndId: 35,
  MmbId: 35,
  Id: 34,
  Nm: 140,
  Ustrd: 140,
}

const leg = (changed: Partial<RtgsLeg>): RtgsLeg => ({
  id: '',
  reference: 'KPABCDEFGHIJKLMN',
  title: '',
  institutionCode: '68',
  institutionName: 'Equity Bank',
  accountNumber: '0681234567890',
  accountName: 'Wanjiku Kamau',
  amountCents: 123_456_789n,
  from: '',
  narration: 'Payment 2026/2027, 1',
  status: 'QUEUED',
  reason: '',
  ...changed,
})
const document = (legs: readonly RtgsLeg[], name = 'Othameru FCS') =>
  rtgsDocument({
    messageId: 'KRABCDEFGHIJKLMN',
    name,
    accountNumber: '01100000000001',
    at: new Date('2026-11-20T21:30:00Z'),
    legs,
  })

const everyElement = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(everyElement)]
const read = async (text: string): Promise<XmlElement> => readXml(text, 10_000)

test('elements stand in the order of pain.001, none is empty, and no text is longer than it may be', async () => {
  const nasty = `\u0000Ng'ang'a & Sons <Ltd> "Ćurić" \ud800${'𝒲'.repeat(200)}`
  const text = document([leg({}), leg({ accountName: nasty, narration: nasty, reference: 'R'.repeat(40) })], nasty)
  for (const element of everyElement(await read(text)).slice(1)) {
    const order = inOrder[element.name]
    if (order) {
      const places = element.children.map(({ name }) => order.indexOf(name))
      expect([element.name, places]).toEqual([element.name, places.toSorted((a, b) => a - b)])
      expect([element.name, new Set(places).size, places.includes(-1)]).toEqual([element.name, order.length, false])
    }
    const most = longest[element.name]
    if (element.children.length === 0) {
      const { length } = Array.from(element.text)
      expect([element.name, length > 0, length <= (most ?? 35)]).toEqual([element.name, true, true])
    }
  }
})

test('number and control sum of the head and the block are those of its payments, each in shillings with two places', async () => {
  const cents = [100_000_000n, 123_456_789n, 999_999_999_999n, 100_000_010n]
  const root = await read(document(cents.map((amountCents, at) => leg({ amountCents, reference: `KP${at}` }))))
  const amounts = everyElement(root).filter(({ name }) => name === 'InstdAmt')
  expect(amounts.map(({ text }) => text)).toEqual(['1000000.00', '1234567.89', '9999999999.99', '1000000.10'])
  expect(new Set(amounts.map((one) => one.attribute('Ccy')))).toEqual(new Set(['KES']))
  for (const name of ['GrpHdr', 'PmtInf']) {
    const part = find(root, 'Document', 'CstmrCdtTrfInitn', name) ?? find(root, 'CstmrCdtTrfInitn', name)
    expect([textAt(part!, 'NbOfTxs'), textAt(part!, 'CtrlSum')]).toEqual(['4', '10003234567.98'])
  }
})

test('a block leaves the account of the society on the business day of Nairobi', async () => {
  const root = await read(document([leg({})]))
  const said = (name: string) =>
    everyElement(root)
      .filter((one) => one.name === name)
      .map(({ text }) => text)
  expect([said('Dt'), said('CreDtTm'), said('Ccy'), said('Cd'), said('ChrgBr')]).toEqual([
    ['2026-11-21'],
    ['2026-11-20T21:30:00.000Z'],
    ['KES'],
    ['URGP'],
    ['DEBT'],
  ])
})
