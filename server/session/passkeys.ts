import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { mostPasskeys, passkeys, type Passkey } from '#contract/session/passkeys.ts'
import { now } from '#server/kit/clock.ts'
import { isPgError, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { done, serve, type Call } from '#server/kit/web/serve.ts'
import { mustProveFactor } from '#server/kit/web/stepUp.ts'
import { endOtherSessions } from './endOtherSessions.ts'
import { forgetTries, guesserInSession } from './delays.ts'
import { askerOf, ceremonyMs, newChallenge, passkeyRequest, takeChallenge } from './passkeyProof.ts'
import { relyingPartyOf } from './relyingParty.ts'
import { mustKnowPassword, refuseShortPassword, spendCode } from './secondFactor.ts'
import { newRecoveryCodes } from './totp.ts'
import { getUser, hasSecondFactor, noteUser } from './users.ts'

/** ES256 and RS256, which every device has, and EdDSA: as COSE numbers them. */
const algorithms = [-8, -7, -257]

/** The own passkeys. */
export const passkeyRoutes = serve(
  passkeys,
  { list, begin, add, remove, challenge },
  // A failed try leaves its count and uses its challenge up although the call is refused.
  { transactions: 'own' },
)

type Stored = Omit<Passkey, 'created' | 'lastUsed'> & {
  created: Date
  lastUsed: Date | null
  credentialId: string
  transports: string[]
}

const keysOf = (tx: Tx, userId: string): Promise<Stored[]> =>
  rows(
    tx,
    sql<Stored>`select id, name, created_at as created, last_used_at as "lastUsed", synced, copied_at is not null as copied,
      credential_id as "credentialId", transports from passkeys where user_id = ${userId} order by created_at, id`,
  )

async function list(call: Call<typeof passkeys.list>) {
  const { house, actor } = call
  const stored = await house.db.transaction('auth', (tx) => keysOf(tx, actor.userId), { readOnly: true })
  return {
    available: relyingPartyOf(call) !== null,
    passkeys: stored.map(({ credentialId: _id, transports: _transports, created, lastUsed, ...key }) => ({
      ...key,
      created: created.toISOString(),
      lastUsed: lastUsed?.toISOString() ?? null,
    })),
  }
}

const partyOf = (call: Call<typeof passkeys.begin> | Call<typeof passkeys.add>) => {
  const party = relyingPartyOf(call)
  if (!party) throw new Refused('passkey.no_address')
  return party
}

async function begin(call: Call<typeof passkeys.begin>) {
  const { house, actor, body } = call
  mustProveFactor(call)
  const party = partyOf(call)
  const user = await mustKnowPassword(call, body.password)
  return house.db.transaction('auth', async (tx) => {
    await forgetTries(tx, guesserInSession(user.id))
    const keys = await keysOf(tx, user.id)
    if (keys.length >= mostPasskeys) throw new Refused('passkey.too_many')
    return done('Your device makes the passkey', {
      challenge: await newChallenge(tx, askerOf(call, 'register')),
      rp: { id: party.id, name: 'Kahawa' },
      user: {
        id: Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: user.username,
        displayName: actor.fullName,
      },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: ceremonyMs,
      excludeCredentials: keys.map(({ credentialId: id, transports }) => ({
        id,
        type: 'public-key' as const,
        transports,
      })),
      authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'required' as const },
      attestation: 'none' as const,
    })
  })
}

