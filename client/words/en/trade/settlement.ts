export const settlement = {
  feesTitle: 'Fee rules',
  feesSub:
    'What brokers, millers, warehouses, the exchange and the settlement of a sale may charge, and from which day.',
  noFees: 'No fee rule is in force yet. Without one no e-slip is drawn.',
  proposeFees: 'Propose a fee rule',
  feesHint:
    'It counts for sales from its day on once another person of the bank has approved it. Past sales stay as they were.',
  shares: 'Shares of what a lot fetches',
  charges: 'Charges',
  most: (percent: number) => `At most ${percent} % by the regulations`,
  send: 'Send for approval',
  from: (day: string) => `From ${day}`,
  unchanged: 'What is not listed stays as it is.',
  reason: 'Reason given',
  fees: {
    brokerPercent: 'Broker',
    dssPercent: 'Direct settlement',
    exchangePercent: 'Exchange and regulator',
    millingPerTonne: 'Milling, per tonne of parchment',
    handlingPerPackage: 'Handling, per package',
    storagePerPackageDay: 'Storage, per package and day',
    warrantPerLot: 'Warrant, per lot',
    shillingsPerDollar: 'KES per USD',
  },
}
