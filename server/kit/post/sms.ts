import { z } from 'zod'
import type { TextProblem } from '#contract/house/texts.ts'
import type { Config } from '#server/config.ts'

/** A text on its way to a mobile number, twelve digits with 254 first; `waitMs` is how long the gateway may think. */
type Sms = { mobileNumber: string; text: string; waitMs?: number }

/**
 * How it ended. `refused`: the gateway said never, and is not tried again. `in_doubt`: it was handed over and nobody can say what
 * became of it, so that another attempt might be a second text. `not_taken`: surely not sent, and may be tried again.
 */
export type SmsOutcome =
  | { end: 'sent'; reference: string }
  | { end: 'refused' | 'in_doubt' | 'not_taken'; problem: TextProblem }

const patienceMs = 15_000
const longestAnswer = 64_000

/** The longest that one text can take, with the breath that a slow machine needs to notice. */
export const longestSendMs = patienceMs + 5_000

// Source: Africa's Talking, bulk SMS: status codes of a recipient. What is not named here was not sent and may be tried again.
const acceptedCodes = new Set([100, 101, 102])
const refusedCodes: Record<number, TextProblem> = {
  403: 'wrong_number',
  404: 'not_served',
  406: 'unwanted',
  409: 'unwanted',
  502: 'not_served',
}
const heldCode = 401
const retryCodes: Record<number, TextProblem> = { 402: 'not_accepted', 405: 'no_credit' }

const Answer = z.object({
  SMSMessageData: z.object({
    Recipients: z.array(z.object({ statusCode: z.coerce.number(), messageId: z.string().nullish() })),
  }),
})

/** The one door to the SMS gateway, in the form of Africa's Talking. Tells no number and no key, so that its words may stand in a log. */
export async function sendSms(
  sms: NonNullable<Config['sms']>,
  { mobileNumber, text, waitMs = patienceMs }: Sms,
): Promise<SmsOutcome> {
  const { url, username, key, sender } = sms
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { apiKey: key, accept: 'application/json' },
      body: new URLSearchParams({ username, to: `+${mobileNumber}`, message: text, from: sender }),
      signal: AbortSignal.timeout(waitMs),
    })
    return readAnswer(response.status, await readJson(response))
  } catch (error) {
    return wasHandedOver(error)
      ? { end: 'in_doubt', problem: 'no_answer' }
      : { end: 'not_taken', problem: 'unreachable' }
  }
}

function readAnswer(status: number, json: unknown): SmsOutcome {
  const answer = Answer.safeParse(json)
  const recipient = answer.data?.SMSMessageData.Recipients[0]
  if (recipient) return outcomeOfRecipient(recipient)
  // Nobody was texted: the sender is not ours, or the account may not.
  if (answer.success) return { end: 'not_taken', problem: 'not_accepted' }
  // Between us and the gateway something waited in vain; the gateway itself may have the text.
  if (status === 502 || status === 504 || (status >= 200 && status < 300))
    return { end: 'in_doubt', problem: 'no_answer' }
  return { end: 'not_taken', problem: status >= 500 || status === 429 ? 'failed' : 'not_accepted' }
}

type Recipient = { statusCode: number; messageId?: string | null | undefined }

function outcomeOfRecipient({ statusCode, messageId }: Recipient): SmsOutcome {
  if (acceptedCodes.has(statusCode)) return { end: 'sent', reference: messageId ?? '' }
  if (statusCode === heldCode) return { end: 'in_doubt', problem: 'held' }
  const problem = refusedCodes[statusCode]
  return problem ? { end: 'refused', problem } : { end: 'not_taken', problem: retryCodes[statusCode] ?? 'failed' }
}

// Undefined when the body is too long or not JSON.
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the body.
    if (bytes > longestAnswer) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown
  } catch {
    return undefined
  }
}

// No connection stood, so that nothing can have left.
const beforeConnection =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

function wasHandedOver(error: unknown): boolean {
  const { code, errors } = ((error as Error).cause ?? {}) as { code?: unknown; errors?: { code?: unknown }[] } // border: what fetch throws
  const codes = errors?.map((one) => one.code) ?? [code]
  return !codes.every((one) => typeof one === 'string' && beforeConnection.test(one))
}
