import { toAmount, toCents } from '#contract/kit/money.ts'
import { cherryRate, cherryRateFlow } from '#contract/rates/cherryRates.ts'
import { neverMay } from '#contract/kit/workflow.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { Refused } from '#server/kit/refused.ts'
import { done } from '#server/kit/web/serve.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { readSetting } from '#server/facts/settings.ts'
import {
  cherryRateKind,
  cherryRateOf,
  cherryRateSource,
  rateInForce,
  shapeCherryRate,
  societyNamed,
} from './cherryRateRows.ts'

/** The rate before steps back first: a society has one in force at most. Rows of limits keep the rate they were priced by. */
const takeEffect =
  ({ tx }: StepCall): Effect =>
  async ({ id, organisationId, title }) => {
    await mustBeAllowed(tx, id)
    const before = await rateInForce(tx, organisationId)
    if (before)
      await systemStep({
        tx,
        kind: cherryRateKind,
        id: before.id,
        organisationId,
        from: 'APPROVED',
        to: 'SUPERSEDED',
        title,
      })
  }

export const cherryRates = serveRecord(cherryRate, {
  kind: cherryRateKind,
  source: ({ organisation }) => cherryRateSource(organisation),
  shape: shapeCherryRate,
  steps: { approve: { effect: takeEffect, message: 'Approved: the rate is in force' } },
  // Before the record is locked, which the database allows to wide readers only.
  within: async ({ actor, step }, work) => {
    const never = neverMay(cherryRateFlow.steps[step as keyof typeof cherryRateFlow.steps], actor) // border: a step of its calls
    if (never) throw new Refused(never)
    await work()
  },
  calls: (read) => ({
    update: async ({ tx, actor, body, request }) => {
      mustMake(cherryRateFlow, actor)
      const society = await societyNamed(tx, {
        id: body.organisationId ?? body.organisation?.id,
        code: body.growerCode ?? body.organisation?.organisationCode,
      })
      const cents = toCents(body.rate)
      const most = await ceiling(tx)
      if (cents > most)
        throw new Refused('input.invalid', { details: { fields: { rate: `At most KES ${toAmount(most)} per kg` } } })
      const before = await cherryRateOf(tx, society.id)
      if (before === cents) throw new Refused('change.nothing')
      const reason = body.reason ?? ''
      const id = await enterRecord({
        tx,
        actor,
        kind: cherryRateKind,
        organisationId: society.id,
        title: society.name,
        values: { rate_cents: cents, previous_cents: before, reason },
        once: 'one_waiting_rate',
        comment: reason,
        changes: { rate: { before: toAmount(before), after: toAmount(cents) } },
        request,
      })
      return done('Sent for approval', await read(tx, actor, id))
    },
  }),
})

const ceiling = async (tx: Tx) => BigInt(await readSetting(tx, 'fundCherryRateCeilingCents'))

/** The ceiling may have been lowered since the rate was proposed. */
async function mustBeAllowed(tx: Tx, id: string): Promise<void> {
  const { cents } = await one(tx, sql<{ cents: bigint }>`select rate_cents as cents from cherry_rates where id = ${id}`)
  if (cents > (await ceiling(tx))) throw new Refused('cherry_rate.too_high')
}
