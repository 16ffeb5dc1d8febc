import type { deductions as english } from '#client/words/en/payments/deductions.ts'

export const deductions: typeof english = {
  title: 'Makato na nyongeza',
  sub: 'Kinachokatwa kwenye malipo ya wanachama mbali na mikopo, na kinachoongezwa: pembejeo, SACCO, usafiri na nyongeza za cheti, kila moja kwa azimio la chama.',
  propose: 'Pendekeza kato',
  hint: 'Hakuna kinachokatwa wala kuongezwa kabla mtu mwingine wa chama hajaidhinisha.',
  none: 'Bado hakuna kilichopendekezwa. Kila kato huruhusiwa na azimio la chama: uwe na kumbukumbu yake.',
  end: (title) => `Sitisha: ${title}`,
  ends: 'Inasitisha',
  season: 'Msimu',
  payee: 'Hulipwa kwa',
  members: 'Wanachama',
  minute: 'Kumbukumbu',
  document: 'Hati',
  documentHint: 'Azimio linapohifadhiwa: namba ya faili au ya rejista.',
}
