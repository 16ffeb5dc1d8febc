import type { catalogue as english } from '../../en/trade/catalogue.ts'

export const catalogue: typeof english = {
  sub: 'Loti ambazo madalali na wauzaji wananadi kwenye mnada. Ghala na dalali wa loti huidhinisha, kwa mpangilio wowote.',
  template: 'Kiolezo cha katalogi',
  upload: 'Pakia katalogi',
  numberOf: 'Loti',
  fromFile: 'Loti za faili moja la katalogi',
  allFiles: 'Faili zote za katalogi',
  none: 'Hakuna faili za katalogi bado. Pakia loti za mnada wako ujao.',
  lots: (_count: number, shown: string) => ({ shown, unit: 'loti' }),
  lotsTitle: 'Loti za katalogi',
  lotsSub: 'Kila loti na mahali ilipofika. Loti zisizolingana na usafirishaji wake zimezuiwa na sababu yake.',
  noLots: 'Hakuna loti za katalogi bado.',
}
