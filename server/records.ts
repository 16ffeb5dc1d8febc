import { adminChanges } from './administration/changes.ts'
import { factories } from './deliveries/factories.ts'
import type { ServedRecord } from './kit/serveRecord.ts'
import { waysOn } from './payouts/waysOn.ts'
import { cherryRates } from './rates/cherryRates.ts'
import { exceptionResolutions } from './reconciliation/resolveException.ts'
import { statementImports } from './reconciliation/statementImports.ts'

/** The second register: every kind of record that is served as a whole. */
export const records: readonly ServedRecord[] = [
  factories,
  cherryRates,
  waysOn,
  exceptionResolutions,
  statementImports,
  adminChanges,
]
