import type { z } from 'zod'
import { actionAnswer, endpoint, idParam, type Endpoint } from '#contract/kit/endpoint.ts'
import {
  answersList,
  type listAnswer,
  type listQuery,
  type ListColumn,
  type ListScreen,
} from '#contract/kit/listScreen.ts'
import { paramsOf, record, type Allow, type Params, type Paths, type RecordDeclaration } from '#contract/kit/record.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { Headline } from '#contract/house/headlines.ts'
import type { Permission } from '#contract/house/permissions.ts'
import { uploadErrors, type Upload } from './uploads.ts'

/** Columns that every list of files has; `counts` heads the number of its records. */
export const uploadColumns = (counts: string) =>
  [
    { key: 'fileName', title: 'File name', as: 'name', sort: true, card: 'title' },
    { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
    { key: 'numberOfLots', title: counts, as: 'number', sort: true, card: 'value' },
    { key: 'createdBy', title: 'Uploaded by', as: 'text', sort: true },
    { key: 'status', title: 'Status', as: 'status', sort: true },
    { key: 'created', title: 'Date', as: 'time', sort: true, leaves: 'never' },
    { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
    { key: 'failed', title: 'Rows with errors', as: 'number', hidden: true },
  ] as const satisfies readonly ListColumn<keyof Upload>[]

type RowsCall<Path, Row extends z.ZodObject> = Params<Path> & {
  method: 'GET'
  path: Path
  allow: Allow
  summary: string
  query: typeof listQuery
  answer: ReturnType<typeof listAnswer<Row>>
}
type UploadCall<Path, File extends UploadKind, Row extends z.ZodObject> = Params<Path> & {
  method: 'POST'
  path: Path
  allow: Permission
  summary: string
  upload: File
  answer: ReturnType<typeof actionAnswer<Row>>
}

/** A kind of file, as its one declaration makes it. */
export type UploadRecordDeclaration<
  Row extends z.ZodObject = z.ZodObject,
  FileRow extends z.ZodObject = z.ZodObject,
> = RecordDeclaration<Row> & {
  file: UploadKind
  rows: ListScreen<FileRow>
  calls: { rows: Endpoint; upload: Endpoint }
}

/** A kind of file that people send: besides what every record has, its rows, and the call that takes it. */
export function uploadRecord<
  const StateName extends string,
  const StepName extends string,
  Row extends z.ZodObject,
  FileRow extends z.ZodObject,
  File extends UploadKind,
  const P extends Paths<StepName>,
  const RowsPath extends string,
  const UploadPath extends string,
  const Custom extends Readonly<Record<string, Endpoint>> = Record<never, never>,
>({
  file,
  list,
  rows,
  upload,
  calls,
  ...declared
}: {
  flow: Workflow<StateName, StepName>
  file: File
  /** `Upload`, or more of it. */
  row: Row
  list: Pick<ListScreen<NoInfer<Row>>, 'name' | 'title' | 'columns' | 'filters'> &
    Partial<Pick<ListScreen<NoInfer<Row>>, 'searchIn' | 'sort' | 'found' | 'pageSize'>>
  headline: (row: z.output<NoInfer<Row>>) => Headline
  reads: Allow
  rows: { path: RowsPath; summary: string; screen: ListScreen<FileRow> }
  /** `errors`: refusals of what is sent beside the file. `json`: the file may also come as JSON, of so many bytes at most. */
  upload: { path: UploadPath; summary: string; allow: Permission; errors?: readonly ErrorCode[]; json?: number }
  paths: P
  calls?: Custom
}) {
  // border: made of the same paths
  const own = {
    rows: endpoint({
      method: 'GET',
      path: rows.path,
      allow: declared.reads,
      summary: rows.summary,
      params: idParam,
      ...answersList(rows.screen.row),
      errors: ['record.not_found'],
    }),
    upload: endpoint({
      method: 'POST',
      path: upload.path,
      allow: upload.allow,
      summary: upload.summary,
      ...paramsOf(upload.path),
      upload: file,
      answer: actionAnswer(declared.row),
      errors: [...uploadErrors, ...(upload.errors ?? [])],
      ...(upload.json === undefined ? {} : { orJson: true, longestBody: upload.json }),
    }),
  } as unknown as { rows: RowsCall<RowsPath, FileRow>; upload: UploadCall<UploadPath, File, Row> }
  const declaration = record({
    ...declared,
    list: {
      searchIn: 'File name',
      // border: every file has these
      found: ['createdBy', 'created', 'status'] as (keyof z.output<Row> & string)[],
      sort: { key: 'created' as keyof z.output<Row> & string, direction: 'desc' },
      pageSize: 7,
      ...list,
    },
    calls: { ...own, ...calls } as typeof own & Custom, // border: as they were declared
  })
  return { ...declaration, file, rows: rows.screen }
}
