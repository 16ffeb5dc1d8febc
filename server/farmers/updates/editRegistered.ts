import { createdFarmerFlow } from '#contract/farmers/createdFarmers.ts'
import type { CreatedFarmerBody } from '#contract/farmers/createdFarmerFields.ts'
import { refusal } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import {
  updatable,
  updateRequestFlow,
  wireNames,
  type UpdatableField,
  type UpdateBody,
} from '#contract/farmers/updateRequests.ts'
import type { Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { findStoredFarmer } from '#server/farmers/createdFarmerRows.ts'
import { cellsOfStored, changedCells, changesBetween, readFarmer } from '#server/farmers/createdFarmerValues.ts'

type Edit = { tx: Tx; actor: Actor; id: string; body: CreatedFarmerBody & { version?: number | undefined } }

/**
 * An edit of a farmer who stands in the register already, in the words of an update request: such an edit changes nothing by
 * itself. Null while the farmer may still be edited. Source: domain rules for created farmers.
 */
export async function requestInstead({ tx, actor, id, body }: Edit): Promise<UpdateBody | null> {
  const stored = await findStoredFarmer(tx, id)
  if (!stored || refusal(createdFarmerFlow.steps.edit, stored, actor) !== 'step.wrong_state') return null
  const own = { status: updateRequestFlow.initial[0] ?? '', makers: [actor.userId] }
  const code = refusal(updateRequestFlow.steps.withdraw, own, actor) // who may take a request back may open one
  if (code) throw new Refused(code)
  if (body.version !== undefined && body.version !== stored.version)
    throw new Refused('record.changed', { details: { version: stored.version } })
  const before = cellsOfStored(stored)
  const { values } = await readFarmer(tx, actor, { ...before, ...changedCells(actor, stored, body) }, body)
  const changed = Object.keys(changesBetween(before, values)) as (keyof typeof values)[] // border: the keys of the values
  const allowed = new Set<string>(updatable.FCS_FARMER)
  const fixed = changed.filter((key) => !allowed.has(key) && !impliedBy(key, changed))
  if (fixed.length > 0)
    throw new Refused('input.invalid', {
      message: 'The farmer is approved: only what an update request may change can be changed.',
      details: { fields: Object.fromEntries(fixed.map((key) => [key, 'Stays as it was approved'])) },
    })
  const updated = changed.filter((key): key is typeof key & UpdatableField => allowed.has(key))
  return {
    id,
    version: body.version,
    ...Object.fromEntries(updated.map((key) => [wireNames[key] ?? key, values[key]])),
  }
}

/** The kind of an institution is said by the institution. */
const impliedBy = (key: string, changed: readonly string[]): boolean =>
  key === 'institutionType' && changed.includes('institution')
