import { catalogueFields, catalogueFile, type CatalogueFieldName } from '#contract/catalogue/catalogueFile.ts'
import { editedTo, sideOf, type CatalogueSide } from '#contract/catalogue/catalogueFlow.ts'
import { warehouseCorrects, type catalogueRecord, type CatalogueValue } from '#contract/catalogue/catalogueRecords.ts'
import type { InputOf } from '#contract/kit/endpoint.ts'
import { checkCells, type RowRules } from '#contract/kit/uploadKind.ts'
import type { Changes } from '#server/kit/audit/audit.ts'
import { businessYear } from '#server/kit/clock.ts'
import { isPgError, one, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { secretInTrail as hidden } from '#server/kit/uploads/draft.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustTakeLotsStill } from './closeCatalogues.ts'
import { catalogueRecordKind as kind } from './catalogueKinds.ts'
import { valuesOf, type StoredLot } from './catalogueRows.ts'
import { becomeMaker, mustStandBy, stepOfLot, type LotCall } from './decideLots.ts'
import { reasonFor, reconcileLot } from './reconcileLots.ts'

type Edit = InputOf<typeof catalogueRecord.calls.update>['body']
type Written = Exclude<CatalogueValue, 'deleteFlag'>

// The columns of a file that an edit can change, as the wire calls them.
const columnOf = {
  lotNumber: 'lotNumber',
  outturn: 'outturn',
  brokerOutturn: 'brokerOutturn',
  grade: 'grade',
  marks: 'marks',
  numberOfBags: 'bags',
  numberOfPocket: 'pockets',
  weight: 'weight',
  splitNumber: 'splitNumber',
  season: 'season',
  saleNumber: 'saleNumber',
  cert: 'certification',
  remark: 'remark',
} as const satisfies Record<Written, CatalogueFieldName>
const names = Object.keys(columnOf) as Written[] // border: the keys of the list
const rules: RowRules = {
  columns: Object.fromEntries(names.map((name) => [columnOf[name], catalogueFields[columnOf[name]]])),
  ...(catalogueFile.rowChecks ? { rowChecks: catalogueFile.rowChecks } : {}),
}

const invalid = (fields: Readonly<Record<string, string>>) => new Refused('input.invalid', { details: { fields } })
const wireName = (name: CatalogueValue): string => (name === 'outturn' ? 'outTurn' : name)

/**
 * Edits a lot: a checker by it agrees for the own side and asks the other; the broker corrects what was referred or is on hold. What
 * does not agree with the dispatch afterwards goes on hold. Answers its file.
 */
export async function editLot(call: LotCall, body: Edit): Promise<string> {
  const { tx, actor } = call
  const lot = await mustStandBy(call, body.id)
  await mustTakeLotsStill(tx, lot)
  // A checker edits, and who uploads for the broker corrects what came back.
  const step = actor.permissions.has('CAN_UPLOAD_CATALOGUE') && lot.side !== 'warehouse' ? 'correct' : 'edit'
  const reserve = await editedReserve(call, { isBrokers: lot.side === 'broker' }, body)
  // An edit is of what was seen: one that does not say what that was counts as one of an older version.
  const seen = { ...body, version: body.version ?? 0 }
  await stepOfLot({ ...call, step, body: seen, effect: editEffect(call, body, reserve.changes) })
  await insideOwnersWall({ tx, actor, kind, id: body.id }, () => reconcileLot(tx, body.id))
  // Only now, back in the wall of the broker, which is nobody else's.
  await reserve.write()
  return lot.uploadId
}

type Stored = Parameters<typeof valuesOf>[0]
const readLot = (tx: Tx, id: string): Promise<Stored> =>
  one(
    tx,
    sql<Stored>`select lot_number as "lotNumber", outturn, broker_outturn as "brokerOutturn", grade, marks, bags, pockets, kilograms, split_number as "splitNumber", season,
      sale_number::int as "saleNumber", certification, remark, delete_flag as "deleteFlag" from catalogue_records where id = ${id}`,
  )

const editEffect =
  ({ tx, actor }: LotCall, edit: Edit, reserveChanges: Changes): Effect =>
  async ({ id, status }) => {
    const side = sideOf(actor.organisationType)
    const before = valuesOf(await readLot(tx, id))
    const after = editedValues(before, edit)
    const changed = (Object.keys(after) as CatalogueValue[]).filter((name) => after[name] !== before[name])
    if (side === 'warehouse') mustBeWeighed(changed)
    if (changed.length === 0 && Object.keys(reserveChanges).length === 0) throw new Refused('change.nothing')
    if (after.season !== before.season || after.saleNumber !== before.saleNumber)
      await mustTakeLotsStill(tx, { season: after.season, number: Number(after.saleNumber) })
    const previous = Object.fromEntries(changed.map((name) => [name, before[name]]))
    await writeLot(tx, id, after, previous)
    const changes = Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]))
    return { to: await agreeByEdit(tx, { id, status, side, actor }), changes: { ...changes, ...reserveChanges } }
  }

