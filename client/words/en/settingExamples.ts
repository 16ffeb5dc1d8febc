import { counted } from '#contract/kit/counted.ts'
import type { settings } from '#contract/house/settings.ts'

type Declared = typeof settings
type NumberSetting = {
  [Name in keyof Declared]: Declared[Name]['type'] extends 'number' ? Name : never
}[keyof Declared]
/** The stored value, and how amounts, numbers and the outcome of a formula are written. */
type Say = (value: number, write: { money: (shillings: number) => string; number: (value: number) => string }) => string

const perKilogram: Say = (cents, { money, number }) =>
  `${number(1000)} kg of cherry add ${money(cents * 10)} to a limit.`
const tranche: Say = (cents, { money, number }) =>
  `Parchment made of ${number(1000)} kg of cherry adds ${money(cents * 10)} to a limit.`
const dayCount = (days: number): string => counted(days, 'day')

/** What each number setting means in a case that people know; shown for the value in force and for the proposed one. */
export const settingExamples = {
  title: 'For example',
  now: 'Now',
  changed: 'After the change',
  bankChangeCoolingHours: (hours) => `A change approved on Monday at 08:00 takes payments ${atHour(hours)}.`,
  sharedAccountWarning: (members) =>
    `${counted(members, 'member')} on one account ${members === 1 ? 'passes' : 'pass'} unnoticed; ${members + 1} are pointed out.`,
  kilogramsPerTreeWarning: (kg, { number }) =>
    `A member with 300 trees is listed above ${number(300 * kg)} kg in a season.`,
  deliveryMaxKg: (kg, { number }) => `${number(kg)} kg are taken; ${number(kg + 1)} kg are refused.`,
  deliveryBackdatedDays: (days) => `Cherry weighed ${dayCount(days)} ago can still be entered, a day earlier not.`,
  conversionRateTolerance: (hundredths, { number }) =>
    `After a deal at 130.00, one between ${number((130 * (10_000 - hundredths)) / 10_000)} and ${number((130 * (10_000 + hundredths)) / 10_000)} needs no reason.`,
  fundCherryRateCents: perKilogram,
  fundCherryRateCeilingCents: (cents, { money }) =>
    `A rate of ${money(cents / 100)} per kg can be proposed; one cent more cannot.`,
  loanLeastCents: (cents, { money }) => `A request for ${money(cents / 100)} is taken; one for less is refused.`,
  loanFeeHundredths: (share, { money }) => `Of a loan of ${money(10_000)} the fund takes ${money(share)}.`,
  loanRequestDays: (days) => `A request that nobody decides gives its limit back after ${dayCount(days)}.`,
  limitMaxKg: (kg, { number }) => `A row of ${number(kg)} kg is taken; one of ${number(kg + 1)} kg is refused.`,
  fundMaxAcres: (acres, { number }) => `A member with ${number(acres)} acres gets a limit; one with more gets none.`,
  payoutsMostInHour: (shillings, { number }) =>
    `${number(Math.floor(shillings / 15_000))} payouts of KES 15,000 leave a fund in an hour; the next one waits.`,
  payoutsMostInDay: (shillings, { number }) =>
    `${number(Math.floor(shillings / 15_000))} payouts of KES 15,000 leave a fund in a day; the next one waits.`,
  cherryPerParchmentHundredths: (kg, { number }) => `${number(kg)} kg of cherry give ${number(100)} kg of parchment.`,
  parchmentSlackPercent: (percent, { number }) =>
    `Where the cherry gives 100 kg of parchment, ${number(100 + percent)} kg are taken.`,
  secondTrancheP1Cents: tranche,
  secondTrancheP2Cents: tranche,
  secondTrancheP3Cents: tranche,
  smsKeptDays: (days) => `A text and its number are removed ${dayCount(days)} after they were sent.`,
} satisfies Record<NumberSetting, Say> & Record<'title' | 'now' | 'changed', string>

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** When so many hours have passed since Monday at eight. */
function atHour(hours: number): string {
  const at = 8 + hours
  const weeks = Math.floor(at / 168)
  const day = week[Math.floor(at / 24) % 7] ?? ''
  const time = `${String(at % 24).padStart(2, '0')}:00`
  return weeks === 0 ? `from ${day} at ${time}` : `from ${day} at ${time}, ${counted(weeks, 'week')} later`
}
