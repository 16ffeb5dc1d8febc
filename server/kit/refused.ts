import { errors, type ErrorCode } from '#contract/house/errors.ts'
import type { AuditEntry } from './audit/audit.ts'

/** An expected refusal: its code stands in the catalogue, the message says what to do next. */
export class Refused extends Error {
  override name = 'Refused'
  code: ErrorCode
  status: number
  details: Record<string, unknown> | undefined
  constructor(code: ErrorCode, { message, details }: { message?: string; details?: Record<string, unknown> } = {}) {
    super(message ?? errors[code].message)
    this.code = code
    this.status = errors[code].status
    this.details = details
  }
}

/** What was entered is refused, beside its field. */
export const wrongField = (field: string, message: string): Refused =>
  new Refused('input.invalid', { details: { fields: { [field]: message } } })

/** What became of one record of a call about many. */
export type RowOutcome = { id: string; outcome: 'done' | 'skipped' | 'failed'; code?: string; message?: string }
/** What became of all of them. */
export type Outcomes<Row extends RowOutcome = RowOutcome> = {
  done: number
  skipped: number
  failed: number
  rows: Row[]
}

/** A call about many records of which none was done: the reason of the first, and what became of each. */
export class NothingDone extends Refused {
  constructor(first: Refused, outcomes: Outcomes) {
    super(first.code, { message: first.message, details: { ...first.details, ...outcomes } })
    // Whatever each was refused for, the call as a whole met records that are not as it took them to be.
    this.status = 409
  }
}

/** The media type of a workbook. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A file in an answer. `body` is sent as it is; `headers` are added. */
export type FileReply = {
  file: true
  name: string
  type: string
  body: Buffer | NodeJS.ReadableStream
  headers?: Record<string, string>
}

export const fileReply = (reply: Omit<FileReply, 'file'>): FileReply => ({ file: true, ...reply })

/** A refusal whose body is a file: 424 with the annotated workbook. What it leaves in the trail is written before it is sent. */
export class RefusedWithFile extends Refused {
  reply: FileReply
  trace: AuditEntry
  constructor(code: ErrorCode, { reply, message, trace }: { reply: FileReply; message: string; trace: AuditEntry }) {
    super(code, { message })
    this.reply = reply
    this.trace = trace
  }
}
