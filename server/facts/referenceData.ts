import { clientOf, rows, sql, type Tx } from '#server/kit/db.ts'

export type Place = { id: number; name: string }
export type Institution = {
  code: string
  name: string
  type: string
  pic: string
  bankCode: string
  swiftCode: string
  active: boolean
}
export type ReferenceData = {
  counties: Place[]
  subCounties: (Place & { countyId: number })[]
  wards: (Place & { subCountyId: number })[]
  varieties: Place[]
  institutions: Institution[]
}

const cache = new Map<string, ReferenceData>()

/** The public facts of this database. Read once: they only change when a new build starts. */
export async function referenceData(tx: Tx): Promise<ReferenceData> {
  const { host, port, database } = clientOf(tx)
  const name = `${host}:${port}/${database}`
  const cached = cache.get(name)
  if (cached) return cached
  const data: ReferenceData = {
    counties: await rows(tx, sql<Place>`select id, name from counties order by name`),
    subCounties: await rows(
      tx,
      sql<ReferenceData['subCounties'][number]>`
        select id, county_id as "countyId", name from sub_counties order by name`,
    ),
    wards: await rows(
      tx,
      sql<ReferenceData['wards'][number]>`select id, sub_county_id as "subCountyId", name from wards order by name`,
    ),
    varieties: await rows(tx, sql<Place>`select id, name from varieties order by id`),
    institutions: await rows(
      tx,
      sql<Institution>`select code, name, type, pic, bank_code as "bankCode", swift_code as "swiftCode", active from institutions order by name`,
    ),
  }
  if (data.counties.length > 0) cache.set(name, data)
  return data
}