/** What the lot says after the edit, by the rules of the file. What was not posted stays. */
function editedValues(before: Record<CatalogueValue, string>, edit: Edit): Record<CatalogueValue, string> {
  const outturn = edit.outTurn ?? edit.outturn
  if (!outturn) throw invalid({ outTurn: 'Outturn is required' })
  const posted: Partial<Record<Written, string | undefined>> = { ...edit, outturn }
  const { clean, problems } = checkCells(
    rules,
    names.map((name) => (posted[name] ?? before[name]).trim()),
    { year: businessYear(), lists: {} },
  )
  const wrong = problems.filter(({ severity }) => severity === 'error')
  if (wrong.length > 0)
    throw invalid(
      Object.fromEntries(wrong.map(({ column, message }) => [wireName(names[column] ?? 'weight'), message])),
    )
  const values = Object.fromEntries(names.map((name, index) => [name, clean[index] ?? '']))
  const deleteFlag = edit.deleteFlag === undefined ? before.deleteFlag : edit.deleteFlag ? 'Y' : 'N'
  return { ...values, deleteFlag } as Record<CatalogueValue, string> // border: a value for each name
}

function mustBeWeighed(changed: readonly CatalogueValue[]): void {
  const others = changed.filter((name) => !warehouseCorrects.includes(name))
  if (others.length > 0)
    throw invalid(
      Object.fromEntries(
        others.map((name) => [wireName(name), 'The warehouse corrects bags, pockets, weight and split']),
      ),
    )
}

async function writeLot(
  tx: Tx,
  id: string,
  {
    lotNumber,
    outturn,
    brokerOutturn,
    grade,
    marks,
    numberOfBags,
    numberOfPocket,
    weight,
    splitNumber,
    ...rest
  }: Record<CatalogueValue, string>,
  previous: Partial<Record<CatalogueValue, string>>,
): Promise<void> {
  const { season, saleNumber, cert, remark, deleteFlag } = rest
  try {
    await savepoint(tx, () =>
      sql`update catalogue_records set lot_number = ${Number(lotNumber)}, outturn = ${outturn}, broker_outturn = ${brokerOutturn}, grade = ${grade}, marks = ${marks},
        bags = ${Number(numberOfBags)}, pockets = ${Number(numberOfPocket)}, kilograms = ${weight}::numeric, split_number = ${splitNumber}, season = ${season},
        sale_number = ${Number(saleNumber)}, certification = ${cert}, remark = ${remark}, delete_flag = ${deleteFlag === 'Y'}, previous = ${JSON.stringify(previous)}::jsonb
        where id = ${id}`.execute(tx),
    )
  } catch (error) {
    if (isPgError(error) && error.constraint === 'one_lot_of_a_number')
      throw invalid({ lotNumber: 'Another lot of this sale has this number' })
    throw error
  }
}

type Agreeing = { id: string; status: string; side: CatalogueSide; actor: LotCall['actor'] }

/** Who edits agrees to the own figures, and the other side is asked; of a lot on hold both are. Answers where the lot goes. */
async function agreeByEdit(tx: Tx, { id, status, side, actor }: Agreeing): Promise<string> {
  const isHeld = status === 'HOLDING_STATUS'
  const agreed = (of: CatalogueSide) => (!isHeld && of === side ? actor.userId : null)
  await sql`update catalogue_records set warehouse_agreed_by = ${agreed('warehouse')}, broker_agreed_by = ${agreed('broker')} where id = ${id}`.execute(
    tx,
  )
  if (!isHeld && status !== 'REFERRED_TO_BROKER') return editedTo(side)
  await becomeMaker(tx, actor, id)
  if (!isHeld) return editedTo('broker')
  return (await reasonFor(tx, id)).reason === null ? 'PENDING_APPROVAL' : 'HOLDING_STATUS'
}

type EditedReserve = { changes: Changes; write: () => Promise<void> }
/** The reserve price as it is edited: the trail keeps that it was, never what it is. Users of its broker alone may. */
async function editedReserve(
  { tx, actor }: LotCall,
  { isBrokers }: { isBrokers: boolean },
  { id, reservePrice }: Edit,
): Promise<EditedReserve> {
  const unchanged: EditedReserve = { changes: {}, write: async () => {} }
  if (!isBrokers) {
    if (reservePrice) throw invalid({ reservePrice: 'The reserve price is for the broker alone' })
    return unchanged
  }
  if (reservePrice === undefined) return unchanged
  const read = reservePrice ? catalogueFields.reservePrice.read(reservePrice, { year: businessYear(), lists: {} }) : ''
  if (typeof read !== 'string') throw invalid({ reservePrice: read.message })
  const cents = read === '' ? null : BigInt(Math.round(Number(read) * 100))
  const [kept] = await rows(
    tx,
    sql<
      Pick<StoredLot, 'reserveCents'>
    >`select cents as "reserveCents" from catalogue_reserves where record_id = ${id}`,
  )
  const before = kept?.reserveCents ?? null
  if (before === cents) return unchanged
  return {
    changes: { reservePrice: { before: before === null ? '' : hidden, after: cents === null ? '' : hidden } },
    write: async () => {
      if (cents === null) await sql`delete from catalogue_reserves where record_id = ${id}`.execute(tx)
      else
        await sql`insert into catalogue_reserves (record_id, organisation_id, cents) values (${id}, ${actor.organisationId}, ${cents})
          on conflict (record_id) do update set cents = excluded.cents`.execute(tx)
    },
  }
}
