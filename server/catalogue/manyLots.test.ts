import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedTo, sideOf } from '#contract/catalogue/catalogueFlow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { dispatchRecordKind } from '#server/dispatch/dispatchKinds.ts'
import { now, setClock } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { decideMany, outcomesFor } from '#server/kit/records/decideMany.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { batchOfHour } from '#server/kit/records/notify.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { NothingDone, Refused } from '#server/kit/refused.ts'
import { insideWallOf, scopeOf } from '#server/kit/scope.ts'
import { actorOf } from '#server/kit/web/sessionToken.ts'
import {
  enterSale,
  lotIn,
  lotsOf,
  newLots,
  receiveCoffee,
  sendCatalogue,
  waitingLot,
} from '#test/kit/catalogueFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { mustTakeLotsStill } from './closeCatalogues.ts'
import { acceptLot, mustStandBy, stepOfLot, type LotCall, type LotDecision } from './decideLots.ts'
import { approveLots, rejectLots } from './decideManyLots.ts'
import { reasonFor } from './reconcileLots.ts'

// Lots of every circumstance are decided one after the other, each in a savepoint of its own, which is taken back, and then the same lots
// by statements about all of them: outcomes, lots, trail, notices and the states of the dispatch records are the same.
type Deciding = (call: LotCall, decisions: readonly LotDecision[]) => Promise<unknown>

let world: World
let lots: string[] = []
const request = { id: randomUUID() }
const met = new Map<string, number>()
const closedSale = 57

beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const { owner, people } = world
  await enterSale(world)
  await enterSale(world, closedSale)
  const update = (id: string, what: string, ...values: unknown[]) =>
    owner.query(`update catalogue_records set ${what} where id = $1`, [id, ...values])
  const bothMayEnd = ['PENDING_WAREHOUSE_APPROVAL', 'PENDING_BROKER_APPROVAL', 'PENDING_APPROVAL']
  for (const status of [...bothMayEnd, ...bothMayEnd, 'HOLDING_STATUS', 'APPROVED', 'REJECTED', 'REFERRED_TO_BROKER'])
    lots.push((await lotIn(world, status)).id)
  for (const status of bothMayEnd) {
    // Of a mill that has uploaded it for the broker: behind another wall.
    const sent = await waitingLot(world, {}, people.kipronoMillerMaker)
    await bringTo(status, [sent.id])
    const withoutCoffee = await lotIn(world, status)
    await owner.query(`update dispatch_records set status = 'REJECTED' where outturn = $1`, [withoutCoffee.outturn])
    const ofMakers = await lotIn(world, status)
    const { catherineBrokerChecker, francisWarehouseChecker } = people
    await update(
      ofMakers.id,
      'makers = makers || array[$2, $3]::uuid[]',
      catherineBrokerChecker.id,
      francisWarehouseChecker.id,
    )
    const unplanned = await lotIn(world, status)
    await update(unplanned.id, 'sale_number = 98')
    const late = await lotIn(world, status, { saleNumber: String(closedSale) })
    const removed = await lotIn(world, status)
    await update(removed.id, 'delete_flag = true')
    const ofOthers = await lotIn(world, status)
    await update(ofOthers.id, 'delete_flag = $2', status === 'PENDING_BROKER_APPROVAL')
    await owner.query('update dispatch_records set broker_id = $2 where outturn = $1', [
      ofOthers.outturn,
      world.organisationId('MK3001'),
    ])
    lots.push(sent.id, ofOthers.id, withoutCoffee.id, ofMakers.id, unplanned.id, late.id, removed.id)
    // Parts of one dispatch record: there is coffee for all of them, for all but the last, or for the last once the first is removed.
    for (const [heavier, isRemoved] of [
      [0, false],
      [60, false],
      [60, true],
    ] as const)
      lots.push(...(await parts(status, heavier, isRemoved)))
  }
  // An accepted lot that is too heavy goes on hold, and the one after it may have the coffee.
  const [referred = '', after = ''] = await parts('PENDING_WAREHOUSE_APPROVAL', 0, false)
  await update(referred, `status = 'REFERRED_TO_BROKER', warehouse_agreed_by = null, kilograms = 900, bags = 15`)
  lots.push(referred, after)
  await owner.query(`update sales set catalogue_close = now() - interval '1 minute' where sale_number = $1`, [
    closedSale,
  ])
  lots = lots.toSorted()
  const at = now().getTime()
  setClock(() => at)
})
afterAll(async () => {
  setClock(null)
  await world.close()
  // A comparison of nothing would hold as well.
  for (const code of [
    'done',
    'record.not_found',
    'record.changed',
    'own_submission',
    'role.not_allowed',
    'step.wrong_state',
    'catalogue.not_reconciled',
    'sale.unknown',
    'sale.catalogue_closed',
  ])
    expect(met.get(code) ?? 0, code).toBeGreaterThan(0)
})

