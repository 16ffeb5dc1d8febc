import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { resultFile } from '#contract/results/resultFile.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { House } from '#server/kit/house.ts'
import { placeReceipts } from '#server/settlement/placeReceipts.ts'
import { holdSale, resultOf, resultsCsv } from '#test/kit/auctionResults.ts'
import { openAccount } from '#test/kit/settlement.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { byTurns, timed } from '../kit/measure.ts'
import { ms, thousands, type Line } from '../kit/report.ts'
import { openUpload } from '../kit/stagedUpload.ts'
import { checkInProcess, makeBareRows, stagedRows } from './checking.ts'

const saleNumber = 62

/** A whole sale: its results checked and approved, an e-slip drawn for each lot, and each lot paid by a line of the bank's statement. */
export async function settling(bench: Bench, lots: number): Promise<Line[]> {
  const { house, owner } = bench.at
  await holdSale({ owner }, { number: saleNumber, lots })
  const path = join(bench.folder, 'results.csv')
  const sold = Array.from({ length: lots }, (_, at) => resultOf(at + 1, { saleNumber: String(saleNumber) }))
  await writeFile(path, resultsCsv(sold))
  const uploads: string[] = []
  const check = async (): Promise<number> => {
    const id = await openUpload(house, path, resultFile.name, 'bank.maker')
    uploads.push(id)
    return (await checkInProcess(owner.host, id)).took
  }
  await check() // leaves the rows that the floor copies
  const [id = ''] = uploads
  await makeBareRows(owner)
  const staged = await stagedRows(owner, id)
  const checked = await byTurns({ rounds: bench.rounds, floor: () => copyAndJoin(owner, staged, lots), product: check })
  await owner.query('drop table bench_rows')
  await owner.query('analyze upload_rows; analyze catalogue_records')
  const actor = await signedIn(house, owner, 'bank.checker')
  const body = { id, approverComment: 'The broker has agreed' }
  const approve = routeOf('approve', '/sales/results/approve/:organisationId')
  const approved = await timed(() => run(house, approve, { actor, params: { organisationId: 'COOP' }, body }))
  const account = await openAccount({ owner }, 'BUYERS')
  for (const [purpose, code] of [
    ['DSS', 'COOP'],
    ['EXCHANGE', 'COOP'],
    ['PROVIDER', 'BR5001'],
    ['PROVIDER', 'ML2001'],
    ['PROVIDER', 'WH6001'],
  ] as const)
    await openAccount({ owner }, purpose, code)
  await buyersPay(owner, account)
  const paid = await timed(() => everyReceipt(house))
  await mustBePaid(owner, lots)
  const line = (work: string, took: number, promised: number): Line => ({
    work: `${work} of ${thousands(lots)} lots`,
    measured: ms(took),
    promise: `<= ${promised / 1000} s`,
    met: took <= promised,
  })
  return [
    {
      ...line('check and send the results', checked.product, 10_000),
      floor: `${ms(checked.floor)} bare COPY, and one join to the lots`,
      ratio: checked.ratio,
    },
    line('approve the results, and draw the e-slips,', approved, 10_000),
    line('pay, from the bank’s statement, a sale', paid, 30_000),
  ]
}

/** The least that a check of results can take: its rows are copied, and each finds its lot once. */
async function copyAndJoin(owner: pg.Client, staged: Buffer, lots: number): Promise<number> {
  await owner.query('truncate bench_rows')
  return timed(async () => {
    await pipeline(Readable.from([staged]), owner.query(copyFrom('copy bench_rows from stdin')))
    const { rows } = await owner.query<{ n: number }>(
      `with r as materialized (select clean[1] as season, clean[2]::int as sale, clean[$1::int]::int as lot from bench_rows)
       select count(*)::int as n from r join catalogue_records c on c.season = r.season and c.sale_number = r.sale and c.lot_number = r.lot`,
      [columnKeys(resultFile).indexOf('lotNumber') + 1],
    )
    if (rows[0]?.n !== lots) throw new Error(`${rows[0]?.n} rows have found their lot`)
  })
}

async function everyReceipt(house: House): Promise<void> {
  while ((await placeReceipts(house)) > 0);
}

/** One statement of the settlement account with a line for every invoice. */
const buyersPay = (owner: pg.Client, account: string) =>
  owner.query(
    `with slips as (select row_number() over (order by id) as place, invoice_number, gross_cents from eslips where sale_number = $2 and status = 'PENDING_PAYMENT'),
     said as (insert into bank_statements (id, organisation_id, account_number, source, file_name, sha256, from_on, to_on, opening_cents, closing_cents, line_count, new_count, created_at)
       select gen_random_uuid(), organisation_id, $1, 'BANK', 'told', sha256('told'), $3, $3, 0, (select sum(gross_cents) from slips), (select count(*) from slips), (select count(*) from slips), now()
       from trade_accounts where account_number = $1 returning *),
     line as (insert into bank_statement_lines (id, organisation_id, statement_id, account_number, place, line_key, reference, booked_on, narration, amount_cents)
       select gen_random_uuid(), organisation_id, said.id, $1, place, 'FT' || place, invoice_number, $3, 'Buyer', gross_cents from said, slips returning *)
     insert into recon_items (id, organisation_id, account_number, line_id, kind, amount_cents, booked_on, told_by_bank, created_at)
     select id, organisation_id, account_number, id, 'MISSING_HERE', amount_cents, booked_on, true, now() from line`,
    [account, saleNumber, businessDate()],
  )

async function mustBePaid(owner: pg.Client, lots: number): Promise<void> {
  const { rows } = await owner.query<{ slips: number; legs: number }>(
    `select count(*)::int as slips, (select count(distinct eslip_id)::int from eslip_legs where status = 'PROCESSING') as legs
     from eslips where sale_number = $1 and status = 'PAID'`,
    [saleNumber],
  )
  if (rows[0]?.slips !== lots || rows[0].legs !== lots) throw new Error(`paid otherwise: ${JSON.stringify(rows[0])}`)
}
