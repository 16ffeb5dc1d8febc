import { estateCuredFile, type EstateCuredFieldName } from '#contract/estateCured/estateCuredFile.ts'
import type { EstateCured } from '#contract/estateCured/estateCuredRecords.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import type { SaleInForce } from '#contract/sales/saleDays.ts'
import { dayAfter } from '#server/facts/days.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { csvBytes, demoPeople, seedPart, type Demo, type DemoPerson } from './demoCalls.ts'

type Values = Partial<Record<EstateCuredFieldName, string>>
type Step = readonly [by: string, step: 'approve' | 'reject' | 'update', comment: string, changed?: object]
type Lot = {
  estate: string
  code: string
  bags: number
  pockets: number
  grade: string
  values?: Values
  steps?: readonly Step[]
}
type PlannedFile = { name: string; by: string; currency: 'KES' | 'USD'; lots: readonly Lot[]; values?: Values }

const clerk: Step = ['warehouse.user', 'approve', 'Weighed at the gate']
const checker: Step = ['warehouse.checker', 'approve', 'Weight and samples seen']
const broker: Step = ['broker.checker', 'approve', 'As agreed with the estate']
const marketer: Step = ['marketer.checker', 'approve', 'As agreed with the estate']
const referred: Step = ['broker.checker', 'reject', 'The sample is of another grade. Please look at the screens again.']

/** Lots of estates in every state that they can be in. */
const week: readonly Lot[] = [
  { estate: 'RUARAI', code: 'KE0101', grade: 'AA', bags: 14, pockets: 22 },
  { estate: 'RUARAI', code: 'KE0101', grade: 'AB', bags: 31, pockets: 5, steps: [clerk] },
  { estate: 'RUARAI', code: 'KE0101', grade: 'PB', bags: 4, pockets: 48, steps: [clerk, checker] },
  { estate: 'KIRIGA', code: 'KE0117', grade: 'AA', bags: 9, pockets: 0, steps: [broker] },
  { estate: 'KIRIGA', code: 'KE0117', grade: 'AB', bags: 18, pockets: 36, steps: [broker, clerk] },
  { estate: 'KIRIGA', code: 'KE0117', grade: 'C', bags: 7, pockets: 12, steps: [clerk, checker, broker] },
  { estate: 'MBARAINI', code: 'KE0122', grade: 'AA', bags: 11, pockets: 54, steps: [referred] },
  {
    estate: 'MBARAINI',
    code: 'KE0122',
    grade: 'AB',
    bags: 26,
    pockets: 7,
    steps: [referred, ['miller.maker', 'update', 'Screened again: it is AB', { lotNumber: 'MB-2' }]],
  },
  {
    estate: 'THANGATHI',
    code: 'KE0140',
    grade: 'AA',
    bags: 13,
    pockets: 40,
    steps: [clerk, checker, ['broker.checker', 'update', 'One bag went to samples', { numberOfBags: 12, weight: 760 }]],
  },
  {
    estate: 'THANGATHI',
    code: 'KE0140',
    grade: 'AB',
    bags: 22,
    pockets: 18,
    steps: [
      broker,
      clerk,
      ['warehouse.checker', 'update', 'The scale says 3 kg less', { numberOfPocket: 15, weight: 1335 }],
    ],
  },
  {
    estate: 'KAHURU',
    code: 'KE0155',
    grade: 'MH',
    bags: 5,
    pockets: 30,
    steps: [
      ['broker.checker', 'reject', 'This lot was sold in the last sale.'],
      ['miller.maker', 'update', 'Sent by mistake', { deleteFlag: 'Y' }],
    ],
  },
  { estate: 'KAHURU', code: 'KE0155', grade: 'C', bags: 8, pockets: 2, values: { saleNumber: '99' } },
]

