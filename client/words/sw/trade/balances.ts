import type { en } from '../../en.ts'

export const balances: typeof en.balances = {
  sub: 'Kilichofika kila hatua na kilichoendelea, kuanzia matunda hadi akaunti za wanachama. Hukaguliwa kila usiku.',
  none: 'Bado hakuna kilichokaguliwa. Ukaguzi wa kwanza ni usiku.',
  sale: (number) => `mnada ${number}`,
  sides: (came, cameAmount, went, wentAmount) => `${came}: ${cameAmount}. ${went}: ${wentAmount}.`,
  findings: 'Rekodi zisizolingana',
  record: 'Rekodi',
  came: 'Kilichofika',
  went: 'Kilichoendelea',
  look: 'Iangalie',
  allClose: (records) =>
    records === 1
      ? 'Rekodi moja iliyolinganishwa inalingana.'
      : `Rekodi zote ${records} zilizolinganishwa zinalingana.`,
  more: (count) => (count === 1 ? 'Nyingine 1 hailingani.' : `Nyingine ${count} hazilingani.`),
}
