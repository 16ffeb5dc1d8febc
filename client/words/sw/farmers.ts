import type { farmers as english } from '../en/farmers.ts'

export const farmers: typeof english = {
  template: 'Pakua kiolezo cha wakulima',
  upload: 'Pakia mafaili ya wakulima',
  companyTemplate: 'Pakua kiolezo cha kampuni za wakulima',
  companyUpload: 'Pakia mafaili ya kampuni za wakulima',
  farmers: (count, shown) => ({ shown, unit: count === 1 ? 'mkulima' : 'wakulima' }),
  numberOf: 'Wakulima',
  overrideTitle: 'Wamesajiliwa katika chama kingine',
  overrideHint:
    'Vitambulisho hivi vimeshasajiliwa katika chama kingine. Toa sababu ili kumsajili mkulima hapa hata hivyo; safu mlalo isiyo na sababu haisajiliwi.',
  overrideReason: (row) => `Sababu ya safu mlalo ${row}`,
  overridePlaceholder: 'Kwa mfano: alihamia chama hiki mwezi wa Oktoba',
  overrideShort: 'Angalau herufi 3',
  overrideMore: (shown) => `Safu mlalo ${shown} za kwanza tu ndizo zinazoonyeshwa. Ziidhinishe, kisha zilizobaki.`,
  allUploads: 'Upakiaji wa wakulima',
  allCompanyUploads: 'Upakiaji wa kampuni',
  uploadedFarmers: 'Wakulima waliopakiwa',
  ofSociety: (code) => `Chama ${code}`,
  everySociety: 'Vyama vyote unavyoviona',
  viewMore: 'Tazama zaidi',
  noneYet: 'Wakulima huonekana hapa upakiaji ukishaidhinishwa.',
  toUploads: 'Nenda kwenye upakiaji wa wakulima',
  fromFile: 'Wakulima wa faili moja',
  fromCompanyFile: 'Kampuni za wakulima za faili moja',
}
