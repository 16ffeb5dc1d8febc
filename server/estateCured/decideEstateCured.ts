import { checkCells, columnKeys } from '#contract/kit/uploadKind.ts'
import { neverMay } from '#contract/kit/workflow.ts'
import {
  approvedTo,
  correctedTo,
  editedTo,
  estateCuredEnds,
  estateCuredFlow,
  type EstateCuredSide,
} from '#contract/estateCured/estateCuredFlow.ts'
import { estateCuredFile, type EstateCuredFieldName } from '#contract/estateCured/estateCuredFile.ts'
import { estateCuredHolds, type EstateCuredUpdate } from '#contract/estateCured/estateCuredRecords.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Changes } from '#server/kit/audit/audit.ts'
import { businessYear } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { estateCuredFileKind } from './estateCuredFileKind.ts'
import { estateCuredKind as kind } from './estateCuredKind.ts'
import { holdOf, isTaken, lockOutturns, type HeldBy } from './estateCuredHolds.ts'
import { makersWith } from '#server/kit/records/recordKind.ts'

type Acting = { tx: Tx; actor: Actor }

const sideOf = ({ organisationType }: Actor): EstateCuredSide =>
  organisationType === 'WAREHOUSE' ? 'warehouse' : 'broker'

/** Who has agreed once this actor has, in the state that a record stands in. */
const agreement = ({ userId }: Actor, side: EstateCuredSide, status: string) => {
  if (side === 'broker') return sql`broker_agreed_by = ${userId}`
  switch (status) {
    case 'PENDING_WHCHECKER_AND_BRCHECKER_APPROVAL':
    case 'PENDING_WHCHECKER_APPROVAL':
      return sql`warehouse_checked_by = ${userId}`
    // Either of the two who agreed before, or a third, agrees to what the broker has corrected.
    case 'PENDING_WAREHOUSE_APPROVAL':
      return sql`warehouse_checked_by = case warehouse_made_by when ${userId} then warehouse_checked_by else ${userId} end`
    default:
      return sql`warehouse_made_by = ${userId}, warehouse_checked_by = null`
  }
}

/** Refuses who is not the warehouse or the broker that a record names. */
async function mustBeParty({ tx, actor }: Acting, id: string): Promise<EstateCuredSide> {
  const side = sideOf(actor)
  const party = side === 'warehouse' ? sql`warehouse_id` : sql`broker_id`
  const found = await rows(
    tx,
    sql`select from estate_cured_records where id = ${id} and ${party} = ${actor.organisationId}`,
  )
  if (found.length === 0) throw new Refused('organisation.not_allowed')
  return side
}

/** The effect of a rejection: the record goes back to whoever sent it. */
export const rejectEffect =
  (acting: Acting): Effect =>
  async ({ id }) => {
    await mustBeParty(acting, id)
  }

/** The effect of an approval: the turn of whoever has not agreed yet, or the end. */
export const approveEffect =
  ({ tx, actor }: Acting): Effect =>
  async ({ id, status }) => {
    const side = await mustBeParty({ tx, actor }, id)
    const to = approvedTo(status, side)
    if (!to) throw new Refused('role.not_allowed')
    await sql`update estate_cured_records set ${agreement(actor, side, status)} where id = ${id}`.execute(tx)
    return { to }
  }

const fields = {
  outturn: 'outturn',
  numberOfBags: 'bags',
  numberOfPocket: 'pockets',
  weight: 'cleanNetWeight',
  splitNumber: 'splitNumber',
  lotNumber: 'lot',
  saleNumber: 'saleNumber',
} as const satisfies Partial<Record<keyof EstateCuredUpdate, EstateCuredFieldName>>
type Editable = keyof typeof fields
const names = Object.keys(fields) as Editable[] // border: the keys of the list

type Stored = Record<Editable, string> & Omit<HeldBy, 'saleNumber' | 'outturn' | 'splitNumber'>

const readStored = (tx: Tx, id: string) =>
  one(
    tx,
    sql<Stored>`select t.id, t.season, t.grade, t.outturn, t.bags::text as "numberOfBags", t.pockets::text as "numberOfPocket", trim_scale(t.kilograms)::text as weight,
      t.split_number as "splitNumber", t.lot_number as "lotNumber", t.sale_number::text as "saleNumber" from estate_cured_records t where t.id = ${id}`,
  )

/** The values that a record has after an edit, by the rules of the file, and what changes. Throws `input.invalid` and `change.nothing`. */
function edited(stored: Stored, posted: EstateCuredUpdate, editable: readonly Editable[]) {
  const wanted = (name: Editable) => (editable.includes(name) ? (posted[name] ?? stored[name]) : stored[name])
  const cells = Object.fromEntries(names.map((name) => [fields[name], wanted(name)]))
  const columns = Object.fromEntries(names.map((name) => [fields[name], estateCuredFile.columns[fields[name]]]))
  const rules = { columns, ...(estateCuredFile.rowChecks ? { rowChecks: estateCuredFile.rowChecks } : {}) }
  const keys = columnKeys(rules)
  const { clean, problems } = checkCells(
    rules,
    keys.map((key) => cells[key] ?? ''),
    { year: businessYear(), lists: {} },
  )
  const nameOf = (column: number) => names.find((name) => fields[name] === keys[column]) ?? 'outturn'
  if (problems.length > 0)
    throw invalid(Object.fromEntries(problems.map(({ column, message }) => [nameOf(column), message])))
  const values = Object.fromEntries(names.map((name) => [name, clean[keys.indexOf(fields[name])] ?? ''])) as Record<
    Editable,
    string
  > // border: one for each name
  const changes: Changes = Object.fromEntries(
    names
      .filter((name) => values[name] !== stored[name])
      .map((name) => [fields[name], { before: stored[name], after: values[name] }]),
  )
  return { values, changes, record: { ...stored, ...values, saleNumber: Number(values.saleNumber) } }
}

