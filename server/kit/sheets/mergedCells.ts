import { columnIndex } from './cellAddress.ts'
import { damaged } from './sheetRefused.ts'
import type { SheetCaps } from './sheetRefused.ts'
import type { CellFault } from './tableRows.ts'
import { inflatePart } from './zip.ts'
import type { Zip, ZipPart } from './zip.ts'

type Merge = { range: string; firstRow: number; lastRow: number; column: number }

// The faults that merged cells mean for a row; rows must be looked up in rising order.
type MergedCells = (rowNumber: number) => CellFault[] | undefined

const mergePattern = /<(?:[\w.-]+:)?mergeCell\s[^<>]*?\bref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g

type SheetSource = { zip: Zip; part: ZipPart; caps: SheetCaps }

// A worksheet lists its merged cells behind its rows, so it is unpacked once beforehand to find them. That pass also
// proves sizes and checksum, so that a forged or cut file is refused before its first row is read.
export async function readMergedCells({ zip, part, caps }: SheetSource): Promise<MergedCells> {
  const merges: Merge[] = []
  let carry: Buffer | undefined
  for await (const piece of inflatePart({ zip, part })) {
    const bytes = carry ? Buffer.concat([carry, piece]) : piece
    const first = bytes.indexOf('mergeCell ')
    let used = Math.max(0, bytes.length - 200)
    if (first >= 0) {
      const text = bytes.toString('latin1', Math.max(0, first - 30))
      for (const match of text.matchAll(mergePattern)) {
        addMerge(merges, match, caps)
        used = Math.max(used, bytes.length - text.length + match.index + match[0].length)
      }
    }
    carry = Buffer.from(bytes.subarray(used))
  }
  merges.sort((a, b) => a.firstRow - b.firstRow)
  return walkMerges(merges, caps)
}

function addMerge(merges: Merge[], match: RegExpExecArray, caps: SheetCaps): void {
  const column = columnIndex(match[1] ?? '')
  if (column >= caps.maxColumns) return
  const merge = {
    range: `${match[1]}${match[2]}:${match[3]}${match[4]}`,
    firstRow: Number(match[2]),
    lastRow: Number(match[4]),
    column,
  }
  if (merge.lastRow < 2) return // titles may be merged as they like
  merges.push(merge)
  if (merges.length > 200_000) throw damaged('it has too many merged cells')
}

function walkMerges(merges: Merge[], caps: SheetCaps): MergedCells {
  let next = 0
  let active: Merge[] = []
  return (rowNumber) => {
    if (next >= merges.length && active.length === 0) return undefined
    active = active.filter((merge) => merge.lastRow >= rowNumber)
    for (let merge = merges[next]; merge && merge.firstRow <= rowNumber; merge = merges[++next]) {
      if (merge.lastRow >= rowNumber) active.push(merge)
      if (active.length > caps.maxColumns) throw damaged('merged cells overlap')
    }
    if (rowNumber === 1 || active.length === 0) return undefined
    return active.map((merge) => ({
      column: merge.column,
      code: 'merged_cell',
      message: `The cells ${merge.range} are merged. Unmerge them and fill in each cell.`,
    }))
  }
}
