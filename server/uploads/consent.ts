import type { Actor } from '#contract/permissions.ts'
import { acceptDisclaimer } from '#server/disclaimers/disclaimers.ts'
import { now } from '#server/kit/clock.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { trueOrFalse, type ReceivedFile } from '#server/kit/receiveFile.ts'
import { receiveUpload } from '#server/kit/uploads/receiveUpload.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'

/** What a form says about sharing: whether, and the version of the wording that was shown, where the client tells it. */
export type Sharing = { shareData: boolean; consentVersion?: number | undefined }

/** The same of a file that was sent with fields. */
export const sharingIn = (file: ReceivedFile): Sharing => {
  const version = file.fields['consentVersion']?.trim()
  return { shareData: trueOrFalse(file, 'shareData'), consentVersion: version ? Number(version) : undefined }
}

/** Keeps a file and with whom it is shared. Sharing is a consent: who gave it, when, and to which wording stands with the file. */
export async function receiveShared(
  call: Parameters<typeof receiveUpload>[0],
  binding: UploadBinding,
  { shareData, consentVersion }: Sharing,
): Promise<{ id: string }> {
  const { tx, actor } = call
  if (!shareData) return receiveUpload(call, binding)
  const consent = await acceptDisclaimer(tx, actor, { name: 'share_data', shown: consentVersion })
  const told = { consent: { before: null, after: `share_data version ${consent.version}` } }
  const kept = await receiveUpload(call, binding, told)
  await keepConsent(tx, actor, kept.id, consent.id)
  return kept
}

const keepConsent = (tx: Tx, actor: Actor, uploadId: string, consentId: string) =>
  sql`update uploads set share_data = true, consent_id = ${consentId}, consented_by = ${actor.userId}, consented_at = ${now()} where id = ${uploadId}`.execute(
    tx,
  )
