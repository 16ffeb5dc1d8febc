import type { dispatch as english } from '../../en/trade/dispatch.ts'

export const dispatch: typeof english = {
  sub: 'Kahawa safi ambayo kinu hutuma kwenye ghala kwa ajili ya mnada. Ghala huipima tena na kuiidhinisha.',
  template: 'Kiolezo cha kutuma kahawa',
  upload: 'Pakia faili ya kahawa iliyotumwa',
  lots: 'Loti',
  rows: 'Safu mlalo za faili',
  all: 'Faili zote za kahawa iliyotumwa',
  none: 'Bado hakuna faili za kahawa iliyotumwa. Pakia kile ambacho kinu kinatuma kwenye ghala.',
  recordsTitle: 'Rekodi za kahawa iliyotumwa',
  recordsSub: 'Daraja moja la outturn, au sehemu yake, kama kinu kilivyoituma na kama ghala lilivyoipima.',
  noRecords: 'Bado hakuna rekodi za kahawa iliyotumwa.',
}
