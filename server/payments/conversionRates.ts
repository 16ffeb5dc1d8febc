import { toRate } from '#contract/kit/money.ts'
import { conversionRate, conversionRateFlow } from '#contract/payments/conversionRates.ts'
import type { DealLookUp } from '#server/kit/bank/bankDeals.ts'
import { now } from '#server/kit/clock.ts'
import { isPgError, one, sql, type Tx } from '#server/kit/db.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { takeToken } from '#server/kit/web/rateLimit.ts'
import { around, done } from '#server/kit/web/serve.ts'
import { readSetting } from '#server/facts/settings.ts'
import {
  changeOf,
  conversionRateKind,
  conversionRateSource,
  lastRateOf,
  rateInForce,
  shapeConversionRate,
} from './conversionRateRows.ts'

/** The deal before steps back first: a society has one in force at most. */
const takeEffect =
  ({ tx }: StepCall): Effect =>
  async ({ id, organisationId }) => {
    const { expiresAt } = await one(
      tx,
      sql<{ expiresAt: Date }>`select expires_at as "expiresAt" from conversion_rates where id = ${id}`,
    )
    if (expiresAt <= now()) throw new Refused('conversion_rate.expired')
    const before = await rateInForce(tx, organisationId)
    if (before)
      await systemStep({ tx, kind: conversionRateKind, organisationId, from: 'APPROVED', to: 'SUPERSEDED', ...before })
  }

export const conversionRates = serveRecord(conversionRate, {
  kind: conversionRateKind,
  source: () => conversionRateSource,
  shape: shapeConversionRate,
  steps: { approve: { effect: takeEffect, message: 'Approved: the rate is in force' } },
  calls: (read) => ({
    update: around({
      prepare: async ({ house, actor, body }) => {
        mustMake(conversionRateFlow, actor)
        // A bucket of its own: deals of others must not be collected by trying codes.
        takeToken(house, `deals ${actor.userId}`, 'lookUp')
        return dealOf(await house.bank.lookUpDeal(body.rateCode))
      },
      act: async ({ tx, actor, body, prepared: { rateMicros, expiresAt }, request }) => {
        const before = await lastRateOf(tx, actor.organisationId)
        const reason = body.reason ?? ''
        if (before !== null && reason === '') await mustBeUsual(tx, rateMicros, before)
        const id = await enterRecord({
          tx,
          actor,
          kind: conversionRateKind,
          title: body.rateCode,
          values: {
            deal_code: body.rateCode,
            rate_micros: rateMicros,
            previous_micros: before,
            expires_at: expiresAt,
            reason,
          },
          once: 'one_waiting_deal',
          comment: reason,
          changes: { rate: { before: before === null ? null : toRate(before), after: toRate(rateMicros) } },
          request,
        }).catch((error: unknown) => {
          throw isPgError(error) && error.constraint === 'a_deal_once'
            ? new Refused('conversion_rate.code_taken')
            : error
        })
        return read(tx, actor, id)
      },
      settle: async (_call, data) => done('Sent for approval', data),
    }),
  }),
})

const problems = {
  unknown: 'The bank knows no deal with this code',
  used: 'This deal was used already',
  other_currencies: 'This deal is not about dollars for shillings',
} as const

const wrongCode = (message: string) => new Refused('input.invalid', { details: { fields: { rateCode: message } } })

/** The deal that the bank answered with, or why there is none. */
function dealOf(lookUp: DealLookUp) {
  if (lookUp.outcome === 'silent') throw new Refused('bank.silent')
  if (lookUp.outcome !== 'found') throw wrongCode(problems[lookUp.outcome])
  if (lookUp.expiresAt <= now()) throw wrongCode('This deal has expired')
  return lookUp
}

/** A rate that is far from the last one is explained. */
async function mustBeUsual(tx: Tx, rateMicros: bigint, before: bigint): Promise<void> {
  const change = changeOf(rateMicros, before)
  const tolerance = BigInt(await readSetting(tx, 'conversionRateTolerance'))
  if ((change < 0n ? -change : change) <= tolerance) return
  const message = 'The rate is far from the last one: give a reason'
  throw new Refused('input.invalid', { details: { fields: { reason: message } } })
}
