import type { Words } from '#client/kit/words.ts'

export const notifications: Words['notifications'] = {
  title: 'Taarifa',
  bell: (news) => (news === 0 ? 'Taarifa' : `Taarifa, ${news} mpya`),
  loading: 'Inapakia taarifa',
  reload: 'Pakia upya',
  readAll: 'Weka zote kuwa zimesomwa',
  waiting: 'Zinazokusubiri',
  waits: (total, fresh) =>
    `${total.toLocaleString('en')} ${total === 1 ? 'inasubiri' : 'zinasubiri'} uamuzi wako${fresh > 0 ? `, ${fresh.toLocaleString('en')} mpya` : ''}`,
  decided: 'Maamuzi kuhusu rekodi zako',
  more: (count) => `na ${count.toLocaleString('en')} zaidi`,
  bySystem: 'Kahawa, kiotomatiki',
  unread: 'haijasomwa',
  none: 'Hakuna jipya.',
  noneHint: 'Mtu akiamua rekodi yako, utaisoma hapa.',
  mailSettings: 'Chagua lini Kahawa ikuandikie',
  mail: 'Barua pepe',
  mailHint: 'Barua pepe hutaja idadi tu: rekodi ngapi zinakusubiri, na ngapi zako zimeamuliwa.',
  mailTimes: {
    none: 'Kamwe',
    daily: 'Kila asubuhi saa kumi na mbili na nusu',
    at_once: 'Kila asubuhi, na mara tu jambo lako linapoamuliwa',
  },
  mailTo: (address) => `Barua pepe hutumwa kwa ${address}.`,
  mailNowhere: 'Mtumiaji wako hana anwani ya barua pepe. Mwombe msimamizi wako.',
  mailOff: 'Kwa sasa seva hii haitumi barua pepe. Chaguo lako litaanza kutumika itakapoanza kutuma.',
  mailFailed: (when) =>
    `Barua pepe ya mwisho, ya ${when}, haikuweza kufika. Muulize msimamizi wako kama anwani ni sahihi.`,
}

export const audit: Words['audit'] = {
  sub: 'Nani alifanya nini, na lini',
  narrow: 'Siku, mtu na shirika',
  from: 'Kuanzia siku',
  to: 'Hadi siku',
  person: 'Mtu',
  organisation: 'Shirika',
}

export const pack: Words['pack'] = {
  button: 'Data za mkulima',
  hint: 'Kila kinachohifadhiwa kuhusu mkulima huyu. Kila nakala inaandikwa katika kumbukumbu za ukaguzi.',
  json: 'Kwa mashine (JSON)',
  pdf: 'Ya kuchapisha (PDF)',
}
