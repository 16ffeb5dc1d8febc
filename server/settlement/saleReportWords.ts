import type { eslipFlow } from '#contract/settlement/eslips.ts'
import type { closings, SaleStand } from '#contract/settlement/saleReports.ts'
import type { PrintLanguage } from '#server/kit/paper/printed.ts'

type Words = Record<
  | 'whole'
  | 'sale'
  | 'lots'
  | 'weight'
  | 'kilograms'
  | 'gross'
  | 'stand'
  | 'byState'
  | 'state'
  | 'byKind'
  | 'byPayee'
  | 'leg'
  | 'payee'
  | 'nobody'
  | 'shared'
  | 'amount'
  | 'unpaid'
  | 'waiting'
  | 'atBank'
  | 'arrived'
  | 'inAll'
  | 'closing'
  | 'noClosing'
  | 'figure'
  | 'eslips'
  | 'ledger'
  | 'difference'
  | 'none'
  | 'check'
  | 'checkHow'
  | 'code'
  | 'fingerprint',
  string
> & {
  title: (sale: string, season: string) => string
  days: (saleDay: string, promptDay: string) => string
  issued: (by: string, at: string) => string
  stands: Record<SaleStand, string>
  states: Record<keyof typeof eslipFlow.states, string>
  closings: Record<keyof typeof closings, string>
}

/** The words of the settlement of a sale on paper. */
export const saleReportWords: Record<PrintLanguage, Words> = {
  en: {
    title: (sale, season) => `Settlement of sale ${sale}, ${season}`,
    days: (saleDay, promptDay) => `Sale day ${saleDay}, prompt day ${promptDay}`,
    issued: (by, at) => `Printed by ${by}, ${at}`,
    whole: 'The whole sale',
    sale: 'The sale',
    lots: 'Lots',
    weight: 'Weight',
    kilograms: 'Kilograms',
    gross: 'Gross',
    stand: 'Status',
    byState: 'Lots by state',
    state: 'State',
    byKind: 'Where the proceeds go',
    byPayee: 'Who gets them',
    leg: 'For',
    payee: 'Organisation',
    nobody: 'Held by the bank',
    shared: 'Charges of bulked lots',
    amount: 'USD',
    unpaid: 'Buyer has not paid',
    waiting: 'In clearing, no account',
    atBank: 'In clearing, at the bank',
    arrived: 'Arrived',
    inAll: 'In all',
    closing: 'Held against the ledger',
    noClosing: 'Nothing of this part goes through the ledger.',
    figure: 'Figure',
    eslips: 'By the e-slips',
    ledger: 'By the ledger',
    difference: 'Difference',
    none: 'Nothing',
    check: 'Check this report',
    checkHow:
      'Point the camera of a telephone at the square, or open the address. The page says whether the report is ours, and its fingerprint as it stands now.',
    code: 'Code',
    fingerprint: 'Fingerprint',
    stands: { AWAITING: 'Awaiting buyers', BEING_PAID: 'Being paid', SETTLED: 'Settled' },
    states: {
      PENDING_PAYMENT: 'Sold, awaiting payment',
      DEFAULTED: 'Not paid in time',
      PAID: 'Paid, awaiting collection',
      COLLECTED: 'Collected',
      VOID: 'Void',
    },
    closings: {
      RECEIVED: 'Paid by buyers',
      DISTRIBUTED: 'Distributed',
      ARRIVED: 'Arrived',
      CLEARING: 'In clearing',
    },
  },
  sw: {
    title: (sale, season) => `Malipo ya mnada ${sale}, ${season}`,
    days: (saleDay, promptDay) => `Siku ya mnada ${saleDay}, mwisho wa kulipa ${promptDay}`,
    issued: (by, at) => `Imechapishwa na ${by}, ${at}`,
    whole: 'Mnada wote',
    sale: 'Mnada',
    lots: 'Loti',
    weight: 'Uzito',
    kilograms: 'Kilo',
    gross: 'Jumla',
    stand: 'Hali',
    byState: 'Loti kwa hali',
    state: 'Hali',
    byKind: 'Fedha zinakokwenda',
    byPayee: 'Wanaozipata',
    leg: 'Kwa ajili ya',
    payee: 'Shirika',
    nobody: 'Ziko benki',
    shared: 'Tozo za loti zilizochanganywa',
    amount: 'USD',
    unpaid: 'Mnunuzi hajalipa',
    waiting: 'Njiani, hakuna akaunti',
    atBank: 'Njiani, benki',
    arrived: 'Zimefika',
    inAll: 'Jumla yote',
    closing: 'Zikilinganishwa na daftari',
    noClosing: 'Hakuna kitu cha sehemu hii kinachopita kwenye daftari.',
    figure: 'Kiasi',
    eslips: 'Kwa hati za mauzo',
    ledger: 'Kwa daftari',
    difference: 'Tofauti',
    none: 'Hakuna',
    check: 'Hakiki ripoti hii',
    checkHow:
      'Elekeza kamera ya simu kwenye mraba, au fungua anwani. Ukurasa unasema kama ripoti ni yetu, na alama yake ilivyo sasa.',
    code: 'Namba',
    fingerprint: 'Alama',
    stands: { AWAITING: 'Inasubiri wanunuzi', BEING_PAID: 'Inalipwa', SETTLED: 'Imelipwa yote' },
    states: {
      PENDING_PAYMENT: 'Imeuzwa, inasubiri malipo',
      DEFAULTED: 'Haikulipwa kwa wakati',
      PAID: 'Imelipwa, inasubiri kuchukuliwa',
      COLLECTED: 'Imechukuliwa',
      VOID: 'Batili',
    },
    closings: {
      RECEIVED: 'Zilizolipwa na wanunuzi',
      DISTRIBUTED: 'Zilizogawanywa',
      ARRIVED: 'Zilizofika',
      CLEARING: 'Zilizo njiani',
    },
  },
}
