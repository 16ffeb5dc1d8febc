import { toAmount } from '#contract/kit/money.ts'
import { plainAccount } from '#server/kit/bank/bankAccounts.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { RtgsLeg } from './rtgsFileRows.ts'

// The five characters to which XML gives a meaning; what it forbids altogether is left out.
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escaped = (text: string): string =>
  text.toWellFormed().replace(/[&<>"']|(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, (character) => marks[character] ?? '')
const element = (name: string, content: string): string => `<${name}>${content}</${name}>`
const text = (name: string, content: string, longest: number): string =>
  element(name, escaped(Array.from(content).slice(0, longest).join('')))

/** The currency of a file, and the participant code of the bank that carries it out. */
const ownBank = 'KCOOKENA'

type RtgsDocument = {
  messageId: string
  /** Who pays: the name of the society. */
  name: string
  accountNumber: string
  at: Date
  legs: readonly RtgsLeg[]
}

/**
 * A file of credit transfers as the bank takes it: one payment block of the debited account, urgent and on the day, in which each
 * payment is named by our reference. Source: ISO 20022, pain.001.001.09; number and control sum in the head and in the block.
 */
export function rtgsDocument({ messageId, name, accountNumber, at, legs }: RtgsDocument): string {
  const sum = amountOf(legs.reduce((cents, { amountCents }) => cents + amountCents, 0n))
  const counted = element('NbOfTxs', String(legs.length)) + element('CtrlSum', sum)
  const agent = (member: string): string => element('FinInstnId', element('ClrSysMmbId', text('MmbId', member, 35)))
  const transfers = legs.map((leg) =>
    element(
      'CdtTrfTxInf',
      element('PmtId', text('InstrId', leg.reference, 35) + text('EndToEndId', leg.reference, 35)) +
        element('Amt', `<InstdAmt Ccy="KES">${amountOf(leg.amountCents)}</InstdAmt>`) +
        element('CdtrAgt', agent(plainAccount(leg).pic)) +
        element('Cdtr', text('Nm', leg.accountName, 140)) +
        element('CdtrAcct', element('Id', element('Othr', text('Id', plainAccount(leg).accountNumber, 34)))) +
        element('RmtInf', text('Ustrd', leg.narration, 140)),
    ),
  )
  const head =
    text('MsgId', messageId, 35) +
    element('CreDtTm', at.toISOString()) +
    counted +
    element('InitgPty', text('Nm', name, 140))
  const block =
    text('PmtInfId', `${messageId}-1`, 35) +
    element('PmtMtd', 'TRF') +
    counted +
    element('PmtTpInf', element('SvcLvl', element('Cd', 'URGP'))) +
    element('ReqdExctnDt', element('Dt', businessDate(at))) +
    element('Dbtr', text('Nm', name, 140)) +
    element('DbtrAcct', element('Id', element('Othr', text('Id', accountNumber, 34))) + element('Ccy', 'KES')) +
    element('DbtrAgt', element('FinInstnId', element('BICFI', ownBank))) +
    element('ChrgBr', 'DEBT') +
    transfers.join('')
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">' +
    `${element('CstmrCdtTrfInitn', element('GrpHdr', head) + element('PmtInf', block))}</Document>\n`
  )
}

const amountOf = (cents: bigint): string => toAmount(cents).toFixed(2)
