import type { growerSales as english } from '../../en/trade/growerSales.ts'

export const growerSales: typeof english = {
  sub: 'Kila loti iliyouzwa: bei yake, kilichokatwa, na anachopata mkulima wake.',
  none: 'Hakuna kilichouzwa bado. Mstari huja hapa matokeo ya mnada yanapoidhinishwa.',
  paper: 'Hati ya mauzo (PDF)',
  legs: 'Kila sehemu yake',
  stock: 'Maelezo ya akiba',
  way: 'Safari yote ya outturn hii',
  weight: 'Uzito',
  lines: (lines) => `Mistari: ${lines}`,
  gross: 'Jumla',
  grossHint: 'Kinacholipwa na wanunuzi',
  deductions: 'Makato',
  deductionsHint: 'Mnada, kinu, ghala na madai',
  net: 'Baada ya makato',
  paidOf: (paid) => `Wanunuzi wamelipa ${paid}`,
  sumsFailed: 'Jumla hazikusomeka. Fungua ukurasa upya.',
  tooMany: 'Mistari ni mingi mno kujumlishwa. Chagua mkulima, msimu au mnada.',
  closes: (weight, gross, deductions) => `${weight}: ${gross} kasoro ${deductions}`,
  bulked: 'Loti ilichanganywa ya wakulima kadhaa: tozo zake hugawanywa kwa uzito, na zimo kwenye makato.',
}
