import { payoutRoutes } from './payoutRoutes.ts'
import { reconciliationRoutes } from './reconciliationRoutes.ts'
import { loanRoutes } from './loanRoutes.ts'

/** The screens of loans, of money on its way, and of what the bank says of it. */
export const moneyRoutes = [...loanRoutes, ...payoutRoutes, ...reconciliationRoutes] as const
