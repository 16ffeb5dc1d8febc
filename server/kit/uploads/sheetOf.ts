import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'

/** A kind of upload as the spreadsheet writers take it; `names` are the entries of reference lists, for the drop-downs. */
export const sheetOf = (kind: UploadKind, names: Readonly<Record<string, readonly string[]>> = {}) => ({
  sheetName: kind.sheetName,
  instructions: [...kind.instructions],
  columns: columnKeys(kind).map((key) => {
    const { title, required, rule, example, choices: fixed, list, isNumber } = kind.columns[key]!
    const choices = fixed ?? (list === undefined ? undefined : names[list])
    return {
      title,
      required,
      hint: rule,
      example,
      ...(choices ? { choices: [...choices] } : {}),
      ...(isNumber ? { isNumber } : {}),
    }
  }),
})
