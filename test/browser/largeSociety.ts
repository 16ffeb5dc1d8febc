import type pg from 'pg'
import { cherryLimitsFile } from '#contract/limits/limitFile.ts'
import { plainAccount, type InstitutionType } from '#server/kit/bank/bankAccounts.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { chanceFrom } from '../../db/seed/chance.ts'
import { firstDay, organisationOf, societies, userOf } from '../../db/seed/organisations.ts'
import { inventFarmer } from '../../db/seed/people.ts'
import { workbookOf } from '../kit/workbooks.ts'

/** A member who was written in bulk, with the kilograms that a limit file counts. */
export type Member = {
  id: string
  memberNumber: string
  idNumber: string
  fullName: string
  /** In thousandths, so that limits have cents. */
  grams: number
  channel: 'internal' | 'pesalink' | 'mpesa'
  /** The key of the account in the books of the bank. */
  account: string
  isVerified: boolean
}

// Above the numbers of the demo's own members, so that nobody has the same.
const firstNumber = 1001
const firstSerial = 500_000
const broughtKg = 600
const rateCents = 4_000

/** What a member may borrow at the fund's own rate. */
export const limitCents = ({ grams }: Member): bigint => (BigInt(grams) * BigInt(rateCents)) / 1_000n

/** Members of Othameru, each with the same approved cherry of the season, in two statements; `withCherry: false` leaves that to others. */
export async function bringMembers(
  owner: pg.Pool,
  count: number,
  { withCherry = true }: { withCherry?: boolean } = {},
): Promise<Member[]> {
  const society = societies.find(({ code }) => code === 'CF4100')
  if (!society) throw new Error('the demo has no CF4100')
  const chance = chanceFrom('a large society')
  const farmers = Array.from({ length: count }, (_, at) => ({
    id: chance.id(firstDay),
    organisation_id: organisationOf(society.code).id,
    created_at: firstDay,
    makers: [userOf('fcs.maker').id],
    decided_by: userOf('fcs.checker').id,
    decided_at: firstDay,
    status: 'APPROVED',
    ...inventFarmer({ chance, society, n: firstNumber + at, serial: firstSerial + at }),
  }))
  const columns = Object.keys(farmers[0] ?? {}).join(', ')
  await owner.query(
    `insert into farmers (${columns}) select ${columns} from json_populate_recordset(null::farmers, $1)`,
    [JSON.stringify(farmers)],
  )
  if (withCherry)
    await owner.query(
      `insert into cherry_deliveries (id, organisation_id, farmer_id, season, delivered_on, kilograms, type, status, makers, made_by, decided_by, decided_at, disclaimer_version, created_at)
       select uuidv7(), organisation_id, id, $2, make_date(left($2, 4)::int, 10, 1), $3, 'DELIVERY', 'APPROVED', makers, makers[1], decided_by, decided_at, 1, decided_at
       from farmers where id = any ($1)`,
      [farmers.map(({ id }) => id), currentSeason(), broughtKg],
    )
  await owner.query('analyze farmers, cherry_deliveries, season_weights')
  const { rows } = await owner.query<{ code: string; type: InstitutionType }>('select code, type from institutions')
  const typeOf = new Map(rows.map(({ code, type }) => [code, type]))
  return farmers.map((farmer, at) => {
    const { channel, pic, accountNumber } = plainAccount({
      institutionCode: farmer.institution_code,
      institutionType: typeOf.get(farmer.institution_code) ?? 'BANK',
      accountNumber: farmer.account_number,
    })
    return {
      id: farmer.id,
      memberNumber: farmer.member_number,
      idNumber: farmer.id_number,
      fullName: [farmer.first_name, farmer.middle_name, farmer.last_name].filter(Boolean).join(' '),
      grams: 250_000 + ((at * 1_237) % 200_000),
      channel,
      account: `${pic}:${accountNumber}`,
      isVerified: farmer.account_state === 'VERIFIED',
    }
  })
}

/** Their kilograms as the clerk's workbook. */
export function limitWorkbook(members: readonly Member[]): Promise<Buffer> {
  const rows = members.map(({ idNumber, fullName, memberNumber, grams }) => ({
    idNumber,
    fullName,
    memberNumber,
    growerCode: 'CF4100',
    productName: 'COFFEE',
    currentDelivery: String(grams / 1_000),
    season: currentSeason(),
  }))
  return workbookOf(cherryLimitsFile, rows)
}
