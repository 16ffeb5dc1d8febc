import { closedCatalogueList, closedCatalogues, type ClosedCatalogue } from '#contract/catalogue/closedCatalogues.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { fileReply, Refused, workbookType } from '#server/kit/refused.ts'
import { serve } from '#server/kit/web/serve.ts'

type Stored = Omit<ClosedCatalogue, 'closedAt' | 'weight' | 'bags'> & { closedAt: Date; weight: string; bags: bigint }

const base = sql`closed_catalogues t`
const source: ListSource<Stored> = {
  base,
  from: base,
  select: sql<Stored>`t.id, t.season, t.sale_number::int as "saleNumber", t.sale_date as "saleDate", t.closed_at as "closedAt", t.lots, t.bags, t.kilograms as weight,
    t.left_out as "leftOut", t.fingerprint`,
  where: [],
  columns: {
    saleNumber: sql`t.sale_number`,
    saleDate: sql`t.sale_date`,
    weight: sql`t.kilograms`,
    season: sql`t.season`,
  },
  search: sql<string>`t.sale_number || ' ' || t.fingerprint`,
}

const shape = ({ closedAt, weight, bags, ...stored }: Stored): ClosedCatalogue => ({
  ...stored,
  closedAt: closedAt.toISOString(),
  weight: Number(weight),
  bags: Number(bags),
})

type Kept = { season: string; saleNumber: number; bytes: Buffer }

/** The file as it was kept: not made anew, so that it is the same to the last byte. */
async function keptFile(tx: Tx, id: string, column: 'workbook' | 'paper'): Promise<{ name: string; bytes: Buffer }> {
  const [kept] = await rows(
    tx,
    sql<Kept>`select season, sale_number::int as "saleNumber", ${sql.ref(column)} as bytes from closed_catalogues where id = ${id}`,
  )
  if (!kept) throw new Refused('record.not_found')
  return { name: `Catalogue_${kept.season.replace('/', '-')}_${kept.saleNumber}`, bytes: kept.bytes }
}

/** Catalogues of sales that are closed. */
export const closedCatalogueRoutes = serve(closedCatalogues, {
  list: ({ tx, actor, query }) => listPage({ tx, actor, screen: closedCatalogueList, query, source, shape }),
  workbook: async ({ tx, params }) => {
    const { name, bytes } = await keptFile(tx, params.id, 'workbook')
    return fileReply({ name: `${name}.xlsx`, type: workbookType, body: bytes })
  },
  paper: async ({ tx, params }) => {
    const { name, bytes } = await keptFile(tx, params.id, 'paper')
    return fileReply({ name: `${name}.pdf`, type: 'application/pdf', body: bytes })
  },
})
