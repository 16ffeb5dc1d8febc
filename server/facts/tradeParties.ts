import type { CheckContext } from '#contract/kit/field.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { ListedNames } from '#server/kit/uploads/sheetOf.ts'
import { writtenForms } from './writtenForms.ts'

const typesOf = {
  millers: ['MILLER'],
  warehouses: ['WAREHOUSE'],
  brokers: ['BROKER', 'MARKETER'],
  buyers: ['BUYER'],
} as const satisfies Record<string, readonly OrganisationType[]>
type Parties = keyof typeof typesOf

type Named = { code: string; name: string; type: OrganisationType }

const read = (tx: Tx): Promise<Named[]> =>
  rows(
    tx,
    sql<Named>`select code, name, type from organisations where active and type = any (${Object.values(typesOf).flat()}) order by name`,
  )
const among = (parties: Parties) => (named: Named) => typesOf[parties].some((type) => type === named.type)

/** Open mills, warehouses, buyers, and brokers and marketers, by code and by name; each stands for its code. */
export async function tradeParties(tx: Tx): Promise<CheckContext['lists']> {
  const all = await read(tx)
  const listOf = (parties: Parties) => {
    const own = all.filter(among(parties))
    const names = own.flatMap(({ name, code }) => writtenForms(name).map((form) => [form, code] as const))
    // A code is nobody else's name.
    return new Map([...names, ...own.map(({ code }) => [code.toUpperCase(), code] as const)])
  }
  return {
    millers: listOf('millers'),
    warehouses: listOf('warehouses'),
    brokers: listOf('brokers'),
    buyers: listOf('buyers'),
  }
}

/** The same as a template offers them. */
export async function tradePartyNames(tx: Tx): Promise<ListedNames> {
  const all = await read(tx)
  const codes = (parties: Parties) => all.filter(among(parties)).map(({ code }) => code)
  return {
    lists: {
      millers: codes('millers'),
      warehouses: codes('warehouses'),
      brokers: codes('brokers'),
      buyers: codes('buyers'),
    },
    groups: {},
  }
}
