/**
 * Types of organisation. `id` and `wireName` are the specification's (its spelling stays on the wire);
 * `sees` says whose records its users may read: their own organisation's, or everybody's.
 */
export const organisationTypes = {
  FARMER_SOCIETY: { id: 1, wireName: 'FARMER_SOCIETY', label: 'Farmer society', sees: 'own' },
  MILLER: { id: 2, wireName: 'MILLER', label: 'Miller', sees: 'own' },
  MARKETER: { id: 3, wireName: 'MARKETER', label: 'Marketer', sees: 'own' },
  BROKER: { id: 4, wireName: 'BROKER', label: 'Broker', sees: 'own' },
  WAREHOUSE: { id: 5, wireName: 'WAREHOUSE', label: 'Warehouse', sees: 'own' },
  COOPERATIVE_BANK: { id: 6, wireName: '{product}', label: 'Cooperative bank', sees: 'all' },
  GOVERNMENT: { id: 7, wireName: 'GOVERMENT', label: 'Government', sees: 'all' },
  OPERATOR: { id: 8, wireName: 'OPERATOR', label: 'Operator', sees: 'own' },
  KPCU: { id: 10, wireName: 'KPCU', label: 'KPCU', sees: 'all' },
  BUYER: { id: 11, wireName: 'BUYER', label: 'Buyer', sees: 'own' },
} as const satisfies Record<string, { id: number; wireName: string; label: string; sees: 'own' | 'all' }>

export type OrganisationType = keyof typeof organisationTypes

/** Whether users of an organisation of this type may administer the house, whatever their role says. */
export const mayAdminister = (type: OrganisationType): boolean => type === 'OPERATOR'

/** They mill or store coffee and read to whom it was sold, not what it fetched. */
export const handlers: readonly OrganisationType[] = ['MILLER', 'WAREHOUSE']

/** Whether organisations of this type offer the coffee of growers at the exchange, and so ask about theirs. */
export const sellsCoffee = (type: OrganisationType): boolean => type === 'BROKER' || type === 'MARKETER'
