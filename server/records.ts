import type { ServedRecord } from './kit/serveRecord.ts'
import { cherryRates } from './rates/cherryRates.ts'

/** The second register: every kind of record that is served as a whole. */
export const records: readonly ServedRecord[] = [cherryRates]
