import type { DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { dispatchSheet, type DispatchColumn } from '#contract/dispatch/dispatchSheet.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import type { SaleInForce } from '#contract/sales/saleDays.ts'
import { now } from '#server/kit/clock.ts'
import { csvBytes, demoPeople, seedPart, type Demo, type DemoPerson } from './demoCalls.ts'

type DispatchedLot = {
  outturn: string
  grade: string
  bags: number
  pockets: number
  values?: Partial<Record<DispatchColumn, string>>
  steps?: readonly RecordStep[]
}
type RecordStep = { by: string; comment: string } & (
  | { step: 'approve' | 'reject' }
  | { step: 'edit'; bags?: number; pockets?: number; deleteFlag?: 'Y' }
)
type FileStep = {
  by: string
  call: 'approve' | 'reject' | 'delete-grnFile' | 'approve-delete-grnFile' | 'reject-delete-grnFile'
  comment: string
}
type PlannedFile = { name: string; lots: readonly DispatchedLot[]; steps?: readonly FileStep[] }

/** A grade of an outturn that the mill dispatches. */
export const lot = (
  outturn: string,
  grade: string,
  [bags, pockets]: readonly [number, number],
  more: Partial<DispatchedLot> = {},
): DispatchedLot => ({
  outturn,
  grade,
  bags,
  pockets,
  ...more,
})
const first = 'warehouse.checker'
const second = 'warehouse2.checker'
const received: FileStep = { by: first, call: 'approve', comment: 'Counted and weighed at the gate' }
const drop: FileStep = {
  by: 'miller.maker',
  call: 'delete-grnFile',
  comment: 'Loaded for the sale of another week by mistake',
}
const short: RecordStep = { by: first, step: 'edit', comment: 'A bag is missing on the lorry', bags: 7 }
const agreed: RecordStep = { by: 'miller.maker', step: 'approve', comment: 'The weighbridge ticket says so too' }
const marketed = { broker: 'MK3001' }

/** What the mill dispatches of its outturns: files and records in every state before a sale takes them up. */
const files: readonly PlannedFile[] = [
  {
    name: 'Dispatch, first lorry.csv',
    lots: [
      lot('08TH0001', 'AA', [2, 12]),
      lot('08TH0001', 'AB', [4, 0]),
      lot('08TH0001', 'PB', [1, 5]),
      lot('08TH0002', 'AB', [2, 31]),
      lot('08TH0003', 'C', [0, 47]),
      lot('07TH1004', 'AA', [22, 14], { values: { splitNumber: '1' } }),
      lot('07TH1004', 'AA', [20, 0], { values: { ...marketed, splitNumber: '2' } }),
      lot('07TH1004', 'AB', [31, 8]),
      lot('07TH1005', 'AA', [18, 40], { values: marketed }),
      lot('07TH1005', 'AB', [27, 3], { values: marketed }),
      lot('07TH1005', 'C', [9, 22], { values: marketed }),
      lot('07TH1006', 'MH', [12, 0]),
    ],
    steps: [received],
  },
  {
    name: 'Dispatch, second lorry.csv',
    lots: [
      lot('08TH0004', 'AA', [2, 0]),
      lot('08TH0004', 'AB', [3, 0]),
      lot('08TH0005', 'AB', [2, 30]),
      lot('08TH0005', 'C', [0, 40]),
      lot('08TH1011', 'AA', [16, 9]),
      lot('08TH1011', 'AB', [28, 51]),
      lot('08TH1012', 'PB', [5, 2], { values: marketed }),
      lot('08TH1012', 'T', [3, 17], { values: marketed }),
    ],
  },
  {
    // One of each way that a record takes once the warehouse has weighed it again.
    name: 'Dispatch, weighed again.csv',
    lots: [
      lot('08TH1021', 'AA', [8, 12], { steps: [short] }),
      lot('08TH1021', 'AB', [8, 30], { steps: [{ ...short, comment: 'Seven bags came in' }, agreed] }),
      lot('08TH1022', 'AA', [8, 55], {
        steps: [short, agreed, { by: second, step: 'approve', comment: 'Seven bags, as agreed' }],
      }),
      lot('08TH0010', 'AB', [3, 15], {
        steps: [
          { by: first, step: 'edit', comment: 'Four bags came in', bags: 4 },
          agreed,
          { by: second, step: 'approve', comment: 'As agreed' },
        ],
      }),
      lot('08TH1022', 'AB', [6, 20], {
        steps: [{ by: first, step: 'edit', comment: 'Not on this lorry', deleteFlag: 'Y' }],
      }),
      lot('08TH1022', 'C', [4, 1], { steps: [{ by: second, step: 'reject', comment: 'These bags are wet' }] }),
      lot('08TH1023', 'AB', [19, 44], { steps: [{ by: second, step: 'approve', comment: 'Weighed at the gate' }] }),
    ],
  },
  {
    name: 'Dispatch, wrong lorry.csv',
    lots: [lot('08TH1031', 'AA', [10, 6]), lot('08TH1031', 'AB', [21, 39])],
    steps: [received, drop],
  },
  {
    name: 'Dispatch, sent twice.csv',
    lots: [lot('08TH1041', 'AB', [14, 28]), lot('08TH1041', 'C', [6, 0])],
    steps: [
      received,
      { ...drop, comment: 'The same coffee went with the first lorry' },
      { by: second, call: 'approve-delete-grnFile', comment: 'Nothing of it is in our store' },
    ],
  },
  {
    name: 'Dispatch of wet bags.csv',
    lots: [lot('08TH1051', 'MH', [7, 33]), lot('08TH1051', 'ML', [3, 10])],
    steps: [
      {
        by: first,
        call: 'reject',
        comment: 'The lorry stood in the rain: every bag is wet. Dry it and send it again.',
      },
    ],
  },
  {
    name: 'Dispatch, first try.csv',
    lots: [
      lot('08TH1061', 'AA', [12, 34]),
      lot('08TH1061', 'XX', [4, 10]),
      lot('8TH1062', 'AB', [9, 2]),
      lot('08TH1063', 'AB', [9, 2], { values: { netWeight: '700' } }),
      lot('08TH1064', 'C', [5, 5], { values: { warehouse: 'Athi' } }),
      lot('08TH1065', 'PB', [2, 50], { values: { saleNumber: '99' } }),
    ],
  },
]

/** Uploads dispatch files to a running server, and takes the steps of each and of its records. */
export async function seedDemoDispatch({ address, house }: Demo): Promise<void> {
  const as = demoPeople(address)
  const maker = await as('miller.maker')
  const sales = await maker.get<SaleInForce[]>('/organization/get-sales')
  const sale = sales.find(({ dispatchCutoff }) => Date.parse(dispatchCutoff) > now().getTime())
  if (!sale) throw new Error('no sale of the calendar takes dispatch')
  for (const { name, lots, steps = [] } of files)
    await seedPart(house, name, async () => {
      const id = await maker.upload('/grn_record', { name, bytes: dispatchCsv(lots, sale) })
      for (const planned of lots)
        for (const step of planned.steps ?? []) await takeStep(await as(step.by), id, planned, step)
      for (const { by, call, comment } of steps)
        await (await as(by)).post(`/grn_record/${call}`, { id, approverComment: comment })
    })
}

const tarePerBag = 1.05
type OfSale = Pick<SaleInForce, 'season' | 'saleNumber'>

/** A dispatch file of these lots. */
export function dispatchCsv(lots: readonly DispatchedLot[], sale: OfSale): Buffer {
  const titles = columnKeys(dispatchSheet).map((key) => dispatchSheet.columns[key].title)
  return csvBytes([titles, ...lots.map((one) => rowOf(one, sale))])
}

/** A row of the file, in the order of its columns. */
function rowOf(
  { outturn, grade, bags, pockets, values = {} }: DispatchedLot,
  { season, saleNumber }: OfSale,
): string[] {
  const net = bags * 60 + pockets
  const tare = tareOf(bags, pockets)
  const row: Record<DispatchColumn, string> = {
    outturn,
    grade,
    splitNumber: '',
    marks: outturn.startsWith('08TH00') ? 'GATURA/CF4100' : 'BULK/TH0900',
    bags: String(bags),
    pockets: String(pockets),
    season,
    saleNumber: String(saleNumber),
    miller: 'ML2001',
    warehouse: 'WH6001',
    broker: 'BR5001',
    grossWeight: kilograms(net + tare),
    tareWeight: kilograms(tare),
    netWeight: String(net),
    ...values,
  }
  return columnKeys(dispatchSheet).map((key) => row[key])
}

const tareOf = (bags: number, pockets: number): number => Number(kilograms((bags + (pockets > 0 ? 1 : 0)) * tarePerBag))
const kilograms = (weight: number): string => String(Math.round(weight * 1000) / 1000)

/** Takes a step of the record of a lot, posted back whole as it was read. */
async function takeStep(person: DemoPerson, fileId: string, planned: DispatchedLot, step: RecordStep): Promise<void> {
  const records = await person.get<DispatchRecord[]>(`/grn_record/details?fileId=${fileId}`)
  const record = records.find(
    ({ outTurnNumber, grade }) => outTurnNumber === planned.outturn && grade === planned.grade,
  )
  if (!record) throw new Error(`no record of ${planned.outturn} ${planned.grade}`)
  if (step.step !== 'edit') {
    const call = step.step === 'approve' ? 'approve-item' : 'reject-item'
    await person.post(`/grn_record/${call}`, { id: record.id, version: record.version, actionComment: step.comment })
    return
  }
  const { bags = record.bags, pockets = record.pockets, deleteFlag } = step
  const tareWeight = tareOf(bags, pockets)
  const weighed = { bags, pockets, tareWeight, grossWeight: Number(kilograms(bags * 60 + pockets + tareWeight)) }
  const changed = deleteFlag ? { deleteFlag } : weighed
  await person.post('/grn_record/update', { ...record, ...changed, actionComment: step.comment })
}
