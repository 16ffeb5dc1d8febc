import { catalogueFile } from '#contract/catalogue/catalogueFile.ts'
import { catalogueFile as catalogueFiles, type CatalogueFile } from '#contract/catalogue/catalogueFiles.ts'
import { catalogueFileRecordList, catalogueRecord, type CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import { closeCatalogues } from '#server/catalogue/closeCatalogues.ts'
import { now } from '#server/kit/clock.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { csvOf } from './farmerFiles.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

let serial = 0
const next = () => (serial += 1)

/** Sale of the tests, whose catalogue closes in a week. */
const openSale = 41

const days = (count: number) => new Date(now().getTime() + count * 86_400_000)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Enters a sale into the calendar whose catalogue closes in so many days, or did. */
export const enterSale = (world: Pick<World, 'owner'>, number: number = openSale, closesIn = 7): Promise<unknown> =>
  world.owner.query(
    `insert into sales (id, organisation_id, season, sale_number, sale_date, dispatch_cutoff, catalogue_close, prompt_date, status, makers, made_by, created_at)
     select gen_random_uuid(), o.id, $1, $2, $3, $4, $5, $6, 'APPROVED', array[u.id], u.id, now() from organisations o join users u on u.username = 'broker.maker' where o.code = 'BR5001'
     on conflict do nothing`,
    [
      currentSeason(),
      number,
      dayOf(days(closesIn + 2)),
      days(closesIn - 12),
      days(closesIn),
      dayOf(days(closesIn + 9)),
    ],
  )

type Cells = Partial<Record<string, string>>

/** Lots of one bag and a half, each of an outturn that nobody has yet, unless `differing` says otherwise. */
export const newLots = (count: number, differing: Cells = {}) =>
  Array.from({ length: count }, () => ({
    lotNumber: String(next()),
    outturn: `08TH${String(serial).padStart(4, '0')}`,
    brokerOutturn: '',
    grade: 'AB',
    marks: 'OTHAMERU/CF4100',
    bags: '1',
    pockets: '30',
    weight: '90',
    splitNumber: '',
    season: currentSeason(),
    saleNumber: String(openSale),
    miller: 'ML2001',
    broker: 'BR5001',
    warehouse: 'WH6001',
    reservePrice: '',
    certification: '',
    remark: '',
    ...(differing as Record<string, string>), // border: nobody gives undefined
  }))

type CatalogueBody = { code?: string; message: string; details?: Record<string, unknown>; data: CatalogueFile }
type LotBody = {
  code?: string
  message: string
  details?: { fields?: Record<string, string> }
  data: CatalogueRecord
}
type BulkBody = {
  code?: string
  message: string
  data: { done: number; skipped: number; failed: number; rows: { id: string; outcome: string; code?: string }[] }
}

/** Uploads lots; a file without a fault is sent at once. */
const uploadCatalogue = (sender: Person, rows: Record<string, string>[], headers: Record<string, string> = {}) =>
  sender.upload<CatalogueBody>(
    `/upload/catalogue/${sender.organisationCode}`,
    `catalogue ${next()}.csv`,
    csvOf(catalogueFile, rows),
    {},
    { headers },
  )

/** Puts the coffee of lots into a warehouse, each as its lot says: dispatched and received by a row instead of two people. */
export async function receiveCoffee(
  { owner }: Pick<World, 'owner'>,
  lots: readonly Record<string, string>[],
): Promise<void> {
  const { rows } = await owner.query<{ mill: string; by: string }>(
    `select organisation_id as mill, id as by from users where username = 'miller.maker'`,
  )
  await owner.query(
    `with file as (insert into files (id, organisation_id, sha256, size) values (gen_random_uuid(), $1, sha256($2::text::bytea), 1) returning id),
     dispatch as (insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by)
       select gen_random_uuid(), $1, 'dispatch', id, 'dispatch.csv', sha256($2::text::bytea), 'APPROVED', array[$3::uuid], $3 from file returning id)
     insert into dispatch_records (id, organisation_id, upload_id, season, sale_number, outturn, grade, split_number, marks, bags, pockets, gross_kg, tare_kg, net_kg,
       sent_bags, sent_pockets, sent_gross_kg, sent_tare_kg, sent_net_kg, miller_id, warehouse_id, broker_id, status, makers, made_by, created_at)
     select gen_random_uuid(), $1, dispatch.id, l.season, l."saleNumber", l.outturn, l.grade, coalesce(nullif(l."splitNumber", ''), '0')::smallint, l.marks, l.bags, l.pockets,
       l.weight + 1, 1, l.weight, l.bags, l.pockets, l.weight + 1, 1, l.weight, $1, w.id, b.id, 'APPROVED', array[$3::uuid], $3, now()
     from dispatch, jsonb_to_recordset($4) as l (season text, "saleNumber" smallint, outturn text, grade text, "splitNumber" text, marks text, bags int, pockets int,
       weight numeric, warehouse text, broker text) join organisations w on w.code = l.warehouse join organisations b on b.code = l.broker
     on conflict do nothing`,
    [rows[0]?.mill, `dispatch ${next()}`, rows[0]?.by, JSON.stringify(lots)],
  )
}

/** Sends lots to their parties. */
export async function sendCatalogue(
  sender: Person,
  rows: Record<string, string>[] = newLots(1),
): Promise<CatalogueFile> {
  const { status, body } = await uploadCatalogue(sender, rows)
  if (status !== 200) throw new Error(`the catalogue was refused: ${status} ${body?.message}`)
  return body.data
}

/** Sends so many lots whose coffee the warehouse has received. */
export async function offerLots(
  world: World,
  count: number,
  differing: Cells = {},
  sender: Person = world.people.kevinBrokerMaker,
) {
  const rows = newLots(count, differing)
  await receiveCoffee(world, rows)
  return sendCatalogue(sender, rows)
}

/** Uploads lots of which one at least is wrong: a draft for its sender to repair. Answers its id. */
export async function draftCatalogue(sender: Person, rows: Record<string, string>[]): Promise<string> {
  const { status, body } = await uploadCatalogue(sender, rows, { prefer: 'respond-async' })
  if (status !== 202) throw new Error(`the catalogue was refused: ${status} ${body?.message}`)
  const { id } = body.data
  await sender.request('GET', `/uploads/${id}/progress`, { headers: { accept: 'text/event-stream' } })
  return id
}

/** The lots of a file as a person sees them. */
export const lotsOf = async (person: Person, fileId: string): Promise<CatalogueRecord[]> => {
  const { status, body } = await person.get<CatalogueRecord[]>(`/upload/catalogue/${fileId}/data`)
  if (status !== 200) throw new Error(`the lots are not shown: ${status}`)
  return body
}
export const lotOf = (person: Person, id: string) => person.get<CatalogueRecord>(`/upload/catalogue/record/${id}`)

/** One lot that waits for both sides. */
export async function waitingLot(
  world: World,
  differing: Cells = {},
  sender: Person = world.people.kevinBrokerMaker,
): Promise<CatalogueRecord> {
  await enterSale(world)
  const file = await offerLots(world, 1, differing, sender)
  const [lot] = await lotsOf(sender, file.id)
  if (!lot) throw new Error('the file has no lot')
  return lot
}

type Seen = Pick<CatalogueRecord, 'id'> & { version?: number }
const post =
  (path: string) =>
  (person: Person, { id, version }: Seen, comment?: string) =>
    person.post<LotBody>(path, { id, ...(version === undefined ? {} : { version }), ...(comment ? { comment } : {}) })

export const approveLot = post('/upload/catalogue/approve-catalogue-item')
export const acceptLot = post('/upload/catalogue/miller-approve')
export const rejectLot = post('/upload/catalogue/reject')
export const withdrawLot = post('/upload/catalogue/withdraw')
export const resetLots = (person: Person, id: string, comment = 'The parties have agreed to begin anew') =>
  person.post<{ code?: string; data: { lots: number } }>(`/upload/catalogue/reset/${id}`, { comment })

/** Posts a whole lot back with other values. */
export const editLot = (person: Person, lot: CatalogueRecord, changed: object, comment = 'Weighed again') =>
  person.post<LotBody>('/upload/catalogue/update', { ...lot, ...changed, comment })

export const bulkLots = (
  person: Person,
  fileId: string,
  action: 'APPROVE_SELECTED' | 'REJECT_SELECTED' | 'APPROVE_ALL' | 'REJECT_ALL',
  records: readonly Seen[] = [],
  comment = 'As agreed',
) =>
  person.post<BulkBody>('/upload/catalogue/bulk', {
    fileId,
    action,
    comment,
    records: records.map(({ id, version }) => ({ id, ...(version === undefined ? {} : { version }) })),
  })

/** A lot in a state, brought there as the owner: what is tested is what may be done with it then. */
export async function lotIn(world: World, status: string, differing: Cells = {}): Promise<CatalogueRecord> {
  const lot = await waitingLot(world, differing)
  const { francisWarehouseChecker, catherineBrokerChecker, kevinBrokerMaker } = world.people
  const hasWarehouse = ['PENDING_BROKER_APPROVAL', 'REFERRED_TO_BROKER', 'APPROVED', 'SOLD'].includes(status)
  const hasBroker = ['PENDING_WAREHOUSE_APPROVAL', 'APPROVED', 'SOLD'].includes(status)
  await world.owner.query(
    `update catalogue_records set status = $2, warehouse_agreed_by = $3, broker_agreed_by = $4, hold_reason = $5 where id = $1`,
    [
      lot.id,
      status,
      hasWarehouse ? francisWarehouseChecker.id : null,
      hasBroker ? catherineBrokerChecker.id : null,
      status === 'HOLDING_STATUS' ? 'NO_DISPATCH' : null,
    ],
  )
  return (await lotOf(kevinBrokerMaker, lot.id)).body
}

/** The catalogue of a sale with one agreed lot, closed. Answers its id. */
export async function closedCatalogue(world: World, number: number): Promise<string> {
  const { catherineBrokerChecker, francisWarehouseChecker, kevinBrokerMaker } = world.people
  await enterSale(world, number)
  const file = await offerLots(world, 1, { saleNumber: String(number) })
  const [lot] = await lotsOf(kevinBrokerMaker, file.id)
  for (const person of [catherineBrokerChecker, francisWarehouseChecker])
    await approveLot(person, { id: lot?.id ?? '' })
  await world.owner.query(
    `update sales set catalogue_close = now() - interval '1 minute' where season = $1 and sale_number = $2`,
    [currentSeason(), number],
  )
  await closeCatalogues(world.house)
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from closed_catalogues where season = $1 and sale_number = $2`,
    [currentSeason(), number],
  )
  return rows[0]?.id ?? ''
}

let elevenLots = ''

/** Catalogues in several states for the lists of the broker; one has eleven lots. */
export async function makeCatalogues(world: World): Promise<void> {
  const { kevinBrokerMaker, catherineBrokerChecker, francisWarehouseChecker } = world.people
  await enterSale(world)
  elevenLots = (await offerLots(world, 11)).id
  await draftCatalogue(kevinBrokerMaker, newLots(1, { grade: 'Purple' }))
  const lots = await lotsOf(kevinBrokerMaker, elevenLots)
  for (const lot of lots.slice(0, 5)) await approveLot(catherineBrokerChecker, lot)
  for (const { id } of lots.slice(0, 2)) await approveLot(francisWarehouseChecker, { id })
  for (const lot of lots.slice(5, 7)) await rejectLot(catherineBrokerChecker, lot, 'Offered privately')
  await editLot(francisWarehouseChecker, lots[7]!, { weight: 89.5 }, 'We weighed 89.5 kg')
  for (const number of [71, 72, 73]) await closedCatalogue(world, number)
  for (let files = 0; files < 3; files += 1) await offerLots(world, 2)
}

/** The lists of catalogues, once `makeCatalogues` has made them. */
export const catalogueLists = [
  {
    screen: catalogueFiles.list,
    reader: 'kevinBrokerMaker' as const,
    path: (at: World) => `/upload/catalogue/files/${at.organisationId('BR5001')}`,
  },
  {
    screen: catalogueFileRecordList,
    reader: 'catherineBrokerChecker' as const,
    path: () => `/upload/catalogue/${elevenLots}/data`,
  },
  {
    screen: catalogueRecord.list,
    reader: 'catherineBrokerChecker' as const,
    path: (at: World) => `/upload/catalogue/records/${at.organisationId('BR5001')}`,
  },
]
