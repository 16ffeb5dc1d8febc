import type pg from 'pg'
import { auctionResultList, type AuctionResult } from '#contract/results/auctionResults.ts'
import { resultFile } from '#contract/results/resultFile.ts'
import { resultFileRecord, type ResultFile } from '#contract/results/resultFiles.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { newId } from '#server/kit/ids.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { csvOf } from './farmerFiles.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** The last lot that a result was made for, in whatever world. */
let serial = 0
let file = 0
/** Sale of the tests that was held today. */
const heldSale = 61

/** What the catalogue of the held sale says of a lot, which its number says. */
const catalogued = (lot: number) => ({
  lotNumber: String(lot),
  outturn: `09TH${String(lot).padStart(4, '0')}`,
  grade: 'AB',
  bags: '12',
  pockets: '34',
  weight: '754',
})

/**
 * Holds a sale: its day is today, its catalogue is closed, and its lots were agreed by both sides and received by the warehouse, by
 * rows instead of people: so many from lot 1 on, or those for which results were made just now and the next 300. Every tenth lot
 * has a reserve price of USD 250.
 */
export async function holdSale(
  { owner }: { owner: Pick<pg.Client, 'query'> },
  { number = heldSale, lots }: { number?: number; lots?: number } = {},
): Promise<void> {
  const season = currentSeason()
  const first = lots === undefined ? Math.max(1, serial - 50) : 1
  const last = lots ?? serial + 300
  const count = last - first + 1
  await owner.query(
    `insert into sales (id, organisation_id, season, sale_number, sale_date, dispatch_cutoff, catalogue_close, prompt_date, status, makers, made_by, created_at)
     select gen_random_uuid(), o.id, $1, $2, $3::date, $3::date - 12, $3::date - 1, $3::date + 7, 'APPROVED', array[u.id], u.id, now()
     from organisations o join users u on u.username = 'broker.maker' where o.code = 'BR5001' on conflict do nothing`,
    [season, number, businessDate()],
  )
  // What is charged on it.
  await owner.query(
    `insert into fee_rules (id, organisation_id, valid_from, broker_hundredths, dss_hundredths, exchange_hundredths, milling_cents, handling_cents, storage_cents, warrant_cents,
       shilling_micros, status, makers, made_by, created_at)
     select gen_random_uuid(), o.id, '2020-10-01', 100, 30, 50, 6000, 120, 0, 0, 128950000, 'APPROVED', array[u.id], u.id, now()
     from organisations o join users u on u.username = 'bank.maker' where o.code = 'COOP' on conflict do nothing`,
  )
  const { rows } = await owner.query(`select from closed_catalogues where season = $1 and sale_number = $2`, [
    season,
    number,
  ])
  if (rows.length > 0) return
  await owner.query(
    `with named as (select (select id from organisations where code = 'ML2001') as mill, (select id from organisations where code = 'WH6001') as house,
       (select id from organisations where code = 'BR5001') as broker, (select id from organisations where code = 'CF4100') as grower,
       (select id from users where username = 'broker.maker') as clerk, (select id from users where username = 'broker.checker') as broker_says,
       (select id from users where username = 'warehouse.checker') as house_says, (select id from users where username = 'miller.maker') as miller),
     kept as (insert into files (id, organisation_id, sha256, size) select gen_random_uuid(), broker, sha256(('held ' || $4::text)::bytea), 1 from named returning id),
     uploaded as (insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by)
       select gen_random_uuid(), n.broker, 'catalogue', kept.id, 'held ' || $4::text || '.csv', sha256(('held ' || $4::text)::bytea), 'APPROVED', array[n.clerk], n.clerk from kept, named n returning id),
     sent_file as (insert into files (id, organisation_id, sha256, size) select gen_random_uuid(), mill, sha256(('sent ' || $4::text)::bytea), 1 from named returning id),
     sent as (insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by)
       select gen_random_uuid(), n.mill, 'dispatch', sent_file.id, 'sent ' || $4::text || '.csv', sha256(('sent ' || $4::text)::bytea), 'APPROVED', array[n.miller], n.miller from sent_file, named n returning id),
     lots as (select lot, ($2::int % 50 + 1)::int as split, ($5::uuid[])[lot - $7::int + 1] as lot_id, gen_random_uuid() as dispatch_id from generate_series($7::int, $3::int) lot),
     dispatched as (insert into dispatch_records (id, organisation_id, upload_id, season, sale_number, outturn, grade, split_number, marks, bags, pockets, gross_kg, tare_kg, net_kg,
         sent_bags, sent_pockets, sent_gross_kg, sent_tare_kg, sent_net_kg, miller_id, warehouse_id, broker_id, grower_id, status, makers, made_by, created_at)
       select l.dispatch_id, n.mill, sent.id, $1, $2::int, '09TH' || lpad(lot::text, 4, '0'), 'AB', l.split::smallint, 'OTHAMERU/CF4100', 12, 34, 755, 1, 754, 12, 34, 755, 1, 754, n.mill, n.house, n.broker, n.grower,
         'CATALOGUED', array[n.miller], n.miller, now() from lots l, sent, named n)
     insert into catalogue_records (id, organisation_id, upload_id, row_number, season, sale_number, lot_number, outturn, broker_outturn, grade, marks, bags, pockets, split_number, kilograms,
       miller_id, warehouse_id, broker_id, grower_id, certification, remark, status, makers, made_by, created_at, warehouse_agreed_by, broker_agreed_by, dispatch_record_id)
     select l.lot_id, n.broker, uploaded.id, lot, $1, $2::int, lot, '09TH' || lpad(lot::text, 4, '0'), '', 'AB', 'OTHAMERU/CF4100', 12, 34, l.split::text, 754, n.mill, n.house, n.broker, n.grower, '', '',
       'APPROVED', array[n.clerk], n.clerk, $6::timestamptz, n.house_says, n.broker_says, l.dispatch_id from lots l, uploaded, named n`,
    [season, number, last, String(number), Array.from({ length: count }, newId), now(), first],
  )
  await owner.query(
    `insert into catalogue_reserves (record_id, organisation_id, cents)
     select id, broker_id, 25000 from catalogue_records where season = $1 and sale_number = $2 and lot_number % 10 = 0`,
    [season, number],
  )
  await owner.query(
    `insert into closed_catalogues (id, season, sale_number, sale_date, closed_at, lots, bags, kilograms, left_out, fingerprint, workbook, paper, made_at)
     values (gen_random_uuid(), $1, $2, $4, now(), $3::int, 12 * $3::int, 754 * $3::int, 0, '0123456789ABCDEF', '', '', now())`,
    [season, number, count, businessDate()],
  )
}

