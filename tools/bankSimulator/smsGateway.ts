import type { Config } from '#server/config.ts'
import type { Answer } from './faultyAnswer.ts'

// SMS to mobile numbers, in the manner of Africa's Talking: the demo has a gateway too, and nobody's telephone rings.

/** Where the simulator takes texts. */
export const smsPath = '/version1/messaging'

/** How a server of the demo sends its texts to the simulator at this address. */
export const gatewayAt = (url: string): NonNullable<Config['sms']> => ({
  url: url + smsPath,
  username: 'demo',
  key: 'demo',
  sender: 'KAHAWA',
})

/** Whoever has a number that ends so wants no texts. */
const unwantedEnding = '13'
const [sent, unwanted] = [
  { statusCode: 101, status: 'Success' },
  { statusCode: 406, status: 'UserInBlacklist' },
]

/** Takes one text, as the form that the gateway is sent. */
export function takeSms(form: string): Answer {
  const number = new URLSearchParams(form).get('to') ?? ''
  if (!/^\+254\d{9}$/.test(number)) return { status: 400, body: { error: 'Whom the text is for is missing' } }
  const end = number.endsWith(unwantedEnding) ? unwanted : sent
  const recipient = { ...end, number, messageId: end === sent ? `ATXid_${crypto.randomUUID()}` : 'None' }
  return { status: 201, body: { SMSMessageData: { Recipients: [recipient] } } }
}
