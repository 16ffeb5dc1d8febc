import { cellAddress } from './cellAddress.ts'
import { readBody } from './cellBody.ts'
import { cleanText } from './cellText.ts'
import { readCellValue } from './cellValues.ts'
import type { CellContext } from './cellValues.ts'
import { damaged, SheetRefused } from './sheetRefused.ts'
import { tooManyColumns } from './tableRows.ts'
import type { CellFault } from './tableRows.ts'
import { attribute, decodeCellText, localName, openXmlWindow, skipDeclaration, tagEnd } from './xml.ts'

export type SheetScanner = { push: (piece: Buffer) => void; end: () => void }

type AddRow = (rowNumber: number, cells: string[], faults: CellFault[] | undefined) => void

// Reads the XML of a worksheet as it arrives and hands over every filled row. It looks for tags with indexOf and
// reads characters in place: this loop runs once per cell, and a generic XML parser needs three times as long.
export function createSheetScanner({
  partName,
  context,
  addRow,
}: {
  partName: string
  context: CellContext
  addRow: AddRow
}): SheetScanner {
  const { caps } = context
  const longestCarry = 131_072 + caps.maxCellLength * 64
  const window = openXmlWindow(partName)
  let isInData = false
  let isDone = false
  let isInRow = false
  let rowNumber = 0
  let lastColumn = -1
  let cells: string[] = []
  let faults: CellFault[] | undefined

  // The attributes of the cell being read.
  let column = 0
  let style = 0
  let type = ''

  function push(piece: Buffer): void {
    if (isDone) return
    if (window.keep(scan(window.read(piece))) <= longestCarry || isDone) return
    const cell = isInRow ? cellAddress(lastColumn + 1, rowNumber) : undefined
    throw new SheetRefused('cell_too_long', `The text at or after ${cell ?? 'A1'} is far too long. Shorten it.`, cell)
  }

  function end(): void {
    if (!isDone && (isInData || isInRow || window.end().trim() !== '')) throw damaged('its rows break off')
  }

  // Returns how far the text was used; the rest waits for the next piece.
  function scan(text: string): number {
    for (let at = 0; ;) {
      const lt = text.indexOf('<', at)
      if (lt < 0) return text.length
      const code = text.charCodeAt(lt + 1)
      const isCell = code === 99 && isInRow && endsName(text.charCodeAt(lt + 2))
      if (isCell) at = readCell(text, lt + 2)
      else if (code === 33 || code === 63) at = skipDeclaration(text, lt)
      else at = readOtherTag(text, lt, code)
      if (at < 0) return lt
      if (isDone) return text.length
    }
  }

  function readOtherTag(text: string, lt: number, code: number): number {
    const gt = tagEnd(text, lt)
    if (gt < 0) return -1
    if (code === 47) {
      const name = localName(text, lt + 2, gt)
      if (name === 'row') closeRow()
      else if (name === 'sheetData') isDone = true
      return gt
    }
    const name = localName(text, lt + 1, gt)
    const isSelfClosed = text.charCodeAt(gt - 2) === 47
    if (name === 'sheetData') {
      isInData = true
      isDone = isSelfClosed
    } else if (name === 'row' && isInData) {
      openRow(text.slice(lt, gt))
      if (isSelfClosed) closeRow()
    } else if (name === 'c' && isInRow) {
      return readCell(text, text.indexOf('c', text.indexOf(':', lt)) + 1)
    }
    return gt
  }

  function openRow(tag: string): void {
    if (isInRow) throw damaged(`row ${rowNumber} is not closed`)
    const written = attribute(tag, 'r')
    const next = written === undefined ? rowNumber + 1 : /^\d{1,7}$/.test(written) ? Number(written) : 0
    if (next < 1 || next > 1_048_576) throw damaged(`a row has the impossible number ${(written ?? '').slice(0, 20)}`)
    if (next <= rowNumber) {
      throw new SheetRefused(
        'rows_out_of_order',
        `Row ${next} comes after row ${rowNumber} in the workbook. Save it again as .xlsx in your spreadsheet program.`,
        `A${next}`,
      )
    }
    rowNumber = next
    lastColumn = -1
    isInRow = true
  }

  function closeRow(): void {
    if (!isInRow) throw damaged('a row is closed twice')
    isInRow = false
    if (cells.length === 0) return
    addRow(rowNumber, cells, faults)
    cells = []
    faults = undefined
  }

  // Reads one cell whose attributes begin at `at`; returns the place behind it, or -1 when it is not whole yet.
  function readCell(text: string, at: number): number {
    const open = readAttributes(text, at)
    if (open < 0) return -1
    if (text.charCodeAt(open - 2) === 47) {
      moveTo()
      return open
    }
    // The common shape <v>123</v></c> is taken without looking at each tag.
    if (text.charCodeAt(open + 1) === 118 && text.charCodeAt(open + 2) === 62) {
      const close = text.indexOf('<', open + 3)
      if (close >= 0 && text.startsWith('</v></c>', close)) {
        moveTo()
        put(text.slice(open + 3, close), false, true)
        return close + 8
      }
    }
    const body = readBody(text, open, 'c')
    if (!body) return -1
    moveTo()
    if (type === 'inlineStr') keep(decodeCellText(body.texts))
    else if (body.hasValue || body.hasFormula) put(body.value, body.hasFormula, body.hasValue)
    return body.end
  }

  function put(value: string, hasFormula: boolean, hasValue: boolean): void {
    if (type === 's') {
      const index = stringIndex(value)
      const text = context.strings.find(index)
      if (text === undefined) throw damaged('a cell points to a text that is not there', cellAddress(column, rowNumber))
      if (context.strings.isTooLong(index)) addFault('cell_too_long', tooLongMessage())
      setCell(text)
      return
    }
    if (type === 'str' && (hasValue || !hasFormula)) return keep(decodeCellText(value))
    if (!hasValue) {
      if (type === 'str') return
      addFault('formula_without_value', 'The cell holds a formula without a result. Replace it by its value.')
      return setCell('')
    }
    const read = readCellValue({ raw: decodeCellText(value).trim(), type, style, context })
    if (read.fault) addFault(read.fault.code, read.fault.message)
    setCell(read.text)
  }

  function keep(raw: string): void {
    const text = cleanText(raw)
    if (text.length <= caps.maxCellLength) return setCell(text)
    addFault('cell_too_long', tooLongMessage())
    setCell(text.slice(0, caps.maxCellLength))
  }

  function setCell(text: string): void {
    if (text === '' && !faults) return
    if (column >= caps.maxColumns) throw tooManyColumns(caps, cellAddress(column, rowNumber))
    while (cells.length < column) cells.push('')
    if (cells.length === column) cells.push(text)
  }

  function addFault(code: CellFault['code'], message: string): void {
    faults ??= []
    faults.push({ column, code, message })
  }

  const tooLongMessage = (): string => `The text is longer than ${caps.maxCellLength} characters.`

  function moveTo(): void {
    if (column <= lastColumn) {
      throw new SheetRefused(
        'rows_out_of_order',
        `The cells of row ${rowNumber} are out of order. Save the workbook again as .xlsx in your spreadsheet program.`,
        cellAddress(column, rowNumber),
      )
    }
    lastColumn = column
  }

  function readAttributes(text: string, from: number): number {
    column = lastColumn + 1
    style = 0
    type = 'n'
    for (let at = from; ;) {
      const code = text.charCodeAt(at)
      if (code === 62) return at + 1
      if (code === 32 || code === 47 || code === 10 || code === 13 || code === 9) {
        at++
        continue
      }
      // The attributes that matter have one letter and stand as r="B2" in every known program.
      if (text.charCodeAt(at + 1) === 61 && text.charCodeAt(at + 2) === 34) {
        if (code === 114) at = readReference(text, at + 3, 34)
        else if (code === 115) at = readStyle(text, at + 3, 34)
        else at = readType(text, at + 3, '"', code === 116)
        if (at < 0) return -1
        continue
      }
      const equals = text.indexOf('=', at)
      if (equals < 0) return tagEnd(text, from - 1) < 0 ? -1 : malformed()
      let open = equals + 1
      while (text.charCodeAt(open) === 32) open++
      const quote = text.charCodeAt(open)
      if (quote !== 34 && quote !== 39) return open >= text.length ? -1 : malformed()
      const name = text.slice(at, equals).trim()
      if (/[<>]/.test(name)) return malformed()
      if (name === 'r') at = readReference(text, open + 1, quote)
      else if (name === 's') at = readStyle(text, open + 1, quote)
      else at = readType(text, open + 1, quote === 34 ? '"' : "'", name === 't')
      if (at < 0) return -1
    }
  }

  function malformed(): never {
    throw damaged(`a cell in row ${rowNumber} is malformed`)
  }

  // Each of these reads one value and returns the place behind its closing quote, or -1.
  function readReference(text: string, from: number, quote: number): number {
    let letters = 0
    let at = from
    let code = text.charCodeAt(at)
    for (; code >= 65 && code <= 90; code = text.charCodeAt(++at)) letters = letters * 26 + code - 64
    const digitsAt = at
    let row = 0
    for (; code >= 48 && code <= 57; code = text.charCodeAt(++at)) row = row * 10 + code - 48
    if (Number.isNaN(code)) return -1
    if (code !== quote || digitsAt === from || digitsAt - from > 3 || letters > 16_384 || row !== rowNumber) {
      throw damaged(`row ${rowNumber} contains a cell that says it is ${text.slice(from, at).slice(0, 20)}`)
    }
    column = letters - 1
    return at + 1
  }

  function readStyle(text: string, from: number, quote: number): number {
    let at = from
    let code = text.charCodeAt(at)
    style = 0
    for (; code >= 48 && code <= 57; code = text.charCodeAt(++at)) style = style * 10 + code - 48
    if (Number.isNaN(code)) return -1
    return code === quote ? at + 1 : malformed()
  }

  function readType(text: string, from: number, quote: string, isType: boolean): number {
    // t="s" is nearly every typed cell.
    if (isType && text.charCodeAt(from) === 115 && text.charCodeAt(from + 1) === 34 && quote === '"') {
      type = 's'
      return from + 2
    }
    const close = text.indexOf(quote, from)
    if (close < 0) return -1
    if (isType) type = text.slice(from, close)
    return close + 1
  }

  return { push, end }
}

function endsName(code: number): boolean {
  return code === 32 || code === 62 || code === 47 || code === 10 || code === 13 || code === 9
}

// A non-negative whole number written in digits; anything else becomes an index that no table has.
function stringIndex(text: string): number {
  let value = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return text.trim() === text ? Number.MAX_SAFE_INTEGER : stringIndex(text.trim())
    value = value * 10 + digit
  }
  return text.length === 0 || text.length > 9 ? Number.MAX_SAFE_INTEGER : value
}
