import { toAmount, toCents } from '#contract/kit/money.ts'
import { communalRate, communalRateFlow } from '#contract/payments/communalRates.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { currentSeason, mustBeSeason } from '#server/facts/seasons.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustBeOwn, organisationInPath } from '#server/kit/scope.ts'
import { done } from '#server/kit/web/serve.ts'
import { communalRateKind, communalRateSource, floorInForce, shapeCommunalRate } from './communalRateRows.ts'
import { communalCents, readPool, shapeCycle } from './cycleFigures.ts'

type Floor = { season: string; cycle: number }

/** The one before steps back first: a cycle has one lowest rate in force at most, and only the next cycle gets one. */
const takeEffect =
  ({ tx }: StepCall): Effect =>
  async ({ id, organisationId, title }) => {
    const { season, cycle } = await one(tx, sql<Floor>`select season, cycle from communal_rate_limits where id = ${id}`)
    const next = shapeCycle(season, await readPool(tx, organisationId, season))
    if (next.cycle !== cycle) throw new Refused('communal_rate.other_cycle')
    const before = await floorInForce(tx, { organisationId, season, cycle })
    if (before)
      await systemStep({
        tx,
        kind: communalRateKind,
        id: before.id,
        organisationId,
        from: 'APPROVED',
        to: 'SUPERSEDED',
        title,
      })
  }

export const communalRates = serveRecord(communalRate, {
  kind: communalRateKind,
  source: ({ organisation }) => communalRateSource(organisation),
  shape: shapeCommunalRate,
  steps: { approve: { effect: takeEffect, message: 'Approved: the lowest rate is in force' } },
  calls: (read) => ({
    info: async ({ tx, actor, body }) => ({ data: await figuresOf(tx, actor, body.growerCode, currentSeason()) }),
    compute: async ({ tx, actor, body }) => ({ data: await figuresOf(tx, actor, body.growerCode, body.season) }),
    set: async ({ tx, actor, body, request }) => {
      mustMake(communalRateFlow, actor)
      mustBeOwn(actor, await organisationInPath(tx, actor, { growerCode: body.growerCode }))
      const { season, paymentCycle: cycle, lastPayment } = body
      await mustBeOpen(tx, season)
      const { organisationId, organisationName } = actor
      const pool = await readPool(tx, organisationId, season)
      if (shapeCycle(season, pool).cycle !== cycle) throw new Refused('communal_rate.other_cycle')
      const cents = toCents(body.limit)
      const before = await floorInForce(tx, { organisationId, season, cycle })
      if (before?.limit_cents === cents && before.is_last === lastPayment) throw new Refused('change.nothing')
      const reason = body.reason ?? ''
      const id = await enterRecord({
        tx,
        actor,
        kind: communalRateKind,
        title: organisationName,
        values: {
          season,
          cycle,
          limit_cents: cents,
          computed_cents: communalCents(pool),
          is_last: lastPayment,
          reason,
        },
        once: 'one_waiting_floor',
        comment: reason,
        changes: {
          communalRateLimit: { before: before ? toAmount(before.limit_cents) : null, after: toAmount(cents) },
          lastPayment: { before: before?.is_last ?? null, after: lastPayment },
        },
        request,
      })
      return done('Sent for approval', await read(tx, actor, id))
    },
  }),
})

/** The figures of a society in reach. Throws `record.not_found` for another one, and for what is no season. */
async function figuresOf(tx: Tx, actor: Actor, growerCode: string, season: string) {
  const organisation = await organisationInPath(tx, actor, { growerCode })
  const { id, type } = organisation ?? { id: actor.organisationId, type: actor.organisationType }
  if (type !== 'FARMER_SOCIETY') throw new Refused('record.not_found')
  await mustBeSeason(tx, season)
  return shapeCycle(season, await readPool(tx, id, season))
}

const wrongSeason = (message: string) => new Refused('input.invalid', { details: { fields: { season: message } } })

async function mustBeOpen(tx: Tx, name: string): Promise<void> {
  if (!(await mustBeSeason(tx, name)).open) throw wrongSeason(`The season ${name} is closed`)
}