/** Three lots that are parts of one dispatch record, in a state; the last is so many kilograms heavier, and the first may be asked to be removed. */
async function parts(status: string, heavierKg: number, isRemoved: boolean): Promise<string[]> {
  const { kevinBrokerMaker } = world.people
  const [whole] = newLots(1, { bags: '4', pockets: '30', weight: '270' })
  await receiveCoffee(world, [whole!])
  const file = await sendCatalogue(
    kevinBrokerMaker,
    newLots(3, { outturn: whole!.outturn! }).map((lot, place) => ({ ...lot, splitNumber: String(place + 1) })),
  )
  const ids = (await lotsOf(kevinBrokerMaker, file.id)).map(({ id }) => id).toSorted()
  await bringTo(status, ids)
  await world.owner.query(
    `update catalogue_records set delete_flag = $2 and id = $3, kilograms = kilograms + case when id = $4 then $5::int else 0 end,
       bags = bags + case when id = $4 then $5::int / 60 else 0 end where id = any ($1)`,
    [ids, isRemoved, ids[0], ids[2], heavierKg],
  )
  return ids
}

/** Brings waiting lots to a state as the owner, with the word of the side that has agreed there. */
async function bringTo(status: string, ids: readonly string[]): Promise<void> {
  const { catherineBrokerChecker, francisWarehouseChecker } = world.people
  await world.owner.query(
    `update catalogue_records set status = $2, broker_agreed_by = case when $2 = 'PENDING_WAREHOUSE_APPROVAL' then $3::uuid end,
       warehouse_agreed_by = case when $2 = 'PENDING_BROKER_APPROVAL' then $4::uuid end where id = any ($1)`,
    [ids, status, catherineBrokerChecker.id, francisWarehouseChecker.id],
  )
}

const approveOneByOne: Deciding = (call, decisions) =>
  decideMany({
    tx: call.tx,
    records: decisions,
    decide: async (body) => {
      const { tx, actor } = call
      const lot = await mustStandBy(call, body.id)
      await mustTakeLotsStill(tx, lot)
      if (lot.status === 'REFERRED_TO_BROKER') return acceptLot(call, body)
      return stepOfLot({
        ...call,
        step: 'approve',
        body,
        effect: async ({ id, status }) => {
          const side = sideOf(actor.organisationType)
          const { reason, dispatchId } = await reasonFor(tx, id)
          if (reason) throw new Refused('catalogue.not_reconciled')
          await sql`update catalogue_records set ${sql.ref(`${side}_agreed_by`)} = ${actor.userId} where id = ${id}`.execute(
            tx,
          )
          const to = approvedTo(status, side, lot)
          if (to === 'APPROVED' && dispatchId) await intoCatalogue(call, dispatchId)
          return { to }
        },
      })
    },
  })

const intoCatalogue = ({ tx, actor }: LotCall, id: string): Promise<unknown> =>
  insideOwnersWall({ tx, actor, kind: dispatchRecordKind, id }, async () => {
    const [record] = await rows(
      tx,
      sql<{ organisationId: string; title: string }>`select t.organisation_id as "organisationId",
        ${dispatchRecordKind.title} as title from dispatch_records t where t.id = ${id} for update`,
    )
    const batch = batchOfHour(dispatchRecordKind.flow.kind)
    if (record)
      await systemStep({ tx, kind: dispatchRecordKind, id, ...record, from: 'APPROVED', to: 'CATALOGUED', batch })
  })

const rejectOneByOne: Deciding = (call, decisions) =>
  decideMany({
    tx: call.tx,
    records: decisions,
    decide: async (body) => {
      await mustStandBy(call, body.id)
      await stepOfLot({ ...call, step: 'reject', body })
    },
  })

