import { toAmount, toRate } from '#contract/kit/money.ts'
import { feeRuleFlow, type FeeRule, type Fees } from '#contract/settlement/feeRules.ts'
import type { FeeRates } from '#contract/settlement/eslipMoney.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { RawBuilder } from 'kysely'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { shapeDecided, type DecidedRow } from '#server/kit/records/decidedRow.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { recordKind } from '#server/kit/records/recordKind.ts'

/** What a rule is called whose first sale day this is. */
export const titleFrom = (day: RawBuilder<unknown>) => sql<string>`'From ' || to_char(${day}, 'FMDD Mon YYYY')`

export const feeRuleKind = recordKind({
  flow: feeRuleFlow,
  table: 'fee_rules',
  where: sql<boolean>`true`,
  title: titleFrom(sql`t.valid_from`),
  atStake: sql<string>`to_char(t.broker_hundredths / 100.0, 'FM990.00') || ' %'`,
})

/** The columns of what is charged. */
type StoredFees = {
  broker: number
  dss: number
  exchange: number
  milling: bigint
  handling: bigint
  storage: bigint
  warrant: bigint
  shillings: bigint
}
const feesOf = (alias: 't' | 'b', prefix = '') =>
  sql.join(
    (
      [
        'broker_hundredths',
        'dss_hundredths',
        'exchange_hundredths',
        'milling_cents',
        'handling_cents',
        'storage_cents',
        'warrant_cents',
        'shilling_micros',
      ] as const
    ).map((column, at) => sql`${sql.ref(`${alias}.${column}`)} as ${sql.ref(`${prefix}${names[at]}`)}`),
  )
const names = ['broker', 'dss', 'exchange', 'milling', 'handling', 'storage', 'warrant', 'shillings'] as const

/** The rule that counts for a sale held on a day; none before the first. Everybody of the trade may ask. */
export async function findFeeRule(
  tx: Tx,
  day: string,
): Promise<(StoredFees & { id: string; validFrom: string }) | undefined> {
  const [rule] = await rows(
    tx,
    sql<
      StoredFees & { id: string; validFrom: string }
    >`select t.id, t.valid_from as "validFrom", ${feesOf('t')} from fee_rules t
      where t.status = 'APPROVED' and t.valid_from <= ${day} order by t.valid_from desc limit 1`,
  )
  return rule
}

/** The same as the arithmetic of an e-slip wants it. */
export const ratesOf = (stored: StoredFees): FeeRates => ({
  brokerHundredths: stored.broker,
  dssHundredths: stored.dss,
  exchangeHundredths: stored.exchange,
  millingCents: stored.milling,
  handlingCents: stored.handling,
  storageCents: stored.storage,
  warrantCents: stored.warrant,
})

type Before = { [Name in keyof StoredFees as `before_${Name}`]: StoredFees[Name] | null }
type Stored = DecidedRow & StoredFees & Before & { id: string; valid_from: string; reason: string }

/** How fee rules are read. Whose they are narrows nothing: the wall shows what is in force to everybody. */
export const feeRuleSource = (): ListSource<Stored> => ({
  base: sql`fee_rules t`,
  from: sql`fee_rules t left join fee_rules b on b.id = t.replaces`,
  select: sql<Stored>`t.id, t.valid_from, ${feesOf('t')}, ${feesOf('b', 'before_')}, t.reason, t.status, t.version, t.makers, name_of_user(t.made_by) as made_by_name,
    t.created_at, name_of_user(t.decided_by) as decided_by_name, t.decided_at, t.decision_comment`,
  where: [],
  columns: { validFrom: sql`t.valid_from`, dateCreated: sql`t.created_at`, status: sql`t.status` },
  search: sql<string>`t.valid_from::text`,
})

/** What is charged, on the wire. */
export const shapeFees = (stored: StoredFees): Fees => ({
  brokerPercent: stored.broker / 100,
  dssPercent: stored.dss / 100,
  exchangePercent: stored.exchange / 100,
  millingPerTonne: toAmount(stored.milling),
  handlingPerPackage: toAmount(stored.handling),
  storagePerPackageDay: toAmount(stored.storage),
  warrantPerLot: toAmount(stored.warrant),
  shillingsPerDollar: toRate(stored.shillings),
})

/** The rule before, which is there as a whole or not at all. */
function beforeOf(stored: Stored): Fees | null {
  const before = Object.fromEntries(names.map((name) => [name, stored[`before_${name}`]]))
  return stored.before_broker === null ? null : shapeFees(before as StoredFees) // border: of one row
}

export const shapeFeeRule =
  (actor: Actor) =>
  (stored: Stored): FeeRule => {
    const { created: dateCreated, ...decided } = shapeDecided(feeRuleFlow, stored, actor)
    return {
      id: stored.id,
      validFrom: stored.valid_from,
      ...shapeFees(stored),
      before: beforeOf(stored),
      reason: stored.reason,
      ...decided,
      dateCreated,
      approverComment: stored.decision_comment,
    }
  }
