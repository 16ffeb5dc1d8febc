export const rtgs = {
  title: 'RTGS files',
  sub: 'Payments above the ceiling of PesaLink go to the bank in a file. One person of the society puts it together, another releases it.',
  none: 'No file yet. What is too large for PesaLink waits here once its schedule is approved.',
  waiting: 'What waits for a file',
  waits: (count: string, amount: string) => `Waiting for a file: ${count}, together ${amount}`,
  make: 'Make a file for approval',
  from: (count: string, account: string) => `Payments: ${count}, from account ${account}`,
  sent: (at: string) => `sent ${at}`,
  document: 'Download the file (pain.001)',
}