const together =
  (decide: typeof approveLots): Deciding =>
  async (call, decisions) =>
    outcomesFor(decisions, await decide(call, decisions))

/** All that a decision may have written, behind the wall of each that it concerns, but for what is random. */
async function standing(tx: Tx, actor: Actor): Promise<unknown[]> {
  const found: unknown[] = []
  for (const code of ['BR5001', 'ML2001', 'WH6001'] as const)
    await insideWallOf({ tx, actor, organisationId: world.organisationId(code) }, async () => {
      found.push({
        lots: await rows(tx, sql`select * from catalogue_records where id = any (${lots}::uuid[]) order by id`),
        dispatch: await rows(
          tx,
          sql`select id, status, version, decided_by from dispatch_records where outturn in
            (select outturn from catalogue_records where id = any (${lots}::uuid[])) order by id`,
        ),
        trail: await rows(
          tx,
          sql`select organisation_id, actor_id, actor_name, kind, record_id, title, action, from_status, to_status, comment, changes, request_id
            from audit_events where at = ${now()} and kind in ('catalogue_record', 'dispatch_record') order by kind, id`,
        ),
        notices: await rows(
          tx,
          sql`select user_id, batch, kind, record_id, title, code, to_status, told, count from notifications
            where created_at = ${now()} order by user_id, batch, kind, to_status`,
        ),
      })
    })
  return found
}

class Undone extends Error {
  found: unknown
  constructor(found: unknown) {
    super('undone')
    this.found = found
  }
}

type Run = { by: Person; decisions: readonly LotDecision[]; decide: Deciding }

/** Decides, looks at everything, and takes it back. */
async function tried({ by, decisions, decide }: Run): Promise<unknown> {
  const actor = await actorOf(world.house, by.token)
  if (!actor) throw new Error('not signed in')
  return world.house.db.changes
    .transaction(scopeOf(actor), async (tx) => {
      const outcomes = await decide({ tx, actor, request }, decisions).catch((error: unknown) => {
        if (!(error instanceof NothingDone)) throw error
        return { code: error.code, message: error.message, ...error.details }
      })
      throw new Undone({ outcomes, standing: await standing(tx, actor) })
    })
    .catch((error: unknown) => {
      if (error instanceof Undone) return error.found
      throw error
    })
}

const decisions = fc
  .tuple(
    // Long enough to be cut by what is decided by itself, and for parts of one dispatch record to meet.
    fc.uniqueArray(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 24 }),
    fc.array(
      fc.record(
        { version: fc.constantFrom(1, 1, 1, 2), comment: fc.constantFrom('As agreed', 'Of the meeting') },
        { requiredKeys: ['comment'] },
      ),
      {
        minLength: 24,
        maxLength: 24,
      },
    ),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([places, said, all, stranger]): LotDecision[] => [
    ...(all ? lots : places.map((place) => lots[place % lots.length]!)).map((id, place) => ({
      id,
      ...said[place % said.length],
    })),
    ...(stranger ? [{ id: randomUUID(), comment: 'As agreed' }] : []),
  ])
const people = () => {
  const { catherineBrokerChecker, francisWarehouseChecker, kevinBrokerMaker, graceWarehouseChecker } = world.people
  return [catherineBrokerChecker, francisWarehouseChecker, kevinBrokerMaker, graceWarehouseChecker]
}

async function sameEitherWay(run: Omit<Run, 'decide'>, oneByOne: Deciding, many: Deciding): Promise<void> {
  const expected = await tried({ ...run, decide: oneByOne })
  const { outcomes } = expected as { outcomes: { rows: { outcome: string; code?: string }[] } } // border: of `tried`
  for (const { outcome, code = outcome } of outcomes.rows) met.set(code, (met.get(code) ?? 0) + 1)
  expect(await tried({ ...run, decide: many })).toEqual(expected)
}

test('each side approves many lots as it would approve each of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 0, 1, 1, 2, 3), decisions, (who, said) =>
      sameEitherWay({ by: people()[who]!, decisions: said }, approveOneByOne, together(approveLots)),
    ),
    { numRuns: 40 },
  )
}, 120_000)

test('the broker rejects many as it would reject each of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 0, 1), decisions, (who, said) =>
      sameEitherWay({ by: people()[who]!, decisions: said }, rejectOneByOne, together(rejectLots)),
    ),
    { numRuns: 15 },
  )
}, 120_000)
