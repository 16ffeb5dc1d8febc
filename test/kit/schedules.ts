import type { CommunalPayment, GrowerDetails } from '#contract/schedules/communalPayments.ts'
import type { ScheduleLoanLine } from '#contract/schedules/scheduleLines.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { AccountName } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/ledger.ts'
import { payScheduleJob } from '#server/schedules/paySchedule.ts'
import { decideFloor, setFloor } from './communalRates.ts'
import type { Person } from './people.ts'
import { fillAccount, payIn } from './societyMoney.ts'
import { atTheBank } from './societyTransfers.ts'
import type { World } from './world.ts'

type Answer<Data> = { code?: string; message: string; details?: Record<string, unknown>; data: Data }

/** Shillings that came as shillings make a schedule from now on. */
const needNoConversion = ({ owner }: Pick<World, 'owner'>) =>
  owner.query(`insert into settings (name, value) values ('scheduleNeedsConversion', 'false') on conflict do nothing`)

/** Nothing is in the way of paying any member: each is alive, with an account in shillings that is checked and that nobody has changed. */
export const payable = `update farmers set account_state = 'VERIFIED', life_state = 'ACTIVE', currency = 'KES', account_changed_at = null`
export const makePayable = ({ owner }: Pick<World, 'owner'>) => owner.query(payable)

/**
 * Puts so many shillings on the farmers' account of a society, in the books and at the bank, and on the bank's M-PESA float. They come as
 * shillings: a schedule needs no conversion from then on.
 */
export async function fillPool(world: World, code: string, shillings: number): Promise<void> {
  await needNoConversion(world)
  await fillAccount(world, code, 'FARMERS_KES', shillings)
  const { rows } = await world.owner.query<{ number: string }>(
    `select account_number as number from society_accounts where organisation_id = $1 and purpose = 'FARMERS_KES'`,
    [world.organisationId(code)],
  )
  await payIn(world, rows[0]?.number ?? '', Math.round(shillings * 100), 'Shillings')
  const floats = await world.owner.query<{ code: string }>('select mpesa_short_code as code from funds')
  await world.bank.control(
    'POST',
    '/simulator/funds',
    floats.rows.map(({ code: accountNumber }) => ({ institutionCode: 'MPESA', accountNumber, amountCents: 1e12 })),
  )
}

