export const catalogue = {
  sub: 'Lots that brokers and marketers offer at a sale. The warehouse and the broker of a lot approve it, in either order.',
  template: 'Catalogue Template',
  upload: 'Upload Catalogue',
  numberOf: 'Lots',
  fromFile: 'Lots of one catalogue file',
  allFiles: 'All catalogue files',
  none: 'No catalogue files yet. Upload the lots of your next sale.',
  lots: (count: number, shown: string) => ({ shown, unit: count === 1 ? 'lot' : 'lots' }),
  lotsTitle: 'Catalogue lots',
  lotsSub: 'Each lot with where it stands. Lots that do not agree with their dispatch are on hold with the reason.',
  noLots: 'No catalogue lots yet.',
}
