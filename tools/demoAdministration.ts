import { demoPeople, type Demo } from './demoCalls.ts'

type PlannedChange = {
  path: string
  body: Record<string, unknown>
  decision?: 'approve' | 'decline' | 'withdraw'
  comment?: string
}

/** What two administrators of the valley proposed to each other: changes in every state, by their own calls. */
const changes: readonly PlannedChange[] = [
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
  // Whoever signs in as its asker has its key shown: it stands nowhere before.
  {
    path: '/admin/service-accounts',
    body: {
      name: 'USSD gateway',
      username: 'ussd.gateway',
      organisationCode: 'CF4100',
      role: 'FCS_MAKER',
      calls: ['GET /farmercherry/farmer', 'GET /farmer/:id/limit', 'GET /loan/member', 'POST /loan/request'],
      addresses: ['127.0.0.1', '::1', '196.201.214.0/24'],
      perMinute: 600,
      keyDays: 90,
      reason: 'Members ask for loans by telephone',
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
      username: 'fcs3.clerk',
      fullName: 'Joseph Kariuki Maina',
      email: 'joseph.kariuki@demo.example',
      organisationCode: 'CF4102',
      role: 'FCS_MAKER',
      reason: 'The third society gets a second clerk',
    },
  },
  {
    path: '/admin/users',
    body: {
      username: 'fcs3.checker2',
      fullName: 'Otieno Ouma',
      email: 'otieno@demo.example',
      organisationCode: 'CF4102',
      role: 'FCS_CHECKER',
      reason: 'The third society gets a second checker',
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

/** Requests and decides them on a running server. */
export async function seedDemoAdministration({ address }: Demo): Promise<void> {
  const as = demoPeople(address)
  const [requester, decider] = [await as('admin'), await as('admin.checker')]
  for (const { path, body, decision, comment } of changes) {
    const { data } = await requester.post<{ data: { id: string } }>(path, body)
    if (!decision) continue
    const by = decision === 'withdraw' ? requester : decider
    await by.post(`/admin/changes/${decision}`, { id: data.id, approverComment: comment })
  }
}
