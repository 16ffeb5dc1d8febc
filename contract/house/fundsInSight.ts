import type { OrganisationType } from './organisationTypes.ts'

/**
 * Whose funds the people of an organisation see, with their payouts, statements and exceptions. The bank keeps the accounts of
 * every fund; KPCU sees its own and nothing of the bank's; the government looks at all of them.
 */
export const fundsInSight = {
  COOPERATIVE_BANK: 'all',
  GOVERNMENT: 'all',
  KPCU: 'own',
} as const satisfies Partial<Record<OrganisationType, 'all' | 'own'>>

const sights: Partial<Record<OrganisationType, 'all' | 'own'>> = fundsInSight

/** Whether people of such an organisation see their own fund only. */
export const seesOwnFund = (type: OrganisationType): boolean => sights[type] === 'own'
