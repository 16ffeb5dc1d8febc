import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedSms = { to: string; message: string; from: string }

/** What the gateway does with the next texts. */
export type GatewayBehaviour = {
  /** Status code of the recipient; 101 is sent. */
  recipient?: number
  /** An HTTP status instead of an answer; `silent` receives the text and never answers, `gone` hangs up. */
  http?: number | 'silent' | 'gone'
  /** No recipient at all, as when the sender is not ours. */
  nobody?: boolean
  /** An answer that is no JSON. */
  garbled?: boolean
  /** Run when the whole text is here, before the answer. */
  onText?: (sms: ReceivedSms) => Promise<void>
}

export type SmsGateway = {
  /** The environment of a server that sends through it. */
  settings: Record<'SMS_URL' | 'SMS_USERNAME' | 'SMS_KEY' | 'SMS_SENDER', string>
  /** Everything handed over, accepted or not. */
  texts: ReceivedSms[]
  behave: (behaviour: GatewayBehaviour) => void
  stop: () => Promise<void>
}

const sent = 101

/** A real HTTP gateway on this machine that speaks like Africa's Talking. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const texts: ReceivedSms[] = []
  let behaviour: GatewayBehaviour = {}
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const of = (name: string): string => form.get(name) ?? ''
    const isOurs = request.headers['apikey'] === 'secret' && of('username') === 'kahawa' && request.method === 'POST'
    if (!isOurs) return void response.writeHead(401).end('The supplied authentication is invalid')
    const sms = { to: of('to'), message: of('message'), from: of('from') }
    texts.push(sms)
    const { recipient = sent, http, nobody, garbled, onText } = behaviour
    await onText?.(sms)
    if (http === 'silent') return
    if (http === 'gone') return void request.socket.destroy()
    if (http) return void response.writeHead(http).end('Something went wrong')
    if (garbled) return void response.writeHead(201).end('<html>Sent</html>')
    const isAccepted = recipient < 200
    const one = {
      statusCode: recipient,
      number: sms.to,
      status: isAccepted ? 'Success' : 'Failed',
      cost: 'KES 0.8000',
      messageId: isAccepted ? `ATXid_${texts.length}` : 'None',
    }
    const data = nobody
      ? { Message: 'InvalidSenderId', Recipients: [] }
      : { Message: `Sent to ${isAccepted ? 1 : 0}/1`, Recipients: [one] }
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ SMSMessageData: data }))
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // border: it listens on a port
  return {
    texts,
    settings: {
      SMS_URL: `http://127.0.0.1:${port}/version1/messaging`,
      SMS_USERNAME: 'kahawa',
      SMS_KEY: 'secret',
      SMS_SENDER: 'KAHAWA',
    },
    behave: (next) => (behaviour = next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
