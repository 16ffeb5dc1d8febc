import { z } from 'zod'
import { oneLine } from './oneLine.ts'
import { seenVersion } from './plainNumber.ts'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { Permission } from '#contract/house/permissions.ts'
import type { UploadKind } from './uploadKind.ts'

/** A file in the answer: its media type comes from here, its name from the handler. */
type BinaryAnswer = { binary: 'xlsx' | 'csv' | 'pdf' | 'any' }

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As on the wire below /api; `:name` marks a parameter. Names in `organisationParams` are compared with the session. */
  path: string
  /** One permission, any one of several, every signed-in user, or the whole world. */
  allow: Permission | readonly Permission[] | 'signed-in' | 'anyone'
  summary: string
  /** Also for who has to set up a second factor first, and may do nothing else before. */
  beforeFactor?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Multipart calls name the kind of file they take; `any` when the record in the path tells it. */
  upload?: UploadKind | 'any'
  /** Its file may also come as JSON: {fileName, fileType, fileData}, the bytes in base64. */
  orJson?: true
  /** True for a POST that changes nothing (a look-up): no transaction, no idempotency key. */
  reads?: true
  /**
   * Gathers figures over many records, as dashboards and reports do: where the operator has a replica of the database it is read there.
   * Files and whole lists, which are sent while they are read, are in any case.
   */
  reports?: true
  /** Calls of administration reach users, roles and organisations of all, and no record of the trade: a role of their own in the database. */
  reach?: 'administration'
  /**
   * Sends money, decides on it, or gives power: asks for a fresh code of the second factor where the operator wants one. With
   * `bank details` it asks only when somebody shall be paid to another account; the handler says when that is. With `second factor`
   * the call changes the way in: whoever has a second factor proves it anew, whatever the operator wants; the handler asks.
   */
  stepUp?: StepUp
  /** Made by the bank, not by a person: the kit lets nothing through whose raw body is not signed by it. */
  signed?: true
  /** Most bytes of its JSON body, where it needs more than others do; the reason stands beside it. */
  longestBody?: number
  /** How a call that decides takes the comment. */
  comment?: CommentRule
  /** A call about many records: what the details of its refusal carry when none was done. */
  outcomes?: z.ZodType
  answer: z.ZodType | BinaryAnswer
  errors?: readonly ErrorCode[]
}

/** When a call asks for a fresh code: always, where somebody shall be paid to another account, or from who has a second factor. */
export type StepUp = true | 'bank details' | 'second factor'

/** How a call that decides takes the comment of its body. */
export type CommentRule = {
  /** The field that a refusal points at; `approverComment` when left out. */
  field?: 'approverComments' | 'approvalComment' | 'actionComment' | 'comment'
  /** Kinds of record that it decides without the comment their step wants: the specification's payload has no room for one. */
  noRoomFor?: readonly string[]
}

/** Keeps the literal type, so that server and client both infer from it. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared

const kB = 1024
// A hundred whole records posted back are some 200 kB; a sign-in or a message of the bank is less than one.
const longestBodies = { usual: 256 * kB, signed: 64 * kB, anyone: 24 * kB } as const

/** Most bytes of a call's JSON body; a file comes as multipart and has a limit of its own. */
export const longestBodyOf = ({
  longestBody,
  signed,
  allow,
}: Pick<Endpoint, 'longestBody' | 'signed' | 'allow'>): number =>
  longestBody ?? longestBodies[signed ? 'signed' : allow === 'anyone' ? 'anyone' : 'usual']

/** Path parameters that name an organisation: by id or by code. The kit compares them with what the session may see. */
export const organisationParams: Record<string, 'id' | 'code'> = {
  organisationId: 'id',
  organizationId: 'id',
  organisationCode: 'code',
  orgisationCode: 'code',
  growerCode: 'code',
  loggedInOrgId: 'id',
}

type Part<E, K extends keyof Endpoint, O> = E extends Record<K, z.ZodType> ? { [P in K]: O } : unknown
export type InputOf<E extends Endpoint> = Part<E, 'params', z.output<NonNullable<E['params']>>> &
  Part<E, 'query', z.output<NonNullable<E['query']>>> &
  Part<E, 'body', z.output<NonNullable<E['body']>>>
export type SentTo<E extends Endpoint> = Part<E, 'params', z.input<NonNullable<E['params']>>> &
  Part<E, 'query', z.input<NonNullable<E['query']>>> &
  Part<E, 'body', z.input<NonNullable<E['body']>>>
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : Blob

export const isBinary = (answer: Endpoint['answer']): answer is BinaryAnswer => 'binary' in answer

/** A file as JSON, and any texts that a form would send beside it. Source: specification 3, section 7. */
export const FileInJson = z
  .object({
    fileName: z.string().min(1).max(500),
    fileType: z.string().max(200).default(''),
    fileData: z.string().min(1).describe('The bytes in base64'),
  })
  .catchall(z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]))

/** Identifier of a record: a UUIDv7 made by the application. */
export const Id = z.uuid()
export const idParam = z.object({ id: Id })
export const organisationIdParam = z.object({ organisationId: z.string().min(1).max(40) })

/** The answer of an action: `error` is always false here; refusals have their own shape. */
export const actionAnswer = <Data extends z.ZodType>(data: Data) =>
  z.object({ error: z.literal(false), message: z.string(), data })
export const plainAnswer = z.object({ error: z.literal(false), message: z.string() })

/** A refusal as it stands on the wire. */
export const Refusal = z.object({
  error: z.literal(true),
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
})
export type Refusal = z.output<typeof Refusal>

/** A record that can be acted on: the version that was read and, for each step, null or why it is refused. */
export const Actionable = z.object({
  version: z.number().int(),
  steps: z.record(z.string(), z.string().nullable()),
})

/** Status on the wire: the specification's number and name. */
export const Status = z.object({ id: z.number().int(), statusName: z.string() })
export type Status = z.output<typeof Status>

/** What every record with a workflow says of its making and its decision, and what may be done with it. */
export const Decided = z
  .object({
    createdBy: z.string(),
    created: z.iso.datetime({ offset: true }),
    decidedBy: z.string().nullable(),
    decidedAt: z.iso.datetime({ offset: true }).nullable(),
    status: Status,
  })
  .extend(Actionable.shape)

/** Why a decision is refused, whatever it is about. */
export const decisionErrors = [
  'record.not_found',
  'record.changed',
  'step.wrong_state',
  'own_submission',
  'organisation.not_allowed',
] as const

/** The comment of a decision. Whole records are posted back, and one that nobody has commented carries null. */
export const Comment = oneLine(500)
  .nullish()
  .transform((text) => text ?? undefined)
  .optional()

/** What a decision posts. Whole records may be posted back; only these fields are read. Clients say the `action` besides. */
export const decisionBody = z.object({
  id: Id,
  version: seenVersion,
  approverComment: Comment,
  action: z.string().max(20).optional(),
})
