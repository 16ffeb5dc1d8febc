import { cellAddress } from './cellAddress.ts'
import { readBody } from './cellBody.ts'
import { cleanText } from './cellText.ts'
import { readCellValue } from './cellValues.ts'
import type { CellContext } from './cellValues.ts'
import { damaged, SheetRefused } from './sheetRefused.ts'
import { tooManyColumns } from './tableRows.ts'
import type { CellFault } from './tableRows.ts'
import { findInWindow, openXmlWindow, skipDeclarationBytes, tagEndBytes } from './xmlWindow.ts'
import { attribute, decodeCellText, localName } from './xml.ts'

type SheetScanner = { push: (piece: Buffer) => void; end: () => void }

type AddRow = (rowNumber: number, cells: string[], faults: CellFault[] | undefined) => void

type ScannerOptions = { partName: string; context: CellContext; addRow: AddRow }

// Reads the XML of a worksheet as it arrives and hands over every filled row. It reads bytes in place and makes
// texts only of what is kept: this loop runs once per cell, and a generic XML parser needs three times as long.
export function createSheetScanner({ partName, context, addRow }: ScannerOptions): SheetScanner {
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
    window.add(piece)
    const kept = window.use(scan(window.bytes, window.limit))
    if (kept <= longestCarry || isDone) return
    const cell = isInRow ? cellAddress(lastColumn + 1, rowNumber) : undefined
    throw new SheetRefused('cell_too_long', `The text at or after ${cell ?? 'A1'} is far too long. Shorten it.`, cell)
  }

  function end(): void {
    if (!isDone && (isInData || isInRow || window.rest().trim() !== '')) throw damaged('its rows break off')
  }

  // Returns how far the bytes were used; the rest waits for the next piece.
  function scan(bytes: Buffer, limit: number): number {
    for (let at = 0; ;) {
      let lt = at
      while (lt < limit && bytes[lt] !== 60) lt++
      if (lt === limit) return lt
      const code = bytes[lt + 1]
      if (code === 99 && isInRow && endsName(bytes[lt + 2])) at = readCell(bytes, limit, lt + 2, '</c')
      else if (code === 33 || code === 63) at = skipDeclarationBytes(window, lt)
      else at = readOtherTag(bytes, lt)
      if (at < 0) return lt
      if (isDone) return limit
    }
  }

  function readOtherTag(bytes: Buffer, lt: number): number {
    const gt = tagEndBytes(window, lt)
    if (gt < 0) return -1
    const tag = bytes.toString('latin1', lt, gt)
    if (tag.charCodeAt(1) === 47) {
      const name = localName(tag, 2, tag.length)
      if (name === 'row') closeRow()
      else if (name === 'sheetData') isDone = true
      return gt
    }
    const name = localName(tag, 1, tag.length)
    const isSelfClosed = tag.charCodeAt(tag.length - 2) === 47
    if (name === 'sheetData') {
      isInData = true
      isDone = isSelfClosed
    } else if (name === 'row' && isInData) {
      openRow(tag)
      if (isSelfClosed) closeRow()
    } else if (name === 'c' && isInRow) {
      const prefix = tag.slice(1, tag.indexOf(':') + 1)
      return readCell(bytes, window.limit, lt + 2 + prefix.length, `</${prefix}c`)
    }
    return gt
  }

  function openRow(tag: string): void {
    if (isInRow) throw damaged(`row ${rowNumber} is not closed`)
    const written = /^<row r="(\d{1,7})"/.exec(tag)?.[1] ?? attribute(tag, 'r')
    const next = written === undefined ? rowNumber + 1 : stringIndex(written)
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
  function readCell(bytes: Buffer, limit: number, at: number, closing: string): number {
    const open = readAttributes(bytes, limit, at)
    if (open < 0) return -1
    if (bytes[open - 2] === 47) {
      moveTo()
      return open
    }
    // The common shape <v>123</v></c> is taken without making a text of it.
    if (open + 3 <= limit && bytes[open] === 60 && bytes[open + 1] === 118 && bytes[open + 2] === 62) {
      const from = open + 3
      let close = from
      let value = 0
      // The margin behind the limit ends this loop: it holds no digits.
      for (let code = bytes[close] as number; code >= 48 && code <= 57; code = bytes[++close] as number) {
        value = value * 10 + code - 48
      }
      const isWhole = close > from && close - from <= 15 && bytes[close] === 60
      while (close < limit && bytes[close] !== 60) close++
      if (close + valueEnd.length <= limit && stands(valueEnd, bytes, close)) {
        moveTo()
        if (isWhole && type === 's') setSharedString(value)
        else if (isWhole && type === 'n' && isPlain(style) && (bytes[from] !== 48 || close === from + 1))
          setCell(String(value))
        else setValue(bytes.toString('utf8', from, close), false, true)
        return close + 8
      }
    }
    // So is <is><t>text</t></is></c>, which our own workbooks use.
    if (type === 'inlineStr' && open + 32 <= limit && stands(inlineStart, bytes, open)) {
      let from = open + inlineStart.length
      if (stands(preserveSpace, bytes, from)) from += preserveSpace.length
      let close = from + 1
      while (close < limit && bytes[close] !== 60) close++
      if (bytes[from] === 62 && close + inlineEnd.length <= limit && stands(inlineEnd, bytes, close)) {
        moveTo()
        setText(decodeCellText(bytes.toString('utf8', from + 1, close)))
        return close + inlineEnd.length
      }
    }
    return readWholeCell(bytes, open, closing)
  }

  // Any other cell: formulas, inline and rich texts, prefixes, comments. It is made a text up to its closing tag, or
  // further when that only stood inside CDATA or a comment.
  function readWholeCell(bytes: Buffer, open: number, closing: string): number {
    for (let from = open; ;) {
      const close = findInWindow(window, closing, from)
      const gt = close < 0 ? -1 : findInWindow(window, 62, close)
      if (gt < 0) return -1
      from = gt + 1
      const body = readBody(bytes.toString('utf8', open, from), 0, 'c')
      if (!body) continue
      moveTo()
      if (type === 'inlineStr') setText(decodeCellText(body.texts))
      else if (body.hasValue || body.hasFormula) setValue(body.value, body.hasFormula, body.hasValue)
      return from
    }
  }

  function isPlain(index: number): boolean {
    const format = context.formats[index]
    return format === undefined || format.kind === 'plain'
  }

  function setSharedString(index: number): void {
    const text = context.strings.find(index)
    if (text === undefined) throw damaged('a cell points to a text that is not there', cellAddress(column, rowNumber))
    if (context.strings.isTooLong(index)) addFault('cell_too_long', tooLongMessage())
    setCell(text)
  }

  function setValue(value: string, hasFormula: boolean, hasValue: boolean): void {
    if (type === 's') return setSharedString(stringIndex(value))
    if (type === 'str' && (hasValue || !hasFormula)) return setText(decodeCellText(value))
    if (!hasValue) {
      if (type === 'str') return
      addFault('formula_without_value', 'The cell holds a formula without a result. Replace it by its value.')
      return setCell('')
    }
    const read = readCellValue({ raw: decodeCellText(value).trim(), type, style, context })
    if (read.fault) addFault(read.fault.code, read.fault.message)
    setCell(read.text)
  }

  function setText(raw: string): void {
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

  function readAttributes(bytes: Buffer, limit: number, from: number): number {
    column = lastColumn + 1
    style = 0
    type = 'n'
    for (let at = from; ;) {
      if (at >= limit) return -1
      const code = bytes[at] as number // the limit lies within the bytes
      if (code === 62) return at + 1
      if (code === 32 || code === 47 || code === 10 || code === 13 || code === 9) {
        at++
        continue
      }
      // The attributes that matter have one letter and stand as r="B2" in every known program.
      const quote = bytes[at + 2]
      if (bytes[at + 1] === 61 && (quote === 34 || quote === 39)) at = readAttribute(bytes, limit, at + 3, code, quote)
      else at = readSpacedAttribute(bytes, limit, at)
      if (at < 0) return -1
    }
  }

  // Each of these reads one value, stopped by the margin at the latest, and returns the place behind its closing quote, or -1.
  function readAttribute(bytes: Buffer, limit: number, from: number, name: number, quote: number): number {
    if (name === 114) return readReference(bytes, limit, from, quote)
    if (name === 115) return readStyle(bytes, limit, from, quote)
    // t="s" is nearly every typed cell.
    if (name === 116 && bytes[from] === 115 && bytes[from + 1] === quote) {
      type = 's'
      return from + 2
    }
    const close = findInWindow(window, quote, from)
    if (close < 0) return -1
    if (name === 116) type = bytes.toString('latin1', from, close)
    return close + 1
  }

  function readSpacedAttribute(bytes: Buffer, limit: number, at: number): number {
    const gt = tagEndBytes(window, at)
    if (gt < 0) return -1
    const parts = /^([^\s=<>"']+)\s*=\s*(["'])/.exec(bytes.toString('latin1', at, gt))
    if (!parts?.[1] || !parts[2]) return malformed()
    const name = parts[1].length === 1 ? parts[1].charCodeAt(0) : 0
    return readAttribute(bytes, limit, at + parts[0].length, name, parts[2].charCodeAt(0))
  }

  function readReference(bytes: Buffer, limit: number, from: number, quote: number): number {
    let letters = 0
    let at = from
    let code = bytes[at] as number
    for (; code >= 65 && code <= 90; code = bytes[++at] as number) letters = letters * 26 + code - 64
    const digitsAt = at
    let row = 0
    for (; code >= 48 && code <= 57; code = bytes[++at] as number) row = row * 10 + code - 48
    if (at >= limit) return -1
    if (code !== quote || digitsAt === from || digitsAt - from > 3 || letters > 16_384 || row !== rowNumber) {
      throw damaged(
        `row ${rowNumber} contains a cell that says it is ${bytes.toString('latin1', from, at).slice(0, 20)}`,
      )
    }
    column = letters - 1
    return at + 1
  }

  function readStyle(bytes: Buffer, limit: number, from: number, quote: number): number {
    let at = from
    let code = bytes[at] as number
    style = 0
    for (; code >= 48 && code <= 57; code = bytes[++at] as number) style = style * 10 + code - 48
    if (at >= limit) return -1
    return code === quote ? at + 1 : malformed()
  }

  function malformed(): never {
    throw damaged(`a cell in row ${rowNumber} is malformed`)
  }

  return { push, end }
}

function endsName(code: number | undefined): boolean {
  return code === 32 || code === 62 || code === 47 || code === 10 || code === 13 || code === 9
}

const valueEnd = Buffer.from('</v></c>')
const inlineStart = Buffer.from('<is><t')
const preserveSpace = Buffer.from(' xml:space="preserve"')
const inlineEnd = Buffer.from('</t></is></c>')

function stands(text: Buffer, bytes: Buffer, at: number): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text[index]) return false
  return true
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
