import { z } from 'zod'
import { all, find, readXml, textAt, type XmlElement } from '#server/kit/sheets/xmlTree.ts'
import { internalPic, plainAccount } from '#server/kit/bank/bankAccounts.ts'
import { Amount } from '#server/kit/bank/bankTransfer.ts'
import { connectHead, type BankCall, type SimulatedBank } from './bankCall.ts'
import type { Answer } from './faultyAnswer.ts'

// Files of payments, from the bank's side: a pain.001 comes in, a pain.002 says what became of each payment so far.

const FileBody = z.object({
  MessageReference: z.string().min(1).max(27),
  CallBackUrl: z.url(),
  Document: z.string(),
})

const mostElements = 100_000
const refusals = {
  '-1': { status: 409, words: 'DUPLICATE MESSAGE REFERENCE' },
  '-2': { status: 400, words: 'INVALID/MISSING PARAMETER' },
  '-5': { status: 400, words: 'CONTROL SUM OR NUMBER OF TRANSACTIONS NOT MATCHING' },
  '-8': { status: 401, words: 'DEBIT ACCOUNT AUTHORIZATION FAILURE' },
} as const

function refuse(reference: string, code: string, now: Date): Answer {
  const { status, words } = refusals[code as keyof typeof refusals] ?? { status: 400, words: 'REFUSED' }
  const body = connectHead(reference, now, code, words)
  return { status, body, wrong: { ...body, MessageReference: 'somebody-elses' } }
}

type Payment = { reference: string; pic: string; accountNumber: string; cents: bigint | null; narration: string }
type File = { messageId: string; from: string; isCounted: boolean; payments: Payment[] }

async function readFile(document: string): Promise<File | null> {
  const root = await readXml(document, mostElements).catch(() => null)
  const body = root && find(root, 'CstmrCdtTrfInitn')
  const head = body && find(body, 'GrpHdr')
  const block = body && find(body, 'PmtInf')
  if (!head || !block) return null
  const payments = all(block, 'CdtTrfTxInf').map(readPayment)
  const sum = payments.reduce((cents, one) => cents + (one.cents ?? 0n), 0n)
  const isCounted = [head, block].every(
    (part) =>
      Number(textAt(part, 'NbOfTxs')) === payments.length && Amount.safeParse(textAt(part, 'CtrlSum')).data === sum,
  )
  return {
    messageId: textAt(head, 'MsgId'),
    from: textAt(block, 'DbtrAcct', 'Id', 'Othr', 'Id'),
    isCounted,
    payments,
  }
}

function readPayment(one: XmlElement): Payment {
  const { pic, accountNumber } = plainAccount({
    institutionCode: textAt(one, 'CdtrAgt', 'FinInstnId', 'ClrSysMmbId', 'MmbId'),
    accountNumber: textAt(one, 'CdtrAcct', 'Id', 'Othr', 'Id'),
  })
  const cents = Amount.safeParse(textAt(one, 'Amt', 'InstdAmt')).data ?? null
  return {
    reference: textAt(one, 'PmtId', 'EndToEndId'),
    pic,
    accountNumber,
    cents,
    narration: textAt(one, 'RmtInf', 'Ustrd'),
  }
}

type Told = { reference: string; status: 'ACSP' | 'RJCT'; code: string }

const reportOf = (messageId: string, payments: readonly Told[]): string => {
  const rejected = payments.filter(({ status }) => status === 'RJCT').length
  const group = rejected === 0 ? 'ACSP' : rejected === payments.length ? 'RJCT' : 'PART'
  const told = payments.map(
    ({ reference, status, code }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${status}</TxSts>${
        status === 'RJCT' ? `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>` : ''
      }</TxInfAndSts>`,
  )
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>' +
    `<GrpHdr><MsgId>S-${messageId}</MsgId><CreDtTm>${new Date().toISOString()}</CreDtTm></GrpHdr>` +
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts>` +
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}-1</OrgnlPmtInfId>${told.join('')}</OrgnlPmtInfAndSts>` +
    '</CstmrPmtStsRpt></Document>'
  )
}

type Placing = { bank: SimulatedBank; file: File; callbackUrl: string; now: Date; refuseWith: string | undefined }

/** Takes each payment as an order under its own reference; what cannot be one is rejected at once. */
function placeAll({ bank, file, callbackUrl, now, refuseWith }: Placing): Told[] {
  return file.payments.map(({ reference, pic, accountNumber, cents, narration }): Told => {
    const reject = (code: string): Told => ({ reference, status: 'RJCT', code })
    if (cents === null || cents <= 0n) return reject('AM12')
    if (!plainAccount({ institutionCode: pic, accountNumber }).isPossible) return reject('AC01')
    const isNew = bank.orders.place({
      provider: 'coop',
      channel: 'pesalink',
      reference,
      from: `${internalPic}:${file.from}`,
      to: { pic, accountNumber },
      cents,
      currency: 'KES',
      narration,
      callbackUrl,
      at: now.toISOString(),
      refuseWith,
    })
    return isNew ? { reference, status: 'ACSP', code: '' } : reject('DU03')
  })
}

/** A file is taken once by its name; a fault refuses it whole, or with a code of a payment each of its payments. */
export const fileCalls: readonly BankCall[] = [
  {
    path: '/FundsTransfer/File/Pain001/1.0.0',
    read: ({ body, bank, now }) => {
      const read = FileBody.safeParse(body)
      if (!read.success) return null
      const { MessageReference: messageId, CallBackUrl: callbackUrl, Document } = read.data
      return {
        accountNumber: '',
        run: async (refuseWith) => {
          const file = await readFile(Document)
          if (refuseWith?.startsWith('-')) return refuse(messageId, refuseWith, now)
          if (!file || file.messageId !== messageId) return refuse(messageId, '-2', now)
          if (!file.isCounted) return refuse(messageId, '-5', now)
          if (file.payments.some(({ reference }) => bank.orders.find('coop', reference)))
            return refuse(messageId, '-1', now)
          if (!bank.book.find(plainAccount({ institutionCode: internalPic, accountNumber: file.from })))
            return refuse(messageId, '-8', now)
          const Report = reportOf(messageId, placeAll({ bank, file, callbackUrl, now, refuseWith }))
          const answer = { ...connectHead(messageId, now), Report }
          return { status: 200, body: answer, wrong: { ...answer, MessageReference: 'somebody-elses' } }
        },
      }
    },
  },
]
