import type { RawBuilder } from 'kysely'
import type { CheckContext } from '#contract/kit/field.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import type { Tx } from '../db.ts'
import type { Jobs } from '../jobs.ts'
import type { RecordKind } from '../records/recordKind.ts'
import type { CrossRule } from './crossCheck.ts'
import type { ListedNames } from './sheetOf.ts'

/** An upload as its work needs it. */
export type UploadRecord = {
  id: string
  organisationId: string
  kind: string
  fileId: string
  fileName: string
  status: string
  version: number
}

/** What a kind of upload adds to the engine: its workflow, the facts its cells are checked against, and its checks against the database. */
export type UploadBinding = {
  kind: UploadKind
  record: RecordKind
  /** Any one of these lets a user read uploads of this kind; to others they do not exist. */
  reads: readonly Permission[]
  /** Name lists for the check of single rows. */
  lists: (tx: Tx) => Promise<CheckContext['lists']>
  /** The names of those lists that a workbook offers as drop-downs. */
  listedNames?: (tx: Tx) => Promise<ListedNames>
  /** The checks against the other rows and the register; what they find is found anew after every edit. */
  crossRules: readonly CrossRule[]
  /**
   * In the transaction in which a file goes to its first decision, by its check or by its maker: what is made of its rows at once,
   * where each of them is decided for itself, and what can be begun while its checker reads. Its maker waits: what it throws is
   * refused, or checked again.
   */
  sent?: (tx: Tx, upload: UploadRecord, jobs: Pick<Jobs, 'send'>) => Promise<void>
  /**
   * What is known of the rows of a waiting file besides their problems, as far as this reader may know it: a query of row_number,
   * column_number, code, message and severity, a row once in a column.
   */
  answers?: (uploadId: string, actor: Actor) => RawBuilder<unknown>
  /** In the transaction in which its maker takes a waiting file back to a draft. Refuses where somebody has decided on a part of it. */
  withdrawn?: (tx: Tx, upload: UploadRecord) => Promise<void>
  /** What a refusal of failing rows says, where the specification words it. */
  rowsInvalid?: string
  /** The same for an approval, where that is worded otherwise. */
  approvalInvalid?: string
}
