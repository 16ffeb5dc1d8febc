import type { rtgs as english } from '../../en/payments/rtgs.ts'

export const rtgs: typeof english = {
  title: 'Faili za RTGS',
  sub: 'Malipo yanayozidi kiwango cha PesaLink huenda benki kwa faili. Mtu mmoja wa chama huiandaa, mwingine huiruhusu.',
  none: 'Bado hakuna faili. Malipo makubwa kuliko PesaLink hungoja hapa ratiba yake ikishaidhinishwa.',
  waiting: 'Yanayongoja faili',
  waits: (count, amount) => `Yanayongoja faili: ${count}, jumla ${amount}`,
  make: 'Andaa faili iidhinishwe',
  from: (count, account) => `Malipo: ${count}, kutoka akaunti ${account}`,
  sent: (at) => `ilitumwa ${at}`,
  document: 'Pakua faili (pain.001)',
}
