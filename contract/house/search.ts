import { z } from 'zod'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { columnFormats } from '#contract/kit/listScreen.ts'

/** Fewer letters find nearly everything, which helps nobody. */
export const shortestSearch = 2

/** One value that stands beside the title of a hit, shown as the column of its list is. */
const HitFact = z.object({ as: z.enum(columnFormats), value: z.union([z.string(), z.number()]) })
export type HitFact = z.output<typeof HitFact>

/** A record that a search has found. */
const Hit = z.object({
  id: Id,
  title: z.string(),
  organisationName: z.string(),
  matched: z.string().nullable().describe('What was met in it, where neither title nor facts show that'),
  facts: z.array(HitFact),
})
export type Hit = z.output<typeof Hit>

const HitGroup = z.object({
  kind: z.string().describe('As in the inbox; registered_farmer and payout besides'),
  hits: z.array(Hit),
  more: z.boolean().describe('The list of this kind has more of them'),
})
export type HitGroup = z.output<typeof HitGroup>

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    allow: 'signed-in',
    summary:
      'The first records of every kind the user reads that hold all words: farmers, loans, payouts, receipts, files',
    query: z.object({ search: z.string().trim().min(shortestSearch).max(100) }),
    answer: z.object({ groups: z.array(HitGroup) }),
  }),
}
