import type { settingExamples as english } from '../en/settingExamples.ts'

const perKilogram: (typeof english)['fundCherryRateCents'] = (cents, { money, number }) =>
  `Kilo ${number(1000)} za matunda huongeza ${money(cents * 10)} kwenye kikomo.`
const tranche: (typeof english)['secondTrancheP1Cents'] = (cents, { money, number }) =>
  `Parchment ya kilo ${number(1000)} za matunda huongeza ${money(cents * 10)} kwenye kikomo.`

export const settingExamples: typeof english = {
  title: 'Kwa mfano',
  now: 'Sasa',
  changed: 'Baada ya mabadiliko',
  bankChangeCoolingHours: (hours) =>
    `Badiliko lililoidhinishwa Jumatatu saa mbili asubuhi hupokea malipo baada ya saa ${hours}.`,
  sharedAccountWarning: (members) =>
    `${members === 1 ? 'Mwanachama 1 kwenye akaunti moja haonyeshwi' : `Wanachama ${members} kwenye akaunti moja hawaonyeshwi`}; ${members + 1} huonyeshwa.`,
  kilogramsPerTreeWarning: (kg, { number }) =>
    `Mwanachama mwenye miti 300 huorodheshwa akizidi kilo ${number(300 * kg)} kwa msimu.`,
  deliveryMaxKg: (kg, { number }) => `Kilo ${number(kg)} hupokelewa; kilo ${number(kg + 1)} hukataliwa.`,
  deliveryBackdatedDays: (days) =>
    `Matunda yaliyopimwa siku ${days} zilizopita bado yanaweza kuingizwa, ya kabla ya hapo hapana.`,
  conversionRateTolerance: (hundredths, { number }) =>
    `Baada ya makubaliano ya 130.00, mengine kati ya ${number((130 * (10_000 - hundredths)) / 10_000)} na ${number((130 * (10_000 + hundredths)) / 10_000)} hayahitaji sababu.`,
  fundCherryRateCents: perKilogram,
  fundCherryRateCeilingCents: (cents, { money }) =>
    `Bei ya ${money(cents / 100)} kwa kilo inaweza kupendekezwa; ikizidi senti moja haiwezi.`,
  loanLeastCents: (cents, { money }) => `Ombi la ${money(cents / 100)} hupokelewa; la chini ya hapo hukataliwa.`,
  loanFeeHundredths: (share, { money }) => `Kwa mkopo wa ${money(10_000)} mfuko huchukua ${money(share)}.`,
  loanRequestDays: (days) => `Ombi ambalo hakuna aliyeliamua hurudisha kikomo baada ya siku ${days}.`,
  limitMaxKg: (kg, { number }) => `Mstari wa kilo ${number(kg)} hupokelewa; wa kilo ${number(kg + 1)} hukataliwa.`,
  fundMaxAcres: (acres, { number }) => `Mwanachama mwenye ekari ${number(acres)} hupata kikomo; mwenye zaidi hapati.`,
  payoutsMostInHour: (shillings, { number }) =>
    `Malipo ${number(Math.floor(shillings / 15_000))} ya KES 15,000 hutoka kwenye mfuko kwa saa moja; linalofuata husubiri.`,
  payoutsMostInDay: (shillings, { number }) =>
    `Malipo ${number(Math.floor(shillings / 15_000))} ya KES 15,000 hutoka kwenye mfuko kwa siku; linalofuata husubiri.`,
  cherryPerParchmentHundredths: (kg, { number }) =>
    `Kilo ${number(kg)} za matunda hutoa kilo ${number(100)} za parchment.`,
  parchmentSlackPercent: (percent, { number }) =>
    `Pale matunda yanapotoa kilo 100 za parchment, kilo ${number(100 + percent)} hupokelewa.`,
  secondTrancheP1Cents: tranche,
  secondTrancheP2Cents: tranche,
  secondTrancheP3Cents: tranche,
  smsKeptDays: (days) => `Ujumbe na namba yake huondolewa siku ${days} baada ya kutumwa.`,
}
