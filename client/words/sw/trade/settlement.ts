import type { settlement as english } from '../../en/trade/settlement.ts'

export const settlement: typeof english = {
  feesTitle: 'Kanuni za ada',
  feesSub:
    'Kiasi ambacho madalali, vinu, maghala, soko na benki ya malipo wanaweza kutoza kwa mnada, na kuanzia siku gani.',
  noFees: 'Hakuna kanuni ya ada inayotumika bado. Bila hiyo hati za mauzo haziandikwi.',
  proposeFees: 'Pendekeza kanuni ya ada',
  feesHint:
    'Hutumika kwa minada kuanzia siku yake mtu mwingine wa benki akiidhinisha. Minada iliyopita hubaki ilivyokuwa.',
  shares: 'Sehemu ya bei ya loti',
  charges: 'Tozo',
  most: (percent) => `Isizidi ${percent} % kwa kanuni za sheria`,
  send: 'Tuma ili iidhinishwe',
  from: (day) => `Kuanzia ${day}`,
  unchanged: 'Yasiyotajwa hubaki yalivyo.',
  reason: 'Sababu iliyotolewa',
  fees: {
    brokerPercent: 'Dalali',
    dssPercent: 'Malipo ya moja kwa moja',
    exchangePercent: 'Soko na msimamizi wake',
    millingPerTonne: 'Kukoboa, kwa tani ya parchment',
    handlingPerPackage: 'Kubeba, kwa gunia',
    storagePerPackageDay: 'Kuhifadhi, kwa gunia na siku',
    warrantPerLot: 'Waranti, kwa loti',
    shillingsPerDollar: 'KES kwa USD',
  },
}
