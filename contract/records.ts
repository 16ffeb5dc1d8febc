import { cherryRate } from './cherryRates.ts'

/** The first register: every kind of record with a workflow that is declared as a whole, by the name of its calls. */
export const records = {
  cherryRates: cherryRate,
}
