import type { CreatedFarmer } from '#contract/farmers/createdFarmers.ts'
import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import { businessDate } from '#server/kit/clock.ts'
import { one, sql } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { chanceFrom } from '../db/seed/chance.ts'
import { organisationOf, societies, type Society } from '../db/seed/organisations.ts'
import { inventFarmer } from '../db/seed/people.ts'
import { institutionNames } from '../db/seed/reference.ts'
import { demoPeople, type Demo, type DemoPerson } from './demoCalls.ts'

type PlannedFarmer = {
  /** What the bank calls the holder of the account; the farmer's own name when left out. */
  holder?: string
  yearOfBirth?: number
  /** The ID of a member of another society. */
  elsewhere?: boolean
  decision?: 'approve' | 'decline'
  comment?: string
  /** What the clerk puts right after a decline, so that the farmer waits again. */
  corrected?: object
  society?: 'CF4101'
  /** Where the letter is kept by which a member asked to be forgotten. */
  letter?: string
}

/** Farmers who were entered one by one, in every state and with everything a checker may have to look at. */
const farmers: readonly PlannedFarmer[] = [
  { decision: 'approve' },
  { decision: 'approve', holder: 'Njeri Wanjohi', comment: 'Account of his wife; letter of 12 November seen.' },
  { decision: 'decline', comment: 'The name on the ID card is another one. Please look at the copy again.' },
  { decision: 'approve' },
  {},
  { holder: 'Samuel Gitonga Mwaura' },
  { yearOfBirth: 2010 },
  { elsewhere: true },
  {
    decision: 'decline',
    comment: 'The acreage is that of his father.',
    corrected: { acreage: 0.75, numberOfTrees: 320 },
  },
  { society: 'CF4101' },
  { decision: 'approve', letter: 'Letter 34 of 2026, folder Members who left' },
]

/** Enters and decides them through the calls that the people of the demo would make. */
export async function seedDemoCreatedFarmers({ address, house, bank }: Demo): Promise<void> {
  const as = demoPeople(address)
  const makers = { CF4100: await as('fcs.maker'), CF4101: await as('fcs2.maker') }
  const checker = await as('fcs.checker')
  const { idNumber: foreignId } = await firstMember(house, 'CF4101')
  for (const [n, planned] of farmers.entries()) {
    const code = planned.society ?? 'CF4100'
    const { body, account } = invent(n, code, planned)
    await bank.load([{ ...account, name: planned.holder ?? account.name }])
    const entered = await makers[code].post<{ data: CreatedFarmer }>('/farmer/store', {
      ...body,
      ...(planned.elsewhere ? { farmerId: foreignId } : {}),
    })
    const { id, version } = entered.data
    if (planned.decision)
      await checker.post('/farmer/approve', {
        action: planned.decision,
        confirmFarmer: id,
        version,
        approverComments: planned.comment,
      })
    if (planned.corrected) await makers[code].post(`/farmer/update/${id}`, planned.corrected)
    if (planned.letter) await askToErase(makers[code], id, planned.letter)
  }
}

/** A member left for another society and asks to be erased. */
const askToErase = (maker: DemoPerson, id: string, document: string): Promise<{ data: UpdateRequest }> =>
  maker.post('/farmer/erase', {
    id,
    requestedOn: businessDate(),
    document,
    reason: 'Moved to Embu and asks to be forgotten.',
  })

/** One who had a limit and has nothing open is masked; the books keep the member number. */
export async function seedDemoErasure({ address, house }: Demo): Promise<void> {
  const as = demoPeople(address)
  const hasNothingOpen = sql<boolean>`status = 'APPROVED' and has_traded(id) and not exists (select from cherry_deliveries where farmer_id = farmers.id)
    and not exists (select from loan_requests where farmer_id = farmers.id)`
  const { id: member } = await firstMember(house, 'CF4100', hasNothingOpen)
  const asked = await askToErase(await as('fcs.maker'), member, 'Letter 31 of 2026, folder Members who left')
  const { id, version } = asked.data
  const checker = await as('fcs.checker')
  await checker.post('/farmer/approve', { id, version, approverComments: 'Letter and ID card seen.' })
}

/** The first member of a society of whom it is true. */
async function firstMember(
  house: House,
  code: string,
  which = sql<boolean>`true`,
): Promise<{ id: string; idNumber: string }> {
  const members = sql<{ id: string; idNumber: string }>`select id, id_number as "idNumber" from farmers
    where organisation_id = ${organisationOf(code).id} and type = 'FCS_FARMER' and ${which} order by member_number limit 1`
  return house.db.transaction('system', (tx) => one(tx, members), { readOnly: true })
}

/** The create-farmer payload of an invented person; serials and member numbers never meet those of the register. */
function invent(n: number, code: string, { yearOfBirth }: PlannedFarmer) {
  const society = societies.find((one): one is Society => one.code === code)
  if (!society) throw new Error(`no society ${code}`)
  const chance = chanceFrom(`created farmer ${n}`)
  const made = inventFarmer({ chance, society, n: 501 + n, serial: 300_000 + n * 7 })
  const name = [made.first_name, made.middle_name, made.last_name].filter(Boolean).join(' ')
  const trees = made.number_of_trees
  const produce = () => Math.round((trees * chance.between(18, 32)) / 10)
  const body = {
    firstName: made.first_name,
    middleName: made.middle_name,
    lastName: made.last_name,
    farmerId: made.id_number,
    memberNumber: made.member_number,
    mobileNumber: `0${made.mobile_number.slice(3)}`,
    gender: made.gender,
    YearOfBirth: yearOfBirth ?? made.year_of_birth,
    kraPin: made.kra_pin,
    acreage: Number(made.acreage),
    numberOfTrees: trees,
    variety: made.variety_id,
    county: made.county_id,
    subCounty: made.sub_county_id,
    ward: made.ward_id,
    village: made.village,
    yearOneProduce: produce(),
    yearTwoProduce: produce(),
    yearThreeProduce: produce(),
    yearOnePrice: chance.between(85, 120),
    yearTwoPrice: chance.between(85, 120),
    yearThreePrice: chance.between(70, 100),
    institutionTupe: institutionNames.get(made.institution_code)?.type,
    institutionCode: made.institution_code,
    farmerBankDetail: { currency: 'KES', accountName: name, account: made.account_number },
  }
  return {
    body,
    account: { institutionCode: made.institution_code, accountNumber: made.account_number, name },
  }
}
