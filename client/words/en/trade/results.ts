export const results = {
  sub: 'What each lot fetched at the auction, and what was not sold. Prices are USD for 50 kg.',
  handledSub: 'Which of the lots you mill or store were sold at the auction, and to whom.',
  none: 'No auction results yet. They appear once the results of a sale are approved.',
  lotTitle: (lot: number, outturn: string, grade: string) => `Lot ${lot}, ${outturn} ${grade}`,
  filesSub: 'Results of a sale, lot by lot, from the bank or the broker. Another person there approves them.',
  noFiles: 'No result files yet. Upload the results of the last sale.',
  template: 'Results Template',
  upload: 'Upload Results',
  numberOf: 'Lots',
  fromFile: 'Results of one file',
  allFiles: 'All result files',
  lots: (count: number, shown: string) => ({ shown, unit: count === 1 ? 'lot' : 'lots' }),
}
