import type { seasonReopenings as english } from '../../en/payments/seasonReopenings.ts'

export const seasonReopenings: typeof english = {
  title: 'Misimu iliyofungwa',
  sub: 'Malipo ya mwisho ya msimu huufunga: haupokei matunda ya chama tena. Kuufungua upya huamuliwa na mtu wa pili.',
  closed: 'Misimu ambayo imefungwa',
  none: 'Hakuna msimu wa chama uliofungwa na malipo ya mwisho.',
  columns: { season: 'Msimu', payment: 'Malipo ya mwisho', closedAt: 'Ulifungwa', acts: 'Vitendo' },
  cycle: (cycle) => `Mzunguko ${cycle}`,
  reopen: 'Fungua tena',
  ask: (season) => `Omba kufungua ${season} tena`,
  effect:
    'Matunda ya msimu yanaweza kuingizwa, kusahihishwa na kuidhinishwa tena. Kilicholipwa hubaki kilivyo; mzunguko mwingine, ukiwepo, hulipa kilicho kipya.',
  requests: 'Maombi',
  requestsNone: 'Maombi ya kufungua msimu uliofungwa huonekana hapa, na mtu mwingine huyaamua.',
  notes: 'Angalia haya kabla ya kuamua',
  reason: 'Sababu iliyotolewa',
}
