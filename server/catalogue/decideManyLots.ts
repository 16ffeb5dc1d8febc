import { approvedTo, sideOf } from '#contract/catalogue/catalogueFlow.ts'
import { keepCatalogued, lockDispatched } from '#server/dispatch/cataloguedRecords.ts'
import { savepoint, sql, type Tx } from '#server/kit/db.ts'
import { inOrder } from '#server/kit/records/decideMany.ts'
import { notifyTogether } from '#server/kit/records/notify.ts'
import type { Decided } from '#server/kit/records/takeStep.ts'
import { stepsRefused } from '#server/kit/records/takeSteps.ts'
import { Refused } from '#server/kit/refused.ts'
import { insideWallOf } from '#server/kit/scope.ts'
import { catalogueRecordKind as kind } from './catalogueKinds.ts'
import { mustTakeLotsStill } from './closeCatalogues.ts'
import { acceptLot, mustStandBy, standingBy, type LotCall, type LotDecision } from './decideLots.ts'
import { lookAt, type Look } from './reconcileLots.ts'

type Refusals = Map<string, Refused>
type Lot = Exclude<Awaited<ReturnType<typeof mustStandBy>>, Refused>

/** Approves a lot for the own side; one that was referred to the broker is accepted. Answers its file. */
export const approveLot = (call: LotCall, body: LotDecision): Promise<string> => alone(call, body, approveLots)

/** Rejects a lot: its coffee is free for another catalogue. Answers its file. */
export const rejectLot = (call: LotCall, body: LotDecision): Promise<string> => alone(call, body, rejectLots)

/** Decides one as many would be. */
async function alone(call: LotCall, body: LotDecision, decide: typeof approveLots): Promise<string> {
  const { uploadId } = await mustStandBy(call, body.id)
  const refused = (await decide(call, [body])).get(body.id)
  if (refused) throw refused
  return uploadId
}

/**
 * Approves lots for the own side, by statements about all of them; those that were referred to the broker are accepted. Each has the
 * outcome that it would have had alone, in the order of their ids. Answers those that are refused.
 */
export async function approveLots(call: LotCall, decisions: readonly LotDecision[]): Promise<Refusals> {
  const { lots, refused } = await lotsOf(call, decisions)
  for (const [id, why] of await tooLate(call, [...lots.values()])) {
    refused.set(id, why)
    lots.delete(id)
  }
  const effect = approveEffect(call)
  await notifyTogether(call.tx, async (one) => {
    for (const run of runsOf(inOrder(decisions), lots)) {
      const [first] = run
      if (first && isReferred(lots.get(first.id)))
        await one(() => savepoint(call.tx, () => acceptLot(call, first))).catch(keepIn(refused, first.id))
      else await takeTogether({ call, step: 'approve', decisions: run, lots, effect, refused })
    }
  })
  return refused
}

/** The same of rejecting. */
export async function rejectLots(call: LotCall, decisions: readonly LotDecision[]): Promise<Refusals> {
  const { lots, refused } = await lotsOf(call, decisions)
  const effect: Effect = () => Promise.resolve(new Map())
  const known = inOrder(decisions).filter(({ id }) => lots.has(id))
  for (const own of Map.groupBy(known, ({ id }) => lots.get(id)?.organisationId).values())
    await takeTogether({ call, step: 'reject', decisions: own, lots, effect, refused })
  return refused
}

const keepIn =
  (refused: Refusals, id: string) =>
  (error: unknown): void => {
    if (!(error instanceof Refused)) throw error
    refused.set(id, error)
  }

async function lotsOf(call: LotCall, decisions: readonly LotDecision[]) {
  const ids = decisions.map(({ id }) => id)
  const [lots, refused] = [new Map<string, Lot>(), new Map<string, Refused>()]
  const standing = await standingBy(call, ids)
  for (const id of ids) {
    const found = standing.get(id) ?? new Refused('record.not_found')
    if (found instanceof Refused) refused.set(id, found)
    else lots.set(id, found)
  }
  return { lots, refused }
}

