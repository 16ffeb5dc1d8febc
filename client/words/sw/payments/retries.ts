import type { retries as english } from '../../en/payments/retries.ts'

export const retries: typeof english = {
  title: 'Malipo ya kurudia',
  sub: 'Malipo yaliyokataliwa au kuzuiwa, yanayotumwa tena. Mtu mmoja wa chama huomba, mwingine huruhusu; benki huombwa mara tano tu.',
  none: 'Hakuna kilichotumwa tena. Mstari uliokataliwa au kuzuiwa hurudiwa kutoka kwenye maelezo yake.',
  openSub:
    'Pesa za ratiba zilizoidhinishwa zinazosubiri: kinachozizuia sasa, na kinachorekebisha. Kisipokuwepo kizuizi, watu wawili huzilipa kutoka hapa, bila ratiba mpya.',
  openNone: 'Hakuna kilichozuiwa, na benki haijakataa chochote.',
  asked: (times) => `Benki imeombwa mara ${times} kati ya 5`,
  toUpdates: 'Ona maombi ya mabadiliko',
  again: 'Lipa tena',
  elsewhere: 'Lipa kwenye akaunti nyingine',
  againTitle: (name) => `Mlipe ${name} tena`,
  elsewhereTitle: (name) => `Mlipe ${name} kwenye akaunti nyingine`,
  againHint:
    'Yanaenda kwenye akaunti ileile, mtu mwingine akiruhusu. Yaliyozuiwa yanaenda kwenye akaunti ya mwanachama ilivyo sasa.',
  elsewhereHint:
    'Benki inasema akaunti ni ya nani kabla ya kuhifadhi. Sajili ya mwanachama inabadilishwa kwa ombi lake lenyewe, ili ratiba ijayo ilipe huko pia.',
  send: 'Tuma ili iidhinishwe',
  lookUp: 'Uliza benki ni ya nani',
  found: (name) => `Akaunti imethibitishwa: ${name}`,
  attempt: (attempt) => `Jaribio la ${attempt} kati ya 5`,
  why: 'Kwa nini hayakulipwa',
  before: 'Akaunti ya awali',
  account: 'Akaunti',
  channel: 'Njia ya malipo',
  look: 'Angalia haya kwanza',
  reason: 'Sababu',
  schedule: 'Ona ratiba',
}
