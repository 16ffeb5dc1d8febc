// Why a file as a whole was refused. Codes are stable: the screen, the log and the tests know them.
export type SheetRefusalCode =
  | 'file_empty'
  | 'file_too_large'
  | 'not_a_spreadsheet'
  | 'old_workbook'
  | 'binary_workbook'
  | 'open_document'
  | 'word_or_powerpoint'
  | 'web_page'
  | 'name_differs_from_content'
  | 'workbook_encrypted'
  | 'workbook_damaged'
  | 'workbook_forged'
  | 'macros'
  | 'too_many_parts'
  | 'inflates_too_much'
  | 'document_type_declared'
  | 'no_visible_sheet'
  | 'no_rows'
  | 'header_empty'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'too_many_texts'
  | 'cell_too_long'
  | 'rows_out_of_order'
  | 'quote_not_closed'
  | 'quote_misplaced'

// A file that cannot be read as a table. The message says what to do; `cell` names the place if there is one.
export class SheetRefused extends Error {
  code: SheetRefusalCode
  cell: string | undefined

  constructor(code: SheetRefusalCode, message: string, cell?: string) {
    super(message)
    this.name = 'SheetRefused'
    this.code = code
    this.cell = cell
  }
}

// The refusal for a workbook whose inside does not hold together.
export function damaged(detail: string, cell?: string): SheetRefused {
  return new SheetRefused(
    'workbook_damaged',
    `The workbook is damaged: ${detail}. Open it in your spreadsheet program, save it again as .xlsx and upload that.`,
    cell,
  )
}

// The refusal for a workbook whose directory says something untrue about its content.
export function forged(detail: string): SheetRefused {
  return new SheetRefused(
    'workbook_forged',
    `The workbook does not match its own table of contents: ${detail}. Save it again as .xlsx in your spreadsheet program and upload that.`,
  )
}

// How much a file may cost us. Every reader stops as soon as one of them is passed.
export type SheetCaps = {
  maxBytes: number
  maxRows: number
  maxColumns: number
  maxCellLength: number
  // Of one part of the workbook, and of all parts that are read.
  maxInflatedBytes: number
  maxTotalInflatedBytes: number
  // Bytes out per byte in, looked at once a part is over 10 MB: a full sheet of farmers stays near 10.
  maxInflateRatio: number
  maxParts: number
  maxSharedStrings: number
}

// The caps of an ordinary upload.
export const uploadCaps: SheetCaps = {
  maxBytes: 50_000_000,
  maxRows: 200_000,
  maxColumns: 200,
  maxCellLength: 1_000,
  maxInflatedBytes: 400_000_000,
  maxTotalInflatedBytes: 600_000_000,
  maxInflateRatio: 100,
  maxParts: 5_000,
  maxSharedStrings: 5_000_000,
}
