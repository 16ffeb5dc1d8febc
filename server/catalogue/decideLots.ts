import type { Actor } from '#contract/house/permissions.ts'
import { keepFree, lockDispatched } from '#server/dispatch/cataloguedRecords.ts'
import { findSale } from '#server/facts/saleDays.ts'
import { now, startOfDay } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { takeStep, type Effect, type StepRequest } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustTakeLotsStill } from './closeCatalogues.ts'
import { catalogueFileKind, catalogueRecordKind as kind } from './catalogueKinds.ts'
import { standingOf, type Parties } from './catalogueRows.ts'
import { keepFileState } from './fileState.ts'
import { forgetAgreements, reconcileLot } from './reconcileLots.ts'
import { makersWith } from '#server/kit/records/recordKind.ts'

/** What is posted to decide a lot. */
export type LotDecision = { id: string; version?: number | undefined; comment?: string | undefined }
export type LotCall = { tx: Tx; actor: Actor; request: StepRequest }

type Standing = Parties & {
  id: string
  season: string
  number: number
  status: string
  uploadId: string
  isRemoval: boolean
  side: 'warehouse' | 'broker' | 'sender'
}

/** A lot that the actor may do something with. To whom it is not shown it does not exist; who only reads it takes no step. */
export async function mustStandBy(call: LotCall, id: string): Promise<Standing> {
  const lot = (await standingBy(call, [id])).get(id)
  if (lot instanceof Refused) throw lot
  if (!lot) throw new Refused('record.not_found')
  return lot
}

/** The same of many: what is refused stands in the place of the lot. */
export async function standingBy(
  { tx, actor }: LotCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing | Refused>> {
  const lots = await rows(
    tx,
    sql<
      Omit<Standing, 'side'>
    >`select id, organisation_id as "organisationId", warehouse_id as "warehouseId", broker_id as "brokerId", season, sale_number::int as number, status,
      upload_id as "uploadId", delete_flag as "isRemoval" from catalogue_records where id = any (${ids}::uuid[])`,
  )
  return new Map(
    lots.map((lot) => {
      const side = standingOf(actor, lot)
      return [lot.id, side ? { ...lot, side } : new Refused('organisation.not_allowed')]
    }),
  )
}

type Step = LotCall & { step: string; body: LotDecision; effect?: Effect }

/** Takes a step of a lot inside the wall of who uploaded it. */
export async function stepOfLot({ tx, actor, request, step, body, effect }: Step): Promise<void> {
  const { id, version, comment } = body
  await insideOwnersWall({ tx, actor, kind, id }, () =>
    takeStep({ tx, actor, kind, step, id, version, comment, request, ...(effect ? { effect } : {}) }),
  )
}

/** Lets a file follow its lots, one of which was just decided. */
export const followLots = ({ tx, actor }: LotCall, uploadId: string): Promise<void> =>
  insideOwnersWall({ tx, actor, kind: catalogueFileKind, id: uploadId }, () => keepFileState(tx, uploadId))

/** What leaving the catalogue does: with the last of its lots the dispatch record is free again. */
const leaveEffect =
  ({ tx, actor }: LotCall): Effect =>
  async ({ id, status }) => {
    if (status !== 'APPROVED') return
    const [lot] = await rows(
      tx,
      sql<{
        dispatchId: string | null
      }>`select dispatch_record_id as "dispatchId" from catalogue_records where id = ${id}`,
    )
    if (!lot?.dispatchId) return
    const { dispatchId } = lot
    const locked = await lockDispatched({ tx, actor, ids: [dispatchId] })
    if (!locked.has(dispatchId)) throw new Refused('record.not_found')
    const others = await rows(
      tx,
      sql`select from catalogue_records where dispatch_record_id = ${dispatchId} and id <> ${id} and status in ('APPROVED', 'SOLD') limit 1`,
    )
    if (others.length === 0) await keepFree({ tx, actor, id: dispatchId })
  }

/** Who accepts the figures of the warehouse becomes one of those who made the lot; a checker of the broker decides after. */
const acceptEffect =
  ({ tx, actor }: LotCall): Effect =>
  async ({ id }) => {
    await becomeMaker(tx, actor, id)
  }

/** Who changes a lot is one of its makers: none of them decides on it, and what they decided before is no decision on it as it is now. */
export const becomeMaker = (tx: Tx, { userId }: Actor, id: string) =>
  sql`update catalogue_records set makers = ${makersWith(userId)},
    decided_by = nullif(decided_by, ${userId}) where id = ${id}`.execute(tx)

/** Accepts for the broker what the warehouse has corrected. Answers its file. */
export async function acceptLot(call: LotCall, body: LotDecision): Promise<string> {
  const lot = await mustStandBy(call, body.id)
  await mustTakeLotsStill(call.tx, lot)
  await accept(call, body)
  return lot.uploadId
}

/** What the warehouse has corrected may not agree with the dispatch: then the lot goes on hold. */
async function accept(call: LotCall, body: LotDecision): Promise<void> {
  const { tx, actor } = call
  await stepOfLot({ ...call, step: 'accept', body, effect: acceptEffect(call) })
  await insideOwnersWall({ tx, actor, kind, id: body.id }, () => reconcileLot(tx, body.id))
}

/** Takes an approved lot out of its sale, which has not begun. Answers its file. */
export async function withdrawLot(call: LotCall, body: LotDecision): Promise<string> {
  const lot = await mustStandBy(call, body.id)
  const sale = await findSale(call.tx, lot)
  if (sale && startOfDay(sale.saleDate) <= now()) throw new Refused('catalogue.sale_begun')
  await stepOfLot({ ...call, step: 'withdraw', body, effect: leaveEffect(call) })
  return lot.uploadId
}

/** Takes a lot back to pending: both sides decide anew. Answers its file. */
export async function resetLot(call: LotCall, body: LotDecision): Promise<string> {
  const { tx, actor } = call
  const lot = await mustStandBy(call, body.id)
  await mustTakeLotsStill(tx, lot)
  await stepOfLot({ ...call, step: 'reset', body, effect: leaveEffect(call) })
  await insideOwnersWall({ tx, actor, kind, id: body.id }, () => forgetAgreements(tx, body.id))
  return lot.uploadId
}
