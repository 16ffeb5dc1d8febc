import type { CherryDelivery } from '#contract/cherryDeliveries.ts'
import { isPgError, rows, sql } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { readDeliveries } from './deliveryList.ts'
import { checkDelivery, readFacts, type Checked, type Delivery, type Entry } from './deliveryRules.ts'
import { acceptDisclaimer } from '#server/disclaimers/disclaimers.ts'
import { insertDelivery, mustBeRight, type Entering } from './enterDeliveries.ts'

type BatchRow = Omit<Entry, 'kilograms'> & { id: string; currentDelivery: string }
type Outcome = {
  id: string
  outcome: 'done' | 'skipped' | 'failed'
  code?: string
  message?: string
  fields?: Record<string, string>
  notes?: CherryDelivery['notes']
}

/** Enters many deliveries, each with its own outcome. An id that was sent before makes nothing twice. */
export async function enterBatch(call: Entering, batch: readonly BatchRow[], shownDisclaimer: number | undefined) {
  const { tx, actor } = call
  const { version: disclaimer } = await acceptDisclaimer(tx, actor, {
    name: 'cherry_delivery',
    shown: shownDisclaimer,
  })
  const facts = await readFacts(tx, actor, [...new Set(batch.map(({ memberNumber }) => memberNumber))])
  const outcomes: Outcome[] = []
  for (const { id, currentDelivery, ...entry } of batch) {
    const checked = checkDelivery({ ...entry, kilograms: Number(currentDelivery) }, facts)
    outcomes.push(await enterOne(call, { id, checked, disclaimer }))
  }
  const entered = outcomes.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []))
  const notes = new Map((await readDeliveries(tx, actor, entered)).map((made) => [made.id, made.notes]))
  const count = (outcome: Outcome['outcome']) => outcomes.filter((row) => row.outcome === outcome).length
  return {
    done: count('done'),
    skipped: count('skipped'),
    failed: count('failed'),
    rows: outcomes.map((row) => ({ ...row, notes: notes.get(row.id) ?? [] })),
  }
}

type One = { id: string; checked: Checked; disclaimer: number }

async function enterOne(call: Entering, { id, checked, disclaimer }: One): Promise<Outcome> {
  try {
    const delivery = mustBeRight(checked)
    try {
      await insertDelivery(call, delivery, { id, disclaimer })
      return { id, outcome: 'done' }
    } catch (error) {
      if (isTaken(error) && (await isEnteredAlready(call, id, delivery))) return { id, outcome: 'done' }
      throw isTaken(error) ? new Refused('delivery.other_content') : error
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const outcome = error.code === 'delivery.other_content' ? 'skipped' : 'failed'
    const fields = error.details?.['fields'] as Record<string, string> | undefined // border: refusals of input carry them so
    return { id, outcome, code: error.code, message: error.message, ...(fields ? { fields } : {}) }
  }
}

const isTaken = (error: unknown): boolean => isPgError(error) && error.constraint === 'cherry_deliveries_pkey'

/** Whether a record with an id that a client made is this very delivery by this very user. */
async function isEnteredAlready({ tx, actor }: Entering, id: string, delivery: Delivery): Promise<boolean> {
  const [found] = await rows(
    tx,
    sql<{
      same: boolean
    }>`select made_by = ${actor.userId} and farmer_id = ${delivery.member.id} and delivered_on = ${delivery.deliveredOn} and kilograms = ${delivery.kilograms}::numeric
        and factory_id is not distinct from ${delivery.factory?.id ?? null}::uuid and receipt_number = ${delivery.receiptNumber} as same
      from cherry_deliveries where id = ${id}`,
  )
  return found?.same ?? false
}
