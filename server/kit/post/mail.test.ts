import { afterEach, expect, test } from 'vitest'
import { startMailServer, type MailServer } from '#test/kit/mailServer.ts'
import { sendLetter, type Letter } from './mail.ts'

const letter: Letter = {
  id: '01900000-0000-7000-8000-00000000000a',
  to: 'wanjiku@demo.example',
  subject: 'Kahawa: 3 waiting for you',
  text: 'Habari Mũrang’a,\n\nRekodi 3 zinasubiri uamuzi wako.\n',
}
const mailFrom = 'Kahawa <kahawa@coffee.example>'
const waits = { dnsTimeout: 300, connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }

let server: MailServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})
const serve = async (given?: Parameters<typeof startMailServer>[0]) => (server = await startMailServer(given))

/** Sends the letter; answers how it ended, and whether the text was on its way. */
async function send(smtpUrl: string, plainHosts: string[] = []) {
  let handedOver = 0
  const beforeSending = async () => {
    handedOver += 1
  }
  const end = await sendLetter({ smtpUrl, mailFrom, plainHosts }, { letter, beforeSending, waits }).catch(
    (error: Error) => error.message,
  )
  return { end, handedOver }
}

test('a letter arrives with its words, under an id that stays', async () => {
  const { url, received } = await serve()
  expect(await send(url({ query: 'tls.rejectUnauthorized=false' }))).toEqual({ end: { end: 'sent' }, handedOver: 1 })
  expect(received).toMatchObject([{ from: 'kahawa@coffee.example', to: ['wanjiku@demo.example'] }])
  expect(received[0]?.text.replaceAll('\r\n', '\n').trim()).toBe(letter.text.trim())
  expect(received[0]?.raw).toContain(`Message-ID: <${letter.id}@coffee.example>`)
  expect(received[0]?.raw).toContain('Auto-Submitted: auto-generated')
})

test('TLS is used when the server offers it, and from the first byte with smtps', async () => {
  const trust = 'tls.rejectUnauthorized=false'
  const offered = await serve()
  await send(offered.url({ query: trust }))
  expect(offered.received[0]?.encrypted).toBe(true)
  await offered.stop()
  const secure = await serve({ secure: true })
  await send(secure.url({ query: trust }))
  expect(secure.received[0]?.encrypted).toBe(true)
})

test('a server with a certificate of nobody gets nothing', async () => {
  const { url, texts } = await serve({ secure: true })
  expect(await send(url())).toEqual({
    end: expect.stringMatching(/^the mail server failed: ESOCKET|ETLS/),
    handedOver: 0,
  })
  expect(texts).toEqual([])
})

test('the password is sent, a wrong one is tried again later, and the error names neither', async () => {
  const { url, received } = await serve({ auth: true })
  const query = 'tls.rejectUnauthorized=false'
  await send(url({ credentials: 'kahawa:secret', query }))
  expect(received).toMatchObject([{ user: 'kahawa' }])
  const wrong = await send(url({ credentials: 'kahawa:wrong', query }))
  expect(wrong).toEqual({ end: 'the mail server failed: EAUTH 535', handedOver: 0 })
})

test('a password does not leave without TLS', async () => {
  const { url, received } = await serve({ auth: true, starttls: false })
  // Not one of the names of this machine, though it is this machine.
  const elsewhere = url({ credentials: 'kahawa:secret' }).replace('127.0.0.1', '127.0.0.2')
  expect(await send(elsewhere)).toMatchObject({
    end: expect.stringContaining('the mail server failed') as string,
    handedOver: 0,
  })
  expect(received).toEqual([])
})

test('no letter leaves without TLS, unless that host is named as one that nobody else hears', async () => {
  const { url, received } = await serve({ starttls: false })
  const elsewhere = url().replace('127.0.0.1', '127.0.0.2')
  expect((await send(elsewhere)).handedOver).toBe(0)
  expect(received).toEqual([])
  expect(await send(elsewhere, ['127.0.0.2'])).toEqual({ end: { end: 'sent' }, handedOver: 1 })
})

test.each([
  ['a mailbox that is not there', { rcpt: 550 }, { end: { end: 'refused', answer: 550 }, handedOver: 0 }],
  ['a letter that is not wanted', { text: 554 }, { end: { end: 'refused', answer: 554 }, handedOver: 1 }],
  ['a full mailbox', { rcpt: 452 }, { end: 'the mail server failed: EENVELOPE 452', handedOver: 0 }],
  ['a server that has no room', { text: 451 }, { end: 'the mail server failed: EMESSAGE 451', handedOver: 1 }],
  ['a text without an answer', { text: 'silent' }, { end: { end: 'in_doubt' }, handedOver: 1 }],
] as const)('%s: refused for ever, thrown to be tried again, or in doubt', async (_, manner, expected) => {
  const { url, behave } = await serve()
  behave(manner)
  expect(await send(url({ query: 'tls.rejectUnauthorized=false' }))).toEqual(expected)
})

test('a server that is not there is tried again later', async () => {
  const gone = await serve()
  const url = gone.url()
  await gone.stop()
  server = undefined
  expect(await send(url)).toEqual({ end: 'the mail server failed: ESOCKET', handedOver: 0 })
})

test('a note that cannot be made keeps the letter back', async () => {
  const { url, received, texts } = await serve()
  const beforeSending = () => Promise.reject(new Error('the database is away'))
  const smtpUrl = url({ query: 'tls.rejectUnauthorized=false' })
  await expect(sendLetter({ smtpUrl, mailFrom, plainHosts: [] }, { letter, beforeSending, waits })).rejects.toThrow(
    'the mail server failed',
  )
  expect([received, texts]).toEqual([[], []])
})

test('no header can be added through an address or a subject', async () => {
  const { url, received } = await serve()
  const beforeSending = async () => {}
  const sly = {
    ...letter,
    subject: 'Hello\r\nBcc: thief@evil.example',
    to: 'a@demo.example\r\nBcc: thief@evil.example',
  }
  await sendLetter(
    { smtpUrl: url({ query: 'tls.rejectUnauthorized=false' }), mailFrom, plainHosts: [] },
    { letter: sly, beforeSending, waits },
  ).catch(() => {})
  for (const one of received) {
    expect(one.to).not.toContain('thief@evil.example')
    expect(one.raw).not.toMatch(/^Bcc:/im)
  }
})
