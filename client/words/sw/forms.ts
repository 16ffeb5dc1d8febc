import type { Words } from '#client/kit/words.ts'

export const forms: Words['forms'] = {
  save: 'Hifadhi',
  cancel: 'Ghairi',
  keys: 'Ctrl + Enter huhifadhi',
  choose: 'Chagua',
  restored: 'Ulichoandika awali kimerudi hapa.',
  startAfresh: 'Anza upya',
  leaveTitle: 'Uondoke bila kuhifadhi?',
  leaveHint: 'Ulichoandika hapa hakijahifadhiwa.',
  leaveQuestion: 'Ulichoandika hapa hakijahifadhiwa. Uondoke hata hivyo?',
  stay: 'Endelea kuandika',
  leave: 'Ondoka',
  typeMore: (least) => `Andika angalau herufi ${least}`,
  searching: 'Inatafuta',
  nothing: 'Hakuna kilichopatikana',
  tryAgain: 'Jaribu tena',
  clear: 'Futa',
}
