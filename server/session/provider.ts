import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  customFetch,
  discovery,
  fetchUserInfo,
  ResponseBodyError,
  type Configuration,
} from 'openid-client'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { mayAsk, openProviderSecret } from '#server/kit/providerSecret.ts'
import { Refused } from '#server/kit/refused.ts'

/** The provider that signs the users of an organisation in. */
export type Provider = {
  organisationId: string
  code: string
  issuer: string
  clientId: string
  clientSecret: string
  required: boolean
}

/** Who somebody is to the provider. Nothing else that it says of them is read. */
export type Identity = { subject: string; email: string | null; vouched: boolean }

/** What was asked and must come back. */
export type Expected = { state: string; nonce: string; verifier: string }

/** The provider of an organisation, while it is on. */
export async function findProvider(tx: Tx, code: string): Promise<Provider | null> {
  const [provider] = await rows(
    tx,
    sql<Provider>`select p.organisation_id as "organisationId", o.code, p.issuer, p.client_id as "clientId",
        p.client_secret as "clientSecret", p.required
      from sign_in_providers p join organisations o on o.id = p.organisation_id where o.code = ${code} and p.active and o.active`,
  )
  return provider ?? null
}

// A person waits.
const patienceSeconds = 6

/** What the provider says of itself, from its own address: its name must be the one that two administrators entered. */
async function discover(house: House, provider: Provider): Promise<Configuration> {
  const issuer = new URL(provider.issuer)
  const secret = openProviderSecret(house, provider, provider.clientSecret)
  // Administration takes an address without TLS of this very machine only.
  const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : []
  try {
    return await discovery(issuer, provider.clientId, secret, undefined, {
      timeout: patienceSeconds,
      execute,
      // Whatever the provider names as its other addresses is asked at hosts of the list only, and nobody is led on from there.
      [customFetch]: async (address, { method, headers, body, signal }) => {
        mustBeListed(house, provider, address)
        // border: the library sends forms or nothing
        const form = (body ?? null) as URLSearchParams | null
        return fetch(address, { method, headers, body: form, redirect: 'manual', signal: signal ?? null })
      },
    })
  } catch (error) {
    throw refusedIn(error) ?? down(house, provider, error)
  }
}

/** What was refused on the way out: the library wraps it. */
const refusedIn = (error: unknown): Refused | null =>
  error instanceof Refused ? error : error instanceof Error && error.cause instanceof Refused ? error.cause : null

/** Only hosts that the operator has listed are asked, whoever has entered them. */
function mustBeListed(house: House, provider: Provider, address: string): void {
  if (mayAsk(house, address)) return
  const fault = `not in PROVIDER_HOSTS: ${new URL(address).hostname}`
  throw down(house, provider, Object.assign(new Error(fault), { code: fault }))
}

function down(house: House, { code, required }: Provider, error: unknown): Refused {
  house.log.warn({ organisation: code, fault: faultOf(error) }, 'the sign-in provider does not answer')
  return new Refused(required ? 'provider.down_required' : 'provider.down')
}

const faultOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown'

/** Where the provider signs somebody in for us. */
export async function addressAt(house: House, provider: Provider, redirect: string, expected: Expected) {
  const address = buildAuthorizationUrl(await discover(house, provider), {
    redirect_uri: redirect,
    scope: 'openid email',
    state: expected.state,
    nonce: expected.nonce,
    code_challenge: await calculatePKCECodeChallenge(expected.verifier),
    code_challenge_method: 'S256',
  })
  mustBeListed(house, provider, address.href)
  return address.href
}

/**
 * Exchanges what the provider sent back for who somebody is. The library checks the issuer in the answer and in the token, the
 * signature, the audience, the times, state, nonce and the verifier; whatever does not fit is refused alike.
 */
export async function identityFrom(
  house: House,
  provider: Provider,
  back: URL,
  { state, nonce, verifier }: Expected,
): Promise<Identity> {
  const config = await discover(house, provider)
  try {
    const tokens = await authorizationCodeGrant(config, back, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Refused('provider.wrong')
    // Many providers say the e-mail address at this second place only.
    const person = claims['email'] === undefined ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims
    const email = typeof person['email'] === 'string' ? person['email'].trim().toLowerCase() : null
    return { subject: claims.sub, email, vouched: person['email_verified'] === true }
  } catch (error) {
    throw refusalOf(house, provider, error)
  }
}

function refusalOf(house: House, provider: Provider, error: unknown): unknown {
  const refused = refusedIn(error)
  if (refused) return refused
  if (error instanceof AuthorizationResponseError) return new Refused('provider.refused')
  const isDown =
    (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT') ||
    (error instanceof TypeError && error.message === 'fetch failed') ||
    (error instanceof ResponseBodyError && error.status >= 500)
  if (isDown) return down(house, provider, error)
  if (!(error instanceof ClientError || error instanceof ResponseBodyError || error instanceof TypeError)) return error
  house.log.warn({ organisation: provider.code, fault: faultOf(error) }, 'a sign-in through a provider was refused')
  return new Refused('provider.wrong')
}
