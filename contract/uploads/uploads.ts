import { z } from 'zod'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { Consent, Disclaimer } from '#contract/house/disclaimers.ts'
import { actionAnswer, Decided, endpoint, Id, idParam, Status } from '#contract/kit/endpoint.ts'
import { listQuery, pageOf } from '#contract/kit/listScreen.ts'

/** An uploaded file of any kind as lists show it. Counts always add up: numberOfLots = ready + failed + leftOut + done. */
export const Upload = z
  .object({
    id: Id,
    fileName: z.string(),
    file: z.string().describe('Stored file id'),
    fileType: z.string(),
    fileExtension: z.string(),
    approverComment: z.string().nullable(),
    numberOfLots: z.number().int().describe('Rows read'),
    ready: z.number().int(),
    failed: z.number().int(),
    warned: z.number().int(),
    leftOut: z.number().int(),
    done: z.number().int().describe('Rows that became records'),
    waitingRows: z.number().int().describe('Rows whose account the bank has not answered for'),
    problem: z.string().nullable().describe('Why the file as a whole could not be read'),
    organisationName: z.string(),
    organisationCode: z.string(),
    removed: z
      .string()
      .nullable()
      .describe('When its rows and bytes were removed, because they had been kept as long as the rules say'),
    consent: Consent.nullable().describe('Under which consent it is shared with KPCU, where it is'),
  })
  .extend(Decided.shape)
export type Upload = z.output<typeof Upload>

/** What becomes of the rows of a file when it is approved: those that become records, and those of which none comes. */
export const countedRows = ({
  numberOfLots,
  failed,
  leftOut,
}: Pick<Upload, 'numberOfLots' | 'failed' | 'leftOut'>) => ({
  count: numberOfLots - failed - leftOut,
  leftOut: failed + leftOut,
})

/**
 * Whether users of an organisation may take the whole file out: it is their own, or it waits for the reader whose steps these
 * are. Everybody else reads its rows in the list, where personal values are masked.
 */
export const isFileOf = (organisationCode: string, upload: Pick<Upload, 'organisationCode' | 'steps'>): boolean =>
  upload.organisationCode === organisationCode || Object.values(upload.steps).includes(null)

/** Why a file is refused. */
export const uploadErrors = [
  'upload.rows_invalid',
  'upload.same_file',
  'upload.too_large',
  'upload.not_a_table',
  'upload.columns_missing',
  'upload.no_file',
] as const

/** What a person sees while a file is checked or approved. */
export const UploadProgress = z.object({
  id: Id,
  fileName: z.string(),
  kind: z.string(),
  stage: z.enum(['stored', 'checking', 'checked', 'approving', 'done', 'refused']),
  rowsDone: z.number().int(),
  rowsTotal: z.number().int().nullable(),
  problem: z.string().nullable(),
  status: Status,
})
export type UploadProgress = z.output<typeof UploadProgress>

export const CellError = z.object({
  row: z.number().int().describe('Row number of the sheet'),
  column: z.string().nullable().describe('Heading of the column, null for the row as a whole'),
  columnKey: z.string().nullable(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
})

/** An error stops its row, a warning is for the decider's eye; a note says what is known besides, such as the bank's answer. */
const severity = z.enum(['error', 'warning', 'note'])

export const ReviewRow = z.object({
  row: z.number().int(),
  cells: z.array(z.string()),
  state: z.enum(['ready', 'failed', 'left_out', 'done', 'waiting']),
  problems: z.array(
    z.object({
      column: z.number().int(),
      code: z.string(),
      message: z.string(),
      severity,
    }),
  ),
})
export type ReviewRow = z.output<typeof ReviewRow>

export const Review = z.object({
  upload: Upload,
  kind: z.string(),
  columns: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      required: z.boolean(),
      rule: z.string(),
      choices: z.array(z.string()).optional(),
    }),
  ),
  groups: z.array(
    z.object({
      code: z.string(),
      column: z.number().int(),
      message: z.string().describe('What is wrong, for the group as a whole'),
      help: z.string().nullable().describe('What to do about it, where the rule of the column does not say'),
      severity,
      rows: z.number().int(),
      repair: z.string().nullable().describe('Label of the one-click repair, where it puts a cell right'),
    }),
  ),
})
export type Review = z.output<typeof Review>

