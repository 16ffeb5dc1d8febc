import { z } from 'zod'
import { seasonName } from '#contract/house/seasons.ts'
import { plainNumber } from '#contract/kit/plainNumber.ts'

/** A page of what one grower has, or all of them; empty text asks for everything. */
export const pageOfStock = z.object({
  page: plainNumber(z.number().int().min(0).max(1_000_000)).default(0),
  size: plainNumber(z.number().int().min(1).max(100)).default(7),
  growerCode: z.string().trim().max(40).default(''),
})
/** The same of one season, or of all. */
export const pageOfSeason = pageOfStock.extend({
  season: z.union([z.literal(''), z.string().regex(seasonName)]).default(''),
})
