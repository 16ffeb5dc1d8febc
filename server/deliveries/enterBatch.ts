import type { CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { isPgError, rows, sql } from '#server/kit/db.ts'
import { outcomesOf } from '#server/kit/records/decideMany.ts'
import { Refused, type RowOutcome } from '#server/kit/refused.ts'
import { readDeliveries } from './deliveryList.ts'
import { checkDelivery, readFacts, type Checked, type Delivery, type Entry } from './deliveryRules.ts'
import { acceptDeliveryDisclaimer, insertDelivery, mustBeRight, type Entering } from './enterDeliveries.ts'

type BatchRow = Omit<Entry, 'kilograms'> & { id: string; currentDelivery: string }
type Outcome = RowOutcome & { fields?: Record<string, string>; notes?: CherryDelivery['notes'] }

/** Enters many deliveries, each with its own outcome. An id that was sent before makes nothing twice. */
export async function enterBatch(call: Entering, batch: readonly BatchRow[], shownDisclaimer: number | undefined) {
  const { tx, actor } = call
  const disclaimer = await acceptDeliveryDisclaimer(call, shownDisclaimer)
  const facts = await readFacts(tx, actor, [...new Set(batch.map(({ memberNumber }) => memberNumber))])
  const outcomes: Outcome[] = []
  const refused = new Map<string, Refused>()
  for (const { id, currentDelivery, ...entry } of batch) {
    const checked = checkDelivery({ ...entry, kilograms: Number(currentDelivery) }, facts)
    const why = await enterOne(call, { id, checked, disclaimer })
    outcomes.push(why ? outcomeOf(id, why) : { id, outcome: 'done' })
    if (why) refused.set(id, why)
  }
  const entered = outcomes.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []))
  const notes = new Map((await readDeliveries(tx, actor, entered)).map((made) => [made.id, made.notes]))
  return outcomesOf(
    outcomes.map((row) => ({ ...row, notes: notes.get(row.id) ?? [] })),
    refused,
  )
}

type One = { id: string; checked: Checked; disclaimer: number }

/** Enters one delivery; answers why it was refused, if it was. */
async function enterOne(call: Entering, { id, checked, disclaimer }: One): Promise<Refused | null> {
  try {
    const delivery = mustBeRight(checked)
    try {
      await insertDelivery(call, delivery, { id, disclaimer })
      return null
    } catch (error) {
      if (isKnownId(error) && (await isEnteredAlready(call, id, delivery))) return null
      throw isKnownId(error) ? new Refused('delivery.other_content') : error
    }
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

function outcomeOf(id: string, { code, message, details }: Refused): Outcome {
  const fields = details?.['fields'] as Record<string, string> | undefined // border: refusals of input carry them so
  const outcome = code === 'delivery.other_content' ? 'skipped' : 'failed'
  return { id, outcome, code, message, ...(fields ? { fields } : {}) }
}

const isKnownId = (error: unknown): boolean => isPgError(error) && error.constraint === 'cherry_deliveries_pkey'

/** Whether a record with an id that a client made is this very delivery by this very user. */
async function isEnteredAlready({ tx, actor }: Entering, id: string, delivery: Delivery): Promise<boolean> {
  const [entered] = await rows(
    tx,
    sql<{
      same: boolean
    }>`select made_by = ${actor.userId} and farmer_id = ${delivery.member.id} and delivered_on = ${delivery.deliveredOn} and kilograms = ${delivery.kilograms}::numeric
        and factory_id is not distinct from ${delivery.factory?.id ?? null}::uuid and receipt_number = ${delivery.receiptNumber} as same
      from cherry_deliveries where id = ${id}`,
  )
  return entered?.same ?? false
}
