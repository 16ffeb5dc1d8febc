import { z } from 'zod'
import { readXml, all, find, textAt, type XmlElement } from '#server/kit/sheets/xmlTree.ts'
import { Code, inDoubt, type Transfer, type TransferOutcome } from './bankTransfer.ts'
import { silenceOf, type BankWire } from './bankWire.ts'

/** A file of transfers, each of which is named in it by its reference. */
type TransferFile = { messageId: string; document: string; transfers: readonly Transfer[] }
/** What the bank says at once of each transfer of a file, by its reference. */
type FileOutcome = ReadonlyMap<string, TransferOutcome>

const path = '/FundsTransfer/File/Pain001/1.0.0'
// A status report names every payment of its file.
const longestReportBytes = 4 * 1024 ** 2
const mostElements = 100_000

const Answer = z.object({
  MessageReference: z.string().max(40),
  MessageCode: Code,
  MessageDescription: z.string().max(200).nullish(),
  Report: z.string().nullish(),
})
// The bank has the file already: what became of it is asked payment by payment.
const duplicates = new Set(['-1', '-12'])
// Nothing of the file was begun. A code that we do not know is no "no".
const refusedFiles = new Set(['-2', '-3', '-5', '-6', '-8', '-9', '-10'])

/** The part of the door that takes files. */
export type Files = {
  /** Sends a file of transfers once; answers for every transfer of it. */
  transferFile: (file: TransferFile) => Promise<FileOutcome>
}

/** Makes it. Nothing here throws because of what the bank does. */
export function makeFiles({ wire, callbackUrl }: { wire: BankWire; callbackUrl: string }): Files {
  return {
    transferFile: async ({ messageId, document, transfers }: TransferFile): Promise<FileOutcome> => {
      const same = (outcome: TransferOutcome): FileOutcome =>
        new Map(transfers.map(({ reference }) => [reference, outcome]))
      const body = { MessageReference: messageId, CallBackUrl: `${callbackUrl}/coop`, Document: document }
      const response = await wire.request({ path, body, longestBytes: longestReportBytes })
      if (response.outcome === 'silent')
        return same(
          inDoubt(response.reason === 'resting' || response.reason === 'cancelled' ? 'unreachable' : response.reason),
        )
      const read = Answer.safeParse(response.json)
      const { reason } = silenceOf(response.status)
      const unclear = same(inDoubt(reason === 'server_error' || reason === 'refused' ? reason : 'garbage'))
      // Refusals of a whole file weigh more than the word of anybody who answers in the bank's place.
      if (!read.success || !response.isSigned) return unclear
      const { MessageReference, MessageCode: code, MessageDescription, Report } = read.data
      if (MessageReference !== messageId) return same(inDoubt('mismatch'))
      if (duplicates.has(code)) return same(inDoubt('undecided'))
      if (refusedFiles.has(code) && response.status < 500)
        return same({ outcome: 'REFUSED', code, words: MessageDescription ?? '' })
      if (code !== '0' || !Report) return unclear
      return readReport(Report, { messageId, transfers })
    },
  }
}

/**
 * Reads a payment status report. Source: ISO 20022, pain.002: RJCT with a reason is a refusal; ACSC says paid, which only a number of
 * the bank proves: it is taken as accepted, and the status of the payment is queried. What the report does not name is in doubt.
 */
async function readReport(
  report: string,
  { messageId, transfers }: Pick<TransferFile, 'messageId' | 'transfers'>,
): Promise<FileOutcome> {
  const document = await readXml(report, mostElements).catch(() => null)
  const body = document && find(document, 'CstmrPmtStsRpt')
  const group = body && find(body, 'OrgnlGrpInfAndSts')
  const isOurs = group ? textAt(group, 'OrgnlMsgId') === messageId : false
  const told = new Map(
    body && isOurs
      ? all(body, 'OrgnlPmtInfAndSts')
          .flatMap((block) => all(block, 'TxInfAndSts'))
          .map((one) => [textAt(one, 'OrgnlEndToEndId'), outcomeOf(one)] as const)
      : [],
  )
  return new Map(
    transfers.map(({ reference }) => [reference, told.get(reference) ?? inDoubt(isOurs ? 'undecided' : 'mismatch')]),
  )
}

function outcomeOf(one: XmlElement): TransferOutcome {
  const status = textAt(one, 'TxSts')
  if (status === 'RJCT')
    return {
      outcome: 'REFUSED',
      code: textAt(one, 'StsRsnInf', 'Rsn', 'Cd'),
      words: textAt(one, 'StsRsnInf', 'AddtlInf'),
    }
  return ['ACCP', 'ACSP', 'ACTC', 'ACSC', 'PDNG'].includes(status) ? { outcome: 'ACCEPTED' } : inDoubt('undecided')
}
