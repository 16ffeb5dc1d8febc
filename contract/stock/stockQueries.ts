import { z } from 'zod'
import { seasonName } from '#contract/house/seasons.ts'
import { listQuery } from '#contract/kit/listScreen.ts'

/** Of which grower something is asked; empty for every one in reach. */
export const ofGrower = z.object({ growerCode: z.string().trim().max(40).default('') })
/** A page of what one grower has, or all of them; empty text asks for everything. */
export const pageOfStock = listQuery.pick({ page: true, size: true }).extend(ofGrower.shape)
/** The same of one season, or of all. */
export const pageOfSeason = pageOfStock.extend({
  season: z.union([z.literal(''), z.string().regex(seasonName)]).default(''),
})
/** The same as a file, of all pages. */
export const exportOfSeason = pageOfSeason.extend(listQuery.pick({ export: true }).shape)
