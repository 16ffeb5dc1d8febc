import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const clientId = 'kahawa'
export const clientSecret = 'a-secret-that-only-the-two-of-us-know'

/** What a provider says of a person, by the subject. */
type Account = { email?: string; email_verified?: boolean; [claim: string]: unknown }

/** A real provider (OpenID Connect) behind an address of its own, whose pages let everybody in as whom they say they are. */
export type SignInProvider = {
  issuer: string
  accounts: Map<string, Account>
  /** Signs a person in at the address that our door answered; what comes back in the address, without its question mark. */
  signIn: (address: string, subject: string) => Promise<string>
  stop: () => Promise<void>
}

/** Starts a provider that sends people back to these addresses. */
export async function openSignInProvider(redirects: readonly string[]): Promise<SignInProvider> {
  const accounts = new Map<string, Account>()
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // border: it listens on a port
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirects,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'role', 'groups'], email: ['email', 'email_verified'] },
    cookies: { keys: ['for-tests-only'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    findAccount: (_context: unknown, subject: string) => {
      const account = accounts.get(subject)
      return account && { accountId: subject, claims: () => ({ sub: subject, ...account }) }
    },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    accounts,
    signIn: (address, subject) => walk(address, subject),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Follows the pages as a browser does: says who it is, agrees, and stops where the way leads back to us. */
async function walk(address: string, subject: string): Promise<string> {
  const { origin } = new URL(address)
  const cookies = new Map<string, string>()
  let at = new URL(address)
  let form: URLSearchParams | null = null
  for (let step = 0; step < 20; step += 1) {
    if (at.origin !== origin) return at.search.slice(1)
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const page = await response.text()
    const location = response.headers.get('location')
    form = null
    if (location) at = new URL(location, at)
    else {
      const action = /action="([^"]+)"/.exec(page)?.[1]
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
      if (!action || !prompt) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 300)}`)
      at = new URL(action, at)
      form = new URLSearchParams({ prompt, login: subject, password: 'any' })
    }
  }
  throw new Error('the provider leads nowhere')
}
