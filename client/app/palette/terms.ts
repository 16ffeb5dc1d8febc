import type { Act, ActFor } from '#client/kit/places/show.ts'
import type { ScreenName } from '#client/kit/places/routes.ts'

/** What people type for a thing besides its name on the screen. Both languages count at once: nobody changes the language to find a list. */
type Terms = { en: string; sw: string }

const farmer: Terms = { en: 'farmer member grower', sw: 'mkulima wakulima mwanachama wanachama' }
const file: Terms = { en: 'file upload import excel csv', sw: 'faili pakia ingiza' }
const loan: Terms = { en: 'loan advance borrow', sw: 'mkopo mikopo kukopa' }
const delivery: Terms = {
  en: 'delivery deliveries cherry receipt weight kilograms',
  sw: 'uwasilishaji matunda risiti uzito kilo mizani cheri',
}
const rate: Terms = { en: 'rate price', sw: 'bei kiwango viwango' }
const payment: Terms = { en: 'payout payment transfer money', sw: 'malipo uhamisho pesa fedha' }
const statement: Terms = { en: 'statement account balance', sw: 'taarifa akaunti salio' }
const limit: Terms = { en: 'limit', sw: 'kikomo vikomo' }

export const both = (...terms: Terms[]): string => terms.map(({ en, sw }) => `${en} ${sw}`).join(' ')
const only = (en: string, sw: string): string => `${en} ${sw}`

export const screenTerms: Partial<Record<ScreenName, string>> = {
  inbox: only('inbox approvals pending waiting tasks', 'kikasha zinazosubiri kazi'),
  dashboard: only('dashboard home figures charts', 'dashibodi nyumbani takwimu'),
  quality: only('quality errors duplicates', 'ubora makosa'),
  farmers: both(farmer) + only(' register', ' rejista daftari'),
  createdFarmers: both(farmer) + only(' created entered new', ' walioongezwa wapya'),
  farmerUploads: both(farmer, file),
  farmerCompanyUploads: both(farmer, file) + only(' company companies estate', ' kampuni'),
  updateRequests: both(farmer) + only(' update change edit bank details', ' mabadiliko badilisha sasisho'),
  plots: only('plot field land map EUDR', 'shamba mashamba ramani'),
  cherrySummary: only('cherry summary season totals report', 'matunda muhtasari msimu jumla ripoti'),
  summary: both(farmer) + only(' summary totals', ' muhtasari jumla'),
  cherryDeliveries: both(delivery),
  deliveryEntry: both(delivery) + only(' fast entry weighing book keyboard', ' haraka daftari'),
  cherryDeliveryUploads: both(delivery, file),
  factories: only('factory factories wet mill', 'kiwanda viwanda'),
  parchments: only('parchment outturn coffee mill second tranche', 'parchment outturn kahawa kinu'),
  balances: only('balance reconcile close kilograms dollars difference', 'ulinganifu tofauti kilo dola salio'),
  outturn: only('outturn kilogram balance losses plots EUDR', 'outturn mizani ya kilo mashamba'),
  catalogueFiles: both(file) + only(' catalogue lot auction sale', ' katalogi loti mnada'),
  closedCatalogues: only('catalogue closed auction fingerprint PDF', 'katalogi iliyofungwa mnada alama'),
  saleReports: only('settlement sale report clearing arrived difference', 'malipo mnada ripoti tofauti'),
  salesStatement: both(statement) + only(' sales sold lots gross net', ' mauzo loti jumla'),
  auctionResults: only('auction result price buyer sold unsold invoice', 'matokeo mnada bei mnunuzi ankara'),
  resultFiles: both(file) + only(' auction results', ' matokeo mnada'),
  catalogueRecords: only('catalogue lot auction sale outturn', 'katalogi loti mnada outturn'),
  dispatchFiles: only('dispatch GRN file warehouse mill lots', 'kahawa iliyotumwa faili ghala kinu'),
  dispatchRecords: only('dispatch GRN outturn grade warehouse weight', 'kahawa iliyotumwa outturn daraja ghala uzito'),
  estateCuredFiles: only('estate cured file coffee lot warehouse broker', 'faili kahawa ya mashamba ghala dalali'),
  estateCuredRecords: only(
    'estate cured record lot outturn warehouse broker',
    'rekodi kahawa ya mashamba loti outturn',
  ),
  cherryRates: both(rate) + only(' cherry', ' matunda'),
  limits: both(limit),
  limitFiles: both(limit, file),
  loanRequests: both(loan) + only(' request', ' ombi maombi'),
  unapprovedPayments: both(payment) + only(' authorise approve', ' idhinisha'),
  loanSchedules: both(loan) + only(' schedule', ' ratiba'),
  seasonReopenings: only('closed season reopen open again', 'msimu uliofungwa fungua tena'),
  openLines: only('held refused failed payment mend next of kin', 'malipo yaliyozuiwa yaliyokataliwa warithi'),
  deductionFiles: both(file) + only(' deduct inputs SACCO premium', ' kata makato pembejeo nyongeza'),
  rtgsFiles: only('rtgs large payment file pain.001 release', 'faili malipo makubwa ruhusu'),
  paymentRetries: only('payment retry again refused held failed', 'malipo rudia tena yaliyokataliwa'),
  communalPayments: only('payment schedule communal payout members cycle', 'ratiba malipo wanachama mzunguko'),
  societyTransfers: only(
    'transfer retention retain sweep convert dollars shillings',
    'uhamisho zuia badilisha dola shilingi',
  ),
  communalRates: both(rate) + only(' communal lowest floor minimum cycle payment', ' chini mzunguko malipo'),
  societyAccounts: only('account bank balance dollar', 'akaunti benki salio dola'),
  conversionRates: both(rate) + only(' conversion exchange dollar deal forex', ' ubadilishaji dola'),
  sales: only('sale auction calendar dispatch cut-off catalogue prompt', 'mnada minada kalenda kupeleka katalogi'),
  stock: only(
    'stock tracker coffee where outturn lot warrant',
    'akiba ufuatiliaji kahawa iko wapi outturn loti waranti',
  ),
  stockGrades: only('stock grade price average sale', 'akiba daraja gredi bei wastani mnada'),
  stockSummary: only('stock summary stage sold unsold days kilograms', 'akiba muhtasari hatua iliyouzwa siku kilo'),
  prices: only('price payment share farmers county days average', 'bei malipo asilimia wakulima kaunti siku wastani'),
  eslips: only(
    'e-slip eslip sold lot proceeds settlement buyer warrant release',
    'hati mauzo loti mnunuzi waranti malipo',
  ),
  buyerPayments: only('buyer payment invoice paid distribute', 'mnunuzi malipo ankara gawa'),
  saleClaims: only('claim lender lodged contract check-off', 'dai madai mkopeshaji'),
  tradeAccounts: only('settlement account broker miller warehouse dollar', 'akaunti dalali kinu ghala dola'),
  feeRules: only('fee charge commission broker milling storage', 'ada tozo kamisheni dalali'),
  payouts: both(payment) + only(' desk doubt failed', ' shaka'),
  payoutResolutions: both(payment) + only(' resolution stuck', ' suluhisho masuluhisho'),
  reconciliation: both(statement) + only(' reconciliation exception bank difference', ' upatanisho benki tofauti'),
  exceptionResolutions: only('resolution exception', 'suluhisho masuluhisho tofauti'),
  statementImports: both(statement, file),
  settlement: only('settlement account society', 'akaunti chama'),
  commissions: only('commission interest fee', 'kamisheni riba ada'),
  countyReports: only('county report compare PDF government', 'kaunti ripoti linganisha serikali'),
  loanSummary: both(loan) + only(' summary debt owed', ' muhtasari deni madeni'),
  adminChanges: only('changes proposals', 'mabadiliko mapendekezo'),
  users: only('user people staff invite', 'mtumiaji watumiaji alika'),
  roles: only('role permission rights', 'jukumu majukumu ruhusa'),
  organisations: only('organisation society bank miller', 'shirika mashirika chama vyama benki'),
  settings: only('settings limits fees', 'mipangilio ada'),
  seasons: only('season crop year', 'msimu misimu'),
  providers: only('openid oidc sso sign-in login', 'kuingia'),
  holidays: only('holiday gazette', 'sikukuu likizo'),
  disclaimers: only('disclaimer consent', 'tamko matamko'),
  serviceAccounts: only('service account key api partner channel ussd', 'akaunti mfumo ufunguo mshirika ussd'),
  serviceUses: only('key use api partner', 'ufunguo matumizi mshirika'),
  makersAndCheckers: only('maker checker separation', 'watengenezaji wakaguzi'),
  audit: only('audit trail history log', 'kumbukumbu historia'),
}

