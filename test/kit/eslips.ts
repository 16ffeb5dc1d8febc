import { eslip, type Eslip } from '#contract/settlement/eslips.ts'
import { saleNameOf } from '#contract/settlement/saleReports.ts'
import { salesStatementList } from '#contract/stock/salesStatement.ts'
import { stockTrackerList } from '#contract/stock/stockRows.ts'
import { businessDate } from '#server/kit/clock.ts'
import { lotIn } from './catalogueFiles.ts'
import { agreedFees } from './feeRules.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

type Answer = { code?: string; message: string; data: Eslip }

/** The rule that counts today; another one where the test needs none of its own. */
async function feeRuleOf(world: World): Promise<string> {
  const read = `select id from fee_rules where status = 'APPROVED' and valid_from <= current_date order by valid_from desc limit 1`
  const { rows } = await world.owner.query<{ id: string }>(read)
  return rows[0]?.id ?? (await agreedFees(world, { validFrom: '2020-10-01' })).id
}

let serial = 0

/** An e-slip of a lot of 90 kg at USD 200 for 50 kg, as an approved result leaves it, in a state that the owner gives it. */
export async function eslipIn(
  world: World,
  status: 'PENDING_PAYMENT' | 'PAID' | 'COLLECTED' | 'DEFAULTED' = 'PENDING_PAYMENT',
): Promise<string> {
  const lot = await lotIn(world, 'SOLD')
  const rule = await feeRuleOf(world)
  const isPaid = status === 'PAID' || status === 'COLLECTED'
  serial += 1
  const { rows } = await world.owner.query<{ id: string }>(
    `with slip as (
      insert into eslips (id, eslip_number, result_id, catalogue_record_id, organisation_id, season, sale_number, sale_date, lot_number, outturn, grade, bags, pockets, kilograms, price_cents,
        invoice_number, miller_id, warehouse_id, broker_id, buyer_id, grower_id, fee_rule_id, gross_cents, deductions_cents, net_cents, prompt_date, status, makers, made_by, created_at,
        paid_on, paid_at, warrant_number, warrant_date)
      select c.id, 'ES/T/' || $2, c.id, c.id, c.broker_id, c.season, c.sale_number, $3, c.lot_number, c.outturn, c.grade, c.bags, c.pockets, c.kilograms, 20000,
        'INV-T' || $2, c.miller_id, c.warehouse_id, c.broker_id, b.id, g.id, $4, 36000, 648, 35352, $3, $5, array[u.id], u.id, now(),
        case when $6 then $3::date end, case when $6 then now() end, case when $6 then 'WR/T/' || $2 end, case when $6 then $3::date end
      from catalogue_records c join users u on u.username = 'broker.checker' join organisations b on b.code = 'MK3001' join organisations g on g.code = 'CF4100' where c.id = $1
      returning *),
    share as (
      insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents)
      select id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents from slip)
    insert into eslip_legs (id, eslip_id, organisation_id, place, kind, payee_id, grower_id, amount_cents)
    select gen_random_uuid(), s.id, s.organisation_id, l.place, l.kind, case l.kind when 'BROKER' then s.broker_id when 'GROWER' then s.grower_id when 'DSS' then k.id end,
      case l.kind when 'GROWER' then s.grower_id end, l.cents
    from slip s join organisations k on k.code = 'COOP' cross join (values (1, 'DSS', 108), (2, 'EXCHANGE', 180), (3, 'BROKER', 360), (4, 'GROWER', 35352)) as l (place, kind, cents) returning eslip_id as id`,
    [lot.id, String(serial), businessDate(), rule, status, isPaid],
  )
  return rows[0]?.id ?? ''
}

export const readEslip = async (person: Person, id: string) => person.get<Eslip & { code?: string }>(`/eslips/${id}`)

export const releaseEslip = (person: Person, slip: { id: string; version?: number }, approverComment?: string) =>
  person.post<Answer>('/eslips/release', { ...slip, ...(approverComment ? { approverComment } : {}) })

export const eslipLists = [
  { screen: eslip.list, reader: 'peterBankChecker', path: () => '/eslips' },
  { screen: salesStatementList, reader: 'peterBankChecker', path: () => '/growerstatus/growersalesstatement/list' },
  { screen: stockTrackerList, reader: 'peterBankChecker', path: () => '/stock/tracker' },
] as const

/** The sale of an e-slip, as addresses name it. */
export async function saleOf({ owner }: Pick<World, 'owner'>, id: string): Promise<string> {
  const read = `select season, sale_number::int as number from eslips where id = $1`
  const { rows } = await owner.query<{ season: string; number: number }>(read, [id])
  return saleNameOf(rows[0]?.season ?? '', rows[0]?.number ?? 0)
}

/** E-slips in every state for the lists, one of them of another sale. */
export async function makeEslips(world: World): Promise<void> {
  for (const status of ['PENDING_PAYMENT', 'PAID', 'PAID', 'COLLECTED', 'DEFAULTED', 'PENDING_PAYMENT'] as const)
    await eslipIn(world, status)
  await world.owner.query(`update eslips set sale_number = 5 where id = $1`, [await eslipIn(world)])
}
