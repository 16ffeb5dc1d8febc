import type { messages as english } from '../en/messages.ts'

export const messages: typeof english = {
  region: 'Ujumbe',
  close: 'Funga',
  behind: (count) => `${count} zaidi`,
  good: 'Imefanyika',
  bad: 'Hitilafu',
  info: 'Taarifa',
  fault: 'Ukurasa huu haukuweza kuonyeshwa.',
  faultHint: 'Hakuna kilichobadilishwa. Pakia ukurasa upya; ikitokea tena, mweleze msimamizi ulichofanya mwisho.',
  partHint: 'Sehemu hii haikuweza kuonyeshwa: huenda toleo jipya la Kahawa limefika. Pakia ukurasa upya uisome.',
  networkHint: 'Angalia muunganisho, kisha upakie upya. Hakuna kilichobadilishwa.',
  reload: 'Pakia upya',
  notFound: 'Hakuna ukurasa kama huo',
  notFoundHint: 'Huenda anwani imeandikwa vibaya, au rekodi ni ya shirika lingine.',
  toInbox: 'Nenda kwenye kikasha',
  notAllowed: 'Jukumu lako halifungui ukurasa huu',
  notAllowedHint: 'Muulize msimamizi wako ikiwa unauhitaji.',
  updateReady: 'Toleo jipya la Kahawa liko tayari.',
  updateNow: 'Lipakie sasa',
  copied: 'Imenakiliwa',
}