/** For what is done the first word of each language is what it is mostly called. */
export const actTerms: Record<Act['says'] | ActFor['says'], Terms> = {
  farmer: { en: 'farmer member grower register', sw: 'mkulima mwanachama sajili' },
  delivery,
  factory: { en: 'factory wet mill', sw: 'kiwanda' },
  cherryRate: { en: 'rate price cherry', sw: 'bei kiwango matunda' },
  loan,
  account: { en: 'account bank number dollar', sw: 'akaunti benki namba dola' },
  schedule: { en: 'payment schedule compute cycle', sw: 'ratiba malipo mzunguko' },
  transfer: { en: 'transfer retention sweep convert dollars', sw: 'uhamisho zuia badilisha dola' },
  deduction: { en: 'deduct premium inputs', sw: 'kata makato nyongeza pembejeo' },
  floor: { en: 'lowest rate floor minimum communal', sw: 'kiwango chini' },
  dealCode: { en: 'deal rate dollar conversion', sw: 'makubaliano ubadilishaji dola' },
  sale: { en: 'sale auction calendar day', sw: 'mnada kalenda siku' },
  buyerPayment: { en: 'buyer payment invoice', sw: 'mnunuzi malipo ankara' },
  claim: { en: 'claim lender', sw: 'dai mkopeshaji' },
  tradeAccount: { en: 'account settlement', sw: 'akaunti mauzo' },
  feeRule: { en: 'fee charge rule', sw: 'ada tozo kanuni' },
  statementFile: { en: 'statement file import bank', sw: 'taarifa faili benki' },
  user: { en: 'user staff', sw: 'mtumiaji' },
  statement: { en: 'statement loan print', sw: 'taarifa mkopo chapisha' },
  limit: { en: 'limit available', sw: 'kikomo kinachobaki' },
  change: { en: 'details edit update phone bank', sw: 'taarifa badilisha simu benki' },
}

/** What people type for doing it. */
export const verbTerms = {
  decide: only('approve decide review check pending waiting', 'idhinisha pitisha kagua amua zinazosubiri'),
  create: only('new create add enter request make propose', 'mpya ongeza ingiza omba weka andika pendekeza'),
  upload: only('upload import send file', 'pakia ingiza tuma faili'),
} as const
