import { splitByWeight, toAmount, toRate } from '#contract/kit/money.ts'
import type { LegKind } from '#contract/settlement/eslipMoney.ts'
import type { ChainPart, GrowerChain, LineChain, SlipProof } from '#contract/statements/chains.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { masked } from '#server/kit/scope.ts'
import { readLegStands, readStrands, type Strand } from './readStrands.ts'

/** A conversion that paid for a schedule, or shillings that came as such, with the strands of dollars that went through it. */
type Origin = {
  place: number
  dealCode: string | null
  micros: string | null
  dollars: bigint
  shillings: bigint
  says: string
  isDollars: boolean
}
type SourceOfSchedule = Origin & { strand: Strand | null; shillingsOfStrand: bigint }

/** The sources of a schedule in their order: every cent of its shillings stands once. */
export async function readSources(tx: Tx, organisationId: string, scheduleId: string): Promise<SourceOfSchedule[]> {
  const origins = await rows(
    tx,
    sql<Origin>`select f.place, c.deal_code as "dealCode", c.rate_micros::text as micros, f.dollars_cents as dollars, f.shillings_cents as shillings, f.narration as says,
        f.transfer_id is not null as "isDollars"
      from communal_payment_conversions f left join society_transfers s on s.id = f.transfer_id left join conversion_rates c on c.id = s.conversion_rate_id
      where f.communal_payment_id = ${scheduleId} order by f.place`,
  )
  const strands = await readStrands(tx, organisationId, scheduleId)
  return origins.flatMap((origin): SourceOfSchedule[] => {
    const own = strands.filter(({ place }) => place === origin.place)
    if (own.length === 0) return [{ ...origin, strand: null, shillingsOfStrand: origin.shillings }]
    const parts = splitByWeight(
      origin.shillings,
      own.map(({ cents }) => cents),
    )
    return own.map((strand, at) => ({ ...origin, strand, shillingsOfStrand: parts[at] ?? 0n }))
  })
}

/** What each source has in an amount that is paid from all of them: by deal as the statement says it, and of a deal by dollars. */
function partsIn(cents: bigint, sources: readonly SourceOfSchedule[]): bigint[] {
  const places = [...new Map(sources.map((source) => [source.place, source])).values()]
  const byPlace = splitByWeight(
    cents,
    places.map(({ shillings }) => shillings),
  )
  return places.flatMap(({ place }, at) =>
    splitByWeight(
      byPlace[at] ?? 0n,
      sources.filter((source) => source.place === place).map(({ strand }) => strand?.cents ?? 1n),
    ),
  )
}

type Lot = {
  legId: string
  eslipId: string
  eslipNumber: string
  lotNumber: string
  outturn: string
  grade: string
  season: string
  saleNumber: number
  weight: string
  gross: bigint
  net: bigint
  legs: { kind: LegKind; cents: string }[]
  arrivedOn: string | null
}

const readLots = async (tx: Tx, legIds: readonly string[]): Promise<Map<string, Lot>> => {
  const lots = await rows(
    tx,
    sql<Lot>`select l.id as "legId", e.id as "eslipId", e.eslip_number as "eslipNumber", e.lot_number::text as "lotNumber", e.outturn, e.grade, e.season, e.sale_number::int as "saleNumber",
        e.kilograms as weight, e.gross_cents as gross, l.amount_cents as net,
        (select jsonb_agg(jsonb_build_object('kind', x.kind, 'cents', x.amount_cents::text) order by x.place) from eslip_legs x
          where x.eslip_id = e.id and (x.grower_id is null or x.grower_id = l.grower_id)) as legs, (l.settled_at at time zone 'Africa/Nairobi')::date as "arrivedOn"
      from eslip_legs l join eslips e on e.id = l.eslip_id where l.id = any (${[...legIds]}::uuid[])`,
  )
  return new Map(lots.map((lot) => [lot.legId, lot]))
}

type StoredLine = Pick<LineChain, 'lineId' | 'organisationName' | 'season' | 'cycle' | 'status'> & {
  organisationId: string
  scheduleId: string
  farmerId: string
  farmerName: string
  kilograms: string
} & Record<'rate' | 'total' | 'bonus' | 'deducted' | 'recovered' | 'left' | 'net', bigint> & { settledAt: Date | null }

