import { catalogueFile, type CatalogueFieldName } from '#contract/catalogue/catalogueFile.ts'
import type { CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import type { SaleInForce } from '#contract/sales/saleDays.ts'
import { now } from '#server/kit/clock.ts'
import { csvBytes, demoPeople, seedPart, type Demo, type DemoPerson } from './demoCalls.ts'

type Values = Partial<Record<CatalogueFieldName, string>>
type Step = readonly [by: string, step: 'approve' | 'reject' | 'withdraw' | 'edit', comment: string, changed?: object]
export type OfferedLot = readonly [
  outturn: string,
  grade: string,
  bags: number,
  pockets: number,
  values?: Values,
  ...steps: Step[],
]
type PlannedFile = { name: string; by: string; first: number; values?: Values; lots: readonly OfferedLot[] }

const broker: Step = ['broker.checker', 'approve', 'As agreed with the society']
const marketer: Step = ['marketer.checker', 'approve', 'As agreed with the society']
const warehouse: Step = ['warehouse.checker', 'approve', 'In our store as the lot says']
const reserve = (price: string, more: Values = {}): Values => ({ reservePrice: price, ...more })

/** Lots of what the mill dispatches, in every state before the sale; some do not agree with their dispatch. */
const files: readonly PlannedFile[] = [
  {
    name: 'Catalogue of Savanna.csv',
    by: 'broker.maker',
    first: 101,
    lots: [
      ['08TH0001', 'AA', 2, 12, reserve('395'), broker, warehouse],
      ['08TH0001', 'AB', 4, 0, reserve('340'), warehouse, broker],
      ['08TH0001', 'PB', 1, 5, reserve('360'), broker],
      ['08TH0002', 'AB', 2, 31, reserve('335'), warehouse],
      [
        '08TH0003',
        'C',
        0,
        47,
        reserve('250'),
        ['warehouse.checker', 'edit', 'A kilogram went to the samples', { numberOfPocket: 46, weight: 46 }],
      ],
      [
        '07TH1004',
        'AA',
        22,
        14,
        reserve('402', { splitNumber: '1', certification: 'RA' }),
        ['broker.checker', 'reject', 'The grower has sold it directly'],
      ],
      ['07TH1004', 'AB', 30, 8, reserve('345')],
      [
        '07TH1006',
        'MH',
        12,
        0,
        reserve('180'),
        broker,
        warehouse,
        ['broker.checker', 'withdraw', 'The grower waits for a better price'],
      ],
      ['08TH0004', 'AA', 2, 0, reserve('390')],
      ['07TH1099', 'AB', 9, 30, reserve('330')],
      ['08TH1023', 'AB', 19, 44, reserve('338')],
    ],
  },
  {
    name: 'Catalogue of Mlima Mweupe.csv',
    by: 'marketer.maker',
    first: 201,
    values: { broker: 'MK3001' },
    lots: [
      ['07TH1004', 'AA', 20, 0, reserve('400', { splitNumber: '2' }), marketer, warehouse],
      ['07TH1005', 'AA', 18, 40, reserve('398'), marketer],
      ['07TH1005', 'AB', 27, 3, reserve('342')],
      ['07TH1005', 'C', 9, 22, reserve('255')],
    ],
  },
  {
    name: 'Catalogue, first try.csv',
    by: 'broker.maker',
    first: 301,
    lots: [
      ['08TH1022', 'AA', 7, 55],
      ['8TH1023', 'AB', 4, 10],
      ['08TH1024', 'Purple', 6, 2],
    ],
  },
]

/** Uploads catalogues to a running server, and takes the steps of their lots. */
export async function seedDemoCatalogue({ address, house }: Demo): Promise<void> {
  const as = demoPeople(address)
  const sales = await (await as('broker.maker')).get<SaleInForce[]>('/organization/get-sales')
  const sale = sales.find(({ dispatchCutoff }) => Date.parse(dispatchCutoff) > now().getTime())
  if (!sale) throw new Error('no sale of the calendar takes dispatch')
  for (const { name, by, first, values = {}, lots } of files)
    await seedPart(house, name, async () => {
      const maker = await as(by)
      const bytes = catalogueCsv(lots, { first, sale, values })
      const id = await maker.upload(`/upload/catalogue/${maker.organisationId}`, { name, bytes })
      for (const [at, [, , , , , ...steps]] of lots.entries())
        for (const step of steps) await takeStep(await as(step[0]), id, first + at, step)
    })
}

type Numbered = { first: number; sale: Pick<SaleInForce, 'season' | 'saleNumber'>; values?: Values }

/** A catalogue of these lots, numbered from the first on. */
export function catalogueCsv(lots: readonly OfferedLot[], { first, sale, values = {} }: Numbered): Buffer {
  const titles = columnKeys(catalogueFile).map((key) => catalogueFile.columns[key].title)
  const lines = [titles, ...lots.map((lot, at) => rowOf(lot, String(first + at), sale, values))]
  return csvBytes(lines)
}

/** A row of the file, in the order of its columns. */
function rowOf(
  [outturn, grade, bags, pockets, own]: OfferedLot,
  lotNumber: string,
  sale: Numbered['sale'],
  values: Values,
) {
  const row: Record<CatalogueFieldName, string> = {
    lotNumber,
    outturn,
    brokerOutturn: '',
    grade,
    marks: outturn.startsWith('08TH00') ? 'GATURA/CF4100' : 'BULK/TH0900',
    bags: String(bags),
    pockets: String(pockets),
    weight: String(bags * 60 + pockets),
    splitNumber: '',
    season: sale.season,
    saleNumber: String(sale.saleNumber),
    miller: 'ML2001',
    broker: 'BR5001',
    warehouse: 'WH6001',
    reservePrice: '',
    certification: '',
    remark: '',
    ...values,
    ...own,
  }
  return columnKeys(catalogueFile).map((key) => row[key])
}

const pathOf = { approve: 'approve-catalogue-item', reject: 'reject', withdraw: 'withdraw', edit: 'update' } as const

/** Takes a step of a lot, posted back whole as it was read. */
async function takeStep(person: DemoPerson, fileId: string, lotNumber: number, [, step, comment, changed]: Step) {
  const lots = await person.get<CatalogueRecord[]>(`/upload/catalogue/${fileId}/data`)
  const lot = lots.find((one) => one.lotNumber === lotNumber)
  if (!lot) throw new Error(`no lot ${lotNumber}`)
  await person.post(`/upload/catalogue/${pathOf[step]}`, { ...lot, ...changed, comment })
}
