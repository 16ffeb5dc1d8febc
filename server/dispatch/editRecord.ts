import type { EditedRecord } from '#contract/dispatch/editedRecord.ts'
import { dispatchSheet, type DispatchColumn } from '#contract/dispatch/dispatchSheet.ts'
import { checkCells, columnKeys } from '#contract/kit/uploadKind.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { tradeParties } from '#server/facts/tradeParties.ts'
import type { Changes } from '#server/kit/audit/audit.ts'
import { businessYear, now } from '#server/kit/clock.ts'
import { isPgError, one, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { notifyMakers } from '#server/kit/records/notify.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { dispatchRecordSource, valuesOf, type StoredRecord } from './dispatchRows.ts'
import { dispatchRecordKind as kind } from './dispatchKinds.ts'
import { growerOf } from './outturnWeight.ts'

const keys = columnKeys(dispatchSheet)
/** The field of the form in which each value stands, as the specification spells it. */
const fieldOf: Record<DispatchColumn, keyof EditedRecord> = {
  outturn: 'outTurnNumber',
  grade: 'outTurnNumber',
  splitNumber: 'splitNumber',
  marks: 'marks',
  bags: 'bags',
  pockets: 'pockets',
  season: 'season',
  saleNumber: 'saleNumber',
  miller: 'millerCode',
  warehouse: 'warehouseCode',
  broker: 'brokerCode',
  grossWeight: 'grossWeight',
  tareWeight: 'tareWeight',
  netWeight: 'netWeight',
}
const weights = ['bags', 'pockets', 'grossWeight', 'tareWeight', 'netWeight']

const wrong = (fields: Record<string, string>) => new Refused('input.invalid', { details: { fields } })

/** The record as it stands, under its lock. */
const readRecord = (tx: Tx, id: string): Promise<StoredRecord> =>
  one(tx, sql<StoredRecord>`select ${dispatchRecordSource.select} from ${dispatchRecordSource.from} where t.id = ${id}`)

/** What belongs to the file stays: the record is posted back whole. */
function mustStayInFile(stored: StoredRecord, edited: EditedRecord): void {
  const kept: [keyof EditedRecord, string][] = [
    ['season', stored.season],
    ['saleNumber', String(stored.saleNumber)],
    ['millerCode', stored.miller.organisationCode],
    ['warehouseCode', stored.warehouse.organisationCode],
  ]
  const fields = kept.flatMap(([field, value]) =>
    edited[field] === value ? [] : [[field, `A file is for one mill, warehouse and sale: this stays ${value}`]],
  )
  if (fields.length > 0) throw wrong(Object.fromEntries(fields) as Record<string, string>) // border: pairs of texts
}

/** The values of an edit, checked by the rules of a file. Net weight is gross less tare, whatever came with the record. */
async function checkEdit(tx: Tx, stored: StoredRecord, edited: EditedRecord): Promise<Record<DispatchColumn, string>> {
  mustStayInFile(stored, edited)
  const before = valuesOf(stored)
  const posted: Record<DispatchColumn, string> = {
    outturn: edited.outTurnNumber,
    grade: stored.grade,
    splitNumber: edited.splitNumber ?? before['splitNumber'] ?? '',
    marks: edited.marks ?? stored.marks,
    bags: edited.bags,
    pockets: edited.pockets,
    season: stored.season,
    saleNumber: String(stored.saleNumber),
    miller: stored.miller.organisationCode,
    warehouse: stored.warehouse.organisationCode,
    broker: edited.brokerCode,
    grossWeight: edited.grossWeight ?? before['grossWeight'] ?? '',
    tareWeight: edited.tareWeight ?? before['tareWeight'] ?? '',
    // The one that came back unchanged is of the old gross and tare.
    netWeight: edited.netWeight === before['netWeight'] ? '' : (edited.netWeight ?? ''),
  }
  const cells = keys.map((key) => posted[key])
  const { clean, problems } = checkCells(dispatchSheet, cells, { year: businessYear(), lists: await tradeParties(tx) })
  if (problems.length > 0)
    throw wrong(
      Object.fromEntries(problems.map(({ column, message }) => [fieldOf[keys[column] ?? 'outturn'], message])),
    )
  return Object.fromEntries(keys.map((key, index) => [key, clean[index] ?? ''])) as Record<DispatchColumn, string> // border: the same keys
}

/** What the record would say, by the names on the wire. */
const valuesAfter = (clean: Record<DispatchColumn, string>, edited: EditedRecord): Record<string, string> => ({
  outTurnNumber: clean.outturn,
  splitNumber: Number(clean.splitNumber) === 0 ? '' : clean.splitNumber,
  marks: clean.marks,
  bags: clean.bags,
  pockets: clean.pockets,
  grossWeight: String(Number(clean.grossWeight)),
  tareWeight: String(Number(clean.tareWeight)),
  netWeight: String(Number(clean.netWeight)),
  brokerCode: clean.broker,
  deleteFlag: edited.deleteFlag ?? 'N',
})

/**
 * The effect of an edit. What the warehouse changes the mill is asked about, and what the mill says of it the warehouse. Who edits
 * is then the maker of the values that stand, and approves them no more.
 */
export const editEffect =
  (tx: Tx, actor: Actor, edited: EditedRecord, request: { id: string }): Effect =>
  async (record) => {
    const { id, organisationId, makers, title, comment } = record
    const stored = await readRecord(tx, id)
    const clean = await checkEdit(tx, stored, edited)
    const [before, after] = [valuesOf(stored), valuesAfter(clean, edited)]
    const differing = Object.keys(after).filter((field) => before[field] !== after[field])
    if (differing.length === 0) throw new Refused('change.nothing')
    if (differing.includes('outTurnNumber') || differing.includes('splitNumber')) await mustBeFree(tx, stored, clean)
    const replaced = Object.fromEntries(differing.map((field) => [field, before[field] ?? '']))
    await explainTaken(() =>
      savepoint(tx, () =>
        sql`update dispatch_records set outturn = ${clean.outturn}, split_number = ${Number(clean.splitNumber)}, marks = ${clean.marks}, bags = ${Number(clean.bags)},
            pockets = ${Number(clean.pockets)}, gross_kg = ${clean.grossWeight}::numeric, tare_kg = ${clean.tareWeight}::numeric, net_kg = ${clean.netWeight}::numeric,
            broker_id = (select o.id from organisations o where o.code = ${clean.broker}), delete_flag = ${edited.deleteFlag === 'Y'}, require_reapproval = true, before = ${JSON.stringify(replaced)},
            hold_reason = null, status = case when status = 'HOLDING_STATUS' then 'PENDING_APPROVAL' else status end,
            edited_by = ${actor.userId}, edited_at = ${now()}, makers = array[${actor.userId}]::uuid[], decided_by = null, decided_at = null, decision_comment = ${comment}
          where id = ${id}`.execute(tx),
      ),
    )
    const grower = await growerOf(tx, organisationId, { season: stored.season, outturn: clean.outturn })
    await sql`update dispatch_records set grower_id = ${grower} where id = ${id}`.execute(tx)
    await sql`insert into upload_parties (upload_id, organisation_id, party_id)
      select d.upload_id, d.organisation_id, party from dispatch_records d, unnest(array[d.broker_id, d.grower_id]) party where d.id = ${id} and party is not null
      on conflict do nothing`.execute(tx)
    const { to } = await one(
      tx,
      sql<{ to: string }>`select case when ${record.status} = 'REFERRED_TO_MILLER' then 'PENDING_WAREHOUSE_APPROVAL'
        when ${record.status} = 'HOLDING_STATUS' and ${!differing.some((field) => weights.includes(field))} then 'PENDING_APPROVAL' else 'REFERRED_TO_MILLER' end as to`,
    )
    const changes: Changes = Object.fromEntries(
      differing.map((field) => [field, { before: before[field] ?? '', after: after[field] ?? '' }]),
    )
    await notifyMakers(tx, {
      makers,
      by: actor,
      batch: request.id,
      kind: kind.flow.kind,
      recordId: id,
      title,
      to,
      comment,
    })
    return { to, changes }
  }

const taken = () => wrong({ outTurnNumber: 'This grade of the outturn is dispatched already, or a part of it' })

/** Refuses an outturn or a split that stands in another record of the mill. */
async function mustBeFree(tx: Tx, stored: StoredRecord, clean: Record<DispatchColumn, string>): Promise<void> {
  const split = Number(clean.splitNumber)
  const others = await rows(
    tx,
    sql`select from dispatch_records d where d.season = ${stored.season} and d.outturn = ${clean.outturn} and d.grade = ${stored.grade} and d.id <> ${stored.id}
      and d.status not in ('REJECTED', 'DELETED') and (d.split_number = ${split} or d.split_number = 0 or ${split} = 0)`,
  )
  if (others.length > 0) throw taken()
}

/** The same of another mill's, which only the index sees. */
async function explainTaken(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isPgError(error) && error.constraint === 'one_living_dispatch') throw taken()
    throw error
  }
}
