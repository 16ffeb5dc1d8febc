import type { LoanRequest } from '#contract/loans/loanRows.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { move, type Movement } from '#server/ledger/ledger.ts'
import { limitGrant } from '#server/ledger/limits.ts'
import { expireLoans } from '#server/loans/expireLoans.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { chanceFrom } from '../db/seed/chance.ts'
import { demoFunds } from '../db/seed/demo.ts'
import { organisationOf, userOf } from '../db/seed/organisations.ts'
import type { BankControls } from './bankSimulator/spawn.ts'
import { demoPeople, type Demo } from './demoCalls.ts'

const fundCents = 25_000_000_00n
const floatCents = 5_000_000_00n

/** Both funds with their money, limits of forty members, and loan requests in every state that people can bring about. */
export async function seedDemoLoans({ address, house, bank }: Demo): Promise<void> {
  await loadDemoFunds(bank)
  await bank.control(
    'POST',
    '/simulator/funds',
    demoFunds.flatMap(({ account, shortCode }) => [
      { institutionCode: '0011', accountNumber: account, amountCents: Number(fundCents) },
      { institutionCode: 'MPESA', accountNumber: shortCode, amountCents: Number(floatCents) },
    ]),
  )
  const members = await house.db.transaction('system', async (tx) => {
    await move(tx, demoFunds.map(openingOf))
    return grantLimits(tx)
  })
  await seedLoans({ address, house, members })
  await lendToGrowers({ address, house }, { from: 0, count: 4 })
}

/** Members who brought cherry are lent something on limits that they had already, so that schedules have loans to recover. */
export async function lendToGrowers(
  { address, house }: Pick<Demo, 'address' | 'house'>,
  { from, count }: { from: number; count: number },
): Promise<void> {
  const as = demoPeople(address)
  const [maker, checker] = [await as('fcs.maker'), await as('fcs.checker')]
  const growers = await house.db.transaction('system', (tx) =>
    rows(
      tx,
      sql<{
        id: string
      }>`select f.id from farmers f join season_weights w on w.farmer_id = f.id and w.season = ${currentSeason()} and w.approved_kg > 1000
        where f.organisation_id = ${organisationOf('CF4100').id} and f.type = 'FCS_FARMER' and f.status = 'APPROVED' and f.life_state = 'ACTIVE'
          and f.account_state = 'VERIFIED' and f.account_changed_at is null and exists (select from limit_rows l where l.farmer_id = f.id)
          and not exists (select from change_requests c where c.target_id = f.id::text and c.status = 'PENDING_APPROVAL')
        order by f.member_number desc limit ${count} offset ${from}`,
    ),
  )
  const ids: { id: string }[] = []
  for (const [at, { id: farmerId }] of growers.entries()) {
    const body = { farmerId, amount: 3_000, narration: purposes[at % purposes.length], channel: 'CLERK' }
    ids.push({ id: (await maker.post<{ data: LoanRequest }>('/loan/request', body)).data.id })
  }
  await checker.post('/disbursement/approve', ids)
  const kpcu = await as('kpcu.checker')
  await kpcu.post('/disbursement/authorize', ids)
}

/** The accounts of the funds, so that the bank of the demo knows them. */
const loadDemoFunds = (bank: BankControls): Promise<unknown> =>
  bank.load(
    demoFunds.flatMap(({ name, account, transit }) =>
      [account, transit].map((accountNumber) => ({ institutionCode: '0011', accountNumber, name: name.toUpperCase() })),
    ),
  )

function openingOf({ code }: (typeof demoFunds)[number]): Movement {
  const { id } = organisationOf(code)
  const of = { organisationId: id, subjectId: id }
  return {
    type: 'post',
    reference: `opening/${id}`,
    debit: { kind: 'fund', ...of },
    credit: { kind: 'outside', ...of },
    amountCents: fundCents,
    cause: { kind: 'fund', id },
    narration: 'Opening balance of the season',
    businessDate: openingDay(),
  }
}

/** The first day of the season, or today where that has not come. */
const openingDay = (): string => {
  const first = `${currentSeason().slice(0, 4)}-10-01`
  return first < businessDate() ? first : businessDate()
}

type Member = { id: string; organisation_id: string; limit: bigint }
type Grant = Member & { rowId: string; lender: string; previous: bigint; place: number }

/**
 * Members whom somebody lends to already keep their limits; the others get one as an approved file would give it, and one in ten
 * a second grant of the other lender.
 */
