import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAddress, columnIndex, columnLetters } from './cellAddress.ts'
import { cleanText, neutralise, numberText } from './cellText.ts'
import { classifyFormat } from './numberFormats.ts'
import { isoDateText, serialText } from './serialDates.ts'
import { readBody } from './cellBody.ts'
import { decodeCellText } from './xml.ts'
import { openXmlWindow } from './xmlWindow.ts'

test('column letters and numbers are each other’s inverse', () => {
  expect(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA', 'XFD'].map(columnIndex)).toEqual([0, 25, 26, 51, 701, 702, 16_383])
  for (let column = 0; column < 16_384; column++) expect(columnIndex(columnLetters(column))).toBe(column)
  expect(cellAddress(27, 9)).toBe('AB9')
  expect(columnIndex('a1')).toBe(-1)
})

test('cleaning a text twice changes nothing more, and undoes neutralising', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = cleanText(text)
      expect(cleanText(neutralise(clean))).toBe(clean)
      expect(clean.isWellFormed()).toBe(true)
      expect(clean).toBe(clean.trim())
    }),
  )
})

test('every number of up to 15 digits keeps its digits and has no exponent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
      fc.integer({ min: 0, max: 12 }),
      (digits, places) => {
        const value = Number(`${digits}e-${places}`)
        const read = numberText(String(value), 0)
        expect(read?.isDamaged).toBe(false)
        expect(read?.text).not.toMatch(/e/i)
        expect(Number(read?.text)).toBe(value === 0 ? 0 : value)
      },
    ),
  )
})

test('number formats say what a cell shows', () => {
  const kinds = (codes: string[]) => codes.map((code) => classifyFormat(code).kind)
  expect(
    kinds([
      'General',
      '0',
      '0.00',
      '#,##0',
      '0.00E+00',
      '@',
      '0%',
      '"day" 0',
      '[Red]0',
      '_-* #,##0.00_-',
      '[h]:mm:ss',
      'Standard',
      '[$KES] 0',
    ]),
  ).toEqual(Array.from({ length: 13 }, () => 'plain'))
  expect(kinds(['yyyy-mm-dd', 'd/m/yy', 'mmm', '[$-F800]dddd, mmmm dd, yyyy', 'yyyy"-"mm;@', 'd.m. h:mm'])).toEqual(
    Array.from({ length: 6 }, () => 'date'),
  )
  expect(kinds(['h:mm', 'mm:ss', 'h:mm AM/PM', 'mm:ss.0'])).toEqual(Array.from({ length: 4 }, () => 'time'))
  expect(classifyFormat('0000000000')).toEqual({ kind: 'padded', width: 10 })
  expect(classifyFormat('0000\\ 000\\-000')).toEqual({ kind: 'padded', width: 10 })
  expect(classifyFormat('00;-00')).toEqual({ kind: 'padded', width: 2 })
})

test('every day from March 1900 to 9999 has its number, in both systems', () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_958_465 }), (serial) => {
      const expected = new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10)
      expect(serialText({ serial, is1904: false, isTimeOnly: false })).toEqual({ text: expected, isReal: true })
      if (serial < 1_462) return
      expect(serialText({ serial: serial - 1_462, is1904: true, isTimeOnly: false }).text).toBe(expected)
    }),
  )
  expect(serialText({ serial: 45_292.999_999_9, is1904: false, isTimeOnly: false }).text).toBe('2024-01-02')
})

test('ISO dates are taken only when the day exists', () => {
  expect(isoDateText('2024-02-29T23:59:59.500')).toBe('2024-02-29T23:59:59')
  expect(isoDateText('2024-02-29T10:00')).toBe('2024-02-29T10:00:00')
  expect(isoDateText('2023-02-29')).toBeUndefined()
  expect(isoDateText('29/2/2024')).toBeUndefined()
})

test('escapes that are no escapes stay as they are', () => {
  expect(decodeCellText('a_x00_ _xZZZZ_ &#65;')).toBe('a_x00_ _xZZZZ_ A')
  expect(() => decodeCellText('&unknown;')).toThrow(/unknown entity/)
  expect(readBody('<v>1</v>', 0, 'c')).toBeUndefined()
})

test('a text is the same however its bytes are cut into pieces', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      (text, cuts) => {
        const bytes = Buffer.from(`\ufeff${text}`)
        const window = openXmlWindow('x')
        let read = ''
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = at === 0 ? 3 : (cuts[turn % cuts.length] ?? 1)
          window.add(bytes.subarray(at, at + size))
          read += window.bytes.toString('utf8', 0, window.limit)
          window.use(window.limit)
          at += size
        }
        expect(read + window.rest()).toBe(`   ${text}`)
      },
    ),
  )
})