type Cells = Partial<Record<keyof (typeof resultFile)['columns'], string>>

/** What the auction gave for so many lots that have no result yet: each sold at USD 395 to buyer 101, unless `differing` says otherwise. */
export const newResults = (count: number, differing: Cells = {}) =>
  Array.from({ length: count }, () => {
    serial += 1
    // Every tenth lot has a reserve.
    if (serial % 10 === 0) serial += 1
    return resultOf(serial, differing)
  })

/** The same for one lot that has a reserve price. */
export const newReserved = (differing: Cells = {}) => {
  serial += 10 - (serial % 10)
  return resultOf(serial, differing)
}

/** What the auction gave for one lot. */
export const resultOf = (lot: number, differing: Cells = {}): Record<string, string> => ({
  season: currentSeason(),
  saleNumber: String(heldSale),
  saleDate: businessDate(),
  ...catalogued(lot),
  buyer: '101',
  price: '395',
  value: '5956.60',
  invoice: `INV-${lot}`,
  ...(differing as Record<string, string>), // border: nobody gives undefined
})
/** Of a lot that was not sold. */
export const unsold: Cells = { buyer: '', price: '', value: '', invoice: '' }

export const resultsCsv = (rows: Record<string, string>[]) => csvOf(resultFile, rows)

type Answer = { code?: string; message: string; details?: Record<string, unknown>; data: ResultFile }

export const uploadResults = (sender: Person, rows: Record<string, string>[]) =>
  sender.upload<Answer>(
    `/sales/results/${sender.organisationCode}`,
    `results ${String((file += 1)).padStart(4, '0')}.csv`,
    resultsCsv(rows),
  )

/** Sends results of the held sale for approval: by the bank, unless another sender is named. */
export async function sendResults(
  world: World,
  rows: Record<string, string>[] = newResults(2),
  sender: Person = world.people.estherBankMaker,
): Promise<ResultFile> {
  await holdSale(world)
  const { status, body } = await uploadResults(sender, rows)
  if (status !== 200) throw new Error(`the results were refused: ${status} ${JSON.stringify(body)}`)
  return body.data
}

export const decideResults = (
  person: Person,
  step: 'approve' | 'decline',
  { id, version }: { id: string; version?: number },
  approverComment?: string,
) =>
  person.post<Answer>(`/sales/results/${step}/${person.organisationCode}`, {
    id,
    ...(version === undefined ? {} : { version }),
    ...(approverComment ? { approverComment } : {}),
  })

/** Results in force, sent by the bank and approved by its checker. */
export async function bookedResults(world: World, rows: Record<string, string>[]): Promise<ResultFile> {
  const sent = await sendResults(world, rows)
  const { status, body } = await decideResults(world.people.peterBankChecker, 'approve', sent)
  if (status !== 200) throw new Error(`the results were not booked: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** The result of a lot of the held sale as a person finds it. */
export const resultsSeen = async (person: Person, search = ''): Promise<AuctionResult[]> => {
  const { body } = await person.get<{ data: AuctionResult[] }>('/sales/results', {
    paginate: 'Y',
    page: 0,
    size: 100,
    ...(search ? { search } : {}),
  })
  return body.data
}

let rowsOf = ''

/** Files of results in several states for the lists of the bank; one has eleven lots. */
export async function makeResults(world: World): Promise<void> {
  const { estherBankMaker, peterBankChecker } = world.people
  await holdSale(world)
  rowsOf = (await bookedResults(world, [...newResults(11), ...newResults(2, unsold)])).id
  const declined = await sendResults(world, newResults(1))
  await decideResults(peterBankChecker, 'decline', declined, 'The exchange says otherwise')
  await uploadResults(estherBankMaker, newResults(2, { grade: 'Purple' }))
  for (let files = 0; files < 8; files += 1) await sendResults(world, newResults(1))
}

/** The lists of results, once `makeResults` has made them. */
export const resultLists = [
  {
    screen: resultFileRecord.list,
    reader: 'peterBankChecker' as const,
    path: (at: World) => `/sales/results/files/${at.organisationId('COOP')}`,
  },
  {
    screen: resultFileRecord.rows,
    reader: 'peterBankChecker' as const,
    path: () => `/sales/results/file/${rowsOf}/rows`,
  },
  { screen: auctionResultList, reader: 'peterBankChecker' as const, path: () => '/sales/results' },
]