/** A line in reach with every source of its shillings. Throws `record.not_found`. */
export async function readLineChain(
  tx: Tx,
  id: string,
): Promise<{ chain: LineChain; organisationId: string; farmer: { id: string; name: string } }> {
  const [line] = await rows(
    tx,
    sql<StoredLine>`select l.id as "lineId", l.organisation_id as "organisationId", o.name as "organisationName", p.id as "scheduleId", l.farmer_id as "farmerId", m.full_name as "farmerName", p.season, p.cycle,
        l.kilograms, p.rate_cents as rate, l.total_cents as total, l.bonus_cents as bonus, l.deducted_cents as deducted, l.recovered_cents as recovered, l.left_cents as left,
        l.net_cents as net, l.status, l.settled_at as "settledAt"
      from schedule_lines l join communal_payments p on p.id = l.communal_payment_id join organisations o on o.id = l.organisation_id join farmers m on m.id = l.farmer_id where l.id = ${id}`,
  )
  if (!line) throw new Refused('record.not_found')
  const sources = await readSources(tx, line.organisationId, line.scheduleId)
  const parts = partsIn(line.total + line.bonus, sources)
  const lots = await readLots(
    tx,
    sources.flatMap(({ strand }) => strand?.legId ?? []),
  )
  const { lineId, organisationId, organisationName, farmerId, farmerName, season, cycle, status } = line
  const chain: LineChain = {
    lineId,
    organisationName,
    season,
    cycle,
    status,
    weight: Number(line.kilograms),
    rate: toAmount(line.rate),
    total: toAmount(line.total),
    bonus: toAmount(line.bonus),
    deducted: toAmount(line.deducted),
    recovered: toAmount(line.recovered),
    leftOver: toAmount(line.left),
    paid: toAmount(line.net),
    paidAt: line.status === 'SUCCESS' ? (line.settledAt?.toISOString() ?? null) : null,
    parts: sources.map((source, at) => shapePart(source, lots.get(source.strand?.legId ?? ''), parts[at] ?? 0n)),
  }
  return { chain, organisationId, farmer: { id: farmerId, name: farmerName } }
}

function shapePart(source: SourceOfSchedule, lot: Lot | undefined, part: bigint): ChainPart {
  const { dealCode, micros, dollars, strand, shillingsOfStrand, isDollars, says } = source
  return {
    source: lot ? 'LOT' : isDollars ? 'DOLLARS' : 'SHILLINGS',
    says: lot ? '' : (strand?.says ?? says),
    eslipId: lot?.eslipId ?? null,
    eslipNumber: lot?.eslipNumber ?? '',
    lotNumber: lot?.lotNumber ?? '',
    outturn: lot?.outturn ?? '',
    grade: lot?.grade ?? '',
    season: lot?.season ?? '',
    saleNumber: lot?.saleNumber ?? null,
    weight: lot ? Number(lot.weight) : null,
    gross: lot ? toAmount(lot.gross) : null,
    legs: (lot?.legs ?? []).map(({ kind, cents }) => ({ kind, amount: toAmount(cents) })),
    net: lot ? toAmount(lot.net) : null,
    arrivedOn: lot?.arrivedOn ?? null,
    dealCode: dealCode ?? '',
    rate: micros === null ? null : toRate(micros),
    dollars: toAmount(strand?.cents ?? dollars),
    shillings: toAmount(shillingsOfStrand),
    part: toAmount(part),
  }
}

type GrowerLeg = { id: string; growerId: string; name: string; cents: bigint; arrivedOn: string | null }
const mostAccounts = 100

/** What became of the dollars of an e-slip, for each of its growers in reach. Throws `record.not_found`. */
export async function readSlipChain(tx: Tx, id: string): Promise<GrowerChain[]> {
  const found = await rows(tx, sql`select from eslips where id = ${id}`)
  if (found.length === 0) throw new Refused('record.not_found')
  const legs = await rows(
    tx,
    sql<GrowerLeg>`select l.id, l.grower_id as "growerId", o.name, l.amount_cents as cents,
        case when l.status = 'PAID' then (l.settled_at at time zone 'Africa/Nairobi')::date end as "arrivedOn"
      from eslip_legs l join organisations o on o.id = l.grower_id where l.eslip_id = ${id} and l.kind = 'GROWER' order by o.name, l.place`,
  )
  const chains: GrowerChain[] = []
  for (const leg of legs) chains.push(await growerChain(tx, leg))
  return chains
}

