import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { grossCents } from '#contract/results/grossCents.ts'
import { resultFile } from '#contract/results/resultFile.ts'
import type { SaleInForce } from '#contract/sales/saleDays.ts'
import type { ComputedSale } from '#contract/sales/sales.ts'
import { closeCatalogues } from '#server/catalogue/closeCatalogues.ts'
import { sql } from '#server/kit/db.ts'
import { catalogueCsv, type OfferedLot } from './demoCatalogue.ts'
import { csvBytes, demoPeople, type Demo, type DemoPerson } from './demoCalls.ts'
import { dispatchCsv, lot } from './demoDispatch.ts'

/** What the auction gave for a lot: buyer, USD for 50 kg and invoice; null where it was not sold. */
type Hammer = readonly [buyer: string, price: string, invoice: string] | null
type Sold = readonly [grade: string, bags: number, pockets: number, hammer: Hammer, broker?: 'MK3001']
/** Parchment of a society, with who decides it. */
type Delivered = { by: string; bags: number; kilograms: number; share: boolean; checkers: readonly string[] }
/** An outturn: whose parchment it was milled from, and the lots that it gave. Where several societies brought it, the mill has bulked it. */
type Brought = { mark: string; outturn: string; parchment: readonly Delivered[]; lots: readonly Sold[] }
type HeldSale = { daysAgo: number; brought: readonly Brought[] }

const othameru = { by: 'fcs.maker', share: true, checkers: ['miller.checker', 'kpcu.checker'] } as const
const kirimandu = { by: 'fcs2.maker', share: false, checkers: ['miller.checker'] } as const
const [gatura, kirimanduMark, murengeti] = ['GATURA/CF4100', 'KIRIMANDU/CF4101', 'MURENGETI/CF4102'] as const

/** Two weeks ago: settled to the last leg. */
export const settledSale: HeldSale = {
  daysAgo: 14,
  brought: [
    {
      mark: gatura,
      outturn: '03TH2001',
      parchment: [{ ...othameru, bags: 90, kilograms: 4_514 }],
      lots: [
        ['AA', 22, 14, ['101', '412', 'TGX-2611']],
        ['AB', 31, 8, ['101', '356.5', 'TGX-2611']],
        ['C', 6, 40, ['88', '261', 'NRS-0418']],
      ],
    },
    {
      mark: kirimanduMark,
      outturn: '03TH2002',
      parchment: [{ ...kirimandu, bags: 32, kilograms: 1_627 }],
      lots: [
        ['AB', 18, 26, ['117', '348', 'LRC-0907']],
        ['PB', 3, 12, ['117', '371.25', 'LRC-0907']],
      ],
    },
    {
      mark: murengeti,
      outturn: '03TH2003',
      parchment: [],
      lots: [
        ['AA', 9, 50, ['88', '405', 'NRS-0418']],
        ['AB', 17, 20, ['101', '352', 'TGX-2611']],
      ],
    },
    {
      mark: 'BULK/TH0901',
      outturn: '03TH1004',
      parchment: [
        { ...othameru, bags: 32, kilograms: 1_612.5 },
        { ...kirimandu, bags: 17, kilograms: 873.2 },
      ],
      lots: [
        ['AA', 9, 12, ['88', '409.25', 'NRS-0418']],
        ['AB', 23, 54, ['117', '355', 'LRC-0907']],
      ],
    },
  ],
}

/** A week ago: its buyers pay these days, and one lot was not sold. */
export const payingSale: HeldSale = {
  daysAgo: 7,
  brought: [
    {
      mark: gatura,
      outturn: '04TH2011',
      parchment: [{ ...othameru, bags: 71, kilograms: 3_578 }],
      lots: [
        ['AA', 20, 30, ['101', '418.75', 'TGX-2629']],
        ['AB', 27, 5, ['117', '359', 'LRC-0921']],
      ],
    },
    {
      mark: kirimanduMark,
      outturn: '04TH2012',
      parchment: [{ ...kirimandu, bags: 28, kilograms: 1_434 }],
      lots: [
        ['AB', 14, 44, ['101', '351', 'TGX-2629'], 'MK3001'],
        ['C', 4, 20, null, 'MK3001'],
      ],
    },
    {
      mark: murengeti,
      outturn: '04TH2013',
      parchment: [],
      lots: [['PB', 5, 2, ['88', '377', 'NRS-0433']]],
    },
  ],
}

