import type { House } from '#server/kit/house.ts'
import { demoPassword } from '#server/session/demo.ts'

type Story = {
  growerCode: string
  rate: number
  reason: string
  by: string
  decision?: 'approve' | 'reject'
  decider?: string
  comment?: string
}

/** Cherry rates of the valley in every state but "taken back", brought there by their own calls. */
const stories: readonly Story[] = [
  { growerCode: 'CF4100', rate: 42, reason: 'First rate of the society', by: 'kpcu.maker', decision: 'approve' },
  { growerCode: 'CF4101', rate: 38.5, reason: 'Lights were many this season', by: 'kpcu.maker', decision: 'approve' },
  {
    growerCode: 'CF4100',
    rate: 75,
    reason: 'The last auctions were good',
    by: 'bank.maker',
    decision: 'reject',
    decider: 'bank.checker',
    comment: 'The fund cannot lend so much against one season.',
  },
  { growerCode: 'CF4100', rate: 44, reason: 'Prices at the exchange rose', by: 'kpcu.maker', decision: 'approve' },
  { growerCode: 'CF4101', rate: 41, reason: 'Cleaner cherry since October', by: 'kpcu.maker' },
]

/** Tells the stories to a running server. One that fails is reported and does not keep the server from serving. */
export async function seedDemoRates({ address, house }: { address: string; house: House }): Promise<void> {
  try {
    const people = new Map<string, Post>()
    const as = async (username: string): Promise<Post> => {
      const known = people.get(username) ?? (await signIn(address, username))
      people.set(username, known)
      return known
    }
    for (const { growerCode, rate, reason, by, decision, decider = 'kpcu.checker', comment } of stories) {
      const asking = await as(by)
      const { data } = await asking('/cherry/rate/update', { growerCode, rate, reason })
      if (!decision) continue
      const deciding = await as(decider)
      await deciding(`/cherry/rate/${decision}`, { id: data.id, approverComment: comment })
    }
  } catch (error) {
    house.log.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'the demo of cherry rates is not complete',
    )
  }
}

type Post = (path: string, body: unknown) => Promise<{ data: { id: string } }>

async function signIn(address: string, username: string): Promise<Post> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 200)}`)
    return response.json()
  }
  // A demo user signs in with the demo password; what the calls answer stands in the contract.
  const { data } = (await post('/auth/login', { username, password: demoPassword })) as { data: { token: string } }
  return async (path, body) =>
    (await post(path, body, { authorization: `Bearer ${data.token}` })) as { data: { id: string } }
}
