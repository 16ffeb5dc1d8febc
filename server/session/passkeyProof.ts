import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { PasskeyProof, PasskeyRequest } from '#contract/kit/webauthn.ts'
import { now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import type { RequestFacts } from '#server/kit/web/serve.ts'
import { newToken, tokenHash } from '#server/kit/web/sessionToken.ts'
import { relyingPartyOf } from './relyingParty.ts'
import { noteUser, type User } from './users.ts'

/** As long as a device may take. */
export const ceremonyMs = 300_000

type Asked = { house: House; request: RequestFacts }
type Purpose = 'register' | 'sign_in' | 'step_up'
/** Whose challenge it is: before the sign-in there is no session that it could belong to. */
type Asker = { userId: string; purpose: Purpose; token: string | null }
type Key = { id: string; credentialId: string; name: string; publicKey: Buffer; transports: string[] }

/** Who is signed in, and asks in this session. */
export const askerOf = (
  { actor, request }: { actor: { userId: string }; request: Pick<RequestFacts, 'token'> },
  purpose: Purpose,
): Asker => ({ userId: actor.userId, purpose, token: request.token })

/** A passkey that has signed, and the counter of that use: it counts once `takeUse` has taken it. */
export type ProvenPasskey = Pick<Key, 'id' | 'name'> & { counter: number }

/** A new challenge, written down by its hash. */
export async function newChallenge(tx: Tx, { userId, purpose, token }: Asker): Promise<string> {
  const challenge = newToken()
  const expiresAt = new Date(now().getTime() + ceremonyMs)
  await sql`insert into passkey_challenges (challenge_hash, user_id, purpose, session_hash, expires_at)
    values (${tokenHash(challenge)}, ${userId}, ${purpose}, ${token && tokenHash(token)}, ${expiresAt})`.execute(tx)
  return challenge
}

/** Uses a challenge up, whatever becomes of the try. False when it is not of this asker, is over, or was used. */
export const takeChallenge = (house: House, challenge: string, { userId, purpose, token }: Asker): Promise<boolean> =>
  house.db.transaction('auth', async (tx) => {
    const taken = await changed(
      tx,
      sql`delete from passkey_challenges where challenge_hash = ${tokenHash(challenge)} and user_id = ${userId} and purpose = ${purpose}
        and session_hash is not distinct from ${token && tokenHash(token)} and expires_at > ${now()}`,
    )
    return taken > 0
  })

/** What one of the user's passkeys is to sign; null where none can be asked for. */
export async function passkeyRequest(tx: Tx, asked: Asked, asker: Asker): Promise<PasskeyRequest | null> {
  const party = relyingPartyOf(asked)
  const keys = await rows(
    tx,
    sql<Pick<Key, 'credentialId' | 'transports'>>`select credential_id as "credentialId", transports from passkeys
      where user_id = ${asker.userId} and copied_at is null order by last_used_at desc nulls last, id`,
  )
  if (!party || keys.length === 0) return null
  const challenge = await newChallenge(tx, asker)
  return {
    challenge,
    rpId: party.id,
    timeout: ceremonyMs,
    userVerification: 'required',
    allowCredentials: keys.map(({ credentialId: id, transports }) => ({ id, type: 'public-key', transports })),
  }
}

/** Examines a signature: by a passkey of this user that is not stopped, over a challenge of this asker, for this address, and with the owner verified. */
export async function provePasskey(asked: Asked, asker: Asker, proof: PasskeyProof): Promise<ProvenPasskey | null> {
  const { house } = asked
  const party = relyingPartyOf(asked)
  const [key] = await house.db.transaction(
    'auth',
    (tx) =>
      rows(
        tx,
        sql<Key>`select id, credential_id as "credentialId", name, public_key as "publicKey", transports from passkeys
          where credential_id = ${proof.id} and user_id = ${asker.userId} and copied_at is null`,
      ),
    { readOnly: true },
  )
  if (!party || !key) return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...proof, clientExtensionResults: {} },
      expectedChallenge: (challenge) => takeChallenge(house, challenge, asker),
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is compared where it is written: two uses at once must not both pass.
      credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: 0 },
    })
    return verified ? { id: key.id, name: key.name, counter: authenticationInfo.newCounter } : null
  } catch {
    // The library says by an error what is wrong with a proof; the person is told no more than that it was not accepted.
    return null
  }
}

type Use = { key: ProvenPasskey; user: Pick<User, 'id' | 'fullName' | 'organisationId'>; requestId: string }

/** Takes a use of a passkey. A counter that does not grow means that somebody has a copy of it: it is stopped, and false. */
export async function takeUse(tx: Tx, { key, user, requestId }: Use): Promise<boolean> {
  const used = await changed(
    tx,
    sql`update passkeys set counter = ${key.counter}, last_used_at = ${now()}
      where id = ${key.id} and copied_at is null and (counter < ${key.counter} or (counter = 0 and ${key.counter} = 0))`,
  )
  if (used > 0) return true
  const stopped = await changed(
    tx,
    sql`update passkeys set copied_at = ${now()} where id = ${key.id} and copied_at is null`,
  )
  if (stopped > 0)
    await noteUser(tx, {
      user,
      by: { system: 'Sign-in', organisationId: user.organisationId },
      action: 'passkey_copied',
      comment: key.name,
      requestId,
    })
  return false
}
