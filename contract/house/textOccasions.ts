import { counted } from '#contract/kit/counted.ts'
import type { SettingName } from './settings.ts'

/** What a text says of deliveries that were approved together: of one member, in one season. */
type Delivered = {
  deliveries: number
  correction: boolean
  kilograms: number
  from: string
  to: string
  season: string
  totalKg: number
}
/** Which details of a farmer a request changes, and for how long no money goes to a changed account. */
type Changed = { account: boolean; mobile: boolean; coolingHours: number }
type LoanFacts = {
  reference: string
  amountCents: number
  netCents: number
  owedCents: number
  institution: string
  /** The last digits of the account. */
  ending: string
  cameBack: boolean
}
/** What a member got, or did not get, of a payment schedule. */
type PaidFacts = {
  season: string
  netCents: number
  /** For loans, and by resolutions of the society. */
  recoveredCents: number
  institution: string
  /** The last digits of the account. */
  ending: string
}
type Shorten = (name: string) => string
type Sentence<Facts> = (facts: Facts, shorten: Shorten) => string
/** When a farmer hears by SMS, and what. Each text is one segment of 160 characters, however long the names are. */
type Occasion<Facts> = { title: string; setting: SettingName; en: Sentence<Facts>; sw: Sentence<Facts> }

const day = (iso: string): string => iso.split('-').toReversed().join('/')
const kg = (kilograms: number): string => kilograms.toLocaleString('en', { maximumFractionDigits: 3 })
const kes = (cents: number): string =>
  `KES ${(cents / 100).toLocaleString('en', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`
const days = ({ from, to }: Delivered, until: string): string =>
  from === to ? day(from) : `${day(from)} ${until} ${day(to)}`

const english = {
  what: ({ account, mobile }: Changed): string =>
    [account ? 'bank account' : [], mobile ? 'mobile number' : []].flat().join(' and '),
  where: ({ institution, ending }: Pick<LoanFacts, 'institution' | 'ending'>, shorten: Shorten): string =>
    `${shorten(institution)}, account ending ${ending}`,
  notYou: 'Not you? Tell your society at once.',
}
const swahili: typeof english = {
  what: ({ account, mobile }) =>
    [account ? 'akaunti yako ya benki' : [], mobile ? 'namba yako ya simu' : []].flat().join(' na '),
  where: ({ institution, ending }, shorten) => `${shorten(institution)}, akaunti inayoishia ${ending}`,
  notYou: 'Si wewe? Ambia chama chako mara moja.',
}

const deliveryApproved: Occasion<Delivered> = {
  title: 'Delivery approved',
  setting: 'smsDeliveryApproved',
  en: (facts) => {
    const { deliveries, correction, kilograms, season, totalKg } = facts
    const what = correction
      ? `cherry corrected by ${kg(kilograms)} kg.`
      : `${deliveries === 1 ? '' : `${deliveries} deliveries, `}${kg(kilograms)} kg of cherry of ${days(facts, 'to')} approved.`
    return `${what} Season ${season}: ${kg(totalKg)} kg.`
  },
  sw: (facts) => {
    const { deliveries, correction, kilograms, season, totalKg } = facts
    const what = correction
      ? `matunda yamesahihishwa kwa kilo ${kg(kilograms)}.`
      : `${deliveries === 1 ? '' : `mizigo ${deliveries}, `}kilo ${kg(kilograms)} za matunda ya ${days(facts, 'hadi')} zimeidhinishwa.`
    return `${what} Msimu ${season}: kilo ${kg(totalKg)}.`
  },
}
const changeRequested: Occasion<Changed> = {
  title: 'Change of bank details or mobile number requested',
  setting: 'smsChangeAsked',
  en: (facts) => `somebody asked to change your ${english.what(facts)}. ${english.notYou}`,
  sw: (facts) => `kuna ombi la kubadilisha ${swahili.what(facts)}. ${swahili.notYou}`,
}
const changeApproved: Occasion<Changed> = {
  title: 'Change of bank details or mobile number approved',
  setting: 'smsChangeApproved',
  en: (facts) => {
    const { account, mobile, coolingHours } = facts
    const rest = coolingHours > 0 ? `No money goes there for ${counted(coolingHours, 'hour')}. ` : ''
    return `your ${english.what(facts)} ${account && mobile ? 'were' : 'was'} changed. ${rest}${english.notYou}`
  },
  sw: (facts) => {
    const { account, mobile, coolingHours } = facts
    const rest = coolingHours > 0 ? `Hakuna malipo huko kwa saa ${coolingHours}. ` : ''
    return `${swahili.what(facts)} ${account && mobile ? 'zimebadilishwa' : 'imebadilishwa'}. ${rest}${swahili.notYou}`
  },
}
const loanApproved: Occasion<LoanFacts> = {
  title: 'Loan approved by the society',
  setting: 'smsLoanApproved',
  en: ({ reference, amountCents }) =>
    `your society approved loan ${reference} of ${kes(amountCents)}. The lender decides next.`,
  sw: ({ reference, amountCents }) =>
    `chama kimeidhinisha mkopo ${reference} wa ${kes(amountCents)}. Sasa mkopeshaji ataamua.`,
}
const loanAuthorised: Occasion<LoanFacts> = {
  title: 'Loan authorised by the lender',
  setting: 'smsLoanAuthorised',
  en: (facts, shorten) =>
    `loan ${facts.reference}: ${kes(facts.netCents)} is on its way to ${english.where(facts, shorten)}.`,
  sw: (facts, shorten) => `mkopo ${facts.reference}: ${kes(facts.netCents)} inatumwa ${swahili.where(facts, shorten)}.`,
}
const loanPaid: Occasion<LoanFacts> = {
  title: 'Loan paid',
  setting: 'smsLoanPaid',
  en: (facts, shorten) =>
    `${kes(facts.netCents)} of loan ${facts.reference} was paid to ${english.where(facts, shorten)}. To repay: ${kes(facts.owedCents)}.`,
  sw: (facts, shorten) =>
    `${kes(facts.netCents)} ya mkopo ${facts.reference} imelipwa ${swahili.where(facts, shorten)}. Deni: ${kes(facts.owedCents)}.`,
}
const loanFailed: Occasion<LoanFacts> = {
  title: 'Loan not paid, or come back',
  setting: 'smsLoanFailed',
  en: ({ reference, netCents, cameBack }) =>
    `${kes(netCents)} of loan ${reference} ${cameBack ? 'came back from the bank' : 'was not paid'}. You owe nothing for it. Ask your society.`,
  sw: ({ reference, netCents, cameBack }) =>
    `${kes(netCents)} ya mkopo ${reference} ${cameBack ? 'imerudi kutoka benki' : 'haikulipwa'}. Huna deni la mkopo huu. Uliza chama chako.`,
}

