import { attribute, forEachTag } from './xml.ts'

// How the number of a cell is shown: 'plain', as a date or time of day, or padded with zeros to a width.
export type NumberFormat = { kind: 'plain' | 'date' | 'time' | 'padded'; width: number }

const plain: NumberFormat = { kind: 'plain', width: 0 }

// The number format of each cell style, in the order in which cells name them (attribute s).
export function readNumberFormats(stylesXml: string): NumberFormat[] {
  const custom = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isCellStyles = false
  forEachTag({
    text: stylesXml,
    onTag: (name, tag) => {
      if (name === 'numFmt')
        custom.set(Number(attribute(tag, 'numFmtId')), classifyFormat(attribute(tag, 'formatCode') ?? ''))
      else if (name === 'cellXfs') isCellStyles = true
      else if (name === 'cellStyles' || name === 'dxfs' || name === 'cellStyleXfs') isCellStyles = false
      else if (name === 'xf' && isCellStyles) {
        const id = Number(attribute(tag, 'numFmtId') ?? 0)
        formats.push(custom.get(id) ?? builtInFormat(id))
      }
    },
  })
  return formats
}

// ECMA-376 18.8.30: the formats that a workbook may use without declaring them. 27-36 and 50-58 are East Asian dates.
function builtInFormat(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58))
    return dateFormat
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) return timeFormat
  return plain
}

const dateFormat: NumberFormat = { kind: 'date', width: 0 }
const timeFormat: NumberFormat = { kind: 'time', width: 0 }

// Says what a format code shows. Only its first section (positive numbers) counts.
export function classifyFormat(code: string): NumberFormat {
  const bare = code
    .slice(0, 255)
    .replace(/"[^"]*"|\\.|_.|\*./g, (literal) => (/^(?:\\[ -]|" *-? *")$/.test(literal) ? '' : '\u0001'))
    .split(';')[0] as string // split always gives at least one part
  if (/\[[hms]+\]/i.test(bare)) return plain // an elapsed time is a quantity, not a moment
  const letters = bare.replace(/\[[^\]]*\]/g, '')
  const zeros = letters.replace(/[ -]/g, '')
  if (/^0{2,}$/.test(zeros)) return { kind: 'padded', width: zeros.length }
  if (/general|standard|[#?]/i.test(letters)) return plain
  if (/[yd]/i.test(letters)) return dateFormat
  if (/[hs]/i.test(letters)) return timeFormat
  return /m/i.test(letters) ? dateFormat : plain
}
