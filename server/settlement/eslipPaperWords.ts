import type { LegKind } from '#contract/settlement/eslipMoney.ts'
import type { PrintLanguage } from '#server/kit/paper/printed.ts'

type Words = Record<
  | 'title'
  | 'lot'
  | 'lotNumber'
  | 'outturn'
  | 'weight'
  | 'grower'
  | 'bulked'
  | 'buyer'
  | 'invoice'
  | 'price'
  | 'gross'
  | 'promptDay'
  | 'paidOn'
  | 'warrant'
  | 'legs'
  | 'none'
  | 'leg'
  | 'details'
  | 'deductions'
  | 'net'
  | 'check'
  | 'checkHow'
  | 'code'
  | 'fingerprint',
  string
> & {
  lead: (sale: string, season: string, day: string) => string
  issued: (by: string, at: string) => string
  kinds: Record<LegKind, string>
}

/** The words of an e-slip on paper. */
export const eslipPaperWords: Record<PrintLanguage, Words> = {
  en: {
    title: 'E-slip',
    lead: (sale, season, day) => `Sale ${sale} of ${season}, ${day}`,
    issued: (by, at) => `Printed by ${by}, ${at}`,
    lot: 'The lot',
    lotNumber: 'Lot',
    outturn: 'Outturn and grade',
    weight: 'Weight',
    grower: 'Grower',
    bulked: 'Several growers',
    buyer: 'Buyer',
    invoice: 'Invoice',
    price: 'Price for 50 kg',
    gross: 'Gross',
    promptDay: 'Prompt day',
    paidOn: 'Paid on',
    warrant: 'Warrant',
    legs: 'Where it goes',
    none: 'Nothing',
    leg: 'For',
    details: 'How it was worked out',
    deductions: 'Deductions in all',
    net: 'Net to growers',
    check: 'Check this e-slip',
    checkHow:
      'Point the camera of a telephone at the square, or open the address. The page says whether the e-slip is ours, and its fingerprint as it stands now.',
    code: 'Code',
    fingerprint: 'Fingerprint',
    kinds: {
      DSS: 'Direct settlement',
      EXCHANGE: 'Exchange and regulator',
      BROKER: 'Broker',
      MILLER: 'Miller',
      WAREHOUSE: 'Warehouse',
      TRANSPORT: 'Transport',
      DRYING: 'Drying',
      HAND_SORTING: 'Hand sorting',
      CLAIM: 'Lodged claim',
      GROWER: 'Grower',
    },
  },
  sw: {
    title: 'Hati ya mauzo',
    lead: (sale, season, day) => `Mnada ${sale} wa ${season}, ${day}`,
    issued: (by, at) => `Imechapishwa na ${by}, ${at}`,
    lot: 'Loti',
    lotNumber: 'Namba ya loti',
    outturn: 'Outturn na daraja',
    weight: 'Uzito',
    grower: 'Mkulima',
    bulked: 'Wakulima kadhaa',
    buyer: 'Mnunuzi',
    invoice: 'Ankara',
    price: 'Bei ya kilo 50',
    gross: 'Jumla',
    promptDay: 'Mwisho wa kulipa',
    paidOn: 'Ililipwa',
    warrant: 'Waranti',
    legs: 'Fedha zinakokwenda',
    none: 'Hakuna',
    leg: 'Kwa ajili ya',
    details: 'Ilivyokokotolewa',
    deductions: 'Makato yote',
    net: 'Ya wakulima baada ya makato',
    check: 'Hakiki hati hii',
    checkHow:
      'Elekeza kamera ya simu kwenye mraba, au fungua anwani. Ukurasa unasema kama hati ni yetu, na alama yake ilivyo sasa.',
    code: 'Namba',
    fingerprint: 'Alama',
    kinds: {
      DSS: 'Malipo ya moja kwa moja',
      EXCHANGE: 'Soko na msimamizi wake',
      BROKER: 'Dalali',
      MILLER: 'Kinu',
      WAREHOUSE: 'Ghala',
      TRANSPORT: 'Usafiri',
      DRYING: 'Kukausha',
      HAND_SORTING: 'Kuchambua kwa mkono',
      CLAIM: 'Dai lililosajiliwa',
      GROWER: 'Mkulima',
    },
  },
}
