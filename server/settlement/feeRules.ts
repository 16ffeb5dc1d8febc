import { toCents } from '#contract/kit/money.ts'
import { feeNames, feeRule, feeRuleFlow, type Fees } from '#contract/settlement/feeRules.ts'
import { businessDate } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { done } from '#server/kit/web/serve.ts'
import { feeRuleKind, feeRuleSource, findFeeRule, shapeFeeRule, shapeFees, titleFrom } from './feeRuleRows.ts'

export const feeRules = serveRecord(feeRule, {
  kind: feeRuleKind,
  source: feeRuleSource,
  shape: shapeFeeRule,
  steps: { approve: { effect: takeEffect, message: 'Approved: the fee rule is in force' } },
  calls: (read) => ({
    propose: async ({ tx, actor, body, request }) => {
      mustMake(feeRuleFlow, actor)
      const { validFrom, reason = '', ...fees } = body
      await mustBeToCome(tx, validFrom)
      const before = await findFeeRule(tx, validFrom)
      const known = before && shapeFees(before)
      if (known && feeNames.every((name) => known[name] === fees[name])) throw new Refused('change.nothing')
      const { title } = await one(tx, sql<{ title: string }>`select ${titleFrom(sql`${validFrom}::date`)} as title`)
      const id = await enterRecord({
        tx,
        actor,
        kind: feeRuleKind,
        title,
        values: { valid_from: validFrom, ...columnsOf(fees), replaces: before?.id ?? null, reason },
        once: 'one_waiting_rule',
        comment: reason,
        changes: Object.fromEntries(
          feeNames
            .filter((name) => known?.[name] !== fees[name])
            .map((name) => [name, { before: known?.[name] ?? null, after: fees[name] }]),
        ),
        request,
      })
      return done('Sent for approval', await read(tx, actor, id))
    },
  }),
})

/** A rule of the same day steps back. What counted for the day when it was proposed must count still. */
function takeEffect({ tx }: StepCall): Effect {
  return async ({ id, title }) => {
    await sql`select pg_advisory_xact_lock(hashtext('fee_rules'))`.execute(tx)
    const { validFrom, replaces } = await one(
      tx,
      sql<{
        validFrom: string
        replaces: string | null
      }>`select valid_from as "validFrom", replaces from fee_rules where id = ${id}`,
    )
    await mustBeToCome(tx, validFrom)
    const before = await findFeeRule(tx, validFrom)
    if ((before?.id ?? null) !== replaces) throw new Refused('change.stale')
    if (before?.validFrom !== validFrom) return
    const { organisationId } = await one(
      tx,
      sql<{
        organisationId: string
      }>`select organisation_id as "organisationId" from fee_rules where id = ${before.id}`,
    )
    await systemStep({
      tx,
      kind: feeRuleKind,
      id: before.id,
      organisationId,
      from: 'APPROVED',
      to: 'SUPERSEDED',
      title,
    })
  }
}

/** What was charged on past sales stays as it was; only the very first rule may reach back. */
async function mustBeToCome(tx: Tx, validFrom: string): Promise<void> {
  if (validFrom >= businessDate()) return
  const known = await rows(tx, sql`select from fee_rules where status = 'APPROVED' limit 1`)
  if (known.length > 0) throw new Refused('fee_rule.past')
}

const columnsOf = (fees: Fees) => ({
  broker_hundredths: Number(toCents(fees.brokerPercent)),
  dss_hundredths: Number(toCents(fees.dssPercent)),
  exchange_hundredths: Number(toCents(fees.exchangePercent)),
  milling_cents: toCents(fees.millingPerTonne),
  handling_cents: toCents(fees.handlingPerPackage),
  storage_cents: toCents(fees.storagePerPackageDay),
  warrant_cents: toCents(fees.warrantPerLot),
  shilling_micros: BigInt(Math.round(fees.shillingsPerDollar * 1_000_000)),
})
