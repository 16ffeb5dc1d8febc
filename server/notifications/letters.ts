import type { Letter } from '#server/kit/post/mail.ts'

/** What a letter contains: numbers only. Names and titles stay in the product, whose readers have signed in. */
export type Summary = { waiting: number; approved: number; declined: number; moved: number }

type Recipient = { fullName: string; language: 'en' | 'sw'; address: string }
type Text = Pick<Letter, 'subject' | 'text'>

const many = (n: number, one: string, more: string): string =>
  n === 1 ? one : more.replace('#', n.toLocaleString('en'))

const english = {
  hello: (name: string) => `Hello ${name},`,
  waits: (n: number) => many(n, '1 record waits for your decision.', '# records wait for your decision.'),
  approved: (n: number) => many(n, '1 record of yours was approved.', '# records of yours were approved.'),
  declined: (n: number) =>
    many(n, '1 record of yours was declined or sent back.', '# records of yours were declined or sent back.'),
  moved: (n: number) => many(n, '1 record of yours has moved on.', '# records of yours have moved on.'),
  subject: (n: number) =>
    n > 0 ? `Kahawa: ${n.toLocaleString('en')} waiting for you` : 'Kahawa: news of your records',
  open: (address: string) => `Open the inbox: ${address}`,
  choose: (address: string) => `You choose when Kahawa writes to you: ${address}`,
  invited: 'Kahawa: choose your password',
  invitation: (username: string, link: string, until: string) => [
    `You have a sign-in for Kahawa. Your username is ${username}.`,
    'Choose your password here. You also need the code that your administrator gives you:',
    link,
    `The link serves once, until ${until}. If you did not expect this letter, do nothing and tell your administrator.`,
  ],
}
const swahili: typeof english = {
  hello: (name) => `Habari ${name},`,
  waits: (n) => many(n, 'Rekodi 1 inasubiri uamuzi wako.', 'Rekodi # zinasubiri uamuzi wako.'),
  approved: (n) => many(n, 'Rekodi yako 1 imeidhinishwa.', 'Rekodi zako # zimeidhinishwa.'),
  declined: (n) => many(n, 'Rekodi yako 1 imekataliwa au kurudishwa.', 'Rekodi zako # zimekataliwa au kurudishwa.'),
  moved: (n) => many(n, 'Rekodi yako 1 imesonga mbele.', 'Rekodi zako # zimesonga mbele.'),
  subject: (n) => (n > 0 ? `Kahawa: ${n.toLocaleString('en')} zinakusubiri` : 'Kahawa: habari za rekodi zako'),
  open: (address) => `Fungua kikasha: ${address}`,
  choose: (address) => `Unachagua lini Kahawa ikuandikie: ${address}`,
  invited: 'Kahawa: chagua nenosiri lako',
  invitation: (username, link, until) => [
    `Una akaunti ya Kahawa. Jina lako la mtumiaji ni ${username}.`,
    'Chagua nenosiri lako hapa. Unahitaji pia msimbo ambao msimamizi wako anakupa:',
    link,
    `Kiungo kinatumika mara moja, hadi ${until}. Kama hukutarajia barua hii, usifanye kitu na umwambie msimamizi wako.`,
  ],
}
const words = { en: english, sw: swahili }

const lines = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`

/** The summary as a letter, or null when there is nothing to report. */
export function summaryLetter({ fullName, language, address }: Recipient, summary: Summary): Text | null {
  const say = words[language]
  const sentences = [
    ...(summary.waiting > 0 ? [say.waits(summary.waiting)] : []),
    ...(summary.approved > 0 ? [say.approved(summary.approved)] : []),
    ...(summary.declined > 0 ? [say.declined(summary.declined)] : []),
    ...(summary.moved > 0 ? [say.moved(summary.moved)] : []),
  ]
  if (sentences.length === 0) return null
  const text = lines([
    say.hello(fullName),
    sentences.join('\n'),
    say.open(`${address}/inbox`),
    say.choose(`${address}/account`),
  ])
  return { subject: say.subject(summary.waiting), text }
}

const moment = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', dateStyle: 'long', timeStyle: 'short' })

/** The half of an invitation that opens nothing without the code. */
export function invitationLetter(
  { fullName, language, address }: Recipient,
  { username, path, expiresAt }: { username: string; path: string; expiresAt: string },
): Text {
  const say = words[language]
  const until = moment.format(new Date(expiresAt))
  return {
    subject: say.invited,
    text: lines([say.hello(fullName), ...say.invitation(username, `${address}${path}`, until)]),
  }
}
