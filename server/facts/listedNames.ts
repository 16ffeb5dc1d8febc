import type { Tx } from '#server/kit/db.ts'
import type { ListedNames } from '#server/kit/uploads/sheetOf.ts'
import { referenceData } from './referenceData.ts'
import { tradePartyNames } from './tradeParties.ts'

const names = (entries: readonly { name: string }[] = []) => [...new Set(entries.map(({ name }) => name))]

/** What may stand in the columns of a reference list, as a person chooses it. */
export async function listedNames(tx: Tx): Promise<ListedNames> {
  const { counties, subCounties, wards, varieties, institutions } = await referenceData(tx)
  const { lists: parties } = await tradePartyNames(tx)
  const active = institutions.filter((one) => one.active)
  const subCountiesOf = Map.groupBy(subCounties, ({ countyId }) => countyId)
  const wardsOf = Map.groupBy(wards, ({ subCountyId }) => subCountyId)
  return {
    lists: { counties: names(counties), varieties: names(varieties), institutions: names(active), ...parties },
    groups: {
      institutions: [...Map.groupBy(active, ({ type }) => type)].map(([group, list]) => ({
        group,
        names: names(list),
      })),
      subCounties: counties.map(({ id, name }) => ({ group: name, names: names(subCountiesOf.get(id)) })),
      wards: counties.flatMap((county) =>
        (subCountiesOf.get(county.id) ?? []).map(({ id, name }) => ({
          group: `${county.name}/${name}`,
          names: names(wardsOf.get(id)),
        })),
      ),
    },
  }
}
