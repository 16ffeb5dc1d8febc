import { toAmount, toCents, toGrams } from '#contract/kit/money.ts'
import { approvedMessages, approvedTo, communalPaymentFlow } from '#contract/schedules/communalPaymentFlow.ts'
import { communalPayment } from '#contract/schedules/communalPayments.ts'
import type { FactoryAmounts } from '#contract/schedules/scheduleFactories.ts'
import { scheduleLineList } from '#contract/schedules/scheduleLines.ts'
import type { TriedFigures } from '#contract/schedules/scheduleTrials.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { readSetting } from '#server/facts/settings.ts'
import { mustBeSeason } from '#server/facts/seasons.ts'
import { holdCherry, lockPaidCherry } from '#server/deliveries/paidCherry.ts'
import { now } from '#server/kit/clock.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { wholeList } from '#server/kit/records/wholeList.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustBeOwn, organisationInPath } from '#server/kit/scope.ts'
import { done } from '#server/kit/web/serve.ts'
import { move } from '#server/ledger/ledger.ts'
import { communalPaymentKind, communalPaymentSource, shapeCommunalPayment } from './communalPaymentRows.ts'
import { fundSchedule } from './fundSchedule.ts'
import { lockMoney } from '#server/payments/lockMoney.ts'
import { payScheduleQueue } from './paySchedule.ts'
import { readDeductions, readOwed, readSchedule, shapeDetails, type ScheduleNow } from './scheduleBars.ts'
import { endDraft } from './scheduleDrafts.ts'
import { readFingerprint, writeLines, type Schedule } from './scheduleLines.ts'
import { takeLoanLines } from './scheduleLineRows.ts'
import { setAside } from './scheduleMoney.ts'
import { readShares } from './scheduleTotals.ts'
import { membersWithout, previewOf, leftOut, tickedLenders, triedOf, type Computed } from './scheduleTrials.ts'
import { factoryWeights, splitPool } from './splitPool.ts'
import { mustBeWeighed, writeRisks } from './scheduleRisks.ts'

type Kept = Omit<Schedule, 'coolingHours' | 'id' | 'factories'> & {
  cycle: number
  kilograms: string
  recoveredCents: bigint
  deductedCents: bigint
  netCents: bigint
  fingerprint: string
  isLast: boolean
}

/**
 * The checker approves what the maker saw: the lines are computed anew, and when anything in them came out otherwise it is refused;
 * so it is when the checker saw others than these. With the last approval what goes to members, lenders and payees of deductions is
 * set aside in the books; it is paid after the commit.
 */
const takeEffect =
  ({ tx, house, posted }: StepCall): Effect =>
  async ({ id, organisationId, status, comment }) => {
    await lockMoney(tx, organisationId)
    // No cherry moves between what is compared here and what is locked.
    await holdCherry(tx, organisationId)
    const kept = await one(
      tx,
      sql<Kept>`select organisation_id as "organisationId", season, cycle, kilograms::text, rate_cents as "rateCents", pool_cents as "poolCents", lenders,
          without_deductions as "withoutDeductions", deducted_cents as "deductedCents", recovered_cents as "recoveredCents", net_cents as "netCents", fingerprint, is_last as "isLast", since_last as "sinceLast", generated_at as at
        from communal_payments where id = ${id}`,
    )
    const { pool, bars } = await readSchedule(tx, organisationId, kept.season)
    if (pool.cycle !== kept.cycle) throw new Refused('schedule.cycle_taken')
    if (bars.some(({ code }) => code === 'no_account')) throw new Refused('schedule.no_account')
    const factories = await readShares(tx, id)
    const schedule = { ...kept, id, factories, coolingHours: await readSetting(tx, 'bankChangeCoolingHours') }
    const isSame = toGrams(pool.kilograms) === toGrams(kept.kilograms)
    if (!isSame || (await readFingerprint(tx, schedule)) !== kept.fingerprint) throw new Refused('schedule.stale')
    if ((posted['fingerprint'] ?? kept.fingerprint) !== kept.fingerprint) throw new Refused('schedule.other_lines')
    await mustBeWeighed(tx, schedule, comment)
    const to = approvedTo(status, await readSetting(tx, 'bankDecidesSchedules'))
    if (to !== 'APPROVED') return { to }
    await lockPaidCherry(tx, { ...kept, id })
    await move(tx, setAside({ id, organisationId, cents: kept.recoveredCents + kept.deductedCents + kept.netCents }))
    await fundSchedule(tx, { id, organisationId })
    await house.jobs.send(tx, payScheduleQueue, { scheduleId: id })
    return { to }
  }

