import type { results as english } from '../../en/trade/results.ts'

export const results: typeof english = {
  sub: 'Bei ya kila loti kwenye mnada, na zile ambazo hazikuuzwa. Bei ni USD kwa kilo 50.',
  handledSub: 'Loti unazokoboa au kuhifadhi zilizouzwa kwenye mnada, na aliyezinunua.',
  none: 'Hakuna matokeo ya mnada bado. Yataonekana matokeo ya mnada yakiidhinishwa.',
  lotTitle: (lot, outturn, grade) => `Loti ${lot}, ${outturn} ${grade}`,
  filesSub: 'Matokeo ya mnada, loti kwa loti, kutoka benki au kwa dalali. Mtu mwingine wa hapo huyaidhinisha.',
  noFiles: 'Hakuna faili za matokeo bado. Pakia matokeo ya mnada uliopita.',
  template: 'Kiolezo cha matokeo',
  upload: 'Pakia matokeo',
  numberOf: 'Loti',
  fromFile: 'Matokeo ya faili moja',
  allFiles: 'Faili zote za matokeo',
  lots: (_count: number, shown: string) => ({ shown, unit: 'loti' }),
}
