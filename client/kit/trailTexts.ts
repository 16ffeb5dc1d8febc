import type { AuditEvent } from '#contract/house/audit.ts'
import { hiddenTrailFields, trailCodes, trailFields } from '#contract/house/trailFields.ts'
import { uploadKinds } from '#contract/index.ts'
import type { Column } from '#contract/kit/uploadKind.ts'
import { payoutResolutionTitles } from '#contract/payouts/payoutResolutions.ts'
import { resolutions } from '#contract/reconciliation/statementExceptions.ts'
import type { Formats } from './format.ts'
import type { Words } from './words.ts'

type Texts = { words: Pick<Words, 'lists'>; translate: (text: string) => string; format: Formats }
type ChangeText = { key: string; title: string; before: string; after: string }

/** What an event of the trail changed, as a person reads it: every value under its name in words. */
export function changeTexts(changes: AuditEvent['changes'], texts: Texts): ChangeText[] {
  return Object.entries(changes).flatMap(([key, { before, after }]) => {
    const { of, field } = partsOf(key)
    if (hiddenTrailFields.has(field)) return []
    const title = texts.translate(titleOf(field) ?? plain(field))
    return {
      key,
      title: of === '' ? title : `${rowOf(of, texts)}, ${title}`,
      before: valueText(field, before, texts),
      after: valueText(field, after, texts),
    }
  })
}

/** A code that no register names, as words: nothing of the wire stands on a screen. */
export const plain = (code: string): string => {
  const words = code.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const columnTitles: Readonly<Record<string, string>> = Object.fromEntries(
  uploadKinds.flatMap(({ columns }) =>
    Object.entries<Column>(columns).map(([key, { title }]) => [key, title] as const),
  ),
)
const titleOf = (field: string): string | undefined => trailFields[field]?.title ?? columnTitles[field]

/** A cell of a file is named by its row or its outturn, then by its column. */
function partsOf(key: string): { of: string; field: string } {
  const at = key.lastIndexOf(' ')
  const field = key.slice(at + 1)
  if (at > 0 && field === 'override') return { of: key.slice(0, at), field: 'overrideReason' }
  return at > 0 && titleOf(field) !== undefined ? { of: key.slice(0, at), field } : { of: '', field: key }
}
const rowOf = (of: string, { words, format }: Texts): string => {
  const row = /^row (\d+)$/.exec(of)?.[1]
  return row === undefined ? of : words.lists.row(format.number(Number(row)))
}

const codes: Readonly<Record<string, string>> = {
  ...trailCodes,
  ...Object.fromEntries(
    Object.entries({ ...payoutResolutionTitles, ...resolutions }).map(([name, { title }]) => [name, title]),
  ),
}
const isCode = (text: string): boolean => /^[A-Z]{2,}(?:[_-][A-Z]+)+$|^[a-z]+(?:_[a-z]+)+$/.test(text)

function valueText(field: string, value: unknown, texts: Texts): string {
  const { words, translate, format } = texts
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? words.lists.yes : words.lists.no
  if (typeof value === 'number') {
    const write = {
      money: format.money,
      kilograms: format.weight,
      bytes: format.fileSize,
      text: format.number,
    }
    return write[trailFields[field]?.as ?? 'text'](value)
  }
  if (Array.isArray(value)) return format.list(value.map((one) => valueText(field, one, texts)))
  if (typeof value !== 'string') return format.list(Object.values(value).map((one) => valueText(field, one, texts)))
  const version = field === 'consent' ? /version (\d+)$/.exec(value)?.[1] : undefined
  if (version !== undefined) return words.lists.wording.version(Number(version))
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return format.date(value)
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return format.dateTime(value)
  return translate(
    codes[value] ?? (field === 'Column' ? titleOf(value) : undefined) ?? (isCode(value) ? plain(value) : value),
  )
}
