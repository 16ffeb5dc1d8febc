import { numberText } from './cellText.ts'
import type { NumberFormat } from './numberFormats.ts'
import { isoDateText, serialText } from './serialDates.ts'
import type { SharedStrings } from './sharedStrings.ts'
import type { SheetCaps } from './sheetRefused.ts'
import type { CellFaultCode } from './tableRows.ts'

// What a worksheet needs to know about its workbook to read a cell.
export type CellContext = { strings: SharedStrings; formats: NumberFormat[]; is1904: boolean; caps: SheetCaps }

type CellValue = { text: string; fault?: { code: CellFaultCode; message: string } }

type RawCell = { raw: string; type: string; style: number; context: CellContext }

// The text of a cell that is not a string: number, date, truth value or error. `type` is the cell's attribute t.
export function readCellValue({ raw, type, style, context }: RawCell): CellValue {
  if (raw === '') return { text: '' }
  if (type === 'b') return { text: raw === '1' || raw === 'true' ? 'TRUE' : 'FALSE' }
  if (type === 'e') return fault(raw, 'error_value', `The cell shows the error ${raw}. Replace it by its value.`)
  if (type === 'd') {
    const date = isoDateText(raw)
    return date === undefined ? fault(raw, 'date_not_real', `${raw} is not a date.`) : { text: date }
  }
  const format = context.formats[style]
  // Up to 15 digits without a sign, point or leading zero are already the text we want.
  if ((format === undefined || format.kind === 'plain') && raw.length <= 15 && /^(?:0|[1-9]\d*)$/.test(raw))
    return { text: raw }
  return readNumber(raw, format, context.is1904)
}

function readNumber(raw: string, format: NumberFormat | undefined, is1904: boolean): CellValue {
  const number = numberText(raw, format?.kind === 'padded' ? format.width : 0)
  if (!number) return fault(raw, 'number_unreadable', `${raw.slice(0, 40)} is not a number.`)
  if (number.isDamaged) {
    return fault(
      raw,
      'number_damaged',
      'The number has more than 15 digits, and spreadsheet programs lose the rest. Format the cell as text and type it again.',
    )
  }
  if (format?.kind !== 'date' && format?.kind !== 'time') return { text: number.text }
  const date = serialText({ serial: Number(raw), is1904, isTimeOnly: format.kind === 'time' })
  return date.isReal ? { text: date.text } : fault(date.text, 'date_not_real', `${date.text} is not a real date.`)
}

function fault(text: string, code: CellFaultCode, message: string): CellValue {
  return { text: text.slice(0, 100), fault: { code, message } }
}