/** The society has approved and the bank decides next: whoever approved counts among the makers from now on. */
const handToBank = (tx: Tx, id: string) =>
  sql`update communal_payments set society_decided_by = decided_by, society_decided_at = decided_at, society_comment = decision_comment,
      makers = array_append(makers, decided_by), decided_by = null, decided_at = null, decision_comment = null
    where id = ${id} and status = 'PENDING_BANK_APPROVAL' and decided_by is not null`.execute(tx)

export const communalPayments = serveRecord(communalPayment, {
  kind: communalPaymentKind,
  source: ({ organisation }) => communalPaymentSource(organisation),
  shape: shapeCommunalPayment,
  steps: {
    approve: {
      effect: takeEffect,
      after: (house) => house.jobs.wake(payScheduleQueue),
      message: ({ status }) => approvedMessages[status.statusName] ?? '',
    },
  },
  within: async ({ tx, id }, work) => {
    await work()
    await handToBank(tx, id)
  },
  calls: (read, list) => {
    const all = wholeList(list)
    return {
      details: async ({ tx, actor, body }) => {
        const { id, code } = await societyOf(tx, actor, body.growerCode)
        await mustBeSeason(tx, body.season)
        const schedule = await readSchedule(tx, id, body.season)
        const of = { organisationId: id, season: body.season, sinceLast: schedule.sinceLast }
        return done('', shapeDetails(code, body.season, schedule, await readOwed(tx, of), await readDeductions(tx, of)))
      },
      preview: async ({ tx, actor, body }) => {
        const { schedule, trial } = await tryOut(tx, actor, body)
        return { data: await previewOf(tx, schedule, trial) }
      },
      without: async ({ tx, actor, house, body }) => {
        const { schedule, trial } = await tryOut(tx, actor, body)
        await auditExport({ house, actor, title: scheduleLineList.title, details: ['JSON', 'tried', body.season] })
        return { data: trial ? await membersWithout(tx, schedule, trial) : { count: 0, members: [] } }
      },
      factories: async ({ tx, actor, body }) => {
        const { id } = await societyOf(tx, actor, body.growerCode)
        await mustBeSeason(tx, body.season)
        return { data: await factoryWeights(tx, id, body.season, await readSchedule(tx, id, body.season)) }
      },
      save: async ({ tx, actor, body, request }) => {
        mustMake(communalPaymentFlow, actor)
        mustBeOwn(actor, await organisationInPath(tx, actor, { growerCode: body.growerCode }))
        await mustBeSeason(tx, body.season)
        const { organisationId, organisationName } = actor
        // Premiums are of the rate: none is approved between the rate and the lines.
        await lockMoney(tx, organisationId)
        const figures = await readSchedule(tx, organisationId, body.season)
        const { pool, rateCents, isLast, sinceLast, bars } = figures
        const bar = bars.find(({ blocks }) => blocks)
        if (bar?.code === 'open_schedule') throw new Refused('change.open')
        if (bar) throw new Refused('schedule.barred', { message: bar.message, details: { bars } })
        mustAgree(body, { rateCents, poolCents: pool.available, kilograms: pool.kilograms })
        const schedule = await scheduleOf(tx, organisationId, body, figures, true)
        const id = await enterRecord({
          tx,
          actor,
          kind: communalPaymentKind,
          title: `${organisationName} ${body.season}`,
          values: {
            season: body.season,
            cycle: pool.cycle,
            kilograms: pool.kilograms,
            rate_cents: rateCents,
            pool_cents: pool.available,
            is_last: isLast,
            since_last: sinceLast,
            lenders: schedule.lenders,
            without_deductions: schedule.withoutDeductions,
            generated_at: schedule.at,
          },
          once: 'one_open_schedule',
          comment: '',
          changes: { commissionRate: { before: null, after: toAmount(rateCents) } },
          request,
        })
        await writeLines(tx, { ...schedule, id })
        await writeRisks(tx, { ...schedule, id })
        if (body.draft) await endDraft({ tx, actor, request }, body.draft, id)
        return done('Sent for approval', await read(tx, actor, id))
      },
      generate: async ({ tx, actor, house, params }) => {
        await read(tx, actor, params.commId)
        return done('', await takeLoanLines({ tx, actor, house }, params.commId))
      },
      unapproved: async (call) =>
        done('', await all(call, sql`t.status in ('PENDING_APPROVAL', 'PENDING_BANK_APPROVAL')`)),
      fetchAll: async (call) => done('', { data: await all(call) }),
    }
  },
})