/** What a repair would do: cells by what stands there now and what would. */
const RepairPreview = z.object({
  label: z.string(),
  mended: z.number().int().describe('Cells that it puts right'),
  left: z.number().int().describe('Cells that it cannot put right'),
  changes: z
    .array(z.object({ from: z.string(), to: z.string(), rows: z.number().int() }))
    .describe('The first of them, the most frequent first'),
  more: z.number().int().describe('Different changes beyond those'),
})

const rowsQuery = z.object({
  page: plainNumber(z.number().int().min(0).max(1_000_000)).default(0),
  size: plainNumber(z.number().int().min(1).max(500)).default(100),
  show: z
    .enum(['problems', 'all', 'left_out'])
    .default('problems')
    .describe('Notes only where their code is asked for'),
  code: z.string().max(60).optional(),
  column: plainNumber(z.number().int()).optional(),
})

// The workflow of each kind says which of them its maker needs.
const makesUploads = [
  'CAN_UPLOAD_FARMERS',
  'CAN_UPLOAD_LIMITS',
  'CAN_UPLOAD_CCARF_PARCHMENT',
  'CAN_UPLOAD_CATALOGUE',
  'CAN_UPLOAD_GRN',
] as const

const versioned = z.object({ version: z.number().int() })
const ofProblem = z.object({ code: z.string().max(60), column: plainNumber(z.number().int()) })

