type SerialText = { text: string; isReal: boolean }

const dayMs = 86_400_000
const dayTexts = new Map<number, string>()

type SerialNumber = { serial: number; is1904: boolean; isTimeOnly: boolean }

// The text of a spreadsheet's date number: YYYY-MM-DD, with THH:mm:ss when there is a time, or HH:mm:ss for a time alone.
// Workbooks count days from 1 January 1900 and believe in a 29 February 1900, or from 1 January 1904 (old Macintosh).
// `isReal` is false for numbers that are no day at all: negative ones, day 0, that 29 February, anything after 9999.
export function serialText({ serial, is1904, isTimeOnly }: SerialNumber): SerialText {
  const seconds = Math.round(serial * 86_400)
  const day = Math.floor(seconds / 86_400)
  const time = seconds - day * 86_400
  if (isTimeOnly && day === 0) return { text: timeText(time), isReal: true }
  if (!is1904 && day === 60) return { text: '1900-02-29', isReal: false }
  const fromEpoch = is1904 ? day - 24_107 : day < 60 ? day - 25_568 : day - 25_569
  if (day < (is1904 ? 0 : 1) || fromEpoch > 2_932_896) return { text: String(serial), isReal: false }
  const date = dayText(fromEpoch)
  return { text: time === 0 ? date : `${date}T${timeText(time)}`, isReal: true }
}

// A season has few days but a sheet repeats them a hundred thousand times.
function dayText(fromEpoch: number): string {
  const known = dayTexts.get(fromEpoch)
  if (known !== undefined) return known
  const text = new Date(fromEpoch * dayMs).toISOString().slice(0, 10)
  if (dayTexts.size < 50_000) dayTexts.set(fromEpoch, text)
  return text
}

function timeText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const isoPattern = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(Z?))?$/

// The text of a date that the workbook keeps in ISO form (t="d"); undefined when it is no such date.
export function isoDateText(text: string): string | undefined {
  const parts = isoPattern.exec(text)
  if (!parts) return undefined
  const time = parts[2] === undefined ? '00:00:00' : `${parts[2]}:${parts[3] ?? '00'}`
  const moment = new Date(`${parts[1]}T${time}Z`)
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(`${parts[1]}T${time}`)) return undefined
  return time === '00:00:00' ? parts[1] : `${parts[1]}T${time}`
}
