/** Kinds of legs of an e-slip, in the order in which they are taken from what a lot fetched. The last is what is left. */
export const legKinds = {
  DSS: { label: 'Direct settlement' },
  EXCHANGE: { label: 'Exchange and regulator' },
  BROKER: { label: 'Broker' },
  MILLER: { label: 'Miller' },
  WAREHOUSE: { label: 'Warehouse' },
  TRANSPORT: { label: 'Transport' },
  DRYING: { label: 'Drying' },
  HAND_SORTING: { label: 'Hand sorting' },
  CLAIM: { label: 'Lodged claim' },
  GROWER: { label: 'Grower' },
} as const
export type LegKind = keyof typeof legKinds
