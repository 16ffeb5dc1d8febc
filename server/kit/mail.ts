import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'

/** A letter. The id makes two deliveries of the same letter one for mail servers that look. */
export type Letter = { id: string; to: string; subject: string; text: string }

/** How it ended: a mail server that answers "never" is not asked again. Everything else is thrown and tried again. */
export type Sent = { refused: false } | { refused: true; answer: number }

const timeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** The one door to the mail server. Throws without the address, which must not stand in a log. */
export async function sendLetter(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  letter: Letter,
  waits = timeouts,
): Promise<Sent> {
  if (!smtpUrl) throw new Error('no mail server is configured')
  const transport = createTransport({ url: smtpUrl, ...waits })
  try {
    const host = /@([^>\s]+)>?$/.exec(mailFrom)?.[1] ?? 'kahawa.invalid'
    await transport.sendMail({
      messageId: `<${letter.id}@${host}>`,
      from: mailFrom,
      to: letter.to,
      subject: letter.subject,
      text: letter.text,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return { refused: false }
  } catch (error) {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown } // border: what nodemailer adds to its errors
    const answer = Number(responseCode)
    // A wrong password of ours is mended by the operator; a mailbox that is not there, or a letter not wanted, by nobody.
    if (answer >= 500 && answer < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE')) return { refused: true, answer }
    throw new Error(`the mail server failed: ${String(code ?? 'unknown')} ${answer || ''}`.trim(), { cause: code })
  } finally {
    transport.close()
  }
}
