import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import type { NameGroup } from '../sheets/writeTemplate.ts'

/** The entries of reference lists as a person chooses them: whole lists, and those that hang on other columns by group. */
export type ListedNames = {
  lists: Readonly<Record<string, readonly string[]>>
  groups: Readonly<Record<string, readonly NameGroup[]>>
}

/** A kind of upload as the spreadsheet writers take it; `names` are the entries of reference lists, for the drop-downs. */
export function sheetOf(kind: UploadKind, names: ListedNames = { lists: {}, groups: {} }) {
  const keys = columnKeys(kind)
  return {
    sheetName: kind.sheetName,
    instructions: [...kind.instructions],
    columns: keys.map((key) => {
      const { title, required, rule, example, choices: fixed, list, within, isNumber } = kind.columns[key]!
      const choices = fixed ?? (list === undefined ? undefined : names.lists[list])
      const groups = within && names.groups[within.list]
      return {
        title,
        required,
        hint: rule,
        example,
        ...(choices ? { choices: [...choices] } : {}),
        ...(groups ? { grouped: { by: within.columns.map((column) => keys.indexOf(column)), groups } } : {}),
        ...(isNumber ? { isNumber } : {}),
      }
    }),
  }
}
