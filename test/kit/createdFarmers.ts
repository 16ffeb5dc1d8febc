import type { CreatedFarmer } from '#contract/farmers/createdFarmers.ts'
import { newFarmers } from './farmerFiles.ts'
import type { HttpAnswer, RequestOptions, Person } from './people.ts'

export type FarmerAnswer = {
  error: boolean
  code?: string
  message: string
  details?: { fields?: Record<string, string> } & Record<string, unknown>
  data: CreatedFarmer
}

/** The create-farmer payload of somebody nobody has registered, by the specification's names and spellings. */
export function newFarmerBody(differing: Record<string, unknown> = {}) {
  const [{ memberNumber, farmerId, mobileNumber, accountNumber } = { accountNumber: '' }] = newFarmers(1)
  return {
    firstName: 'Wangari',
    middleName: 'Njeri',
    lastName: 'Kamau',
    fullName: 'Wangari Njeri Kamau',
    farmerId,
    memberNumber,
    mobileNumber,
    gender: 'FEMALE',
    YearOfBirth: 1979,
    kraPin: '',
    acreage: 1.5,
    numberOfTrees: 350,
    variety: 1,
    county: 19,
    subCounty: 97,
    ward: 485,
    village: 'Kihuri',
    yearOneProduce: 850,
    yearTwoProduce: 910,
    yearThreeProduce: 780,
    yearOnePrice: 95,
    yearTwoPrice: 102,
    yearThreePrice: 88,
    grower: null,
    institutionTupe: 'BANK',
    farmerBankDetail: {
      bankName: 'Co-operative Bank of Kenya',
      currency: 'KES',
      accountName: 'Wangari Njeri Kamau',
      account: accountNumber,
    },
    ...differing,
  }
}

export const postFarmer = (person: Person, differing: Record<string, unknown> = {}, options: RequestOptions = {}) =>
  person.post<FarmerAnswer>('/farmer/store', newFarmerBody(differing), options)

/** Enters a farmer and answers the record. */
export async function enterFarmer(person: Person, differing: Record<string, unknown> = {}): Promise<CreatedFarmer> {
  const answer = await postFarmer(person, differing)
  if (answer.status !== 200) throw new Error(`the farmer was answered ${answer.status}: ${answer.bytes.toString()}`)
  return answer.body.data
}

export const decideFarmer = (
  person: Person,
  action: 'approve' | 'decline',
  { id, version }: { id: string; version?: number },
  more: Record<string, unknown> = {},
): Promise<HttpAnswer<FarmerAnswer>> =>
  person.post('/farmer/approve', {
    action,
    confirmFarmer: id,
    ...(version === undefined ? {} : { version }),
    // The account is the bank's invention, under a name of its own: an approval says why that is right.
    approverComments: action === 'decline' ? 'Not our member' : 'Account of the household',
    ...more,
  })

/** Farmers in every state, each with a name of its own. */
export async function enterFarmers(maker: Person, checker: Person): Promise<void> {
  for (const [firstName, decision] of [
    ['Achieng', 'approve'],
    ['Zawadi', 'decline'],
    ['Mumbi', null],
    ['Baraka', null],
  ] as const) {
    const farmer = await enterFarmer(maker, { firstName })
    if (decision) await decideFarmer(checker, decision, farmer)
  }
}
