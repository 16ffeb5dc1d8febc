export const balances = {
  sub: 'What came to each point and what went on from it, from cherry to the accounts of members. Checked every night.',
  none: 'Nothing has been checked yet. The first check comes with the night.',
  sale: (number: number) => `sale ${number}`,
  sides: (came: string, cameAmount: string, went: string, wentAmount: string) =>
    `${came}: ${cameAmount}. ${went}: ${wentAmount}.`,
  findings: 'Records that do not close',
  record: 'Record',
  came: 'Came',
  went: 'Went on',
  look: 'Look at it',
  allClose: (records: number) =>
    records === 1 ? 'The one record that was compared closes.' : `All ${records} records that were compared close.`,
  more: (count: number) => (count === 1 ? '1 more does not close.' : `${count} more do not close.`),
}
