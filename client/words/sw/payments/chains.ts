import type { en } from '../../en.ts'

export const chains: typeof en.chains = {
  open: 'Kutoka dola hadi shilingi',
  title: (season, cycle) => `Kutoka dola hadi shilingi: ${season}, mzunguko ${cycle}`,
  sums: (cherry, taken, paid) => `${cherry} ya matunda, ${taken} yamekatwa, ${paid} kwenye akaunti.`,
  leftOver: (cents) => `M-PESA hailipi ${cents} za mwisho.`,
  byRate: (weight, rate) => `${weight} ya matunda kwa ${rate} kila kilo.`,
  sources: 'Shilingi zilikotoka',
  none: 'Ratiba bado haijaidhinishwa, kwa hiyo hakuna dola zilizokuwa shilingi zake.',
  lot: (lot, sale) => `Loti ${lot}, mnada ${sale}`,
  kinds: { LOT: 'Loti', DOLLARS: 'Dola nyingine zilizoingia', SHILLINGS: 'Zilikuja kama shilingi' },
  brought: (gross, net) => `Ilileta ${gross}, chama kilipata ${net}`,
  through: (dollars, deal, rate, shillings) =>
    `Ratiba ilichukua ${dollars} kwa ${rate}, makubaliano ${deal}: ${shillings}`,
  schedule: (season, cycle) => `Ratiba ya malipo ${season}, mzunguko ${cycle}`,
  became: (deal, rate, shillings) => `${shillings} kwa ${rate}, makubaliano ${deal}`,
  paper: 'Ushahidi (PDF)',
  file: 'Kama data (JSON)',
  reached: 'Dola zilikwenda wapi',
  notYet: 'Dola bado hazijafika kwenye akaunti ya chama.',
  arrived: (day) => `Ziko kwenye akaunti ya chama tangu ${day}.`,
  stands: {
    nonCheckoff: 'Zinakoingia dola',
    retained: 'Zilizobakizwa na chama',
    farmersUsd: 'Dola za wakulima',
    unpaid: 'Zimebadilishwa, bado haziko katika ratiba',
  },
  members: (count) => (count === 1 ? 'Mwanachama 1' : `Wanachama ${count}`),
  accounts: (shown) => (shown === 1 ? 'Akaunti iliyofikiwa' : `Akaunti ${shown} zilizofikiwa zaidi`),
}