async function add(call: Call<typeof passkeys.add>) {
  const { house, actor, request, body } = call
  mustProveFactor(call)
  const made = await verifiedKey(call)
  return house.db.transaction('auth', async (tx) => {
    // One after the other, so that neither the number nor the first factor is counted twice.
    await sql`select from users where id = ${actor.userId} for update`.execute(tx)
    const user = await getUser(tx, actor.userId)
    // Meanwhile a factor may have come that this session has not proven.
    if (hasSecondFactor(user) && !request.hasSecondFactor) throw new Refused('step_up.required')
    if ((await keysOf(tx, user.id)).length >= mostPasskeys) throw new Refused('passkey.too_many')
    const { credential, credentialDeviceType } = made
    await insert(tx, {
      ...credential,
      userId: user.id,
      name: body.name,
      synced: credentialDeviceType === 'multiDevice',
      transports: body.passkey.response.transports ?? [],
    })
    const fresh = hasSecondFactor(user) ? null : await newRecoveryCodes()
    if (fresh) await sql`update users set recovery_hashes = ${fresh.hashes} where id = ${user.id}`.execute(tx)
    if (body.endOthers) await endOtherSessions(tx, call)
    await noteUser(tx, { user, by: actor, action: 'passkey_added', comment: body.name, requestId: request.id })
    return done(
      fresh ? 'Passkey added. Keep the recovery codes in a safe place' : 'Passkey added',
      fresh ? { recoveryCodes: fresh.codes } : {},
    )
  })
}

async function verifiedKey(call: Call<typeof passkeys.add>) {
  const party = partyOf(call)
  const { clientDataJSON, attestationObject } = call.body.passkey.response
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...call.body.passkey, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: (made) => takeChallenge(call.house, made, askerOf(call, 'register')),
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (verified) return registrationInfo
  } catch {
    // The library says by an error what is wrong; the person is told no more than that it was not accepted.
  }
  throw new Refused('passkey.wrong')
}

type NewKey = {
  id: string
  publicKey: Uint8Array
  counter: number
  userId: string
  name: string
  synced: boolean
  transports: string[]
}

async function insert(tx: Tx, key: NewKey): Promise<void> {
  try {
    await savepoint(tx, () =>
      sql`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, synced, name, created_at)
        values (${newId()}, ${key.userId}, ${key.id}, ${Buffer.from(key.publicKey)}, ${key.counter}, ${key.transports}, ${key.synced}, ${key.name}, ${now()})`.execute(
        tx,
      ),
    )
  } catch (error) {
    if (!isPgError(error) || error.code !== '23505') throw error
    throw new Refused(error.constraint === 'passkeys_user_id_name_key' ? 'passkey.name_taken' : 'passkey.wrong')
  }
}

async function remove(call: Call<typeof passkeys.remove>) {
  const { house, actor, request, params, body } = call
  const own = await house.db.transaction('auth', (tx) => keysOf(tx, actor.userId), { readOnly: true })
  if (!own.some(({ id }) => id === params.id)) throw new Refused('record.not_found')
  if (body.code === undefined) mustProveFactor(call)
  const { id } = await mustKnowPassword(call, body.password)
  await house.db.transaction('auth', async (tx) => {
    await sql`select from users where id = ${id} for update`.execute(tx)
    const user = await getUser(tx, id)
    const keys = await keysOf(tx, id)
    const key = keys.find((one) => one.id === params.id)
    if (!key) throw new Refused('record.not_found')
    const isLast = keys.length === 1 && user.totpConfirmedAt === null
    if (isLast) refuseShortPassword(body.password, user)
    if (body.code !== undefined && !(await spendCode(tx, house, user, body.code)))
      throw new Refused('session.code_wrong')
    await sql`delete from passkeys where id = ${key.id}`.execute(tx)
    if (isLast) await sql`update users set recovery_hashes = '{}' where id = ${id}`.execute(tx)
    await forgetTries(tx, guesserInSession(id))
    if (body.endOthers) await endOtherSessions(tx, call)
    await noteUser(tx, { user, by: actor, action: 'passkey_removed', comment: key.name, requestId: request.id })
  })
  return { error: false as const, message: 'Passkey removed' }
}

/** What a passkey signs for a fresh proof in this session. */
async function challenge(call: Call<typeof passkeys.challenge>) {
  const { house } = call
  if (relyingPartyOf(call) === null) throw new Refused('passkey.no_address')
  const made = await house.db.transaction('auth', (tx) => passkeyRequest(tx, call, askerOf(call, 'step_up')))
  if (!made) throw new Refused('step_up.no_factor')
  return done('Your device signs', made)
}