/** Keeps the catalogues of all of them from being closed meanwhile. Answers the lots of those that are, or whose sale there is not. */
async function tooLate({ tx }: LotCall, lots: readonly Lot[]): Promise<Refusals> {
  const late = new Map<string, Refused>()
  const bySale = Map.groupBy(lots, ({ season, number }) => `${season} ${String(number).padStart(5, '0')}`)
  for (const [, own] of [...bySale].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await mustTakeLotsStill(tx, own[0]!).catch((error: unknown) => {
      for (const { id } of own) keepIn(late, id)(error)
    })
  return late
}

const isReferred = (lot: Lot | undefined): boolean => lot?.status === 'REFERRED_TO_BROKER'

/**
 * Cuts decisions into what can be decided together, each piece behind one wall. What is removed leaves its coffee to the lots after it, and
 * what is accepted may go on hold and leave it too: each of these is decided by itself, in its place.
 */
function runsOf(ordered: readonly LotDecision[], lots: ReadonlyMap<string, Lot>): LotDecision[][] {
  const runs: LotDecision[][] = []
  let joins: string | null = null
  for (const decision of ordered) {
    const lot = lots.get(decision.id)
    if (!lot) continue
    const isAlone = lot.isRemoval || isReferred(lot)
    const last = runs.at(-1)
    if (last && !isAlone && joins === lot.organisationId) last.push(decision)
    else runs.push([decision])
    joins = isAlone ? null : lot.organisationId
  }
  return runs
}

type Effect = (records: readonly Decided[]) => Promise<ReadonlyMap<string, Refused | string>>

type Together = {
  call: LotCall
  step: 'approve' | 'reject'
  /** Of lots that one organisation has uploaded. */
  decisions: readonly LotDecision[]
  lots: ReadonlyMap<string, Lot>
  effect: Effect
  /** Those that are refused are added to it. */
  refused: Refusals
}

/** Takes a step of lots inside the wall of who uploaded them. */
async function takeTogether({ call, step, decisions, lots, effect, refused }: Together): Promise<void> {
  const { tx, actor, request } = call
  const organisationId = lots.get(decisions[0]?.id ?? '')?.organisationId
  if (!organisationId) return
  await insideWallOf({ tx, actor, organisationId }, async () => {
    const found = await stepsRefused({ tx, actor, kind, step, decisions, request, effect })
    for (const [id, why] of found) refused.set(id, why)
  })
}

/**
 * What approving does: it counts for the own side. The second approval puts a lot into the catalogue, if its coffee was dispatched as
 * it says, and says so of the dispatch record.
 */
const approveEffect =
  (call: LotCall): Effect =>
  async (records) => {
    const { tx, actor } = call
    const side = sideOf(actor.organisationType)
    const looks = await takeCoffee(call, records)
    const agreed: Look[] = []
    const fates = new Map<string, Refused | string>()
    const coffee = new Set<string>()
    for (const { id, status } of records) {
      const look = looks.get(id)
      if (!look || look.reason) {
        fates.set(id, new Refused('catalogue.not_reconciled'))
        continue
      }
      const to = approvedTo(status, side, look)
      fates.set(id, to)
      agreed.push(look)
      if (to === 'APPROVED' && look.dispatchId) coffee.add(look.dispatchId)
    }
    await keepAgreed(tx, { agreed, side, by: actor.userId })
    await keepCatalogued({ tx, actor, ids: [...coffee] })
    return fates
  }

/** Finds the coffee of lots, and keeps everybody else from that of a second approval until the transaction ends. */
async function takeCoffee({ tx, actor }: LotCall, records: readonly Decided[]): Promise<ReadonlyMap<string, Look>> {
  const looks = new Map(
    await lookAt(
      tx,
      records.map(({ id }) => id),
    ),
  )
  const taking = records.flatMap(({ id, status }) => {
    const look = looks.get(id)
    if (!look?.dispatchId || look.reason || look.isRemoval || status === 'PENDING_APPROVAL') return []
    return [{ id, dispatchId: look.dispatchId }]
  })
  const ids = [...new Set(taking.map(({ dispatchId }) => dispatchId))]
  const locked = await lockDispatched({ tx, actor, ids })
  // What somebody did with it meanwhile is seen only now.
  const now = await lookAt(
    tx,
    taking.map(({ id }) => id),
  )
  for (const { id, dispatchId } of taking) {
    const look = now.get(id)
    const isThere = look?.dispatchId === dispatchId && locked.has(dispatchId)
    if (look) looks.set(id, isThere ? look : { ...look, reason: 'NO_DISPATCH' })
  }
  return looks
}

type Agreed = { agreed: readonly Look[]; side: 'warehouse' | 'broker'; by: string }

const keepAgreed = (tx: Tx, { agreed, side, by }: Agreed) =>
  sql`update catalogue_records c set ${sql.ref(`${side}_agreed_by`)} = ${by}, dispatch_record_id = g."dispatchId", hold_reason = g.kept, hold_available = g.available
    from jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb) as g (id uuid, "dispatchId" uuid, kept text, available numeric) where c.id = g.id`.execute(
    tx,
  )
