import type { RawBuilder } from 'kysely'
import { acceptDisclaimer } from '#server/facts/disclaimers.ts'
import { now } from '#server/kit/clock.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { trueOrFalse, type ReceivedFile } from '#server/kit/web/receiveFile.ts'
import { receiveUpload } from '#server/kit/uploads/receiveUpload.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import type { StoredUpload } from '#server/kit/uploads/uploadList.ts'

/** What a form says about sharing: whether, and the version of the wording that was shown, where the client sends it. */
type Sharing = { shareData: boolean; consentVersion?: number | undefined }

/** The same of a file that was sent with fields. */
export const sharingIn = (file: ReceivedFile): Sharing => {
  const version = file.fields['consentVersion']?.trim()
  return { shareData: trueOrFalse(file, 'shareData'), consentVersion: version ? Number(version) : undefined }
}

/** Keeps a file and with whom it is shared. Sharing is a consent: who consented, when, and to which wording is stored with the file. */
export async function receiveShared(
  call: Parameters<typeof receiveUpload>[0],
  binding: UploadBinding,
  { shareData, consentVersion }: Sharing,
): Promise<{ id: string }> {
  const { tx, actor } = call
  if (!shareData) return receiveUpload(call, binding)
  const consent = await acceptDisclaimer(tx, actor, { name: 'share_data', shown: consentVersion })
  const changes = { consent: { before: null, after: `share_data version ${consent.version}` } }
  const upload = await receiveUpload(call, binding, changes)
  await sql`insert into upload_consents (upload_id, organisation_id, disclaimer_id, consented_by, consented_at)
    values (${upload.id}, ${actor.organisationId}, ${consent.id}, ${actor.userId}, ${now()})`.execute(tx)
  return upload
}

/** Whether the upload of an id is shared, in a query. */
export const sharing = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from upload_consents shared where shared.upload_id = ${id})`

/** Whether an upload is shared: one that a list has read, and one by its id. */
export const isShared = ({ consented_at }: StoredUpload): boolean => consented_at !== null
export const isSharedFile = async (tx: Tx, id: string): Promise<boolean> =>
  (await one(tx, sql<{ shared: boolean }>`select ${sharing(sql`${id}`)} as shared`)).shared
