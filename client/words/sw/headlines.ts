import type { Headlines } from '#client/kit/decisions/headlines.ts'

const lower = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

export const headlines: Headlines = {
  leftOut: (sentence, left) => `${sentence}, safu ${left} ${left === '1' ? 'imeachwa' : 'zimeachwa'} nje`,
  stake: {
    title: 'Kinachoamuliwa',
    nouns: {
      bookDelivery: (_, shown) => `uwasilishaji ${shown}`,
      correctDelivery: (_, shown) => `marekebisho ${shown}`,
      lend: (count, shown) => (count === 1 ? 'mkopo 1' : `mikopo ${shown}`),
      verifyPlot: (count, shown) => (count === 1 ? 'shamba 1' : `mashamba ${shown}`),
      registerFarmer: (count, shown) => (count === 1 ? 'mkulima 1' : `wakulima ${shown}`),
    },
    records: (_, shown) => `rekodi ${shown}`,
    entries: (_, shown) => `safu ${shown}`,
    members: (count, shown) => (count === 1 ? 'mwanachama 1' : `wanachama ${shown}`),
    largest: (value) => `kubwa zaidi ${value}`,
    unusual: (names, more) =>
      `Kubwa isivyo kawaida: ${names}${more > 0 ? ` na nyingine ${more.toLocaleString('en')}` : ''}`,
  },
  sentences: {
    registerFarmers: ({ count, shown }) => (count === 1 ? 'Sajili mkulima 1' : `Sajili wakulima ${shown}`),
    registerCompanies: ({ shown }) => `Sajili kampuni ${shown}`,
    registerFarmer: ({ name, member }) => `Msajili ${name}, ${member}`,
    changeDetails: ({ name, what }) => `Badilisha ${lower(what)} za ${name}`,
    setLifeState: ({ name, what }) => `Weka hali ya ${name}: ${lower(what)}`,
    verifyPlot: ({ name, at, hectares }) => `Thibitisha shamba ${at} la ${name}, hekta ${hectares}`,
    bookDelivery: ({ name, weight }) => `Ingiza ${weight} za ${name}`,
    correctDelivery: ({ name, weight, takes }) =>
      takes ? `Punguza ${weight} kwenye msimu wa ${name}` : `Ongeza ${weight} kwenye msimu wa ${name}`,
    bookDeliveries: ({ shown }) => `Ingiza uwasilishaji ${shown} wa matunda`,
    openFactory: ({ name }) => `Fungua kiwanda ${name}`,
    closeFactory: ({ name }) => `Funga kiwanda ${name}`,
    changeFactory: ({ name }) => `Badilisha kiwanda ${name}`,
    raiseLimits: ({ count, shown, at }) =>
      count === 1 ? `Ongeza kikomo cha mwanachama 1 wa ${at}` : `Ongeza vikomo vya wanachama ${shown} wa ${at}`,
    setRate: ({ at, money }) => `Weka bei ya matunda ya ${at} iwe ${money} kwa kilo`,
    convertAt: ({ at, name, money }) => `Badilisha dola za ${at} kwa ${money}, makubaliano ${name}`,
    setFloor: ({ at, name, count, money }) =>
      `Weka kiwango cha chini cha ${at} kuwa ${money} kwa kilo, mzunguko wa ${count} wa ${name}`,
    paySchedule: ({ at, name, count, shown, money }) =>
      `Lipa ${money} kwa ${count === 1 ? 'mwanachama 1' : `wanachama ${shown}`} wa ${at} kwa ${name}`,
    releaseRtgs: ({ at, shown, money }) => `Ruhusu malipo ${shown} ya RTGS ya ${at}, ${money}`,
    retryPayment: ({ at, name, money, what }) => `Lipa tena ${money} kwa ${name} wa ${at}, ${lower(what)}`,
    deduct: ({ at, name, money, what }) => `Kata ${money} ${what.toLowerCase()} katika ${at}: ${name}`,
    addPremium: ({ at, name, money, what }) => `Ongeza ${money} ${what.toLowerCase()} katika ${at}: ${name}`,
    deductByFile: ({ at, name, money, count, shown }) =>
      `Kata ${money} kwa ${count === 1 ? 'mwanachama 1' : `wanachama ${shown}`} wa ${at}: ${name}`,
    addByFile: ({ at, name, money, count, shown }) =>
      `Ongeza ${money} kwa ${count === 1 ? 'mwanachama 1' : `wanachama ${shown}`} wa ${at}: ${name}`,
    endDeduction: ({ at, name }) => `Sitisha ${name} ya ${at}`,
    reopenSeason: ({ at, name }) => `Ruhusu msimu ${name} wa ${at} upokee matunda tena`,
    retain: ({ at, dollars }) => `Zuia ${dollars} kwa ajili ya ${at}`,
    sweep: ({ at, dollars }) => `Hamisha ${dollars} kwenye dola za wakulima wa ${at}`,
    convert: ({ at, name, dollars, money }) => `Badilisha ${dollars} za ${at} kuwa ${money}, makubaliano ${name}`,
    openAccount: ({ what, at }) => `Fungua ${lower(what)} ya ${at}`,
    changeAccount: ({ what, at }) => `Badilisha namba ya ${lower(what)} ya ${at}`,
    holdSale: ({ name, day }) => `Weka mnada ${name} kwenye kalenda: ${day}`,
    changeSale: ({ name, day }) => `Badilisha siku za mnada ${name}: ${day}`,
    cancelSale: ({ name, day }) => `Futa mnada ${name} wa ${day}`,
    payInvoice: ({ name, at, dollars, shown }) => `Gawa ${dollars} za ${at} kwa loti ${shown}, ankara ${name}`,
    lodgeClaim: ({ at, dollars, name }) => `Kata ${dollars} katika mauzo ya ${at}: ${name}`,
    releaseLot: ({ name, at, weight }) => `Mpe ${at} loti ${name}: ${weight}`,
    chargeFees: ({ day }) => `Toza minada kwa kanuni hii kuanzia ${day}`,
    confirmParchment: ({ at, weight }) => `Thibitisha ${weight} za parchment kutoka ${at}`,
    agreeLot: ({ name, what, at, weight }) => `Ingiza loti ${name} ya ${at} kwenye katalogi: ${what}, ${weight}`,
    removeLot: ({ name, what, at, weight }) => `Ondoa loti ${name} ya ${at} kwenye mnada: ${what}, ${weight}`,
    bookResults: ({ name, member, shown, dollars }) =>
      `Ingiza matokeo ya loti ${shown} za mnada ${name}, ${member}: ${dollars}`,
    receiveDispatch: ({ count, shown, weight, at }) => `Pokea rekodi ${count === 1 ? '1' : shown} za ${at}, ${weight}`,
    deleteDispatch: ({ weight, at }) => `Futa kahawa ya ${weight} iliyotumwa na ${at}`,
    receiveCoffee: ({ name, weight, at }) => `Pokea ${weight} za ${name} kutoka ${at}`,
    removeDispatch: ({ name, weight, at }) => `Ondoa ${weight} za ${name} kwenye kahawa iliyotumwa na ${at}`,
    agreeEstateCured: ({ name, at, weight }) => `Kubali ${weight} za ${name} kutoka ${at}`,
    lend: ({ name, money }) => `Mkopeshe ${name} ${money}`,
    resolveException: ({ name, what }) => `Tatua ${name} kama: ${lower(what)}`,
    importStatement: ({ name, count, shown, amount, money }) =>
      `Ingiza ${count === 1 ? 'mstari 1 wa' : `mistari ${shown} ya`} akaunti ${name}${amount > 0 ? `, malipo ya ${money}` : ''}`,
    resolvePayout: ({ name, what, money }) => `${what}: ${money}, ${name}`,
    inviteUser: ({ name, what, at }) => `Mwalike ${lower(what)} wa ${at}: ${name}`,
    changeRole: ({ name, what, at }) => `Mfanye ${name} awe ${lower(what)} wa ${at}`,
    resetPassword: ({ name }) => `Mruhusu ${name} achague nenosiri jipya`,
    resetSecondFactor: ({ name }) => `Mruhusu ${name} aweke uthibitisho mpya wa pili`,
    letInAgain: ({ name }) => `Mruhusu ${name} aingie tena`,
    changeUser: ({ name }) => `Badilisha mtumiaji ${name}`,
    addEntry: ({ nameSaid, what }) => `Ongeza ${lower(what)} ${nameSaid}`,
    changeEntry: ({ nameSaid, what }) => `Badilisha ${lower(what)} ${nameSaid}`,
    approveRecord: ({ name, what }) => `Idhinisha ${lower(what)} ${name}`,
  },
}
