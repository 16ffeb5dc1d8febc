import { z } from 'zod'
import { actionAnswer, Id, organisationIdParam } from './endpoint.ts'

/** A document that is attached: what it is, by its bytes. */
const Attached = z.object({
  fileName: z.string(),
  mediaType: z.string().describe('By its bytes'),
  size: z.number().int().describe('Bytes'),
  sha256: z.string().describe('Of its bytes, in lower-case hex'),
})

/** The document of a record, where it has one. */
export const Attachment = Attached.nullable().describe('The document itself, where it is attached')
export type Attachment = z.output<typeof Attachment>

/** How a record that is proposed names the document that was attached for it before. */
export const AttachedId = z
  .union([z.literal(''), Id], 'Attach the document again')
  .optional()
  .describe('The document itself, as it was attached before')

/** What is the same of every call that attaches a document: what it takes, what it answers, and why it refuses one. */
export const attaching = {
  method: 'POST',
  params: organisationIdParam,
  upload: 'any',
  answer: actionAnswer(Attached.extend({ id: Id })),
  errors: [
    'upload.no_file',
    'upload.too_large',
    'upload.not_a_document',
    'upload.document_cut_off',
    'upload.document_active',
    'organisation.not_allowed',
  ],
} as const