const invalid = (wrong: Record<string, string>) => new Refused('input.invalid', { details: { fields: wrong } })

const written = (values: Record<Editable, string>) =>
  sql`outturn = ${values.outturn}, bags = ${values.numberOfBags}::int, pockets = ${values.numberOfPocket}::int, kilograms = ${values.weight}::numeric,
    split_number = ${values.splitNumber}, lot_number = ${values.lotNumber}, sale_number = ${values.saleNumber}::int`

/** The effect of a party's correction: it agrees by it, and who has agreed to other values is asked again. */
const correctEffect =
  ({ tx, actor }: Acting, posted: EstateCuredUpdate): Effect =>
  async ({ id, status }) => {
    const side = await mustBeParty({ tx, actor }, id)
    const to = correctedTo(status, side)
    if (!to) throw new Refused('role.not_allowed')
    await lockOutturns(tx)
    const stored = await readStored(tx, id)
    const own = names.filter((name) => name !== 'saleNumber')
    const { values, changes, record } = edited(stored, posted, own)
    if (Object.keys(changes).length === 0) throw new Refused('change.nothing')
    if (await isTaken(tx, record)) throw invalid({ outturn: estateCuredHolds.TAKEN })
    // The warehouse has agreed to other values by one person only: it begins anew.
    const others =
      side === 'warehouse'
        ? sql`broker_agreed_by = null`
        : to === 'PENDING_WHMAKER_APPROVAL'
          ? sql`warehouse_made_by = null, warehouse_checked_by = null`
          : sql`version = version`
    await sql`update estate_cured_records set ${written(values)}, earlier_bags = bags, earlier_pockets = pockets, earlier_kilograms = kilograms,
      ${others}, ${agreement(actor, side, status)} where id = ${id}`.execute(tx)
    return { to, changes }
  }

function mustBeSender(actor: Actor, organisationId: string): void {
  if (organisationId !== actor.organisationId) throw new Refused('organisation.not_allowed')
}

/** The effect of an edit by whoever sent the record: nobody has agreed to it yet. */
const editEffect =
  ({ tx, actor }: Acting, posted: EstateCuredUpdate): Effect =>
  async ({ id, status, organisationId }) => {
    mustBeSender(actor, organisationId)
    await lockOutturns(tx)
    const { values, changes, record } = edited(await readStored(tx, id), posted, names)
    const hold = await holdOf(tx, record)
    // Sent on as it is a record may be, whose referral was settled by word of mouth; one on hold must be mended.
    if (status === 'HOLDING_STATUS' && Object.keys(changes).length === 0) throw new Refused('change.nothing')
    await sql`update estate_cured_records set ${written(values)}, earlier_bags = null, earlier_pockets = null, earlier_kilograms = null, hold_reason = coalesce(${hold}, hold_reason),
      warehouse_made_by = null, warehouse_checked_by = null, broker_agreed_by = null, decided_by = null, decided_at = null,
      makers = ${makersWith(actor.userId)} where id = ${id}`.execute(tx)
    return { to: hold === null ? editedTo(status) : 'HOLDING_STATUS', changes }
  }

const removeEffect =
  ({ tx, actor }: Acting): Effect =>
  async ({ id, organisationId }) => {
    mustBeSender(actor, organisationId)
    await sql`update estate_cured_records set decided_by = null, decided_at = null where id = ${id}`.execute(tx)
  }

/** The step that an edited record takes: its sender mends or deletes it, a party corrects it. */
export function stepOfUpdate(
  acting: Acting,
  posted: EstateCuredUpdate,
): { step: 'edit' | 'correct' | 'remove'; effect: Effect } {
  if (posted.deleteFlag === 'Y') return { step: 'remove', effect: removeEffect(acting) }
  return neverMay(estateCuredFlow.steps.edit, acting.actor) === null
    ? { step: 'edit', effect: editEffect(acting, posted) }
    : { step: 'correct', effect: correctEffect(acting, posted) }
}

/**
 * Works on a record inside the wall of whoever sent it, with its file locked first, as whoever takes the file back does; the last
 * record that ends closes the file.
 */
export const withItsFile = <Result>({ tx, actor, id }: Acting & { id: string }, work: () => Promise<Result>) =>
  insideOwnersWall({ tx, actor, kind, id }, async () => {
    const [file] = await rows(
      tx,
      sql<{
        id: string
        organisationId: string
        title: string
      }>`select u.id, u.organisation_id as "organisationId", u.file_name as title from uploads u
        join estate_cured_records t on t.upload_id = u.id where t.id = ${id} for update of u`,
    )
    if (!file) throw new Refused('record.not_found')
    const result = await work()
    // The next party may well write the same words: they are theirs then, and not those of the one before.
    await sql`update estate_cured_records set last_comment = coalesce(decision_comment, last_comment), decision_comment = null
      where id = ${id} and status = any (${kind.flow.steps['approve']?.from ?? []})`.execute(tx)
    await sql`update estate_cured_records set hold_reason = null where id = ${id} and status <> 'HOLDING_STATUS'`.execute(
      tx,
    )
    const open = await rows(
      tx,
      sql`select from estate_cured_records where upload_id = ${file.id} and not status = any (${[...estateCuredEnds]}) limit 1`,
    )
    if (open.length === 0)
      await systemStep({ tx, kind: estateCuredFileKind, ...file, from: 'PENDING_APPROVAL', to: 'APPROVED' })
    return result
  })
