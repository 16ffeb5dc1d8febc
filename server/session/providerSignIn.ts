import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import { providerSignIn } from '#contract/session/providerSignIn.ts'
import { now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { seal, unseal } from '#server/kit/secretBox.ts'
import { done, reply, serve, type Call, type RequestFacts } from '#server/kit/web/serve.ts'
import { newToken, tokenHash } from '#server/kit/web/sessionToken.ts'
import { deviceCookie } from './cookies.ts'
import { countTry, guessersOf } from './delays.ts'
import { fail, isOnLeave, knownDeviceOf, letIn, unknownName, type Attempt } from './openSession.ts'
import { addressAt, findProvider, identityFrom, type Expected, type Identity, type Provider } from './provider.ts'
import { originOf } from './relyingParty.ts'
import { actorOfUser, findUserOfProvider, getUser, noteUser, type User } from './users.ts'

const requestMinutes = 10
const halfMinutes = 5

/** Signing in through the provider of one's organisation. */
export const providerSignInRoutes = serve(
  providerSignIn,
  { begin, finish, factor },
  // Whatever becomes of a try, it is used up and written down.
  { transactions: 'own' },
)

type Begin = Call<typeof providerSignIn.begin>
type Finish = Call<typeof providerSignIn.finish>
type Factor = Call<typeof providerSignIn.factor>

async function providerOf({ house, body }: Begin | Finish | Factor): Promise<Provider> {
  const provider = await house.db.transaction('auth', (tx) => findProvider(tx, body.organisation), { readOnly: true })
  if (!provider) throw new Refused('provider.none')
  return provider
}

/** An address of its own for each organisation: what one provider sends back is never taken for the answer of another. */
function redirectOf(call: Begin | Finish, { code }: Provider): string {
  const origin = originOf(call)
  if (!origin) throw new Refused('provider.no_address')
  return `${origin}/sign-in/provider/${encodeURIComponent(code)}`
}

async function begin(call: Begin) {
  const { house, request } = call
  const provider = await providerOf(call)
  const redirect = redirectOf(call, provider)
  const expected = { state: newToken(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  const address = await addressAt(house, provider, redirect, expected)
  const browser = request.device ?? newToken()
  const expiresAt = new Date(now().getTime() + requestMinutes * 60_000)
  await house.db.transaction('auth', (tx) =>
    sql`insert into provider_requests (state_hash, browser_hash, provider_id, issuer, nonce, code_verifier, expires_at)
      values (${tokenHash(expected.state)}, ${tokenHash(browser)}, ${provider.organisationId}, ${provider.issuer},
        ${expected.nonce}, ${expected.verifier}, ${expiresAt})`.execute(tx),
  )
  return reply(done('Continue on the sign-in page of your organisation', { address }), {
    headers: { 'set-cookie': deviceCookie(browser, request.secure) },
  })
}

async function finish(call: Finish) {
  const { house, request, body } = call
  const provider = await providerOf(call)
  const back = new URL(redirectOf(call, provider))
  back.search = body.query
  const expected = await house.db.transaction('auth', (tx) => takeRequest(tx, request, provider, back))
  if (!expected) return fail(call, unknownName(provider.organisationId), 'provider.wrong')
  const identity = await askWho(call, provider, back, expected)
  const found = await house.db.transaction('auth', (tx) => findUserOfProvider(tx, provider, identity), {
    readOnly: true,
  })
  if (!found) {
    const code = identity.email && !identity.vouched ? 'provider.email_not_verified' : 'provider.unknown_user'
    return fail(call, unknownName(provider.organisationId), code)
  }
  if (found.otherSubject) return fail(call, found.user, 'provider.other_subject')
  return enter({ house, request, body: {} }, provider, found.user, identity)
}

/** Asks the provider who came back; what it refuses is written down. */
async function askWho(call: Finish, provider: Provider, back: URL, expected: Expected): Promise<Identity> {
  try {
    return await identityFrom(call.house, provider, back, expected)
  } catch (error) {
    if (error instanceof Refused && error.status === 401)
      return fail(call, unknownName(provider.organisationId), error.code)
    throw error
  }
}

/** Uses a sign-in that is on its way up: of this browser, to this provider as it stands, and not over. */
async function takeRequest(tx: Tx, { device }: RequestFacts, provider: Provider, back: URL): Promise<Expected | null> {
  const state = back.searchParams.get('state')
  if (!state || !device) return null
  const [taken] = await rows(
    tx,
    sql<
      Omit<Expected, 'state'>
    >`delete from provider_requests where state_hash = ${tokenHash(state)} and browser_hash = ${tokenHash(device)}
      and provider_id = ${provider.organisationId} and issuer = ${provider.issuer} and expires_at > ${now()}
      returning nonce, code_verifier as verifier`,
  )
  return taken ? { state, ...taken } : null
}

type Named = Pick<Identity, 'subject'>

/** Lets in whom the provider has named: an active user of the organisation, with the second factor of this house. */
async function enter(attempt: Attempt, provider: Provider, user: User, { subject }: Named) {
  const { house, request } = attempt
  if (!user.isActive) return fail(attempt, user, 'session.suspended')
  if (isOnLeave(user)) return fail(attempt, user, 'session.on_leave')
  const knownDevice = await house.db.transaction('auth', (tx) => knownDeviceOf(tx, user.id, request.device), {
    readOnly: true,
  })
  const guessers = guessersOf({ username: user.username, ip: request.ip, knownDevice })
  await countTry(house.db, guessers)
  return letIn({
    attempt,
    user,
    guessers,
    still: sql<boolean>`exists (select from sign_in_providers p where p.organisation_id = users.organisation_id and p.active and p.issuer = ${provider.issuer})`,
    gone: 'provider.none',
    within: (tx) => link(tx, attempt, { provider, user, subject }),
    how: 'Through the provider of the organisation',
    half: sealHalf(attempt, provider, { userId: user.id, subject }),
  })
}

type Link = { provider: Provider; user: User; subject: string }

/** A user is one person of the provider for good; two administrators who reset the access end that. */
async function link(tx: Tx, { request }: Attempt, { provider, user, subject }: Link): Promise<void> {
  const at = now()
  const used = await changed(
    tx,
    sql`update provider_identities set last_used_at = ${at} where user_id = ${user.id} and issuer = ${provider.issuer} and subject = ${subject}`,
  )
  if (used > 0) return
  const linked = await changed(
    tx,
    sql`insert into provider_identities (user_id, organisation_id, issuer, subject, linked_at, last_used_at)
      values (${user.id}, ${provider.organisationId}, ${provider.issuer}, ${subject}, ${at}, ${at}) on conflict do nothing`,
  )
  if (linked === 0) throw new Refused('provider.other_subject')
  await noteUser(tx, { user, by: actorOfUser(user), action: 'provider_linked', requestId: request.id })
}

type Half = { userId: string; subject: string }

// For this browser and this provider only; worth nothing without the second factor.
const halfOf = ({ request }: Pick<Attempt, 'request'>, { code, issuer }: Provider): string =>
  `half ${code} ${issuer} ${tokenHash(request.device ?? '').toString('hex')}`

const sealHalf = (attempt: Attempt, provider: Provider, half: Half): string =>
  seal(
    attempt.house.config,
    halfOf(attempt, provider),
    JSON.stringify({ ...half, until: now().getTime() + halfMinutes * 60_000 }),
  )

function openHalf(call: Factor, provider: Provider): Half | null {
  try {
    const half = JSON.parse(unseal(call.house.config, halfOf(call, provider), call.body.half)) as Half & {
      until: number
    } // border: only we can have sealed it
    return half.until > now().getTime() ? half : null
  } catch {
    // Made up, changed, or of another browser.
    return null
  }
}

async function factor(call: Factor) {
  const provider = await providerOf(call)
  const half = openHalf(call, provider)
  if (!half) throw new Refused('provider.wrong')
  const user = await call.house.db.transaction('auth', (tx) => getUser(tx, half.userId), { readOnly: true })
  return enter(call, provider, user, half)
}
