/** The error catalogue: one line per code. The server throws the code, the client shows the message, the docs list both. */
export const errors = {
  'session.missing': { status: 401, message: 'Sign in to continue.' },
  'session.wrong': { status: 401, message: 'The username or the password is not right.' },
  'session.code_required': { status: 401, message: 'Enter the six-digit code of your authenticator app.' },
  'session.code_wrong': { status: 401, message: 'That code is not right. Wait for the next one and try again.' },
  'session.delayed': { status: 429, message: 'Too many attempts. Wait a moment before the next one.' },
  'session.foreign_origin': { status: 403, message: 'This request came from another site and was refused.' },
  'session.suspended': { status: 401, message: 'This user is suspended. Ask your administrator.' },
  'password.weak': {
    status: 422,
    message: 'Choose a longer password: 15 characters, or 8 with a second factor, and not one that is often used.',
  },
  'permission.missing': { status: 403, message: 'Your role does not allow this.' },
  'organisation.not_allowed': { status: 403, message: 'This step belongs to another type of organisation.' },
  'role.not_allowed': { status: 403, message: 'This step belongs to another role.' },
  own_submission: { status: 409, message: 'You made or changed this record, so someone else must decide on it.' },
  not_the_maker: { status: 403, message: 'Only the person who made this record can do that.' },
  'record.not_found': { status: 404, message: 'Record not found.' },
  'record.changed': {
    status: 409,
    message: 'The record was changed after you opened it. Look at it again before you decide.',
  },
  'step.wrong_state': { status: 409, message: 'The record has already moved on.' },
  'step.comment_required': { status: 422, message: 'Comment is required' },
  'change.open': { status: 409, message: 'A change of this record is already waiting for a decision.' },
  'change.nothing': { status: 422, message: 'Nothing was changed.' },
  'change.stale': {
    status: 409,
    message: 'The record was changed since this was asked for. Reject the request and ask again.',
  },
  'delivery.unknown_member': {
    status: 404,
    message: 'No approved, active member of your society has this member number.',
  },
  'delivery.paid': { status: 409, message: 'This delivery was already paid. Add a correction record.' },
  'delivery.is_correction': {
    status: 409,
    message: 'A correction is not edited. Let it be declined and enter another one.',
  },
  'delivery.below_zero': {
    status: 409,
    message: 'The member would have less than nothing in this season. Correct by fewer kilograms.',
  },
  'delivery.disclaimer_changed': {
    status: 409,
    message: 'The disclaimer was changed meanwhile. Read it again and tick the checkbox.',
  },
  'delivery.other_content': {
    status: 409,
    message: 'This delivery was already entered with other values. Edit the record in the list.',
  },
  'input.invalid': { status: 422, message: 'Please fill out all required fields correctly.' },
  'input.malformed': { status: 400, message: 'The request could not be read.' },
  'key.in_progress': { status: 409, message: 'The same request is still being worked on.' },
  'key.reused': { status: 422, message: 'This idempotency key was used for a different request.' },
  'upload.no_file': { status: 422, message: 'Please select a file before uploading.' },
  'upload.too_large': { status: 413, message: 'The file is too large.' },
  'upload.not_a_table': { status: 415, message: 'The file is not a spreadsheet. Send an .xlsx or .csv file.' },
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
  'upload.file_failed': { status: 503, message: 'The file could not be kept. Nothing was saved; try again.' },
  'rate.limited': { status: 429, message: 'Too many requests. Wait a moment.' },
  'bank.silent': { status: 503, message: 'The bank does not answer. Nothing was changed; try again later.' },
  'server.busy': { status: 503, message: 'The server is busy. Nothing was changed; try again in a moment.' },
  'server.fault': { status: 500, message: 'Error occurred while processing your request. Nothing was changed.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
