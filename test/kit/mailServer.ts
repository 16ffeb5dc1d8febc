import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

type Received = {
  from: string
  to: string[]
  raw: string
  text: string
  encrypted: boolean
  user: string | null
}

/** What the mail server does with the next letters. */
type Behaviour = {
  /** Answers to the receiver (`rcpt`) or after the whole text (`text`); `silent` receives the text and never answers, `gone` hangs up. */
  rcpt?: number
  text?: number | 'silent' | 'gone'
  /** Run with the receiver's address before the answer to it, and when the whole text is here. */
  onRcpt?: (to: string) => Promise<void>
  onText?: (to: string) => Promise<void>
}

export type MailServer = {
  url: (more?: { secure?: boolean; credentials?: string; query?: string }) => string
  received: Received[]
  /** Everything handed over, accepted or not. */
  texts: string[]
  behave: (behaviour: Behaviour) => void
  stop: () => Promise<void>
}

/** A client that goes away in the middle is what some tests are about; nothing was received then. */
const ignore = () => {}

const failure = (responseCode: number) => Object.assign(new Error('Not now'), { responseCode })

/** A real SMTP server on this machine, as a house's own would be: with TLS of its own certificate, and sign-in. */
export async function startMailServer({
  secure = false,
  auth = false,
  starttls = true,
}: { secure?: boolean; auth?: boolean; starttls?: boolean } = {}): Promise<MailServer> {
  const received: Received[] = []
  const texts: string[] = []
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = {}
  const server = new SMTPServer({
    secure,
    logger: false,
    closeTimeout: 100,
    ...(auth ? {} : { authOptional: true }),
    ...(starttls ? {} : { disabledCommands: ['STARTTLS'] }),
    onAuth: ({ username, password }, _session, done) =>
      username === 'kahawa' && password === 'secret' ? done(null, { user: username }) : done(failure(535)),
    onRcptTo: (to, _session, done) => void answerReceiver(to.address, done).catch(ignore),
    onData: (stream, session, done) => void receiveText(stream, session, done).catch(ignore),
  })
  const answerReceiver = async (to: string, done: (error?: Error | null) => void) => {
    const { rcpt, onRcpt } = behaviour
    await onRcpt?.(to)
    done(rcpt ? failure(rcpt) : null)
  }
  const receiveText = async (stream: Readable, session: SMTPServerSession, done: (error?: Error | null) => void) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const { text: answer, onText } = behaviour
    const raw = Buffer.concat(chunks).toString()
    texts.push(raw)
    await onText?.(session.envelope.rcptTo[0]?.address ?? '')
    if (answer === 'silent') return
    if (answer === 'gone') return sockets.forEach((socket) => socket.destroy())
    if (answer) return done(failure(answer))
    const { mailFrom, rcptTo } = session.envelope
    received.push({
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      raw,
      text: plainText(raw),
      encrypted: session.secure,
      user: typeof session.user === 'string' ? session.user : null,
    })
    done()
  }
  server.on('error', ignore)
  server.server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.server.address() as AddressInfo // border: it listens on a port
  return {
    received,
    texts,
    url: ({ secure: isSecure = secure, credentials, query } = {}) =>
      `${isSecure ? 'smtps' : 'smtp'}://${credentials ? `${credentials}@` : ''}127.0.0.1:${port}/${query ? `?${query}` : ''}`,
    behave: (next) => (behaviour = next),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The text of a letter as people read it, whatever way it was packed for the journey. */
function plainText(raw: string): string {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
