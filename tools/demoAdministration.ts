import type { House } from '#server/kit/house.ts'
import { demoPassword } from '#server/session/demo.ts'

type Story = {
  path: string
  body: Record<string, unknown>
  decision?: 'approve' | 'decline' | 'withdraw'
  comment?: string
}

/** What two administrators of the valley asked of each other: changes in every state, brought there by their own calls. */
const stories: readonly Story[] = [
  {
    path: '/admin/roles',
    body: {
      name: 'FCS_DATA_CLERK',
      label: 'Society data clerk',
      permissions: ['CAN_VIEW_FARMERS', 'CAN_UPLOAD_FARMERS'],
      grants: [],
      types: ['FARMER_SOCIETY'],
      reason: 'Clerks of the season register members and nothing else',
    },
    decision: 'approve',
  },
  {
    path: '/admin/users',
    body: {
      username: 'fcs.clerk',
      fullName: 'Grace Njeri Mwangi',
      email: 'grace.njeri@demo.example',
      organisationCode: 'CF4100',
      role: 'FCS_DATA_CLERK',
      reason: 'Registers members until March',
    },
    decision: 'approve',
  },
  {
    path: '/admin/settings',
    body: { name: 'sharedAccountWarning', value: 2, reason: 'Two members on one account are worth a look' },
    decision: 'approve',
  },
  {
    path: '/admin/seasons',
    body: { name: '2023/2024', status: 'CLOSED', reason: 'The second payment of this season went out' },
    decision: 'approve',
  },
  {
    path: '/admin/settings',
    body: { name: 'deliveryMaxKg', value: 50_000, reason: 'A lorry was refused' },
    decision: 'decline',
    comment: 'A lorry carries the cherry of many members. Enter each of them.',
  },
  {
    path: '/admin/organisations',
    body: {
      code: 'CF4199',
      name: 'Gathera Farmers Co-operative Society',
      type: 'FARMER_SOCIETY',
      countyId: 21,
      status: 'OPEN',
      reason: 'Licensed in October',
    },
    decision: 'withdraw',
  },
  {
    path: '/admin/users',
    body: {
      username: 'fcs3.maker',
      fullName: 'Simon Gitonga Murithi',
      email: 'simon.gitonga@demo.example',
      organisationCode: 'CF4102',
      role: 'FCS_MAKER',
      reason: 'The third society gets its own clerk',
    },
  },
  {
    path: '/admin/users',
    body: {
      username: 'fcs3.checker',
      fullName: 'Otieno Ouma',
      email: 'otieno@demo.example',
      organisationCode: 'CF4102',
      role: 'FCS_CHECKER',
      reason: 'The third society gets its own checker',
    },
  },
  {
    path: '/admin/disclaimers',
    body: {
      name: 'cherry_delivery',
      english:
        'I confirm that I weighed this cherry in the presence of the member, and that these records are correct under the Crops (Coffee) (General) Regulations 2019.',
      swahili:
        'Ninathibitisha kuwa nilipima matunda haya mbele ya mwanachama, na kwamba rekodi hizi ni sahihi kwa mujibu wa Kanuni za Mazao (Kahawa) (za Jumla) za 2019.',
      reason: 'The auditor asks for the presence of the member',
    },
  },
]

/** Tells the stories to a running server. One that fails is reported and does not keep the server from serving. */
export async function seedDemoAdministration({ address, house }: { address: string; house: House }): Promise<void> {
  try {
    const asking = await signIn(address, 'admin')
    const deciding = await signIn(address, 'admin.checker')
    for (const { path, body, decision, comment } of stories) {
      const { data } = await asking(path, body)
      if (!decision) continue
      const by = decision === 'withdraw' ? asking : deciding
      await by(`/admin/changes/${decision}`, { id: data.id, approverComment: comment })
    }
  } catch (error) {
    house.log.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'the demo of administration is not complete',
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