type SaleKeys = Pick<ComputedSale, 'season' | 'saleNumber'>
type Days = Pick<ComputedSale, 'saleDate' | 'dispatchCutoff' | 'catalogueClose' | 'promptDate'>

type Moved = { sale: SaleKeys; held: Days }

/**
 * Brings coffee to a sale of the calendar that is to come, by the calls that people make: parchment, dispatch and catalogue, each decided.
 * Then the sale is moved to the days on which it was held, its records with it, and its catalogue closes. What the auction gave comes later.
 */
export async function seedHeldSale(
  { address, house }: Demo,
  { brought }: HeldSale,
  { sale, held }: Moved,
): Promise<void> {
  const as = demoPeople(address)
  const [miller, warehouse] = [await as('miller.maker'), await as('warehouse.checker')]
  const parchments = await Promise.all(
    brought.flatMap(({ outturn, parchment }) =>
      parchment.map(async (delivered) => {
        const id = await bringParchment(await as(delivered.by), { ...delivered, outturn, season: sale.season })
        for (const checker of delivered.checkers)
          await (await as(checker)).post('/upload/parchment/delivery/approve/file', { id })
        return id
      }),
    ),
  )
  const lots = brought.flatMap(({ outturn, mark: marks, lots: graded }) =>
    graded.map(([grade, bags, pockets, , broker = 'BR5001']) =>
      lot(outturn, grade, [bags, pockets], { values: { broker, marks } }),
    ),
  )
  const dispatched = await miller.upload('/grn_record', {
    name: `Dispatch for sale ${sale.saleNumber}.csv`,
    bytes: dispatchCsv(lots, sale),
  })
  await warehouse.post('/grn_record/approve', { id: dispatched, approverComment: 'Counted and weighed at the gate' })
  const catalogues = await Promise.all(
    offersOf(brought).map(async ({ code, people, first, offered }) => {
      const maker = await as(`${people}.maker`)
      const fileId = await maker.upload(`/upload/catalogue/${maker.organisationId}`, {
        name: `Catalogue of ${code}, sale ${sale.saleNumber}.csv`,
        bytes: catalogueCsv(offered, { first, sale, values: { broker: code } }),
      })
      for (const checker of [await as(`${people}.checker`), warehouse])
        await checker.post('/upload/catalogue/bulk', { fileId, action: 'APPROVE_ALL', comment: 'As the file says' })
      return fileId
    }),
  )
  const uploads = [...parchments, dispatched, ...catalogues]
  await moveBack(house, { brokerId: (await as('broker.maker')).organisationId, uploads, sale, held })
  await closeCatalogues(house)
}

/** The lots of each seller, numbered as in the catalogue; those of the marketer have numbers of their own. */
function offersOf(brought: readonly Brought[]) {
  const of = (code: 'BR5001' | 'MK3001') =>
    brought.flatMap(({ outturn, mark, lots }) =>
      lots.flatMap(([grade, bags, pockets, hammer, broker = 'BR5001']) =>
        broker === code ? [{ outturn, mark, grade, bags, pockets, hammer }] : [],
      ),
    )
  return [
    { code: 'BR5001' as const, people: 'broker', first: 1 },
    { code: 'MK3001' as const, people: 'marketer', first: 51 },
  ].flatMap(({ code, ...more }) => {
    const sold = of(code)
    const offered = sold.map(({ outturn, grade, bags, pockets, mark: marks }): OfferedLot => [
      outturn,
      grade,
      bags,
      pockets,
      { marks },
    ])
    return sold.length > 0 ? [{ code, ...more, sold, offered }] : []
  })
}

