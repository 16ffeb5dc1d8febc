import type { Tx } from '#server/kit/db.ts'
import { referenceData } from './referenceData.ts'

/** What may stand in the columns of a reference list, as a person chooses it. Sub-counties and wards are too many for a drop-down. */
export async function listedNames(tx: Tx): Promise<Readonly<Record<string, readonly string[]>>> {
  const { counties, varieties, institutions } = await referenceData(tx)
  const names = (entries: readonly { name: string }[]) => [...new Set(entries.map(({ name }) => name))]
  return {
    counties: names(counties),
    varieties: names(varieties),
    institutions: names(institutions.filter(({ active }) => active)),
  }
}
