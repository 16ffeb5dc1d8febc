import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { isThisMachine } from '../networks.ts'

/** A letter. The id makes two deliveries of the same letter one for mail servers that look. */
export type Letter = { id: string; to: string; subject: string; text: string }

/**
 * How it ended. `refused`: the server said never, and is not tried again. `in_doubt`: the text was handed over and no answer
 * came, so that another attempt might be a second letter. What was surely not accepted is thrown, and may be tried again.
 */
type MailOutcome = { end: 'sent' } | { end: 'refused'; answer: number } | { end: 'in_doubt' }

const timeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'plainHosts'> & Partial<Pick<Config, 'tlsInside'>>
type SendOptions = {
  letter: Letter
  /** Runs when the server has accepted sender and receiver, before the first line of the text leaves. */
  beforeSending: () => Promise<void>
  waits?: typeof timeouts
}

/** The one door to the mail server. What it throws names no address and no password, so that it may stand in a log. */
export async function sendLetter(
  { smtpUrl, mailFrom, ...mail }: MailConfig,
  { letter, beforeSending, waits }: SendOptions,
): Promise<MailOutcome> {
  if (!smtpUrl) throw new Error('no mail server is configured')
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: mailNeedsTls(smtpUrl, mail),
    ...(waits ?? timeouts),
  })
  let handedOver = false
  transport.use('stream', ({ message }, done) => {
    const text = message.createReadStream.bind(message)
    // Only read once the server asks for the text, so the note that it may have it is never too early.
    message.createReadStream = () =>
      Readable.from(
        (async function* () {
          await beforeSending()
          handedOver = true
          yield* text()
        })(),
        { objectMode: false },
      )
    done()
  })
  try {
    await transport.sendMail({
      messageId: `<${letter.id}@${hostOf(mailFrom)}>`,
      from: mailFrom,
      to: { name: '', address: letter.to },
      subject: letter.subject,
      text: letter.text,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return { end: 'sent' }
  } catch (error) {
    const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: unknown } // border: what nodemailer adds to its errors
    const answer = Number(responseCode)
    // A wrong password of ours is mended by the operator; a mailbox that is not there, or a letter not wanted, by nobody.
    if (answer >= 500 && answer < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE'))
      return { end: 'refused', answer }
    if (handedOver && !answer) return { end: 'in_doubt' }
    throw new Error(`the mail server failed: ${code} ${answer || ''}`.trim(), { cause: code })
  } finally {
    transport.close()
  }
}

/** Letters leave by TLS: always, but to this machine and where PLAINTEXT_HOSTS says otherwise. */
const mailNeedsTls = (
  smtpUrl: string,
  { plainHosts, tlsInside = false }: Omit<MailConfig, 'smtpUrl' | 'mailFrom'>,
): boolean => {
  const { hostname } = new URL(smtpUrl)
  return (tlsInside || !isThisMachine(hostname)) && !plainHosts.includes(hostname.toLowerCase())
}

const hostOf = (mailFrom: string): string => /@([^>\s]+)>?$/.exec(mailFrom)?.[1] ?? 'kahawa.invalid'
