import { toAmount } from '#contract/kit/money.ts'
import { amendedTo, approvedTo, referredTo } from '#contract/parchment/parchmentFlow.ts'
import { columnKeys, checkCells } from '#contract/kit/uploadKind.ts'
import { parchmentFile, type ParchmentFieldName } from '#contract/parchment/parchmentFile.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Changes } from '#server/kit/audit/audit.ts'
import { businessYear } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { insideWallOf } from '#server/kit/scope.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { crossCheckRows } from '#server/kit/uploads/crossCheck.ts'
import { mustLockUpload, mustStillBeRight } from '#server/kit/uploads/decideUpload.ts'
import { setStage } from '#server/kit/uploads/progress.ts'
import { countRows } from '#server/kit/uploads/stagedRows.ts'
import { lockLimits } from '#server/ledger/addToLimits.ts'
import { isSharedFile } from '#server/uploads/consent.ts'
import { at } from './parchmentChecks.ts'
import { parchmentBinding as binding } from './parchmentKind.ts'
import { readPrices } from './parchmentRows.ts'
import { unlockSecondTranche } from './secondTranche.ts'

/** Works inside the wall of the society whose record names the actor's organisation as its miller. */
export async function insideItsWall<Result>(
  { tx, actor, id }: { tx: Tx; actor: Actor; id: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const [record] = await rows(
    tx,
    sql<{
      named: boolean
      society: string
    }>`select u.organisation_id as society, p.miller_id is not distinct from ${actor.organisationId} as named
      from uploads u left join parchment_records p on p.upload_id = u.id where u.id = ${id} and u.kind = 'parchment'`,
  )
  if (!record) throw new Refused('record.not_found')
  return record.named ? insideWallOf({ tx, actor, organisationId: record.society }, work) : work()
}

/** The effect of an approval: KPCU's turn, or at last the second tranche. */
export const approveEffect =
  (tx: Tx, actor: Actor): Effect =>
  async ({ id, status }) => {
    const upload = await mustLockUpload(tx, id)
    // Of two records with one outturn the second finds the first: no other is approved meanwhile.
    await sql`select pg_advisory_xact_lock(hashtext('parchment'))`.execute(tx)
    await lockLimits(tx, upload.organisationId)
    const { ready } = await mustStillBeRight({ tx, binding, upload })
    const to = approvedTo(status, { shareData: await isSharedFile(tx, id) })
    if (to !== 'APPROVED') return { to }
    const prices = await readPrices(tx)
    const { organisationId } = upload
    const added = await unlockSecondTranche({ tx, uploadId: id, organisationId, prices, approvedBy: actor.userId })
    await countRows(tx, id, ready)
    await setStage(tx, id, 'done', { done: ready })
    return {
      to,
      changes: {
        members: { before: null, after: added.members },
        added: { before: null, after: toAmount(added.addedCents) },
      },
    }
  }

export const referEffect: Effect = async ({ status }) => ({ to: referredTo(status) })

type AmendedRow = { rowid: string; commodity: string; totalBags: string; netWeight: string; season: string }
type StagedRow = { id: string; row_number: number; clean: string[] }
const keys = columnKeys(parchmentFile)
const amended: Partial<Record<ParchmentFieldName, keyof AmendedRow>> = {
  grade: 'commodity',
  totalBags: 'totalBags',
  netWeight: 'netWeight',
  season: 'season',
}

/** The effect of an amendment: new values of rows, checked like uploaded ones. What was uploaded stays in the cells. */
export const amendEffect =
  (tx: Tx, actor: Actor, amendments: readonly AmendedRow[]): Effect =>
  async ({ id, status }) => {
    const upload = await mustLockUpload(tx, id)
    const staged = await rows(
      tx,
      sql<StagedRow>`select id, row_number, clean from upload_rows where upload_id = ${id} and state <> 'left_out'`,
    )
    const changes: Changes = {}
    for (const amendment of amendments) {
      const row = staged.find((each) => each.id === amendment.rowid)
      if (!row) throw new Refused('record.not_found')
      const cells = keys.map((key, index) => {
        const name = amended[key]
        return name ? amendment[name] : (row.clean[index] ?? '')
      })
      const { clean, problems } = checkCells(parchmentFile, cells, { year: businessYear(), lists: {} })
      if (problems.length > 0) throw invalid(problems.map(({ column, message }) => ({ row: row.id, column, message })))
      keys.forEach((key, index) => {
        if (clean[index] !== row.clean[index])
          changes[`${row.clean[at('outturn')]} ${key}`] = { before: row.clean[index] ?? '', after: clean[index] ?? '' }
      })
      await sql`update upload_rows set clean = ${clean} where id = ${row.id}`.execute(tx)
    }
    if (Object.keys(changes).length === 0) throw new Refused('change.nothing')
    await crossCheckRows({ tx, binding, upload })
    const { failed } = await countRows(tx, id)
    if (failed > 0) throw invalid(await problemsOf(tx, id))
    await sql`update parchment_records set amended = true where upload_id = ${id}`.execute(tx)
    await sql`update uploads set makers = array_append(makers, ${actor.userId}::uuid) where id = ${id} and not ${actor.userId} = any (makers)`.execute(
      tx,
    )
    return { to: amendedTo(status), changes }
  }

type Wrong = { row: string; column: number; message: string }
const problemsOf = (tx: Tx, id: string) =>
  rows(
    tx,
    sql<Wrong>`select r.id as "row", p.column_number as "column", p.message from upload_problems p join upload_rows r on r.upload_id = p.upload_id and r.row_number = p.row_number
      where p.upload_id = ${id} and p.severity = 'error' order by p.row_number`,
  )

/** Problems beside their fields: `<rowid>.netWeight`. */
function invalid(problems: readonly Wrong[]): Refused {
  const fieldOf = (column: number) => {
    const key = keys[Math.max(0, column)] ?? 'outturn'
    return amended[key] ?? key
  }
  return new Refused('input.invalid', {
    details: {
      fields: Object.fromEntries(problems.map(({ row, column, message }) => [`${row}.${fieldOf(column)}`, message])),
    },
  })
}
