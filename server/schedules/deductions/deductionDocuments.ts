import type { RawBuilder } from 'kysely'
import { deductionFlow } from '#contract/schedules/deductions.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Tx } from '#server/kit/db.ts'
import * as documents from '#server/kit/records/attachedDocuments.ts'
import { Refused } from '#server/kit/refused.ts'
import { seesPersonalData } from '#server/kit/scope.ts'
import type { StreamReply } from '#server/kit/web/serve.ts'

const table = 'deduction_documents'
type After<F> = F extends (table: string, ...rest: infer Rest) => unknown ? Rest : never

/** Keeps a document that a proposal will name. */
export const attachDocument = (call: Parameters<typeof documents.attachDocument>[2]) =>
  documents.attachDocument(table, deductionFlow, call)

/** The document of the own society that a proposal names, with what stands of it in the trail. */
export const attachedTo = (tx: Tx, actor: Actor, { documentId }: { documentId?: string | undefined }) =>
  documents.attachedTo(table, { tx, actor, documentId })

/** The document of a row `of` of its table, as it is shown. */
export const attachmentOf = (of: RawBuilder<unknown>) => documents.attachmentOf(table, of)

/** The document of a record that the reader may see; a resolution may name members by their numbers. */
export async function openDocument(...[opening]: After<typeof documents.openDocument>): Promise<StreamReply> {
  if (!seesPersonalData(opening.actor))
    throw new Refused('permission.missing', { details: { needs: ['CAN_VIEW_PERSONAL_DATA'] } })
  return documents.openDocument(table, opening)
}