const files: readonly PlannedFile[] = [
  { name: 'Estates of the week.csv', by: 'miller.maker', currency: 'KES', lots: week },
  {
    name: 'Ndiara estate.csv',
    by: 'broker.maker',
    currency: 'USD',
    lots: ['AA', 'AB'].map((grade) => ({
      estate: 'NDIARA',
      code: 'KE0160',
      grade,
      bags: 10,
      pockets: 25,
      steps: [clerk, checker, broker],
    })),
    values: { transportCharge: '42.50', dryingCharge: '18', handSortingCharge: '7.25' },
  },
  {
    name: 'Weru estate.csv',
    by: 'marketer.maker',
    currency: 'KES',
    lots: ['AA', 'PB', 'C'].map((grade, at) => ({
      estate: 'WERU',
      code: 'KE0171',
      grade,
      bags: 6 + at,
      pockets: 11,
      steps: at === 0 ? [marketer] : [],
    })),
    values: { broker: 'MK3001' },
  },
  {
    name: 'Gikirima, first try.csv',
    by: 'miller.maker',
    currency: 'KES',
    lots: [
      { estate: 'GIKIRIMA', code: 'KE0180', grade: 'AA', bags: 12, pockets: 4 },
      { estate: 'GIKIRIMA', code: 'KE0180', grade: 'AB', bags: 15, pockets: 9, values: { cleanNetWeight: '990' } },
      { estate: 'GIKIRIMA', code: 'KE0180', grade: 'PB', bags: 2, pockets: 33, values: { warehouse: 'Athi' } },
    ],
  },
]

/** Uploads files of estate cured coffee to a running server, and takes the steps of their lots. */
export async function seedDemoEstateCured({ address, house }: Demo): Promise<void> {
  const as = demoPeople(address)
  const sales = await (await as('miller.maker')).get<SaleInForce[]>('/organization/get-sales')
  const sale = sales.findLast(({ catalogueClose }) => Date.parse(catalogueClose) > now().getTime())
  if (!sale) throw new Error('no sale of the calendar takes lots')
  let serial = 0
  for (const { name, by, currency, lots, values } of files)
    await seedPart(house, name, async () => {
      const lines = lots.map((lot) => lineOf({ ...lot, values: { ...values, ...lot.values } }, sale, (serial += 1)))
      const maker = await as(by)
      const titles = columnKeys(estateCuredFile).map((key) => estateCuredFile.columns[key].title)
      const id = await maker.upload(`/upload/estatecured/${maker.organisationId}`, {
        name,
        bytes: csvBytes([titles, ...lines]),
        fields: { currency },
      })
      const records = await maker.get<EstateCured[]>(`/upload/estatecured/${id}/data`)
      for (const [at, { steps = [] }] of lots.entries())
        for (const [person, step, comment, changed] of steps) {
          const record = records.find(({ lot }) => lot === lines[at]?.[0])
          if (record) await takeStep(await as(person), record.id, { step, comment, changed })
        }
    })
}

/** A row of the file: one lot, in the order of its columns. */
function lineOf({ estate, code, grade, bags, pockets, values = {} }: Lot, sale: SaleInForce, serial: number): string[] {
  const number = String(serial).padStart(3, '0')
  const row: Record<EstateCuredFieldName, string> = {
    lot: `EC-${number}`,
    growerCode: code,
    growerOutturn: `07TH0${number}`,
    outturn: `08TH3${number}`,
    brokerOutturn: '',
    marks: `${estate}/${code}`,
    grade,
    bags: String(bags),
    pockets: String(pockets),
    cleanNetWeight: String(bags * 60 + pockets),
    splitNumber: '',
    saleNumber: String(sale.saleNumber),
    season: sale.season,
    broker: 'BR5001',
    warehouse: 'WH6001',
    transportCharge: String(bags * 120),
    dryingCharge: grade === 'MH' ? '' : String(bags * 85.5),
    handSortingCharge: grade === 'C' ? String(bags * 40) : '',
    deliveryDate: dayAfter(businessDate(), -3),
    ...values,
  }
  return columnKeys(estateCuredFile).map((key) => row[key])
}

type Taken = { step: Step[1]; comment: string; changed: object | undefined }

async function takeStep(person: DemoPerson, id: string, { step, comment, changed }: Taken): Promise<void> {
  const { version } = await person.get<EstateCured>(`/upload/estatecured/record/${id}`)
  if (step === 'update')
    await person.post('/upload/estatecured/update', { id, version, approverComment: comment, ...changed })
  else await person.post('/upload/estatecured/decide', { step, approverComment: comment, records: [{ id, version }] })
}