/** A lot with what became of the dollars of one of its growers, by the leg that paid it; nothing of a member. Throws `record.not_found`. */
export async function readLegProof(
  tx: Tx,
  legId: string,
): Promise<{ proof: SlipProof; eslipId: string; growerId: string }> {
  const [leg] = await rows(
    tx,
    sql<GrowerLeg>`select l.id, l.grower_id as "growerId", o.name, l.amount_cents as cents,
        case when l.status = 'PAID' then (l.settled_at at time zone 'Africa/Nairobi')::date end as "arrivedOn"
      from eslip_legs l join organisations o on o.id = l.grower_id where l.id = ${legId} and l.kind = 'GROWER'`,
  )
  const lot = (await readLots(tx, [legId])).get(leg?.id ?? '')
  if (!leg || !lot) throw new Refused('record.not_found')
  const { legId: _leg, schedules, ...chain } = await growerChain(tx, leg)
  const { eslipNumber, lotNumber, outturn, grade, season, saleNumber } = lot
  const proof: SlipProof = {
    eslipNumber,
    lotNumber,
    outturn,
    grade,
    season,
    saleNumber,
    weight: Number(lot.weight),
    gross: toAmount(lot.gross),
    legs: lot.legs.map(({ kind, cents }) => ({ kind, amount: toAmount(cents) })),
    ...chain,
    schedules: schedules.map(({ id: _id, accounts: _accounts, ...schedule }) => schedule),
  }
  return { proof, eslipId: lot.eslipId, growerId: leg.growerId }
}

async function growerChain(tx: Tx, { id, growerId, name, cents, arrivedOn }: GrowerLeg): Promise<GrowerChain> {
  const { retained, swept, converted, paid, scheduleIds } = await readLegStands(tx, growerId, id)
  const schedules: GrowerChain['schedules'] = []
  for (const scheduleId of scheduleIds ?? []) schedules.push(...(await reached(tx, growerId, scheduleId, id)))
  return {
    legId: id,
    organisationName: name,
    net: toAmount(cents),
    arrivedOn,
    nonCheckoff: arrivedOn === null ? 0 : toAmount(cents - retained - swept),
    retained: toAmount(retained),
    farmersUsd: toAmount(swept - converted),
    unpaid: toAmount(converted - paid),
    schedules: schedules.toSorted((a, b) => (a.season === b.season ? a.cycle - b.cycle : a.season < b.season ? -1 : 1)),
  }
}

type PaidMember = Omit<GrowerChain['schedules'][number]['accounts'][number], 'part'> & { gross: bigint }

/** A schedule that a leg has paid for, once for each deal, with the accounts that have most of it. */
async function reached(
  tx: Tx,
  organisationId: string,
  scheduleId: string,
  legId: string,
): Promise<GrowerChain['schedules']> {
  const sources = await readSources(tx, organisationId, scheduleId)
  const [schedule] = await rows(
    tx,
    sql<{
      season: string
      cycle: number
      members: number
    }>`select season, cycle, members from communal_payments where id = ${scheduleId}`,
  )
  if (!schedule) return []
  const members = await rows(
    tx,
    sql<PaidMember>`select l.id as "lineId", f.id as "farmerId", f.member_number as "memberNumber", f.full_name as name, l.account_number as account, l.total_cents + l.bonus_cents as gross, l.status
      from schedule_lines l join farmers f on f.id = l.farmer_id where l.communal_payment_id = ${scheduleId} order by l.total_cents + l.bonus_cents desc, l.id limit ${mostAccounts}`,
  )
  const partsOf = new Map(members.map(({ lineId, gross }) => [lineId, partsIn(gross, sources)]))
  return sources.flatMap((source, at) => {
    if (source.strand?.legId !== legId) return []
    const { dealCode, micros, strand, shillingsOfStrand } = source
    return [
      {
        id: scheduleId,
        ...schedule,
        dealCode: dealCode ?? '',
        rate: micros === null ? null : toRate(micros),
        dollars: toAmount(strand.cents),
        shillings: toAmount(shillingsOfStrand),
        accounts: members.map(({ gross: _gross, account, ...member }) => ({
          ...member,
          account: masked(account),
          part: toAmount(partsOf.get(member.lineId)?.[at] ?? 0n),
        })),
      },
    ]
  })
}
