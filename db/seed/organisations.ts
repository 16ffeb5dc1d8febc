import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { RoleName } from '#contract/house/permissions.ts'
import { chanceFrom } from './chance.ts'

/** A farmer society of the demo: how its members are numbered and where they live. */
export type Society = {
  code: string
  prefix: string
  digits: number
  countyId: number
  wards: readonly { id: number; subCountyId: number }[]
  farmers: number
}

/** The first day of the invented world. */
export const firstDay = new Date('2026-01-12T06:00:00.000Z')

const chance = chanceFrom('organisations')
// Ids follow the order of the lists below: each was made a moment after the one before.
let moment = firstDay.getTime()
const nextId = () => chance.id(new Date(moment++))
const organisation = (code: string, name: string, type: OrganisationType, countyId: number) => ({
  id: nextId(),
  code,
  name,
  type,
  countyId,
})

/** The chain of the demo valley, from the society to the bank. Societies and firms are invented. */
export const organisations = [
  organisation('CF4100', 'Othameru Farmers Co-operative Society', 'FARMER_SOCIETY', 19),
  organisation('CF4101', 'Kirimandu Farmers Co-operative Society', 'FARMER_SOCIETY', 20),
  organisation('CF4102', 'Murengeti Farmers Co-operative Society', 'FARMER_SOCIETY', 21),
  organisation('ML2001', 'Thangari Coffee Mill', 'MILLER', 19),
  organisation('MK3001', 'Mlima Mweupe Coffee Marketing', 'MARKETER', 47),
  organisation('BR5001', 'Savanna Auction Brokers', 'BROKER', 47),
  organisation('WH6001', 'Athi Bonded Warehouse', 'WAREHOUSE', 22),
  organisation('COOP', 'Co-operative Bank', 'COOPERATIVE_BANK', 47),
  organisation('KPCU', 'Kenya Planters Co-operative Union', 'KPCU', 47),
  organisation('GOVT', 'Coffee Directorate', 'GOVERNMENT', 47),
  organisation('OPERATOR', 'Kahawa operations', 'OPERATOR', 47),
  organisation('101', 'Tamarind Green Coffee Exporters', 'BUYER', 47),
  organisation('117', 'Lamu Road Coffee Traders', 'BUYER', 47),
  organisation('88', 'Northlight Roasting Supply', 'BUYER', 1),
]

const wards = (subCountyId: number, ...ids: number[]) => ids.map((id) => ({ id, subCountyId }))

export const societies: readonly Society[] = [
  {
    code: 'CF4100',
    prefix: 'OT',
    digits: 4,
    countyId: 19,
    wards: [...wards(97, 483, 484, 485, 486), ...wards(98, 487, 488)],
    farmers: 160,
  },
  { code: 'CF4101', prefix: 'KM', digits: 4, countyId: 20, wards: wards(101, 504, 505, 506, 507, 508), farmers: 110 },
  {
    code: 'CF4102',
    prefix: 'MN',
    digits: 4,
    countyId: 21,
    wards: [...wards(105, 519, 520, 521), ...wards(106, 523, 524)],
    farmers: 80,
  },
]

const user = (username: string, fullName: string, organisationCode: string, role: RoleName) => ({
  id: nextId(),
  username,
  fullName,
  organisationCode,
  role,
})

/** Everybody who can sign in to the demo, all with the one demo password. */
export const users = [
  user('fcs.maker', 'Wanjiku Kamau', 'CF4100', 'FCS_MAKER'),
  user('fcs.checker', 'Otieno Ouma', 'CF4100', 'FCS_CHECKER'),
  user('fcs.manager', 'Margaret Nyawira Theuri', 'CF4100', 'FCS MANAGER'),
  user('fcs2.maker', 'Daniel Murage Njogu', 'CF4101', 'FCS_MAKER'),
  user('fcs2.checker', 'Purity Wanja Munene', 'CF4101', 'FCS_CHECKER'),
  user('miller.maker', 'Kiprono Cheruiyot', 'ML2001', 'MILLER_MAKER'),
  user('miller.checker', 'Alice Mumbi Gakuru', 'ML2001', 'MILLER_CHECKER'),
  user('marketer.maker', 'Brian Mutua Musyoka', 'MK3001', 'MARKETER_MAKER'),
  user('marketer.checker', 'Halima Abdi Noor', 'MK3001', 'MARKETER_CHECKER'),
  user('broker.maker', 'Kevin Omondi Okoth', 'BR5001', 'BROKER_MAKER'),
  user('broker.checker', 'Catherine Mwende Kilonzo', 'BR5001', 'BROKER_CHECKER'),
  user('warehouse.maker', 'Rashid Juma Mwakio', 'WH6001', 'WAREHOUSE_MAKER'),
  user('warehouse.user', 'Naomi Chebet Rotich', 'WH6001', 'WAREHOUSE'),
  user('warehouse.checker', 'Francis Wekesa Barasa', 'WH6001', 'WAREHOUSE_CHECKER'),
  user('bank.maker', 'Esther Akinyi Odhiambo', 'COOP', 'BANK_MAKER'),
  user('bank.checker', 'Peter Kinyua Wachira', 'COOP', 'BANK_CHECKER'),
  user('kpcu.maker', 'Joseph Nderitu Gichuki', 'KPCU', 'KPCU_MAKER'),
  user('kpcu.checker', 'Mercy Kendi Mwiti', 'KPCU', 'KPCU_CHECKER'),
  user('gov.viewer', 'Amina Hassan Ali', 'GOVT', 'GOVERNMENT_VIEWER'),
  user('admin', 'Samuel Kibet Langat', 'OPERATOR', 'ADMINISTRATOR'),
  user('admin.checker', 'Beatrice Anyango Were', 'OPERATOR', 'ADMINISTRATOR'),
  user('fcs2.manager', 'Simon Gitonga Murimi', 'CF4101', 'FCS MANAGER'),
  user('fcs3.maker', 'Lydia Waithera Njoroge', 'CF4102', 'FCS_MAKER'),
  user('fcs3.checker', 'George Maina Wambugu', 'CF4102', 'FCS_CHECKER'),
  user('fcs3.manager', 'Jane Wangari Mureithi', 'CF4102', 'FCS MANAGER'),
  user('warehouse2.checker', 'Grace Achieng Odongo', 'WH6001', 'WAREHOUSE_CHECKER'),
  user('buyer.user', 'Zainab Omar Said', '101', 'BUYER'),
  user('buyer2.user', 'Victor Kiplagat Sang', '117', 'BUYER'),
]

/** Finds what a code or username stands for; the demo's own spelling is checked by its tests. */
export const organisationOf = (code: string) =>
  required(
    organisations.find((one) => one.code === code),
    code,
  )
export const userOf = (username: string) =>
  required(
    users.find((one) => one.username === username),
    username,
  )

function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`the demo has no ${name}`)
  return value
}