async function grantLimits(tx: Tx): Promise<Member[]> {
  const chance = chanceFrom('limits')
  const season = currentSeason()
  const members = await rows(
    tx,
    sql<
      Omit<Member, 'limit'>
    >`select f.id, f.organisation_id from farmers f where f.organisation_id = ${organisationOf('CF4100').id} and f.type = 'FCS_FARMER'
      and f.status = 'APPROVED' and f.life_state = 'ACTIVE' and f.account_state = 'VERIFIED' and f.account_changed_at is null
      and not exists (select from change_requests c where c.target_id = f.id::text and c.status = 'PENDING_APPROVAL')
      and not exists (select from limit_rows l where l.farmer_id = f.id) order by f.member_number desc limit 40`,
  )
  const granted: Grant[] = members.map((member, at) => ({
    ...member,
    rowId: newId(),
    limit: BigInt(chance.between(80, 420)) * 10_000n,
    lender: organisationOf(at % 5 === 4 ? 'COOP' : 'KPCU').id,
    previous: 0n,
    place: 1,
  }))
  const second = granted.flatMap((first, at): Grant[] =>
    at % 10 === 0
      ? [
          {
            ...first,
            rowId: newId(),
            limit: 1_250_00n,
            lender: organisationOf('COOP').id,
            previous: first.limit,
            place: 2,
          },
        ]
      : [],
  )
  const all = [...granted, ...second]
  for (const { id, organisation_id, rowId, limit, lender, previous, place } of all)
    await sql`insert into limit_rows (id, organisation_id, farmer_id, season, kind, kilograms, rate_cents, added_cents, previous_cents, limit_cents, granted_by, approved_by, approved_at, place)
      values (${rowId}, ${organisation_id}, ${id}, ${season}, 'CHERRY', ${String(limit / 4_000n)}, 4000, ${limit}, ${previous}, ${previous + limit}, ${lender}, ${userOf('kpcu.checker').id}, ${now()}, ${place})`.execute(
      tx,
    )
  await move(
    tx,
    all.map(({ id, organisation_id, rowId, limit, lender }) =>
      limitGrant(
        { organisationId: organisation_id, farmerId: id, season },
        { grantedBy: lender, rowId, amountCents: limit, cause: { kind: 'limit_row', id: rowId } },
      ),
    ),
  )
  return granted
}

const purposes = ['School fees', 'Fertiliser for the early crop', 'Hospital bill', 'Picking wages', 'A new spray pump']

async function seedLoans({
  address,
  house,
  members,
}: {
  address: string
  house: House
  members: readonly Member[]
}): Promise<void> {
  const as = demoPeople(address)
  const maker = await as('fcs.maker')
  const checker = await as('fcs.checker')
  const lenders = [await as('kpcu.checker'), await as('bank.checker')] as const
  const loans: LoanRequest[] = []
  for (const [at, { id, limit }] of members.slice(0, 26).entries()) {
    // Half of what is left, or all of it; full hundreds go to every kind of account.
    const amount = Number(limit / 100n) / (at % 3 === 0 ? 1 : 2)
    const body = {
      farmerId: id,
      amount: Math.floor(amount / 100) * 100,
      narration: purposes[at % purposes.length],
      ...(at % 4 === 1 ? { channel: 'USSD', reference: `USSD-26-${1000 + at}` } : { channel: 'CLERK' }),
    }
    loans.push((await maker.post<{ data: LoanRequest }>('/loan/request', body)).data)
  }
  const ids = (from: number, to: number) => loans.slice(from, to).map(({ id }) => ({ id }))
  await expire(house, ids(0, 2))
  for (const { id } of ids(2, 4))
    await checker.post('/disbursement/reject', { id, approvalComment: 'The member asked for it to be withdrawn.' })
  await checker.post('/disbursement/approve', ids(4, 18))
  const [kpcu] = lenders
  const ofKpcu = loans.slice(4, 13).find(({ lenderName }) => lenderName === organisationOf('KPCU').name)
  if (ofKpcu) await kpcu.post('/disbursement/decline', { id: ofKpcu.id, approvalComment: 'The papers are missing.' })
  // Each lender gets all of them and authorises its own.
  for (const lender of lenders) await lender.post('/disbursement/authorize', ids(4, 13))
}

/** Requests of three weeks ago that nobody has decided. */
async function expire(house: House, loans: readonly { id: string }[]): Promise<void> {
  const longAgo = new Date(now().getTime() - 21 * 86_400_000)
  await house.db.transaction('system', (tx) =>
    sql`update loan_requests set created_at = ${longAgo} where id = any (${loans.map(({ id }) => id)})`.execute(tx),
  )
  await expireLoans(house)
}
