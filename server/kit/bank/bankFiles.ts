import { z } from 'zod'
import { readXml, all, find, textAt, type XmlElement } from '#server/kit/sheets/xmlTree.ts'
import * as connect from './bankConnect.ts'
import { inDoubt, type Transfer, type TransferOutcome } from './bankTransfer.ts'
import { doubtOf } from './bankTransfers.ts'
import { silenceOf, type BankWire } from './bankWire.ts'

/** A file of transfers, each of which is named in it by its reference. */
type TransferFile = { messageId: string; document: string; transfers: readonly Transfer[] }
/** What the bank says at once of each transfer of a file, by its reference. */
type FileOutcome = ReadonlyMap<string, TransferOutcome>

const path = '/FundsTransfer/File/Pain001/1.0.0'
// A status report names every payment of its file.
const longestReportBytes = 4 * 1024 ** 2
const mostElements = 100_000

const Reported = z.object({ Report: z.string() })

/** The part of the door that takes files. */
export type Files = {
  /** Sends a file of transfers once; answers for every transfer of it. */
  transferFile: (file: TransferFile) => Promise<FileOutcome>
}

type Parts = { wire: BankWire; now: () => Date; callbackUrl: string }

/** Makes it. Nothing here throws because of what the bank does. */
export function makeFiles({ wire, now, callbackUrl }: Parts): Files {
  return {
    transferFile: async ({ messageId, document, transfers }: TransferFile): Promise<FileOutcome> => {
      const same = (outcome: TransferOutcome): FileOutcome =>
        new Map(transfers.map(({ reference }) => [reference, outcome]))
      const body = { MessageReference: messageId, CallBackUrl: `${callbackUrl}/coop`, Document: document }
      const response = await wire.request({ path, body, longestBytes: longestReportBytes })
      if (response.outcome === 'silent') return same(doubtOf(response))
      // What is said of a whole file weighs more than the word of anybody who answers in the bank's place.
      const said = response.isSigned ? connect.readAnswer(response, now()) : null
      if (!said) return same(doubtOf(silenceOf(response.status)))
      if (said.reference !== messageId) return same(inDoubt('mismatch'))
      // The bank has the file already: what became of it is asked payment by payment.
      if (said.says.outcome === 'DUPLICATE' || said.says.outcome === 'NOT_KNOWN') return same(inDoubt('undecided'))
      if (said.says.outcome !== 'ACCEPTED') return same(said.says)
      const read = Reported.safeParse(response.json)
      return read.success ? readReport(read.data.Report, { messageId, transfers }) : same(inDoubt('garbage'))
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
