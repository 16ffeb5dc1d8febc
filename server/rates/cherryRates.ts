import { cherryRateList, cherryRates, decidingRefused, proposingRefused } from '#contract/cherryRates.ts'
import type { Actor } from '#contract/permissions.ts'
import { writeAudit } from '#server/kit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { isPgError, one, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { listPage } from '#server/kit/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import type { Organisation } from '#server/kit/scope.ts'
import { done, serve } from '#server/kit/serve.ts'
import { systemStep, takeStep, type Effect, type StepRequest } from '#server/kit/takeStep.ts'
import { readSetting } from '#server/settings/settings.ts'
import {
  cherryRateKind,
  cherryRateOf,
  cherryRateSource,
  getCherryRate,
  rateInForce,
  shapeCherryRate,
  societyNamed,
} from './cherryRateRows.ts'

type Listing = { tx: Tx; actor: Actor; organisation: Organisation; query: Parameters<typeof listPage>[0]['query'] }
const list =
  (status?: string) =>
  ({ tx, actor, organisation, query }: Listing) =>
    listPage({
      tx,
      actor,
      screen: cherryRateList,
      query,
      source: cherryRateSource(organisation, status),
      shape: shapeCherryRate(actor),
      kind: cherryRateKind,
    })

type Deciding = {
  tx: Tx
  actor: Actor
  request: StepRequest
  body: { id: string; version?: number | undefined; approverComment?: string | undefined }
}
const decide =
  (step: 'approve' | 'decline' | 'withdraw', message: string, effect?: (tx: Tx) => Effect) =>
  async ({ tx, actor, request, body }: Deciding) => {
    // Before the record is locked, which the database allows to wide readers only.
    const refused = step === 'withdraw' ? proposingRefused(actor) : decidingRefused(actor)
    if (refused) throw new Refused(refused)
    const { id, version, approverComment: comment } = body
    await takeStep({
      tx,
      actor,
      kind: cherryRateKind,
      step,
      id,
      version,
      comment,
      request,
      ...(effect ? { effect: effect(tx) } : {}),
    })
    return done(message, await getCherryRate(tx, actor, id))
  }

/** The rate before steps back first: a society has one in force at most. Rows of limits keep the rate they were priced by. */
const takeEffect =
  (tx: Tx): Effect =>
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

export const cherryRateRoutes = serve(cherryRates, {
  all: list(),
  one: ({ tx, actor, params }) => getCherryRate(tx, actor, params.id),
  approved: list('APPROVED'),
  unapproved: list('PENDING_APPROVAL'),
  update: async ({ tx, actor, body, request }) => {
    const refused = proposingRefused(actor)
    if (refused) throw new Refused(refused)
    const society = await societyNamed(tx, {
      id: body.organisationId ?? body.organisation?.id,
      code: body.growerCode ?? body.organisation?.organisationCode,
    })
    const cents = BigInt(Math.round(body.rate * 100))
    const most = await ceiling(tx)
    if (cents > most)
      throw new Refused('input.invalid', { details: { fields: { rate: `At most KES ${Number(most) / 100} per kg` } } })
    const before = await cherryRateOf(tx, society.id)
    if (before === cents) throw new Refused('change.nothing')
    const id = await propose({ tx, actor, society, cents, before, reason: body.reason ?? '', requestId: request.id })
    return done('Sent for approval', await getCherryRate(tx, actor, id))
  },
  approve: decide('approve', 'Approved: the rate is in force', takeEffect),
  reject: decide('decline', 'Rejected'),
  withdraw: decide('withdraw', 'Taken back'),
})

const ceiling = async (tx: Tx) => BigInt(await readSetting(tx, 'fundCherryRateCeilingCents'))

/** The ceiling may have been lowered since the rate was proposed. */
async function mustBeAllowed(tx: Tx, id: string): Promise<void> {
  const { cents } = await one(tx, sql<{ cents: bigint }>`select rate_cents as cents from cherry_rates where id = ${id}`)
  if (cents > (await ceiling(tx))) throw new Refused('cherry_rate.too_high')
}

async function propose(ask: {
  tx: Tx
  actor: Actor
  society: { id: string; name: string }
  cents: bigint
  before: bigint
  reason: string
  requestId: string
}): Promise<string> {
  const { tx, actor, society, cents, before, reason } = ask
  const id = newId()
  try {
    await savepoint(tx, () =>
      sql`insert into cherry_rates (id, organisation_id, rate_cents, previous_cents, reason, status, makers, made_by, created_at)
        values (${id}, ${society.id}, ${cents}, ${before}, ${reason}, 'PENDING_APPROVAL', array[${actor.userId}]::uuid[], ${actor.userId}, ${now()})`.execute(
        tx,
      ),
    )
  } catch (error) {
    if (isPgError(error) && error.constraint === 'one_waiting_rate') throw new Refused('change.open')
    throw error
  }
  await writeAudit(tx, {
    by: actor,
    organisationId: society.id,
    kind: cherryRateKind.flow.kind,
    recordId: id,
    title: society.name,
    action: 'propose',
    to: 'PENDING_APPROVAL',
    comment: reason || null,
    changes: { rate: { before: Number(before) / 100, after: Number(cents) / 100 } },
    requestId: ask.requestId,
  })
  return id
}