type Parchment = Pick<Delivered, 'bags' | 'kilograms' | 'share'> & { outturn: string; season: string }

function bringParchment(maker: DemoPerson, { outturn, bags, kilograms, season, share }: Parchment): Promise<string> {
  const titles = columnKeys(parchmentFile).map((key) => parchmentFile.columns[key].title)
  return maker.upload('/upload/parchment/delivery', {
    name: `Parchment ${outturn}.csv`,
    bytes: csvBytes([titles, [outturn, 'P1', bags, kilograms, season, '']]),
    fields: { millerCode: 'ML2001', shareData: String(share) },
  })
}

type Move = Moved & { brokerId: string; uploads: readonly string[] }

/** Nobody dispatches to a sale that was held: what was entered this minute is moved to the days on which it would have been. */
async function moveBack(house: Demo['house'], { brokerId, uploads, sale, held }: Move): Promise<void> {
  const ids = [...uploads]
  await house.db.transaction({ organisationId: brokerId, wide: false }, async (tx) => {
    await sql`update sales set sale_date = ${held.saleDate}, dispatch_cutoff = ${held.dispatchCutoff}, catalogue_close = ${held.catalogueClose}, prompt_date = ${held.promptDate},
        created_at = created_at - interval '60 days', decided_at = decided_at - interval '58 days'
      where season = ${sale.season} and sale_number = ${sale.saleNumber} and status = 'APPROVED'`.execute(tx)
  })
  // A parchment record comes four weeks before the sale, its coffee a day before the cut-off, its lot a day before the close.
  const day = sql`interval '1 day'`
  await house.db.transaction('system', async (tx) => {
    await sql`update uploads set created_at = m.at, decided_at = m.at + interval '3 hours' from (
        select id, case kind when 'parchment' then ${held.saleDate}::timestamptz - 28 * ${day} when 'dispatch' then ${held.dispatchCutoff}::timestamptz - ${day}
          else ${held.catalogueClose}::timestamptz - ${day} end as at from uploads where id = any (${ids}::uuid[])) m
      where uploads.id = m.id`.execute(tx)
    for (const table of ['dispatch_records', 'catalogue_records'] as const)
      await sql`update ${sql.table(table)} t set created_at = u.created_at, decided_at = case when t.decided_at is not null then u.decided_at end from uploads u where u.id = t.upload_id and u.id = any (${ids}::uuid[])`.execute(
        tx,
      )
  })
}

/** What the auction gave for the lots of a held sale: sent by the bank, approved by its checker; every sold lot has its e-slip then. */
export async function seedResults(
  { address }: Demo,
  held: HeldSale,
  { season, saleNumber, saleDate }: SaleInForce,
): Promise<void> {
  const as = demoPeople(address)
  const [maker, checker] = [await as('bank.maker'), await as('bank.checker')]
  const keys = columnKeys(resultFile)
  const rows = offersOf(held.brought).flatMap(({ first, sold }) =>
    sold.map(({ outturn, grade, bags, pockets, hammer }, at) => {
      const weight = String(bags * 60 + pockets)
      const [buyer = '', price = '', invoice = ''] = hammer ?? []
      const row: Record<(typeof keys)[number], string> = {
        season,
        saleNumber: String(saleNumber),
        saleDate,
        lotNumber: String(first + at),
        outturn,
        grade,
        bags: String(bags),
        pockets: String(pockets),
        weight,
        buyer,
        price,
        value: hammer ? (Number(grossCents(weight, price)) / 100).toFixed(2) : '',
        invoice,
      }
      return keys.map((key) => row[key])
    }),
  )
  const titles = keys.map((key) => resultFile.columns[key].title)
  const id = await maker.upload(`/sales/results/${maker.organisationId}`, {
    name: `Results of sale ${saleNumber}.csv`,
    bytes: csvBytes([titles, ...rows]),
  })
  await checker.post(`/sales/results/approve/${checker.organisationId}`, { id })
}
