import type { rates as english } from '../en/rates.ts'

export const rates: typeof english = {
  title: 'Bei za matunda',
  sub: 'Kile ambacho kilo moja ya matunda huongeza kwenye kikomo cha mwanachama. KPCU au benki hupendekeza bei, na mtu mwingine hapo huamua.',
  update: 'Badilisha Bei',
  updateTitle: 'Pendekeza bei ya matunda',
  edit: 'Hariri',
  editOf: (name) => `Hariri bei ya ${name}`,
  editTitle: (name) => `Pendekeza bei nyingine ya ${name}`,
  hint: 'Itaanza kutumika mtu mwingine akiiidhinisha, kwa faili za vikomo zitakazoidhinishwa kuanzia hapo.',
  send: 'Tuma ili iidhinishwe',
  unit: 'KES',
  inForce: 'Bei zinazotumika',
  proposals: 'Bei zilizopendekezwa',
  none: 'Hakuna chama chenye bei yake bado. Bei ya mfuko hutumika.',
  notFound: 'Hakuna chama chenye bei yake kilichopatikana.',
  find: 'Jina au msimbo wa chama',
  society: 'Chama',
  rate: 'Bei kwa kilo',
  acts: 'Yanayoweza kufanywa',
  perKilogram: 'Bei kwa kilo',
  limits: 'Huongeza kwenye vikomo',
  effect: (members, weight, season) =>
    `Matunda yaliyoidhinishwa ya ${season} ambayo hakuna kikomo kinachoyahesabu bado: ${weight}, wanachama: ${members}.`,
  neverAgain: 'Vikomo vilivyotolewa kabla havibadiliki.',
  reason: 'Sababu iliyotolewa',
}
