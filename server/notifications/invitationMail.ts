import type { InvitationLink } from '#contract/administration/adminChanges.ts'
import { invitationListeners } from '#server/administration/invitations.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { rows, sql } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { seal } from '#server/kit/secretBox.ts'
import { sendQueue } from './mailing.ts'

/** Sends the link to who was invited. The code comes another way, so that the letter alone opens nothing. */
async function mailInvitation({ db, jobs, config }: House, link: InvitationLink): Promise<void> {
  if (!config.smtpUrl || !link.email) return
  const id = newId()
  const sealed = seal(config, id, JSON.stringify({ path: link.path, expiresAt: link.expiresAt }))
  await db.transaction('system', async (tx) => {
    const inserted = await rows(
      tx,
      sql`insert into mails (id, organisation_id, user_id, kind, day, sealed, created_at)
        select ${id}, organisation_id, id, 'invitation', ${businessDate()}::date, ${sealed}, ${now()} from users where username = ${link.username} returning id`,
    )
    if (inserted.length > 0) await jobs.send(tx, sendQueue, { mailId: id })
  })
}

/** Mails every new invitation link from now on. Calling it twice changes nothing. */
export function registerInvitationMail(): void {
  if (!invitationListeners.includes(mailInvitation)) invitationListeners.push(mailInvitation)
}
