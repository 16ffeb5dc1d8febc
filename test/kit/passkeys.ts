import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '#contract/kit/webauthn.ts'
import { demoPassword } from '#server/session/demo.ts'
import type { Person } from './people.ts'
import type { SoftAuthenticator } from './softAuthenticator.ts'
import type { World } from './world.ts'

type Listed = { id: string; name: string; lastUsed: string | null; synced: boolean; copied: boolean }
export type PasskeyList = { available: boolean; passkeys: Listed[] }
export type PasskeyRefusal = { code: string; message: string; details: { app: boolean; passkey: PasskeyRequest } }
type Added = PasskeyRefusal & { data: { recoveryCodes?: string[] } }
type Ticket = PasskeyRefusal & { data: { ticket: string } }
type Odd = Parameters<SoftAuthenticator['sign']>[1]

/** What a device needs to make a passkey. */
export const beginPasskey = (person: Person, headers = {}) =>
  person.post<PasskeyRefusal & { data: PasskeyCreation }>(
    '/auth/passkeys/begin',
    { password: demoPassword },
    { headers },
  )
export const sendPasskey = (person: Person, name: string, passkey: NewPasskey, headers = {}) =>
  person.post<Added>('/auth/passkeys', { name, passkey }, { headers })
/** Adds a passkey of a device, as its owner does. */
export async function addPasskey(person: Person, device: SoftAuthenticator, name = 'My phone', headers = {}) {
  const { data } = (await beginPasskey(person, headers)).body
  return sendPasskey(person, name, device.create(data), headers)
}
export const passkeysOf = async (person: Person) => (await person.get<PasskeyList>('/auth/passkeys')).body.passkeys
export const challengeOf = async (person: Person) =>
  (await person.post<{ data: PasskeyRequest }>('/auth/step-up/passkey')).body.data
export const provePasskey = (person: Person, passkey: PasskeyProof) => person.post<Ticket>('/auth/step-up', { passkey })
/** The header of calls that want the second factor once more; the code of the refusal where there is none. */
export async function ticketOf(person: Person, device: SoftAuthenticator, odd?: Odd) {
  const answer = await provePasskey(person, device.sign(await challengeOf(person), odd))
  return answer.status === 200 ? { 'x-step-up': answer.body.data.ticket } : answer.body.code
}
/** Signs in, with more than the password where that is given. */
export const signIn = async (world: World, username: string, more: object = {}) =>
  (await world.stranger({
    method: 'POST',
    path: '/auth/login',
    body: { username, password: demoPassword, ...more },
  })) as { status: number; body: PasskeyRefusal & { data: { user: { passkeyEnabled: boolean } } } } // border: as declared

/** What the door wants signed after the password. */
export const requestAtDoor = async (world: World, username: string) =>
  (await signIn(world, username)).body.details.passkey
