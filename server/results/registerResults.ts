import type { Actor } from '#contract/house/permissions.ts'
import { sellLots } from '#server/catalogue/sellLots.ts'
import { now } from '#server/kit/clock.ts'
import { changed, isPgError, one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustLockUpload, mustStillBeRight } from '#server/kit/uploads/decideUpload.ts'
import { setStage } from '#server/kit/uploads/progress.ts'
import { countRows } from '#server/kit/uploads/stagedRows.ts'
import { drawEslips, voidEslips } from '#server/settlement/drawEslips.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'
import { cell, joinsLot, place, priceCents } from './resultChecks.ts'
import { resultFileBinding as binding } from './resultFileKind.ts'

type Deciding = { tx: Tx; actor: Actor }

/** Who sees the files of others decides on its own all the same. Throws `organisation.not_allowed`. */
export function mustBeOfTheSender({ organisationId }: Actor, file: { organisationId: string }): void {
  if (file.organisationId !== organisationId) throw new Refused('organisation.not_allowed')
}

/**
 * Keeps every other file of results from being approved until the transaction ends: two files may speak of the same lots, or of one
 * invoice, and of those the second must see what the first has written.
 */
const lockResults = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('auction results'))`.execute(tx)

/** The effect of an approval: every row becomes the result of its lot, or none does. */
export const approveEffect =
  ({ tx, actor }: Deciding): Effect =>
  async ({ id, organisationId, comment }) => {
    mustBeOfTheSender(actor, { organisationId })
    await lockResults(tx)
    const upload = await mustLockUpload(tx, id)
    const { ready } = await mustStillBeRight({ tx, binding, upload })
    const below = await mustMeetReserves(tx, upload, comment)
    const corrected = await rows(
      tx,
      sql<{ id: string }>`update auction_results a set state = 'CORRECTED', superseded_by = corrected.row_id
      from (select r.id as row_id, a.id from upload_rows r ${joinsLot(upload)} where r.upload_id = ${id} and r.state = 'ready' and a.id is not null) corrected
      where a.id = corrected.id returning a.id`,
    )
    await voidEslips(tx, { resultIds: corrected.map((result) => result.id), actor })
    const written = await writeResults(tx, upload, actor)
    if (written !== ready) throw new Error(`${ready - written} right rows of upload ${id} became no results`)
    const lots = await rows(
      tx,
      sql<{
        id: string
        resultId: string
        to: 'SOLD' | 'WITHDRAWN'
      }>`select catalogue_record_id as id, id as "resultId", case when price_cents is null then 'WITHDRAWN' else 'SOLD' end as to from auction_results where upload_id = ${id} order by catalogue_record_id`,
    )
    await sellLots({ tx, actor, lots })
    await drawEslips(tx, { resultIds: lots.map(({ resultId }) => resultId), actor, at: now() })
    await countRows(tx, id, written)
    await setStage(tx, id, 'done', { done: written })
    return { changes: await changesOf(tx, id, below) }
  }

/**
 * A price below the reserve of a lot needs a word of who approves. Asked here and not while a file is checked: whoever could try
 * prices in a draft would find out the reserve, which is the broker's alone.
 */
async function mustMeetReserves(tx: Tx, { id }: UploadRecord, comment: string | null): Promise<number> {
  const below = await rows(
    tx,
    sql<{
      row: number
    }>`select results_below_reserve(${id}, ${place('season')}, ${place('saleNumber')}, ${place('lotNumber')}, ${place('price')}) as row order by 1`,
  )
  if (below.length > 0 && !comment) {
    const named = below.slice(0, 5).map(({ row }) => row)
    const more = below.length > named.length ? ` and ${below.length - named.length} more` : ''
    throw new Refused('results.below_reserve', {
      message: `The price is below the reserve of the lot in row ${named.join(', ')}${more}. Where the broker has agreed to sell, approve with a comment that says so.`,
    })
  }
  return below.length
}

/** One statement for the whole file. The id of a row becomes that of the result, so that running this twice makes nothing twice. */
async function writeResults(tx: Tx, upload: UploadRecord, { userId }: Actor): Promise<number> {
  try {
    return await changed(
      tx,
      sql`insert into auction_results (id, organisation_id, upload_id, row_number, season, sale_number, sale_date, lot_number, catalogue_record_id, outturn, grade, bags, pockets, kilograms,
          price_cents, gross_cents, buyer_id, invoice_number, miller_id, warehouse_id, broker_id, grower_id, state, makers, made_by, decided_by, decided_at)
        select r.id, u.organisation_id, u.id, r.row_number, c.season, c.sale_number, ${cell('saleDate')}::date, c.lot_number, c.id, c.outturn, c.grade, c.bags, c.pockets, c.kilograms,
          ${priceCents}, round(c.kilograms * ${priceCents} / 50)::bigint, b.id, ${cell('invoice')}, c.miller_id, c.warehouse_id, c.broker_id, c.grower_id, 'IN_FORCE', u.makers, u.made_by,
          ${userId}, ${now()}
        from upload_rows r join uploads u on u.id = r.upload_id ${joinsLot(upload)} left join organisations b on b.type = 'BUYER' and b.code = ${cell('buyer')}
        where r.upload_id = ${upload.id} and r.state = 'ready'`,
    )
  } catch (error) {
    if (isPgError(error) && error.constraint === 'one_result_in_force') throw new Refused('server.busy')
    throw error
  }
}

async function changesOf(tx: Tx, id: string, below: number) {
  const { sold, unsold, gross } = await one(
    tx,
    sql<{ sold: number; unsold: number; gross: string }>`
      select count(price_cents)::int as sold, (count(*) - count(price_cents))::int as unsold, to_char(coalesce(sum(gross_cents), 0) / 100, 'FM999999999990.00') as gross
      from auction_results where upload_id = ${id}`,
  )
  return {
    sold: { before: null, after: sold },
    unsold: { before: null, after: unsold },
    grossValue: { before: null, after: gross },
    ...(below > 0 ? { belowReserve: { before: null, after: below } } : {}),
  }
}