/** Calls that every kind of upload shares: progress, errors, review and repair of a draft. */
export const uploads = {
  consent: endpoint({
    method: 'GET',
    path: '/upload/cherry/consent',
    allow: ['CAN_UPLOAD_LIMITS', 'CAN_UPLOAD_CCARF_PARCHMENT'],
    summary: 'The wording in force of the consent to share a file with KPCU',
    answer: Disclaimer,
  }),
  progress: endpoint({
    method: 'GET',
    path: '/uploads/:id/progress',
    allow: 'signed-in',
    summary: 'How far the check or the approval of a file is; as server-sent events with Accept: text/event-stream',
    params: idParam,
    answer: UploadProgress,
    errors: ['record.not_found'],
  }),
  running: endpoint({
    method: 'GET',
    path: '/uploads/running',
    allow: 'signed-in',
    summary: 'Own uploads that are still being worked on, for the jobs tray',
    answer: z.array(UploadProgress),
  }),
  errors: endpoint({
    method: 'GET',
    path: '/uploads/:id/errors',
    allow: 'signed-in',
    summary: 'Errors of an upload: row, column, value and message',
    params: idParam,
    query: listQuery,
    answer: pageOf(CellError),
    errors: ['record.not_found'],
  }),
  errorFile: endpoint({
    method: 'GET',
    path: '/uploads/:id/error-file',
    allow: 'signed-in',
    summary: 'The annotated workbook: failing rows only, bad cells marked; for whom the file itself is, and audited',
    params: idParam,
    answer: { binary: 'xlsx' },
    errors: ['record.not_found', 'upload.file_not_yours', 'upload.file_removed'],
  }),
  errorFileAsSpecified: endpoint({
    method: 'GET',
    path: '/upload/parchment/download-error/:id',
    allow: 'signed-in',
    summary: 'The same at the address that the specification gives to parchment and dispatch files',
    params: idParam,
    answer: { binary: 'xlsx' },
    errors: ['record.not_found', 'upload.file_not_yours', 'upload.file_removed'],
  }),
  review: endpoint({
    method: 'GET',
    path: '/uploads/:id/review',
    allow: 'signed-in',
    summary: 'An upload with its problems grouped by cause',
    params: idParam,
    answer: Review,
    errors: ['record.not_found'],
  }),
  rows: endpoint({
    method: 'GET',
    path: '/uploads/:id/rows',
    allow: 'signed-in',
    summary: 'Rows of an upload with their problems',
    params: idParam,
    query: rowsQuery,
    answer: pageOf(ReviewRow),
    errors: ['record.not_found'],
  }),
  editCell: endpoint({
    method: 'POST',
    path: '/uploads/:id/rows/:row',
    allow: makesUploads,
    summary: 'Correct cells of one row of a draft',
    params: z.object({ id: Id, row: plainNumber(z.number().int()) }),
    body: versioned.extend({ cells: z.record(z.string(), z.string().max(1000)) }),
    answer: actionAnswer(z.object({ row: ReviewRow, version: z.number().int() })),
    errors: ['record.not_found', 'record.changed', 'step.wrong_state', 'not_the_maker'],
  }),
  leaveOut: endpoint({
    method: 'POST',
    path: '/uploads/:id/leave-out',
    allow: makesUploads,
    summary: 'Leave rows of a draft out, or take them back in',
    params: idParam,
    body: versioned.extend({
      rows: z.array(z.number().int()).max(5000).optional(),
      allFailed: z.boolean().optional(),
      takeBack: z.boolean().default(false),
    }),
    answer: actionAnswer(Upload),
    errors: ['record.not_found', 'record.changed', 'step.wrong_state', 'not_the_maker'],
  }),
  repairPreview: endpoint({
    method: 'GET',
    path: '/uploads/:id/repair',
    allow: makesUploads,
    summary: 'What a repair would change in a draft, from and to, before it does',
    params: idParam,
    query: ofProblem,
    answer: RepairPreview,
    errors: ['record.not_found', 'step.wrong_state', 'input.invalid'],
  }),
  repair: endpoint({
    method: 'POST',
    path: '/uploads/:id/repair',
    allow: makesUploads,
    summary: 'Mend every cell of a draft that has a certain problem, by the repair declared for it',
    params: idParam,
    body: versioned.extend(ofProblem.shape),
    answer: actionAnswer(
      Upload.extend({ mended: z.number().int(), left: z.number().int().describe('Cells that it could not put right') }),
    ),
    errors: ['record.not_found', 'record.changed', 'step.wrong_state', 'not_the_maker'],
  }),
  correct: endpoint({
    method: 'POST',
    path: '/uploads/:id/corrections',
    allow: makesUploads,
    summary: 'Take the rows of a corrected annotated workbook into the draft, by their original row numbers',
    params: idParam,
    upload: 'any',
    answer: actionAnswer(Upload.extend({ corrected: z.number().int(), unknown: z.number().int() })),
    errors: [
      'record.not_found',
      'step.wrong_state',
      'not_the_maker',
      'upload.not_a_table',
      'upload.columns_missing',
      'upload.no_file',
      'upload.too_large',
    ],
  }),
  send: endpoint({
    method: 'POST',
    path: '/uploads/:id/send',
    allow: makesUploads,
    summary: 'Send a draft for approval',
    params: idParam,
    body: versioned,
    answer: actionAnswer(Upload),
    errors: [
      'record.not_found',
      'record.changed',
      'step.wrong_state',
      'not_the_maker',
      'upload.rows_left',
      'upload.nothing_to_send',
    ],
  }),
  discard: endpoint({
    method: 'POST',
    path: '/uploads/:id/discard',
    allow: makesUploads,
    summary: 'Throw a draft away',
    params: idParam,
    body: versioned,
    answer: actionAnswer(Upload),
    errors: ['record.not_found', 'record.changed', 'step.wrong_state', 'not_the_maker'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/uploads/:id/withdraw',
    allow: makesUploads,
    summary: 'Take a waiting upload back to a draft',
    params: idParam,
    body: versioned,
    answer: actionAnswer(Upload),
    errors: ['record.not_found', 'record.changed', 'step.wrong_state', 'not_the_maker'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/upload/cherry/:id/download',
    allow: 'signed-in',
    summary:
      'The original file of an upload of any kind, for the organisation that sent it and for whoever it waits for; audited',
    params: idParam,
    answer: { binary: 'any' },
    errors: ['record.not_found', 'upload.file_not_yours', 'upload.file_removed'],
  }),
}
