import { setTimeout as sleep } from 'node:timers/promises'
import type { SocietyAccount } from '#contract/payments/societyAccounts.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { House } from '#server/kit/house.ts'
import { demoPassword } from '#server/session/demo.ts'
import type { BankControls } from './bankSimulator/spawn.ts'

/** The running server that the demo is entered into, and its bank. */
export type Demo = { address: string; house: House; bank: BankControls }

/** How one person of the demo calls the running server. A call that is refused throws with the server's words. */
export type DemoPerson = {
  organisationId: string
  get: <Answer>(path: string) => Promise<Answer>
  post: <Answer>(path: string, body: object) => Promise<Answer>
  /** Sends a file. */
  send: <Answer>(path: string, file: DemoUpload) => Promise<Answer>
  /** Sends a file and waits for the end of its check; the id of the upload. */
  upload: (path: string, file: DemoUpload) => Promise<string>
}
type DemoUpload = { name: string; bytes: Uint8Array; fields?: Readonly<Record<string, string>> }

/** Who is signed in at which server, by address and username. */
const signedIn = new Map<string, Map<string, Promise<DemoPerson>>>()

/** The people of the demo by their usernames, each signed in once. */
export function demoPeople(address: string): (username: string) => Promise<DemoPerson> {
  return (username) => {
    const known = signedIn.get(address) ?? new Map<string, Promise<DemoPerson>>()
    signedIn.set(address, known)
    const person = known.get(username) ?? signIn(address, username)
    known.set(username, person)
    // Whoever could not sign in may try again.
    person.catch(() => known.delete(username))
    return person
  }
}

/** Signs out whom the demo has signed in: nobody finds sessions of a program among the own. */
export async function signDemoOut(address: string): Promise<void> {
  const known = signedIn.get(address) ?? new Map<string, Promise<DemoPerson>>()
  signedIn.delete(address)
  for (const person of known.values()) await (await person).post('/auth/logout', {})
}

/** Enters a part of the demo. One that fails is reported and does not keep the server from serving. */
export async function seedPart(house: House, part: string, seed: () => Promise<unknown>): Promise<void> {
  try {
    await seed()
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    house.log.warn({ part, error: text }, 'a part of the demo was not entered')
  }
}

async function signIn(address: string, username: string): Promise<DemoPerson> {
  // Border: what the calls answer stands in the contract, and each caller names it.
  const request = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${address}/api${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 200)}`)
    return (await response.json()) as Answer
  }
  const json = { 'content-type': 'application/json' }
  type SignedIn = { data: { token: string; user: { organisation: { id: string } } } }
  const login = (): Promise<SignedIn> =>
    request<SignedIn>('/auth/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username, password: demoPassword }),
    }).catch(async (error: unknown) => {
      // The whole valley signs in within a minute: whoever is asked to wait does.
      if (!(error instanceof Error) || !error.message.includes('session.delayed')) throw error
      await sleep(1000)
      return login()
    })
  const { data } = await login()
  const headers = { authorization: `Bearer ${data.token}`, prefer: 'respond-async' }
  const get: DemoPerson['get'] = (path) => request(path, { headers })
  const send: DemoPerson['send'] = (path, { name, bytes, fields = {} }) => {
    const body = new FormData()
    for (const [field, value] of Object.entries(fields)) body.append(field, value)
    body.append('file', new File([new Uint8Array(bytes)], name))
    return request(path, { method: 'POST', headers, body })
  }
  return {
    organisationId: data.user.organisation.id,
    get,
    send,
    post: (path, body) =>
      request(path, { method: 'POST', headers: { ...headers, ...json }, body: JSON.stringify(body) }),
    upload: async (path, file) => {
      const upload = await send<{ data: { id: string } }>(path, file)
      await until(async () => {
        const { stage } = await get<{ stage: string }>(`/uploads/${upload.data.id}/progress`)
        return stage !== 'stored' && stage !== 'checking'
      })
      return upload.data.id
    },
  }
}

/** Fetches today's statement of an account of the own society, as its people do, and waits until it is read. */
export async function askBank(person: DemoPerson, accountNumber: string): Promise<void> {
  const today = businessDate()
  await person.post('/bank/statement/pull', { accountNumber, from: today, to: today })
  await until(async () => {
    const accounts = await person.get<SocietyAccount[]>(`/society-accounts/${person.organisationId}`)
    return !accounts.some((account) => account.accountNumber === accountNumber && account.isAsking)
  })
}

/** Waits until something has come about. Throws when it has not after half a minute. */
export async function until(hasCome: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await hasCome()) return
    await sleep(100)
  }
  throw new Error('what was waited for did not come')
}

/** A CSV file of lines whose cells hold no comma. */
export const csvBytes = (lines: readonly (readonly unknown[])[]): Buffer =>
  Buffer.from(lines.map((line) => line.join(',')).join('\n'))
