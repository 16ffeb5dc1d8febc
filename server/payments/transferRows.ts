import type { RawBuilder } from 'kysely'
import { settings } from '#contract/house/settings.ts'
import type { Attachment } from '#contract/kit/attachment.ts'
import { toAmount, toRate } from '#contract/kit/money.ts'
import {
  societyTransferFlow,
  transferKinds,
  type SocietyTransfer,
  type TransferFigures,
  type TransferKind,
} from '#contract/payments/societyTransfers.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { now } from '#server/kit/clock.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { attachmentOf } from '#server/kit/records/attachedDocuments.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'
import type { Organisation } from '#server/kit/scope.ts'

export const societyTransferKind = recordKind({
  flow: societyTransferFlow,
  table: 'society_transfers',
  where: sql<boolean>`true`,
  title: sql<string>`(select o.name from organisations o where o.id = t.organisation_id)`,
  atStake: sql<string>`'USD ' || to_char(t.amount_cents / 100.0, 'FM999,999,990.00')`,
})

/** Where the documents are kept that allow a society to retain more. */
export const transferDocuments = 'transfer_documents'

/** What transfers of a society in a season are judged by, in cents. */
export type Figures = {
  cameIn: bigint
  retained: bigint
  mostRetained: number
  nonCheckoff: bigint
  checkoff: bigint
  farmersUsd: bigint
  farmersKes: bigint
  rateId: string | null
  rateCode: string | null
  rateMicros: bigint | null
  expiresAt: Date | null
}

/** Reads them as a subquery. Money came in where a line of the bank was posted, or a lot was paid: what the society moves itself is none. */
const figuresBy = (organisationId: RawBuilder<unknown>, season: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select b.*, r.id as "rateId", r.deal_code as "rateCode", r.rate_micros as "rateMicros", r.expires_at as "expiresAt",
    coalesce((select value::text::integer from settings where name = 'retentionMost'), ${settings.retentionMost.default}) as "mostRetained",
    coalesce((select sum(m.amount_cents) from society_accounts a join ledger_entries e on e.account_id = a.ledger_account_id and e.side = 'DEBIT'
        join ledger_movements m on m.id = e.movement_id and m.cause_kind in ('statement_line', 'bank_statement', 'statement_exception', 'eslip_leg')
        join seasons s on s.name = ${season} and m.business_date between s.starts_on and s.ends_on
      where a.organisation_id = ${organisationId} and a.purpose = 'NON_CHECKOFF'), 0)::bigint as "cameIn",
    coalesce((select sum(x.amount_cents) from society_transfers x where x.organisation_id = ${organisationId} and x.season = ${season}
      and x.kind = 'RETENTION' and x.status in ('PROCESSING', 'DONE')), 0)::bigint as retained
  from (select ${balance('NON_CHECKOFF')} as "nonCheckoff", ${balance('CHECKOFF')} as checkoff, ${balance('FARMERS_USD')} as "farmersUsd",
        ${balance('FARMERS_KES')} as "farmersKes"
      from society_accounts a join ledger_accounts l on l.id = a.ledger_account_id where a.organisation_id = ${organisationId}) b
    left join conversion_rates r on r.organisation_id = ${organisationId} and r.status = 'APPROVED' and r.expires_at > ${now()})`

const balance = (purpose: string) =>
  sql`coalesce(sum(l.debits_cents - l.credits_cents - l.held_credits_cents) filter (where a.purpose = ${sql.lit(purpose)}), 0)::bigint`

export const readFigures = (tx: Tx, organisationId: string, season: string): Promise<Figures> =>
  one(tx, sql<Figures>`select * from ${figuresBy(sql`${organisationId}::uuid`, sql`${season}`)} f`)

/** The same on the wire. */
export const shapeFigures = (season: string, figures: Figures): TransferFigures => ({
  season,
  cameIn: toAmount(figures.cameIn),
  retained: toAmount(figures.retained),
  mostRetained: figures.mostRetained,
  available: {
    NON_CHECKOFF: toAmount(figures.nonCheckoff),
    CHECKOFF: toAmount(figures.checkoff),
    FARMERS_USD: toAmount(figures.farmersUsd),
    FARMERS_KES: toAmount(figures.farmersKes),
  },
  deal:
    figures.rateCode !== null && figures.rateMicros !== null && figures.expiresAt !== null
      ? { rateCode: figures.rateCode, rate: toRate(figures.rateMicros), expiryDate: figures.expiresAt.toISOString() }
      : null,
})

type Stored = DecidedRow & {
  id: string
  organisation_name: string
  organisation_code: string
  kind: TransferKind
  season: string
  amount_cents: bigint
  received_cents: bigint
  document: string
  attachment: Attachment
  reason: string
  failure: string
  deal_code: string | null
  rate_micros: bigint | null
  settled_at: Date | null
} & { [Name in keyof Figures]: Figures[Name] | null }

const base = sql`society_transfers t join organisations o on o.id = t.organisation_id left join conversion_rates c on c.id = t.conversion_rate_id`

/** How transfers are read: of one society, or of all in reach. Figures of now are read for those that wait. */
export const transferSource = (organisation: Organisation): ListSource<Stored> => ({
  base,
  from: sql`${base} left join lateral ${figuresBy(sql`t.organisation_id`, sql`t.season`)} f on t.status = 'PENDING_APPROVAL'`,
  select: sql<Stored>`t.id, o.name as organisation_name, o.code as organisation_code, t.kind, t.season, t.amount_cents, t.received_cents, t.document, ${attachmentOf(transferDocuments, sql`t.document_id`)} as attachment, t.reason, t.failure,
    c.deal_code, c.rate_micros, t.settled_at, t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name, t.created_at,
    name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment, f.*`,
  where: organisation ? [sql`t.organisation_id = ${organisation.id}`] : [],
  columns: {
    organisationName: sql`o.name`,
    dateCreated: sql`t.id`,
    kind: sql`t.kind`,
    season: sql`t.season`,
    amount: sql`t.amount_cents`,
    received: sql`case when t.kind = 'CONVERSION' then t.received_cents end`,
    status: sql`t.status`,
  },
  search: sql<string>`upper(coalesce(c.deal_code, '') || ' ' || t.document || ' ' || o.name || ' ' || o.code)`,
})

export const shapeTransfer =
  (actor: Actor) =>
  (stored: Stored): SocietyTransfer => {
    const { created: dateCreated, ...decided } = shapeDecided(societyTransferFlow, stored, actor)
    const { kind, season } = stored
    return {
      id: stored.id,
      organisationName: stored.organisation_name,
      organisationCode: stored.organisation_code,
      kind,
      season,
      amount: toAmount(stored.amount_cents),
      received: kind === 'CONVERSION' ? toAmount(stored.received_cents) : null,
      rateCode: stored.deal_code,
      rate: stored.rate_micros === null ? null : toRate(stored.rate_micros),
      document: stored.document,
      attachment: stored.attachment,
      reason: stored.reason,
      failure: stored.failure,
      figures: isRead(stored) ? shapeFigures(season, stored) : null,
      ...decided,
      dateCreated,
      settledAt: stored.settled_at?.toISOString() ?? null,
      approverComment: stored.decision_comment,
    }
  }

const isRead = (stored: Stored): stored is Stored & Figures => stored.cameIn !== null

/** What the movements and the order of a transfer say of it. */
export const narrationOf = (kind: TransferKind, rateCode: string | null): string =>
  rateCode === null ? transferKinds[kind].label.replace('’', '') : `Conversion deal ${rateCode}`
