import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { cherryLimitsFile } from '#contract/limits/limitFile.ts'
import { openDatabase } from '#server/kit/db.ts'
import { move } from '#server/ledger/ledger.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Chance } from '../../db/seed/chance.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import type { BankControls } from '../../tools/bankSimulator/spawn.ts'
import { csvOf, type Caller } from './caller.ts'

/** Whose task each step of a loan is: a society with its clerk and checker, and who lends on its limits. */
export const lending = [
  { society: 'CF4100', maker: 'fcs.maker', checker: 'fcs.checker', lender: 'kpcu.checker', isShared: true },
  { society: 'CF4101', maker: 'fcs2.maker', checker: 'fcs2.checker', lender: 'bank.checker', isShared: false },
] as const
export type Lending = (typeof lending)[number]

/** A member whom nothing bars from borrowing, and so many shillings of limit. */
export type Borrower = {
  id: string
  memberNumber: string
  institutionCode: string
  accountNumber: string
  limit: number
}

/** What every part of the mixed work needs: the session of a username is its token. */
export type Mix = {
  call: Caller
  token: (username: string) => string
  borrowers: ReadonlyMap<Lending, readonly Borrower[]>
  chance: Chance
}

const fundCents = 2_500_000_000n

type Setup = {
  owner: pg.Client
  call: Caller
  tokens: Readonly<Record<string, string>>
  bank: BankControls
}

/** Funds with money, in our ledger and at the bank alike, and limits raised by files of the societies through the real calls. */
export async function prepareMoney(setup: Setup): Promise<Map<Lending, Borrower[]>> {
  await fillFunds(setup)
  const borrowers = new Map<Lending, Borrower[]>()
  for (const one of lending) borrowers.set(one, await raiseLimits(setup, one))
  return borrowers
}

async function fillFunds({ owner, bank }: Setup): Promise<void> {
  const { rows: funds } = await owner.query<{ id: string; account: string; transit: string; code: string }>(
    `select organisation_id as id, account_number as account, transit_number as transit, mpesa_short_code as code from funds`,
  )
  const numbers = funds.flatMap(({ account, transit }) => [account, transit])
  await bank.load(numbers.map((accountNumber) => ({ institutionCode: '0011', accountNumber, name: 'A FUND' })))
  const amountCents = Number(fundCents)
  await bank.control(
    'POST',
    '/simulator/funds',
    funds.flatMap(({ account, code }) => [
      { institutionCode: '0011', accountNumber: account, amountCents },
      { institutionCode: 'MPESA', accountNumber: code, amountCents },
    ]),
  )
  const db = openDatabase(besideOwner(owner))
  try {
    await db.transaction('system', (tx) =>
      move(
        tx,
        funds.map(({ id }) => ({
          type: 'post',
          reference: `opening/${id}`,
          debit: { kind: 'fund', organisationId: id, subjectId: id },
          credit: { kind: 'outside', organisationId: id, subjectId: id },
          amountCents: fundCents,
          cause: { kind: 'fund', id },
          narration: 'Opening balance of the season',
        })),
      ),
    )
  } finally {
    await db.close()
  }
}

/** The program's way into the database that an owner is connected to. */
export const besideOwner = ({ host, port, user, password, database }: pg.Client) => ({
  connection: { host, port, ...(user && { user }), ...(password && { password }), ...(database && { database }) },
  role: 'kahawa_app',
  max: 1,
})

type Member = { idNumber: string; fullName: string; memberNumber: string; kilograms: string }

/** The society's clerk sends a file of half of what was delivered; its checker and the lender's approve it. */
async function raiseLimits({ owner, call, tokens }: Setup, one: Lending): Promise<Borrower[]> {
  const { id: societyId, code } = organisationOf(one.society)
  const { rows: members } = await owner.query<Member>(
    `select f.id_number as "idNumber", f.full_name as "fullName", f.member_number as "memberNumber", trunc(w.approved_kg / 2)::text as kilograms
     from farmers f join season_weights w on w.farmer_id = f.id and w.season = $2
     where f.organisation_id = $1 and f.type = 'FCS_FARMER' and f.status = 'APPROVED' and f.life_state = 'ACTIVE' and f.account_state = 'VERIFIED'
       and f.account_changed_at is null and f.acreage <= 20 and w.approved_kg >= 50 order by f.member_number`,
    [societyId, currentSeason()],
  )
  const text = csvOf(
    columnKeys(cherryLimitsFile).map((key) => cherryLimitsFile.columns[key].title),
    members.map(({ idNumber, fullName, memberNumber, kilograms }) => {
      const row = {
        idNumber,
        fullName,
        memberNumber,
        growerCode: code,
        productName: 'COFFEE',
        currentDelivery: kilograms,
        season: currentSeason(),
      }
      return columnKeys(cherryLimitsFile).map((key) => row[key])
    }),
  )
  const maker = tokens[one.maker] ?? ''
  const id = await call.upload(
    'limits',
    maker,
    `/upload/cherry/delivery/${societyId}`,
    { name: `Limits of ${code}.csv`, text },
    { fields: { shareData: String(one.isShared) } },
  )
  await untilChecked(call, maker, id)
  const lenderId = organisationOf(one.isShared ? 'KPCU' : 'COOP').id
  for (const [username, organisationId] of [
    [one.checker, societyId],
    [one.lender, lenderId],
  ] as const) {
    const { status, body } = await call.request(
      'limits',
      tokens[username] ?? '',
      'POST',
      `/upload/cherry/approve_limit/${organisationId}`,
      { id },
    )
    if (status !== 200) throw new Error(`the limits of ${code} were not approved: ${status} ${JSON.stringify(body)}`)
  }
  const { rows: borrowers } = await owner.query<Borrower>(
    `select f.id, f.member_number as "memberNumber", f.institution_code as "institutionCode", f.account_number as "accountNumber", (l.available_cents / 100)::int as "limit"
     from farmer_limits l join farmers f on f.id = l.farmer_id where l.organisation_id = $1 order by f.member_number`,
    [societyId],
  )
  return borrowers
}

async function untilChecked(call: Caller, token: string, id: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { body } = await call.request('limits', token, 'GET', `/uploads/${id}/progress`)
    const { stage } = body as { stage: string } // border: the declared answer
    if (stage === 'checked') return
    await sleep(100)
  }
  throw new Error('the check of the limits did not end')
}
