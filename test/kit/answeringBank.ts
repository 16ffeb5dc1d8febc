import { makeBank, type Bank } from '#server/kit/bank/bank.ts'
import { answerPath, sign, signatureHeaders } from '#server/kit/bank/bankSignature.ts'
import { lostAfterMs, type Transfer } from '#server/kit/bank/bankTransfer.ts'

/** The door's clock, and times before it at which orders were sent. */
export const now = new Date('2026-03-02T06:00:00.000Z')
export const soon = new Date(now.getTime() - 1000)
export const longAgo = new Date(now.getTime() - lostAfterMs)
/** One order for each channel. */
export const inside: Transfer = {
  reference: 'KHW-000000000000000000001',
  channel: 'internal',
  from: '01100975259001',
  to: { institutionCode: '11', institutionType: 'BANK', accountNumber: '0110 9012 3456 00' },
  amountCents: 267_750n,
  currency: 'KES',
  narration: 'Cherry 2025/2026 cycle 1 member 0042',
}
export const outside: Transfer = {
  ...inside,
  reference: 'KHW-000000000000000000002',
  channel: 'pesalink',
  to: { institutionCode: '0068', institutionType: 'BANK', accountNumber: '0680190123456' },
}
export const mobile: Transfer = {
  ...inside,
  reference: 'KHW-000000000000000000003',
  channel: 'mpesa',
  from: '600123',
  to: { institutionCode: 'MPESA', institutionType: 'M-PESA', accountNumber: '0712 345 678' },
  amountCents: 1_600_500n,
}

/** `signedAs`: a body in whose place the answer is signed, null for no signature. */
type Answer = { status?: number; json?: unknown; echo?: object; error?: Error; signedAs?: string | null }

const secret = 'a secret of the bank'

/** The real door to a bank that gives these answers one after the other; `sent` is each request, byte for byte. */
export function bankWithAnswers(answers: Answer[]): { bank: Bank; sent: { path: string; text: string }[] } {
  const sent: { path: string; text: string }[] = []
  const answerNext: typeof fetch = async (url, init) => {
    const text = init?.body as string // the door sends text to a text address
    sent.push({ path: new URL(url as string).pathname, text })
    const { status = 200, json, echo, error, signedAs } = answers[sent.length - 1] ?? {}
    if (error) throw error
    const { MessageReference } = JSON.parse(text) as { MessageReference?: string }
    const body = echo ? { MessageReference, ...echo } : json
    const answer = body === undefined ? '<html>' : JSON.stringify(body)
    const timestamp = now.toISOString()
    const path = answerPath(new URL(url as string).pathname)
    const headers: HeadersInit =
      signedAs === null
        ? {}
        : {
            [signatureHeaders.timestamp]: timestamp,
            [signatureHeaders.signature]: sign({ secret, timestamp, path, body: signedAs ?? answer }),
          }
    return new Response(answer, { status, headers })
  }
  const bank = makeBank({
    url: 'https://bank.test',
    secret,
    timeoutMs: 1000,
    concurrency: 4,
    now: () => now,
    transfers: {
      callbackUrl: 'https://us.test/api/bank/callbacks',
      mpesaInitiator: { name: 'kahawa', securityCredential: 'sealed' },
    },
    fetch: answerNext,
  })
  return { bank, sent }
}
