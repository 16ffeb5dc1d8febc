/** Why a file that somebody sends is refused. */
export const uploadErrors = {
  'upload.no_file': { status: 422, message: 'Please select a file before uploading.' },
  'upload.too_large': { status: 413, message: 'The file is too large.' },
  'upload.not_a_table': { status: 415, message: 'The file is not a spreadsheet. Send an .xlsx or .csv file.' },
  'upload.not_a_document': { status: 415, message: 'Attach a PDF, or a photograph as JPG or PNG.' },
  'upload.document_cut_off': { status: 422, message: 'The document is cut off or broken. Attach it again.' },
  'upload.document_active': {
    status: 422,
    message: 'The document is locked, or carries a program or another file. Print it, and attach a scan.',
  },
  'upload.infected': {
    status: 422,
    message: 'A known virus was found in the file, so it was not kept. Have the computer it comes from looked after.',
  },
  'upload.not_scanned': {
    status: 503,
    message: 'The file could not be scanned for viruses, so it was not kept. Send it again in a few minutes.',
  },
  'upload.columns_missing': {
    status: 422,
    message: 'Columns are missing. Download the template and use its headings.',
  },
  'upload.same_file': { status: 409, message: 'This very file was already uploaded.' },
  'upload.rows_invalid': { status: 424, message: 'Some rows have errors. Review the downloaded file.' },
  'upload.rows_left': {
    status: 409,
    message: 'Some rows still have errors. Correct them or leave them out before sending.',
  },
  'upload.nothing_to_send': { status: 409, message: 'No row is left to send.' },
  'upload.consent_changed': {
    status: 409,
    message: 'The wording of the consent was changed meanwhile. Read it again and tick the checkbox.',
  },
  'upload.file_not_yours': {
    status: 403,
    message:
      'Only the organisation that sent this file, and whoever it waits for, can take it out. You can read its rows in the list.',
  },
  'upload.file_removed': {
    status: 410,
    message: 'What the file said was removed, because it had been kept as long as the rules say.',
  },
  'upload.file_failed': { status: 503, message: 'The file could not be kept. Nothing was saved; try again.' },
} as const
