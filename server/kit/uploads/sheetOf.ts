import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'

/** A kind of upload as the spreadsheet writers take it. */
export const sheetOf = (kind: UploadKind) => ({
  sheetName: kind.sheetName,
  instructions: [...kind.instructions],
  columns: columnKeys(kind).map((key) => {
    const { title, required, rule, example, choices } = kind.columns[key]!
    return { title, required, hint: rule, example, ...(choices ? { choices: [...choices] } : {}) }
  }),
})
