import { centsPerKilogram, toAmount, toCents, toGrams } from '#contract/kit/money.ts'
import {
  splitRefusals,
  type FactoryAmounts,
  type FactoryRate,
  type FactoryWeight,
} from '#contract/schedules/scheduleFactories.ts'
import type { Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { cherryCents } from '#server/payments/cycleFigures.ts'
import type { ScheduleNow } from './scheduleBars.ts'
import { readFactoryWeights, type FactoryShare, type FactoryWeight as Brought } from './scheduleTotals.ts'

export type NamedShare = FactoryShare & Pick<Brought, 'name'>

/** What was brought to each factory, with an even share of what lies on the account. */
export async function factoryWeights(
  tx: Tx,
  organisationId: string,
  season: string,
  { pool, sinceLast }: ScheduleNow,
): Promise<FactoryWeight[]> {
  const all = toGrams(pool.kilograms)
  return (await readFactoryWeights(tx, { organisationId, season, sinceLast })).map(
    ({ factoryId, name, kilograms, members }) => ({
      factory: factoryId,
      name,
      weight: Number(kilograms),
      members,
      even: toAmount(all === 0n || cherryCents(pool) === 0n ? 0n : (cherryCents(pool) * toGrams(kilograms)) / all),
    }),
  )
}

/**
 * Splits the pool of a schedule by what its maker gives each factory; undefined where there is one rate for all. Each rate is cut to
 * whole cents from the factory's own amount and kilograms. Refuses a factory that is missing, named twice or not the society's, and
 * more than lies on the account; of a schedule that is saved also kilograms that have changed, an amount that gives nothing, and a
 * rate below the lowest of the cycle.
 */
export async function splitPool(
  tx: Tx,
  { organisationId, season, amounts }: { organisationId: string; season: string; amounts: FactoryAmounts | undefined },
  { pool, limitCents, isLast, sinceLast }: ScheduleNow,
  isSaved: boolean,
): Promise<NamedShare[] | undefined> {
  if (!amounts || amounts.length === 0) return undefined
  const brought = await readFactoryWeights(tx, { organisationId, season, sinceLast })
  const asked = new Map(amounts.map(({ factory, ...share }) => [factory, share]))
  const isWhole = asked.size === amounts.length && asked.size === brought.length
  const shares = brought.map(({ factoryId, name, kilograms }): NamedShare => {
    const amountCents = toCents(asked.get(factoryId)?.amount ?? 0)
    return { factoryId, name, kilograms, amountCents, rateCents: centsPerKilogram(amountCents, kilograms) }
  })
  if (!isWhole || shares.some(({ factoryId }) => !asked.has(factoryId))) throw refusedFor('set')
  if (shares.reduce((sum, { amountCents }) => sum + amountCents, 0n) > cherryCents(pool)) throw refusedFor('pool')
  if (!isSaved) return shares
  const isSame = shares.every(
    ({ factoryId, kilograms }) => BigInt(Math.round((asked.get(factoryId)?.weight ?? 0) * 1000)) === toGrams(kilograms),
  )
  const sum = shares.reduce((all, { kilograms }) => all + toGrams(kilograms), 0n)
  if (!isSame || sum !== toGrams(pool.kilograms))
    throw new Refused('schedule.figures_changed', { details: { sent: amounts, computed: shapeShares(shares) } })
  if (shares.some(({ rateCents }) => rateCents === 0n)) throw refusedFor('amount')
  if (!isLast && limitCents !== null && shares.some(({ rateCents }) => rateCents < limitCents))
    throw refusedFor('floor')
  return shares
}

const refusedFor = (why: keyof typeof splitRefusals) =>
  new Refused('input.invalid', { details: { fields: { factories: splitRefusals[why] } } })

/** The same on the wire. */
export const shapeShares = (shares: readonly NamedShare[]): FactoryRate[] =>
  shares.map(({ factoryId, name, kilograms, amountCents, rateCents }) => ({
    factory: factoryId,
    name,
    weight: Number(kilograms),
    amount: toAmount(amountCents),
    rate: toAmount(rateCents),
  }))
