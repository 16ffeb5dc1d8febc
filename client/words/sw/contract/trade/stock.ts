/** What is declared of stock, in Swahili. */
export const stock: Readonly<Record<string, string>> = {
  'Stock tracker': 'Ufuatiliaji wa akiba',
  'Outturn, lot, e-slip, warrant or grower': 'Outturn, loti, hati, waranti au mkulima',
  Parchment: 'Parchment',
  'Clean coffee': 'Kahawa safi',
  'Offered as a lot': 'Loti ya mnada',
  'Sold lot': 'Loti iliyouzwa',
  'Clean coffee (kg)': 'Kahawa safi (kg)',
  'Parchment (kg)': 'Parchment (kg)',
  'In the warehouse (kg)': 'Ghalani (kg)',
  'Catalogued (kg)': 'Kwenye katalogi (kg)',
  'Sold (kg)': 'Iliyouzwa (kg)',
  'Not sold (kg)': 'Haijauzwa (kg)',
  'Sold (%)': 'Iliyouzwa (%)',
}
