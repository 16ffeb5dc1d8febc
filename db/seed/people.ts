import { chanceFrom, type Chance } from './chance.ts'
import { baptismalMen, baptismalWomen, familyNames, mensNames, villages, womensNames } from './names.ts'
import { societies, type Society } from './organisations.ts'

/** A farmer of the invented valley, as the columns of the table have them. */
export type SeedFarmer = {
  type: 'FCS_FARMER' | 'FCS_FARMER_COMPANY'
  first_name: string
  middle_name: string
  last_name: string
  company_name: string
  id_number: string
  member_number: string
  mobile_number: string
  gender: '' | 'MALE' | 'FEMALE'
  year_of_birth: number | null
  kra_pin: string
  acreage: string
  number_of_trees: number
  variety_id: number
  county_id: number
  sub_county_id: number
  ward_id: number
  village: string
  institution_code: string
  account_name: string
  account_number: string
  currency: 'KES' | 'USD'
  account_state: 'VERIFIED' | 'NAME_DIFFERS' | 'UNVERIFIED'
}

// Institution code and how many of a hundred farmers are paid through it; digits of its account numbers.
const institutions = [
  { code: '11', share: 46, digits: 14 },
  { code: '68', share: 17, digits: 13 },
  { code: '01', share: 12, digits: 10 },
  { code: 'MPESA', share: 11, digits: 12 },
  { code: 'UNAIKEPC', share: 6, digits: 12 },
  { code: '79', share: 4, digits: 10 },
  { code: '70', share: 4, digits: 10 },
]
/** The society whose members the bank knows all by their names. */
const tidySociety = 'CF4102'
const varieties = [1, 1, 1, 2, 2, 3, 4, 4, 4, 5, 5, 8]

/**
 * Invents farmer number `n` (from 1) of a society. ID and mobile come from `serial`, which must be unique in the whole world:
 * mobiles stay in 0700 000 000 and following, IDs look like national ones.
 */
export function inventFarmer({
  chance,
  society,
  n,
  serial,
}: {
  chance: Chance
  society: Society
  n: number
  serial: number
}): SeedFarmer {
  const isWoman = chance.happens(0.42)
  const first = chance.pick(isWoman ? baptismalWomen : baptismalMen)
  const middle = chance.happens(0.85) ? chance.pick(isWoman ? womensNames : mensNames) : ''
  const last = chance.pick(familyNames.filter((name) => name !== middle))
  const mobile = `254${700_000_000 + serial}`
  const acres = chance.between(2, 24) / 4 / (chance.happens(0.3) ? 2 : 1)
  const fullName = [first, middle, last].filter(Boolean).join(' ')
  const invented = inventAccount({ chance, name: fullName, first, last, mobile, serial })
  // One society has called each of its members to the bank already.
  const isTidy = society.code === tidySociety && invented.account_state !== 'VERIFIED'
  const account = isTidy ? { ...invented, account_name: fullName, account_state: 'VERIFIED' as const } : invented
  const yearOfBirth = chance.between(1941, 2003)
  const ward = chance.pick(society.wards)
  return {
    type: 'FCS_FARMER',
    first_name: first,
    middle_name: middle,
    last_name: last,
    company_name: '',
    id_number: nationalId(serial),
    member_number: `${society.prefix}${String(n).padStart(society.digits, '0')}`,
    mobile_number: mobile,
    gender: isWoman ? 'FEMALE' : 'MALE',
    year_of_birth: yearOfBirth,
    kra_pin: chance.happens(0.4)
      ? `A${String(1_000_000 + serial).padStart(9, '0')}${'BCDFGHJK'.charAt(serial % 8)}`
      : '',
    acreage: acres.toFixed(2),
    number_of_trees: Math.max(40, Math.round(acres * chance.between(420, 620))),
    variety_id: chance.pick(varieties),
    county_id: society.countyId,
    sub_county_id: ward.subCountyId,
    ward_id: ward.id,
    village: chance.pick(villages),
    ...account,
    currency: account.institution_code === '11' && chance.happens(0.02) && society.code !== tidySociety ? 'USD' : 'KES',
  }
}

/** Eight digits, different for 29,999,999 serial numbers in a row: the multiplier shares no factor with the modulus. */
export const nationalId = (serial: number): string => String(10_000_000 + ((serial * 7_368_787) % 29_999_999))

function inventAccount({
  chance,
  name,
  first,
  last,
  mobile,
  serial,
}: {
  chance: Chance
  name: string
  first: string
  last: string
  mobile: string
  serial: number
}) {
  let drawn = chance.between(1, 100)
  const institution = institutions.find(({ share }) => (drawn -= share) <= 0) ?? institutions[0]!
  // A branch, then eight digits that are different for every serial number.
  const branch = String(chance.between(100, 172)).slice(0, institution.digits - 10)
  const digits = String((serial * 7_368_787) % 100_000_000).padStart(8, '0')
  const state = chance.between(1, 100)
  // A bank writes names in its own way; now and then the account is a spouse's or a child's.
  const written = state <= 70 ? name : state <= 88 ? `${last} ${first}`.toUpperCase() : name
  const differs = state > 95
  return {
    institution_code: institution.code,
    account_name: differs ? `${chance.pick(baptismalWomen.filter((other) => other !== first))} ${last}` : written,
    account_number: institution.code === 'MPESA' ? mobile : `01${branch}${digits}`.padEnd(institution.digits, '0'),
    account_state: differs ? ('NAME_DIFFERS' as const) : state > 91 ? ('UNVERIFIED' as const) : ('VERIFIED' as const),
  }
}

const [society] = societies
const anyFarmer = inventFarmer({ chance: chanceFrom('columns'), society: society!, n: 1, serial: 1 }) // the demo has societies
/** The columns of an invented farmer, for COPY. */
export const seedFarmerColumns = Object.keys(anyFarmer) as (keyof SeedFarmer)[] // border: an object has the keys of its type
