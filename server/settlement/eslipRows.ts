import { toAmount } from '#contract/kit/money.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { LegKind } from '#contract/settlement/eslipMoney.ts'
import { eslipFlow, type Eslip } from '#contract/settlement/eslips.ts'
import { sql } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import { wireStates } from '#server/kit/records/wireStates.ts'
import { scopeOf } from '#server/kit/scope.ts'

export const eslipKind = recordKind({
  flow: eslipFlow,
  table: 'eslips',
  where: sql<boolean>`true`,
  title: sql<string>`t.eslip_number`,
  atStake: sql<string>`to_char(trim_scale(t.kilograms), 'FM999,999,990.999') || ' kg'`,
  decidedAt: sql<string[]>`array[t.warehouse_id]`,
})

const states = wireStates(eslipFlow)

type Parties = 'grower' | 'buyer' | 'broker' | 'miller' | 'warehouse'
type StoredParties = Record<`${Parties}_code` | `${Parties}_name`, string | null> &
  Record<`${Parties}_id`, string | null>
type StoredLeg = {
  kind: LegKind
  payee: string
  cents: string
  basis: string
  status: Eslip['legs'][number]['status']
  reason: string
}
type StoredShare = { code: string; name: string; kilograms: string; gross: string; net: string }
type Stored = DecidedRow &
  StoredParties & {
    id: string
    organisation_id: string
    eslip_number: string
    season: string
    sale_number: number
    sale_date: string
    lot_number: number
    outturn: string
    grade: string
    bags: number
    pockets: number
    kilograms: string
    price_cents: bigint
    gross_cents: bigint
    deductions_cents: bigint
    net_cents: bigint
    invoice_number: string
    prompt_date: string
    paid_on: string | null
    warrant_number: string | null
    warrant_date: string | null
    released_at: Date | null
    legs: StoredLeg[] | null
    shares: StoredShare[] | null
  }

// What the walls hide of legs and shares is missing here.
const base = sql`eslips t left join organisations g on g.id = t.grower_id join organisations u on u.id = t.buyer_id`
const from = sql`${base}
  join organisations b on b.id = t.broker_id
  join organisations m on m.id = t.miller_id join organisations w on w.id = t.warehouse_id`
const legs = sql`(select jsonb_agg(jsonb_build_object('kind', l.kind, 'payee', coalesce(p.name, ''), 'cents', l.amount_cents::text, 'basis', l.basis, 'status', l.status,
    'reason', l.reason) order by l.place) from eslip_legs l left join organisations p on p.id = l.payee_id where l.eslip_id = t.id)`
const shares = sql`(select jsonb_agg(jsonb_build_object('code', p.code, 'name', p.name, 'kilograms', s.kilograms::text, 'gross', s.gross_cents::text, 'net', s.net_cents::text)
    order by s.kilograms desc, p.code) from eslip_shares s join organisations p on p.id = s.grower_id where s.eslip_id = t.id)`
const party = (name: Parties, alias: string) =>
  sql`${sql.ref(`t.${name}_id`)}, ${sql.ref(`${alias}.code`)} as ${sql.ref(`${name}_code`)}, ${sql.ref(`${alias}.name`)} as ${sql.ref(`${name}_name`)}`

/** How e-slips are read. Whose they are narrows nothing: the wall shows each organisation those that name it. */
export const eslipSource = (): ListSource<Stored> => ({
  base,
  from,
  select: sql<Stored>`t.id, t.organisation_id, t.eslip_number, t.season, t.sale_number::int as sale_number, t.sale_date, t.lot_number, t.outturn, t.grade, t.bags, t.pockets, t.kilograms,
    t.price_cents, t.gross_cents, t.deductions_cents, t.net_cents, t.invoice_number, t.prompt_date, t.paid_on, t.warrant_number, t.warrant_date, t.released_at,
    ${party('grower', 'g')}, ${party('buyer', 'u')}, ${party('broker', 'b')}, ${party('miller', 'm')}, ${party('warehouse', 'w')}, ${legs} as legs, ${shares} as shares,
    t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name, t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`,
  where: [],
  columns: {
    eslipNumber: sql`t.eslip_number`,
    saleNumber: sql`t.sale_number`,
    season: sql`t.season`,
    lotNumber: sql`t.lot_number`,
    outturn: sql`t.outturn`,
    promptDate: sql`t.prompt_date`,
    dateCreated: sql`t.created_at`,
    status: states.column,
  },
  filters: { status: states.filter },
  search: sql<string>`upper(t.eslip_number || ' ' || t.lot_number || ' ' || t.outturn || ' ' || coalesce(t.warrant_number, '') || ' ' || coalesce(g.code || ' ' || g.name, '') || ' ' || u.code || ' ' || u.name)`,
})

/** Who may know what a lot fetched: its growers, who sold it, who bought it, and who sees every organisation. */
const knowsPrice = (actor: Actor, stored: Stored): boolean =>
  knowsNet(actor, stored) || stored.buyer_id === actor.organisationId

/** The same of what is taken of it. */
const knowsNet = (actor: Actor, { organisation_id, broker_id, grower_id, shares: known }: Stored): boolean =>
  scopeOf(actor).wide ||
  [organisation_id, broker_id, grower_id].includes(actor.organisationId) ||
  (actor.organisationType === 'FARMER_SOCIETY' && (known ?? []).length > 0)

export const shapeEslip =
  (actor: Actor) =>
  (stored: Stored): Eslip => {
    const {
      created: dateCreated,
      createdBy: _by,
      decidedBy: _decider,
      decidedAt: _at,
      ...decided
    } = shapeDecided(eslipFlow, stored, actor)
    const [price, net] = [knowsPrice(actor, stored), knowsNet(actor, stored)]
    return {
      id: stored.id,
      eslipNumber: stored.eslip_number,
      season: stored.season,
      saleNumber: stored.sale_number,
      saleDate: stored.sale_date,
      lotNumber: String(stored.lot_number),
      outturn: stored.outturn,
      grade: stored.grade,
      bags: stored.bags,
      pockets: stored.pockets,
      weight: Number(stored.kilograms),
      price: price ? toAmount(stored.price_cents) : null,
      gross: price ? toAmount(stored.gross_cents) : null,
      totalDeductions: net ? toAmount(stored.deductions_cents) : null,
      net: net ? toAmount(stored.net_cents) : null,
      invoiceNumber: price ? stored.invoice_number : null,
      growerCode: stored.grower_code ?? '',
      growerName: stored.grower_name ?? '',
      buyerCode: stored.buyer_code ?? '',
      buyerName: stored.buyer_name ?? '',
      brokerCode: stored.broker_code ?? '',
      brokerName: stored.broker_name ?? '',
      millerCode: stored.miller_code ?? '',
      millerName: stored.miller_name ?? '',
      warehouseCode: stored.warehouse_code ?? '',
      warehouseName: stored.warehouse_name ?? '',
      promptDate: stored.prompt_date,
      paidOn: stored.paid_on,
      warrantNumber: stored.warrant_number,
      warrantDate: stored.warrant_date,
      releasedAt: stored.released_at?.toISOString() ?? null,
      legs: (stored.legs ?? []).map(({ payee, cents, ...leg }) => ({
        ...leg,
        payeeName: payee,
        amount: toAmount(cents),
      })),
      shares: (stored.shares ?? []).map(({ code, name, kilograms, gross, net: left }) => ({
        growerCode: code,
        growerName: name,
        weight: Number(kilograms),
        gross: toAmount(gross),
        net: toAmount(left),
      })),
      dateCreated,
      approverComment: stored.decision_comment,
      ...decided,
    }
  }
