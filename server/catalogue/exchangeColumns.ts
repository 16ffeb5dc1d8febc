import { fingerprintOver } from '#server/kit/paper/checkedPaper.ts'
import { buffer } from 'node:stream/consumers'
import { writePdfTable } from '#server/kit/paper/pdfTable.ts'
import { writeTable, type ExportColumn } from '#server/kit/sheets/writeTable.ts'

/** A lot as the exchange prints it. What no column of the exchange asks for is not in it, least of all a reserve price. */
export type OfferedLot = {
  season: string
  saleNumber: number
  broker: string
  lotNumber: number
  outturn: string
  splitNumber: string
  marks: string
  grade: string
  bags: number
  pockets: number
  kilograms: string
  miller: string
  warehouse: string
  certification: string
}

type Column = ExportColumn & { of: (lot: OfferedLot) => string | number }
// Warrant and class are columns of the exchange that are empty before the sale: buyers and the warehouse fill them.
const columns: readonly Column[] = [
  { title: 'Season', kind: 'text', of: ({ season }) => season },
  { title: 'Sale', kind: 'number', of: ({ saleNumber }) => saleNumber },
  { title: 'Lot', kind: 'number', of: ({ lotNumber }) => lotNumber },
  { title: 'Broker', kind: 'text', of: ({ broker }) => broker },
  { title: 'Outturn', kind: 'text', of: ({ outturn, splitNumber }) => outturn + (splitNumber && ` / ${splitNumber}`) },
  { title: 'Mark', kind: 'text', width: 26, of: ({ marks }) => marks },
  { title: 'Grade', kind: 'text', of: ({ grade }) => grade },
  { title: 'Bags', kind: 'number', of: ({ bags }) => bags },
  { title: 'Pockets', kind: 'number', of: ({ pockets }) => pockets },
  { title: 'Kg', kind: 'number', of: ({ kilograms }) => kilograms },
  { title: 'Miller', kind: 'text', of: ({ miller }) => miller },
  { title: 'Warehouse', kind: 'text', of: ({ warehouse }) => warehouse },
  { title: 'Warrant', kind: 'text', of: () => '' },
  { title: 'Certification', kind: 'text', of: ({ certification }) => certification },
  { title: 'Class', kind: 'text', of: () => '' },
]
// What stands in the title of the paper already, or is empty there.
const notOnPaper = ['Season', 'Sale', 'Warrant', 'Class']

const cellsOf = (lot: OfferedLot, of: readonly Column[] = columns) => of.map((column) => column.of(lot))

/** Of every lot with its values, in order: one that was altered, added or left out makes another. */
export const fingerprintOf = (lots: readonly OfferedLot[]): string =>
  fingerprintOver(lots.map((lot) => JSON.stringify(cellsOf(lot))))

type Frozen = { title: string; footer: string; lots: readonly OfferedLot[] }

/** The catalogue as a workbook. */
export const writeWorkbook = ({ lots }: Pick<Frozen, 'lots'>): Promise<Buffer> =>
  buffer(
    writeTable({
      sheetName: 'Catalogue',
      columns: [...columns],
      rows: lots.map((lot) => cellsOf(lot)),
    }),
  )

/** The same on paper. */
export function writePaper({ title, footer, lots }: Frozen): Promise<Buffer> {
  const printed = columns.filter((column) => !notOnPaper.includes(column.title))
  return buffer(writePdfTable({ title, footer, columns: printed, rows: rowsOf(lots, printed) }))
}

async function* rowsOf(lots: readonly OfferedLot[], printed: readonly Column[]): AsyncGenerator<unknown[]> {
  for (const lot of lots) yield cellsOf(lot, printed)
}
