import type { conversion as english } from '../en/conversion.ts'

export const conversion: typeof english = {
  title: 'Viwango vya ubadilishaji',
  sub: 'Makubaliano ambayo dola za chama hubadilishwa kuwa shilingi. Mtu mmoja hutuma namba ya makubaliano, na mwingine huiidhinisha kabla muda wake haujaisha.',
  submit: 'Tuma namba ya makubaliano',
  submitTitle: 'Tuma namba ya makubaliano',
  hint: 'Benki huulizwa kiwango na mwisho wa muda wa makubaliano. Hakuna kinachobadilishwa kwa hatua hii.',
  send: 'Tuma ili iidhinishwe',
  perDollar: 'KES kwa USD',
  first: 'Kiwango cha kwanza',
  change: (percent) => `${percent} ikilinganishwa na kiwango cha mwisho kilichoidhinishwa.`,
  until: (moment) => `Benki hubadilisha kwa kiwango hiki hadi ${moment}.`,
  over: (moment) => `Muda wa makubaliano uliisha ${moment}.`,
  replaces: 'Kikiidhinishwa kitachukua nafasi ya kiwango kinachotumika.',
  reason: 'Sababu iliyotolewa',
}
