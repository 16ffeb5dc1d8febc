import type { session as english } from '../en/session.ts'

export const session: typeof english = {
  title: 'Ingia',
  welcome: 'Karibu tena',
  promise: 'Kutoka tunda la kahawa hadi malipo, rekodi moja inayoaminiwa na wote.',
  points: {
    farmers: 'Wakulima husajiliwa na kukaguliwa mara moja, kwa maelfu',
    decisions: 'Kila uamuzi hufanywa na watu wawili, na historia yake',
    money: 'Kila shilingi ina hesabu yake, hadi senti',
  },
  username: 'Jina la mtumiaji',
  password: 'Nenosiri',
  showPassword: 'Onyesha nenosiri',
  hidePassword: 'Ficha nenosiri',
  capsLock: 'Kitufe cha herufi kubwa kimewashwa.',
  code: 'Msimbo',
  codeHint: 'Tarakimu sita za programu yako ya uthibitisho, au msimbo wa kurejesha.',
  signIn: 'Ingia',
  another: 'Tumia jina lingine',
  usernameMissing: 'Andika jina la mtumiaji',
  passwordMissing: 'Andika nenosiri',
  codeMissing: 'Andika msimbo',
  waitFor: (seconds) => `Unaweza kujaribu tena baada ya sekunde ${seconds}.`,
  signInWait: (seconds) => `Subiri sek ${seconds}`,
  ended: 'Muda wako wa kuingia umekwisha. Ingia tena ili uendelee ulipoishia.',
  demo: 'Majina ya maonyesho',
  demoHint: (password) => `Chagua moja ili uone mfumo. Nenosiri la wote ni ${password}.`,
}
