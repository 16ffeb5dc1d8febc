import { closedCatalogueList, closedCatalogues, type ClosedCatalogue } from '#contract/catalogue/closedCatalogues.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { Refused, workbookType } from '#server/kit/refused.ts'
import { serve, streamReply } from '#server/kit/web/serve.ts'

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
  search: sql<string>`t.sale_number || ' ' || t.fingerprint || ' ' || t.sale_date`,
}

const shape = ({ closedAt, weight, bags, ...stored }: Stored): ClosedCatalogue => ({
  ...stored,
  closedAt: closedAt.toISOString(),
  weight: Number(weight),
  bags: Number(bags),
})

type Kept = { season: string; saleNumber: number; fingerprint: string; bytes: Buffer }
const files = {
  workbook: { type: workbookType, ending: 'xlsx' },
  paper: { type: 'application/pdf', ending: 'pdf' },
} as const

/** The file as it was kept: not made anew, so that it is the same to the last byte. That it leaves the house is written down. */
async function keptFile(tx: Tx, actor: Actor, { id, column }: { id: string; column: keyof typeof files }) {
  const [kept] = await rows(
    tx,
    sql<Kept>`select season, sale_number::int as "saleNumber", fingerprint, ${sql.ref(column)} as bytes from closed_catalogues where id = ${id}`,
  )
  if (!kept) throw new Refused('record.not_found')
  const { season, saleNumber, fingerprint, bytes } = kept
  const { type, ending } = files[column]
  return streamReply({
    type,
    name: `Catalogue_${season.replace('/', '-')}_${saleNumber}.${ending}`,
    before: (house) =>
      auditExport({
        house,
        actor,
        title: closedCatalogueList.title,
        details: [ending.toUpperCase(), `sale ${saleNumber} of ${season}`, fingerprint],
      }),
    produce: async function* () {
      yield bytes
    },
  })
}

/** Catalogues of sales that are closed. */
export const closedCatalogueRoutes = serve(closedCatalogues, {
  list: ({ tx, actor, query }) => listPage({ tx, actor, screen: closedCatalogueList, query, source, shape }),
  workbook: ({ tx, actor, params: { id } }) => keptFile(tx, actor, { id, column: 'workbook' }),
  paper: ({ tx, actor, params: { id } }) => keptFile(tx, actor, { id, column: 'paper' }),
})
