import type { InvitationLink } from '#contract/administration/adminChanges.ts'
import { invitationHours } from '#contract/house/invitation.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { codeHash, newCode } from '#server/kit/invitationSecrets.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { newToken, tokenHash } from '#server/kit/web/sessionToken.ts'

/** Called with every new link; the mailer registers itself here. The link without its code opens nothing. */
export const invitationListeners: ((house: House, link: InvitationLink) => Promise<void>)[] = []

const reach = { reach: 'administration' } as const

/** Keeps a place for the two halves of an invitation that is requested. */
export const openInvitation = (tx: Tx, changeId: string): Promise<unknown> =>
  sql`insert into invitations (change_id) values (${changeId})`.execute(tx)

/**
 * Makes the code after the request is kept, so that no stored answer holds it. Repeating the request with the same key gives a new one,
 * and the one before is worth nothing.
 */
export async function makeCode(house: House, actor: Actor, changeId: string): Promise<string | null> {
  const code = newCode()
  const updated = await house.db.transaction(scopeOf(actor, reach), (tx) =>
    changed(
      tx,
      sql`update invitations set code_hash = ${codeHash(changeId, code)} where change_id = ${changeId} and used_at is null`,
    ),
  )
  return updated > 0 ? code : null
}

type Stored = { username: string; fullName: string; email: string | null; expiresAt: Date }

/** Makes the link of an approved invitation, likewise; null when the change was no invitation, or it is over. */
export async function makeLink(house: House, actor: Actor, changeId: string): Promise<InvitationLink | null> {
  const token = newToken()
  const expiresAt = new Date(now().getTime() + invitationHours * 3_600_000)
  const [invitation] = await house.db.transaction(scopeOf(actor, reach), (tx) =>
    rows(
      tx,
      sql<Stored>`update invitations i set token_hash = ${tokenHash(token)}, expires_at = coalesce(i.expires_at, ${expiresAt}) from users u
        where i.change_id = ${changeId} and u.id = i.user_id and i.used_at is null and coalesce(i.expires_at, ${expiresAt}) > ${now()}
        returning u.username, u.full_name as "fullName", u.email, i.expires_at as "expiresAt"`,
    ),
  )
  if (!invitation) return null
  const link = { ...invitation, path: `/invitation/${token}`, expiresAt: invitation.expiresAt.toISOString() }
  for (const notify of invitationListeners) await notify(house, link)
  return link
}
