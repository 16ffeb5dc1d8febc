import { timingSafeEqual } from 'node:crypto'
import { invitation, invitationTries } from '#contract/house/invitation.ts'
import { now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import { codeHash } from '#server/kit/invitationSecrets.ts'
import { Refused } from '#server/kit/refused.ts'
import { done, serve, type Call } from '#server/kit/web/serve.ts'
import { tokenHash } from '#server/kit/web/sessionToken.ts'
import { countTry, guesserOfAddress, uncountTry } from './delays.ts'
import { hashPassword, mustBeStrong } from './password.ts'
import { getUser, hasSecondFactor, namesOf, noteUser } from './users.ts'

type OpenInvitation = { changeId: string; userId: string; codeHash: Buffer | null }

/** Choosing a password with an invitation. */
export const invitationRoutes = serve(
  invitation,
  { accept: acceptInvitation },
  // A wrong code is counted although the call is refused.
  { transactions: 'own' },
)

async function acceptInvitation({ house, request, body }: Call<typeof invitation.accept>) {
  const tries = guesserOfAddress(request.ip)
  await countTry(house.db, tries)
  const token = tokenHash(body.token)
  const opened = await house.db.transaction('auth', (tx) => countAttempt(tx, token))
  if (!opened) throw new Refused('invitation.invalid')
  const isRight = opened.codeHash !== null && timingSafeEqual(opened.codeHash, codeHash(opened.changeId, body.code))
  if (!isRight) throw new Refused('invitation.code_wrong')
  // Both halves were right: whoever now looks for a strong enough password is not guessing.
  await house.db.transaction('auth', async (tx) => {
    await sql`update invitations set failures = failures - 1 where change_id = ${opened.changeId}`.execute(tx)
    await uncountTry(tx, tries)
  })
  const user = await house.db.transaction('auth', (tx) => getUser(tx, opened.userId), { readOnly: true })
  mustBeStrong({
    password: body.password,
    username: user.username,
    organisation: namesOf(user),
    hasSecondFactor: hasSecondFactor(user),
  })
  const passwordHash = await hashPassword(body.password)
  await house.db.transaction('auth', async (tx) => {
    // Two tabs at once: one of them uses the invitation up.
    const used = await changed(
      tx,
      sql`update invitations set used_at = ${now()} where change_id = ${opened.changeId} and ${isUsable()}`,
    )
    if (used === 0) throw new Refused('invitation.invalid')
    await sql`update users set password_hash = ${passwordHash}, password_changed_at = ${now()},
      status = case when status = 'INVITED' then 'ACTIVE' else status end where id = ${user.id}`.execute(tx)
    await sql`delete from sessions where user_id = ${user.id}`.execute(tx)
    await noteUser(tx, {
      user,
      by: { system: 'Invitation', organisationId: user.organisationId },
      action: 'invitation_accepted',
      changes: { address: { before: null, after: request.ip } },
      requestId: request.id,
    })
  })
  return done('Your password is set. Sign in with it', { username: user.username })
}

const isUsable = () => sql`used_at is null and expires_at > ${now()} and failures < ${invitationTries}`

/** Counts the try before the code is compared, so that a thousand tries at once are counted one by one. */
async function countAttempt(tx: Tx, token: Buffer): Promise<OpenInvitation | undefined> {
  const [opened] = await rows(
    tx,
    sql<OpenInvitation>`update invitations set failures = failures + 1 where token_hash = ${token} and ${isUsable()}
      returning change_id as "changeId", user_id as "userId", code_hash as "codeHash"`,
  )
  return opened
}
