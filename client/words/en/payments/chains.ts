export const chains = {
  open: 'From dollar to shilling',
  title: (season: string, cycle: string) => `From dollar to shilling: ${season}, cycle ${cycle}`,
  sums: (cherry: string, taken: string, paid: string) =>
    `${cherry} for the cherry, ${taken} taken, ${paid} to the account.`,
  leftOver: (cents: string) => `M-PESA does not pay the last ${cents}.`,
  byRate: (weight: string, rate: string) => `${weight} of cherry at ${rate} for a kilogram.`,
  sources: 'What the shillings came from',
  none: 'The schedule is not approved yet, so no dollars have become its shillings.',
  lot: (lot: string, sale: string) => `Lot ${lot}, sale ${sale}`,
  kinds: { LOT: 'Lot', DOLLARS: 'Other dollars that came in', SHILLINGS: 'Came as shillings' },
  brought: (gross: string, net: string) => `It fetched ${gross}, the society got ${net}`,
  through: (dollars: string, deal: string, rate: string, shillings: string) =>
    `The schedule took ${dollars} at ${rate}, deal ${deal}: ${shillings}`,
  schedule: (season: string, cycle: string) => `Payment schedule ${season}, cycle ${cycle}`,
  became: (deal: string, rate: string, shillings: string) => `${shillings} at ${rate}, deal ${deal}`,
  paper: 'Evidence pack (PDF)',
  file: 'As data (JSON)',
  reached: 'What became of the dollars',
  notYet: 'The dollars are not on the account of the society yet.',
  arrived: (day: string) => `On the account of the society since ${day}.`,
  stands: {
    nonCheckoff: 'Where dollars come in',
    retained: 'Retained',
    farmersUsd: 'Farmers’ dollars',
    unpaid: 'Converted, in no schedule yet',
  },
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  accounts: (shown: number) =>
    shown === 1 ? 'The account that it reached' : `The ${shown} accounts that it reached most`,
}