async function societyOf(tx: Tx, actor: Actor, growerCode: string): Promise<{ id: string; code: string }> {
  const organisation = await organisationInPath(tx, actor, { growerCode })
  const { id, code, type } = organisation ?? {
    id: actor.organisationId,
    code: actor.organisationCode,
    type: actor.organisationType,
  }
  if (type !== 'FARMER_SOCIETY') throw new Refused('record.not_found')
  return { id, code }
}

type Figures = { commRate: number; amount: number; weight: number }
/** What the client shows must be what the server computes, to the cent and the gram. Throws `schedule.figures_changed` with both. */
function mustAgree(
  { commRate, amount, weight }: Figures,
  server: { rateCents: bigint; poolCents: bigint; kilograms: string },
): void {
  const near = (one: bigint, other: bigint) => one - other <= 1n && other - one <= 1n
  const isSame =
    near(toCents(commRate), server.rateCents) &&
    near(toCents(amount), server.poolCents) &&
    near(BigInt(Math.round(weight * 1000)), toGrams(server.kilograms))
  if (isSame) return
  const computed = {
    commRate: toAmount(server.rateCents),
    amount: toAmount(server.poolCents),
    weight: Number(server.kilograms),
  }
  throw new Refused('schedule.figures_changed', { details: { sent: { commRate, amount, weight }, computed } })
}

type Chosen = {
  season: string
  loansToRecover: string
  withoutDeductions: string
  factories?: FactoryAmounts | undefined
}
/** What is computed with the loans that are ticked, in the order of the lenders, and without the deductions that are left out. Refuses what is not offered. */
async function scheduleOf(
  tx: Tx,
  organisationId: string,
  { season, loansToRecover, withoutDeductions: left, factories: amounts }: Chosen,
  figures: ScheduleNow,
  isSaved: boolean,
): Promise<Computed> {
  const { pool, rateCents, sinceLast } = figures
  const weighing = { organisationId, season, sinceLast }
  const lenders = await tickedLenders(tx, weighing, loansToRecover)
  const withoutDeductions = await leftOut(tx, weighing, left)
  const coolingHours = await readSetting(tx, 'bankChangeCoolingHours')
  const factories = await splitPool(tx, { organisationId, season, amounts }, figures, isSaved)
  const poolCents = pool.available
  const of = { ...weighing, id: '', rateCents, poolCents, lenders, withoutDeductions, coolingHours }
  return { ...of, at: now(), factories }
}

/** The schedule as it would be saved now, and as it would be with what is tried. Nothing is written. */
async function tryOut(tx: Tx, actor: Actor, body: Chosen & { growerCode: string; tried?: TriedFigures | undefined }) {
  const { id } = await societyOf(tx, actor, body.growerCode)
  await mustBeSeason(tx, body.season)
  const figures = await readSchedule(tx, id, body.season)
  const schedule = await scheduleOf(tx, id, body, figures, false)
  return { schedule, trial: body.tried ? await triedOf(tx, schedule, figures.pool, body.tried) : undefined }
}