const cherryPaid: Occasion<PaidFacts> = {
  title: 'Paid for cherry',
  setting: 'smsCherryPaid',
  en: (facts, shorten) => {
    const rest = facts.recoveredCents > 0 ? ` Kept back: ${kes(facts.recoveredCents)}.` : ''
    return `${kes(facts.netCents)} for cherry of ${facts.season} was paid to ${english.where(facts, shorten)}.${rest}`
  },
  sw: (facts, shorten) => {
    const rest = facts.recoveredCents > 0 ? ` Iliyokatwa: ${kes(facts.recoveredCents)}.` : ''
    return `${kes(facts.netCents)} ya matunda ya ${facts.season} imelipwa ${swahili.where(facts, shorten)}.${rest}`
  },
}
const cherryFailed: Occasion<PaidFacts> = {
  title: 'Not paid for cherry',
  setting: 'smsCherryFailed',
  en: ({ netCents, season }) =>
    `${kes(netCents)} for cherry of ${season} could not be paid to your account. It waits for you at your society. Ask there.`,
  sw: ({ netCents, season }) =>
    `${kes(netCents)} ya matunda ya ${season} haikulipwa kwenye akaunti yako. Inakusubiri chamani. Uliza chama chako.`,
}
const cherryReturned: Occasion<PaidFacts> = {
  title: 'Payment for cherry come back',
  setting: 'smsCherryReturned',
  en: ({ netCents, season }) =>
    `${kes(netCents)} for cherry of ${season} came back from the bank. It waits for you at your society. Ask there.`,
  sw: ({ netCents, season }) =>
    `${kes(netCents)} ya matunda ya ${season} imerudi kutoka benki. Inakusubiri chamani. Uliza chama chako.`,
}

/** Every occasion on which a farmer is texted. */
export const textOccasions = {
  delivery_approved: deliveryApproved,
  change_asked: changeRequested,
  change_approved: changeApproved,
  loan_approved: loanApproved,
  loan_authorised: loanAuthorised,
  loan_paid: loanPaid,
  loan_failed: loanFailed,
  cherry_paid: cherryPaid,
  cherry_failed: cherryFailed,
  cherry_returned: cherryReturned,
}
export type TextOccasion = keyof typeof textOccasions
export type TextLanguage = 'en' | 'sw'

/** One segment of the alphabet that every phone knows, GSM 03.38. */
export const segment = 160
const [mostOfName, leastOfName] = [40, 8]

/** What stands in the text: names first, shortened until the sentence has room. `told`, named as its column, holds the facts of its occasion. */
export function textOf({
  occasion,
  language,
  society,
  name,
  told: facts,
}: {
  occasion: TextOccasion
  language: TextLanguage
  society: string
  name: string
  told: unknown
}): string {
  const sentence = textOccasions[occasion][language] as Sentence<unknown> // border: kept as its occasion declares
  for (let room = mostOfName; ; room -= 1) {
    const shorten = (long: string) => shortened(plain(long), room)
    const text = `${shorten(calledShort(society))}: ${shorten(name)}, ${sentence(facts, shorten)}`
    if (text.length <= segment || room === leastOfName) return text
  }
}

/** As people call their society. */
const calledShort = (society: string): string => society.replace(/ Farmers'? Co-?operative Society(?: Ltd)?$/i, ' FCS')

const shortened = (name: string, room: number): string =>
  name.length <= room ? name : `${name.slice(0, room - 1).trimEnd()}.`

/** A name in letters of that alphabet which count once: without accents, and a question mark for what has no such letter. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’ʼʹ`´]/g, "'")
    .replace(/[^A-Za-z0-9 @$_!"#%&'()*+,\-./:;<=>?]/g, '?')
