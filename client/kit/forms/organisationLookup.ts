import { organisations } from '#contract/house/organisations.ts'
import type { AnswerOf } from '../call.ts'
import { callQuery } from '../queries.ts'

/** A LookupField that finds an organisation by its name or code, and keeps its code. */
export const organisationLookup = {
  least: 2,
  query: (q: string) => callQuery(organisations.parents, { query: { q } }),
  entriesOf: (found: AnswerOf<typeof organisations.parents>) =>
    found.map(({ organisationCode, organisationName }) => ({
      value: organisationCode,
      label: organisationName,
      hint: organisationCode,
    })),
}