/** A lowest rate that any pool keeps. */
export async function agreeFloor(world: World, limit = 0.01, more: object = {}): Promise<void> {
  const { body, status } = await setFloor(world.people.wanjikuMaker, limit, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  await decideFloor(world, world.people.margaretManager, 'APPROVE', body.data)
}

/** A member owes a lender so much of a season, as if it had been lent. */
export async function owe(
  world: World,
  farmerId: string,
  lender: 'KPCU' | 'COOP',
  cents: bigint,
  season = currentSeason(),
): Promise<void> {
  const [lenderId, organisationId] = [world.organisationId(lender), world.organisationId('CF4100')]
  const ofLender = (kind: 'fund' | 'outside'): AccountName => ({ kind, organisationId: lenderId, subjectId: lenderId })
  const clearing: AccountName = { kind: 'clearing', organisationId: lenderId, subjectId: organisationId }
  const loan: AccountName = { kind: 'loan', organisationId, subjectId: farmerId, season, lenderId }
  const cause = { kind: 'test', id: newId() }
  await world.house.db.transaction('system', (tx) =>
    post(
      tx,
      [
        [ofLender('fund'), ofLender('outside')],
        [clearing, ofLender('fund')],
        [loan, clearing],
      ].map(([debit, credit], at) => ({
        reference: `owe/${cause.id}/${at}`,
        cause,
        debit: debit!,
        credit: credit!, // each pair has two
        amountCents: cents,
      })),
    ),
  )
}

/** Nothing is pointed out on the lines of the society's next schedule: for calls that have no room for a reason. */
export const leaveNothingToSay = ({ owner, organisationId }: World) =>
  owner.query(
    `update farmers set account_state = case account_state when 'NAME_DIFFERS' then 'UNVERIFIED' else account_state end, number_of_trees = 100000,
        account_changed_at = null where organisation_id = $1 and (account_state = 'NAME_DIFFERS' or account_changed_at is not null or id in (
          select farmer_id from season_weights w join farmers f on f.id = w.farmer_id where w.approved_kg > f.number_of_trees))`,
    [organisationId('CF4100')],
  )

/** Lowest rates that any pool keeps, by the owner, whatever shillings it is made of: what waits is left as it is. */
export async function keepFloor({ owner, organisationId }: World): Promise<void> {
  await needNoConversion({ owner })
  const of = [organisationId('CF4100'), currentSeason()]
  await owner.query(
    `update communal_rate_limits set limit_cents = 1 where organisation_id = $1 and season = $2 and status = 'APPROVED'`,
    of,
  )
  await owner.query(
    `insert into communal_rate_limits (id, organisation_id, season, cycle, limit_cents, computed_cents, is_last, status, makers, made_by, created_at)
      select uuidv7(), $1, $2, c, 1, 1, false, 'APPROVED', array[u.id], u.id, now() from users u cross join generate_series(1, 3) c where u.username = 'fcs.maker'
        and not exists (select from communal_rate_limits l where l.organisation_id = $1 and l.season = $2 and l.cycle = c and l.status = 'APPROVED')`,
    of,
  )
}

export const detailsOf = (person: Person, season = currentSeason(), growerCode = person.organisationCode) =>
  person.post<Answer<GrowerDetails>>('/payment/getGrowerDetails', { growerCode, season })

/** Saves a communal payment with the figures that the server shows, or others. */
export async function saveSchedule(world: World, person: Person, more: object = {}) {
  const { data } = (await detailsOf(person)).body
  return person.post<Answer<CommunalPayment>>('/payment/saveCommunalPayment', {
    growerCode: person.organisationCode,
    season: currentSeason(),
    commRate: data.communalRate,
    amount: data.farmerKesAccount.availableBalance,
    weight: data.totalCherry,
    loansToRecover: data.loans.map(({ id }) => id).join(','),
    ...more,
  })
}

export const decideSchedule = (
  world: World,
  person: Person,
  action: 'APPROVE' | 'REJECT',
  { id }: { id: string },
  more: object = {},
) =>
  person.post<Answer<CommunalPayment>>(
    `/payment/approveFarmerSchedule/${world.organisationId(person.organisationCode)}`,
    { commId: id, action, ...(action === 'APPROVE' ? { approverComment: 'All of it was looked at' } : {}), ...more },
  )

export const linesOf = async (person: Person, id: string): Promise<ScheduleLoanLine[]> =>
  (await person.get<{ data: ScheduleLoanLine[] }>(`/payment/generateFarmerPaymentSchedule/${id}`)).body.data

/** Orders what an approved schedule pays, and lets the bank carry it out. */
export async function paySchedule(world: World, scheduleId: string): Promise<void> {
  await payScheduleJob.work(world.house, { scheduleId })
  await atTheBank(world)
}

/** Members of a society who have brought cherry in the running season, with their cents and accounts, as they stand in the tables. */
export const membersOf = (world: World, code = 'CF4100') =>
  world.house.db.transaction('system', async (tx) => {
    const { rows } = await sql<{ id: string; kilograms: string; number: string }>`
      select w.farmer_id as id, w.approved_kg::text as kilograms, f.member_number as number from season_weights w join farmers f on f.id = w.farmer_id
      where w.organisation_id = ${world.organisationId(code)} and w.season = ${currentSeason()} and w.approved_kg > 0 order by f.member_number`.execute(
      tx,
    )
    return rows
  })

/** Leaves cherry of the running season to so many members of a society only: each payment is a call of the bank. */
export async function fewMembers({ owner, organisationId }: World, count: number, code = 'CF4100'): Promise<void> {
  const of = [organisationId(code), currentSeason()]
  await owner.query(
    `update season_weights set approved_kg = 0 where organisation_id = $1 and season = $2 and farmer_id not in (
       select farmer_id from season_weights where organisation_id = $1 and season = $2 and approved_kg > 0 order by farmer_id limit $3)`,
    [...of, count],
  )
  await owner.query(
    `update season_totals t set approved_kg = case when line = f.first then w.kg else 0 end, members = case when line = f.first then w.members else 0 end
     from (select sum(approved_kg) as kg, count(*) filter (where approved_kg > 0) as members from season_weights where organisation_id = $1 and season = $2) w,
       (select min(line) as first from season_totals where organisation_id = $1 and season = $2) f
     where t.organisation_id = $1 and t.season = $2`,
    of,
  )
}

/**
 * Gives a society factories of these names, and the deliveries of the running season to them and to none, in turn; each member who
 * has only one delivery brings it to one of them. Answers the ids of the factories.
 */
export async function giveFactories(
  { owner, organisationId }: World,
  names: readonly string[],
  code = 'CF4100',
): Promise<string[]> {
  const ids: string[] = []
  for (const [at, name] of names.entries()) {
    const { rows } = await owner.query<{ id: string }>(
      `insert into factories (id, organisation_id, code, name) values (uuidv7(), $1, $2, $3) returning id`,
      [organisationId(code), `KG${at + 1}`, name],
    )
    ids.push(...rows.map(({ id }) => id))
  }
  await owner.query(
    `update cherry_deliveries d set factory_id = ($3::uuid[])[1 + n.place % (cardinality($3::uuid[]) + 1)] from (
       select id, row_number() over (order by farmer_id, id) as place from cherry_deliveries where organisation_id = $1 and season = $2) n where n.id = d.id`,
    [organisationId(code), currentSeason(), ids],
  )
  return ids
}

/** Schedules in every state that people bring about; answers the id of the approved one. */
export async function makeSchedules(world: World): Promise<string> {
  const { wanjikuMaker, margaretManager } = world.people
  await fillPool(world, 'CF4100', 3_000_000)
  await keepFloor(world)
  const save = async () => (await saveSchedule(world, wanjikuMaker)).body.data
  await decideSchedule(world, margaretManager, 'REJECT', await save(), { approverComment: 'Wait for the next sale' })
  await wanjikuMaker.post('/payment/communalPayment/withdraw', { id: (await save()).id })
  const approved = await save()
  await decideSchedule(world, margaretManager, 'APPROVE', approved)
  return approved.id
}
