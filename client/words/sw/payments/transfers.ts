import type { transfers as english } from '../../en/payments/transfers.ts'

export const transfers: typeof english = {
  title: 'Uhamisho',
  sub: 'Dola ambazo chama kinazuia, kinahamisha kwenye akaunti ya wakulima, au kubadilisha kuwa shilingi. Mtu mmoja huagiza, mwingine huidhinisha, na benki hutekeleza.',
  order: 'Uhamisho mpya',
  orderTitle: 'Agiza uhamisho',
  hint: 'Hakuna kinachohama kabla mtu mwingine hajaidhinisha.',
  none: 'Bado hakuna uhamisho ulioagizwa. Dola zikiingia, zuia kinachohitajika na chama kisha hamisha zilizobaki kwa wakulima.',
  effect: 'Kinachofanyika',
  retainedOfSeason: 'Kilichozuiwa cha msimu',
  nothingCame: 'Hakuna kilichoingia',
  leftToRetain: 'Kinachoweza kuzuiwa bila hati',
  deal: 'Makubaliano',
  until: 'Makubaliano yanashikilia hadi',
  becomes: (shillings, rate, deal) => `Zinakuwa ${shillings} kwa ${rate}, makubaliano ${deal}.`,
  document: 'Hati',
  documentHint: 'Kingezuiwa zaidi ya kinachoruhusiwa: namba ya hati inayoruhusu.',
  notAttached: 'Imetolewa namba ya hati tu; hati yenyewe haijaambatishwa.',
  noDeal:
    'Hakuna kiwango cha ubadilishaji kinachotumika. Tuma namba ya makubaliano kwanza, na mtu mwingine aidhinishe.',
  reason: 'Sababu iliyotolewa',
}
