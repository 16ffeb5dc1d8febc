import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { UploadRecordDeclaration } from '#contract/uploads/uploadRecord.ts'
import { uploads, type Upload } from '#contract/uploads/uploads.ts'
import { call, type CallRefused } from '../call.ts'
import { download, saveFile } from '../download.ts'
import { showMessage } from '../messages.ts'
import { useCall } from '../queries.ts'
import {
  viewRecord,
  type RecordVersion,
  type RecordView,
  type ShownRecord,
  type ViewOptions,
} from '../decisions/recordView.tsx'
import type { Fact } from '../decisions/StepDialog.tsx'
import type { RowAction } from '../decisions/StepMenu.tsx'
import type { StepForms } from '../review/useStepForms.tsx'
import type { FileBulk } from '../review/DecideAll.tsx'
import { repairRows, isToRepair } from './RepairRows.tsx'
import { uploadDocuments, uploadLead, type CountedRows } from './UploadLead.tsx'
import type { UploadAgreement, UploadQuestions } from './UploadDialog.tsx'
import type { Cells } from '../lists/DataTable.tsx'
import type { ListSource } from '../lists/useListPage.ts'
import { currentWords, type Words } from '../words.ts'

/** What a kind of file is called on its screens. */
type Labels = {
  template: string
  upload: string
  /** Heads the number of its records. */
  numberOf: string
  /** Under the heading of its rows, and on the way back from them. */
  rows: string
  back: string
  /** Said in place of an empty list to whoever may upload. */
  none?: string
  sub?: string
}

export type TermsProps = { onAgreed: (fields: Record<string, string>) => void; onClose: () => void }

/** What the house needs of a kind of file, whatever its records are. */
export type ShownUpload = ShownRecord & {
  rowsSource: (id: string) => ListSource
  /** The screens that every kind of file has: its list, and the rows of one file. */
  List: () => Promise<ComponentType>
  Rows: () => Promise<ComponentType>
}

export type UploadView<Row extends Upload, FileRow = object> = RecordView<Row> & {
  record: Pick<UploadRecordDeclaration, 'flow' | 'file' | 'calls'>
  rowsSource: (id: string) => ListSource
  rowTitle: (row: FileRow) => string
} & Shaped<Row, FileRow>

type Shaped<Row, FileRow> = {
  labels: (words: Words) => Labels
  /** What the sender of a file declares. */
  agreement?: UploadAgreement
  /** Questions besides the file. */
  questions?: UploadQuestions
  /** What its sender agrees to before a file is chosen; what it answers goes with the file. */
  Terms?: ComponentType<TermsProps>
  /** Why no file can be sent now, where none can. */
  useClosed?: () => string | undefined
  /** Between the head of the list of files and the files. */
  AboveList?: ComponentType
  /** More in the menu of a file. */
  useFileActions?: () => readonly RowAction<Row>[]
  /** More that a maker may do above the list. */
  Actions?: ComponentType
  /** Between the head of one file and its rows. */
  Above?: ComponentType<{ id: string }>
  /** The facts of a file above a decision, where they are others than those of every file. */
  useFacts?: (numberOf: string) => (row: Row) => readonly Fact[]
  /** More above the rows of one file, and in the menu of a row. */
  RowsActions?: ComponentType<{ id: string }>
  useRowActions?: () => readonly RowAction<FileRow>[]
  forms?: NonNullable<ViewOptions<Row>['forms']>
  /** Where its rows are records that are decided one by one: how, and the call that decides many of one file. */
  records?: {
    view: RecordView<FileRow>
    bulk: FileBulk
    forms?: StepForms<FileRow>
    cells?: Cells<FileRow>
    /** All of them at once are decided in another way. */
    noAll?: boolean
    useFacts?: () => (row: FileRow) => readonly Fact[]
  }
}

/** The kind of file as its screens and the inbox show it, from its declaration; the maker's steps are the same for every kind. */
export function viewUpload<RowSchema extends z.ZodObject, FileRow extends z.ZodObject>(
  record: UploadRecordDeclaration<RowSchema, FileRow>,
  options: Partial<Omit<ViewOptions<z.output<RowSchema> & Upload>, 'source'>> &
    Shaped<z.output<RowSchema> & Upload, z.output<FileRow>> & {
      /** How many records a file holds, in words; where nothing else leads. */
      counted?: CountedRows
      rowTitle: (row: z.output<FileRow>) => string
    },
): ShownUpload & UploadView<z.output<RowSchema> & Upload, z.output<FileRow>> {
  type Row = z.output<RowSchema> & Upload
  const { counted = (_words, _count, shown) => ({ shown, unit: '' }), rowTitle, ...viewOptions } = options
  const view: UploadView<Row, z.output<FileRow>> = {
    ...viewOptions,
    ...viewRecord<RowSchema, Row>(record, {
      title: ({ fileName }) => fileName,
      Lead: uploadLead(counted),
      leads: ['numberOfLots'],
      Documents: uploadDocuments(record.flow.kind),
      ...(record.calls['one'] ? {} : { useRecord: (id) => useUpload(id) as Row | undefined }), // border: of this kind
      refused: saveErrors,
      first: { when: isToRepair, Action: repairRows(record.flow.kind) },
      ...viewOptions,
      take: { ...makersSteps, ...viewOptions.take },
    }),
    record,
    rowsSource: (id) => ({ list: record.rows, endpoint: record.calls.rows, params: { id } }),
    rowTitle,
  }
  return {
    ...view,
    List: async () => (await import('./UploadList.tsx')).uploadListScreen(view),
    Rows: async () => (await import('./UploadRows.tsx')).uploadRowsScreen(view),
  }
}

const useUpload = (id: string) => useCall(uploads.review, { params: { id } }).data?.upload

const makersStep =
  (step: 'send' | 'withdraw' | 'discard') =>
  ({ id, version }: RecordVersion, { key }: { key: string }) =>
    call(uploads[step], { params: { id }, body: { version }, idempotencyKey: key })
const makersSteps = { send: makersStep('send'), withdraw: makersStep('withdraw'), discard: makersStep('discard') }

/** Some rows could not become records: the annotated workbook is saved at once, and the message says why. */
function saveErrors(fault: CallRefused, { id }: RecordVersion, title: string): boolean {
  if (fault.code !== 'upload.rows_invalid') return false
  const { blob, fileName } = fault.details
  if (blob instanceof Blob) saveFile(blob, typeof fileName === 'string' ? fileName : title)
  else void download(uploads.errorFile, { params: { id } })
  showMessage({ tone: 'bad', text: currentWords().uploads.approvedWithErrors(title) })
  return true
}
