import { estateCuredFile } from '#contract/estateCured/estateCuredFile.ts'
import { estateCuredFileRecord, type EstateCuredFile } from '#contract/estateCured/estateCuredFiles.ts'
import { estateCuredRecord, type EstateCured } from '#contract/estateCured/estateCuredRecords.ts'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import type { FileAction } from '#contract/kit/fileBulk.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import { csvOf } from './farmerFiles.ts'
import type { Person, PersonName } from './people.ts'
import type { World } from './world.ts'

let serial = 0

/** The sale that lots of estates are for, unless they say otherwise. */
const estateSale = 42

/** Lots of estates whose outturns nobody has yet: two bags and ten kilograms each, unless `differing` says otherwise. */
export const newLotsOfEstates = (count: number, differing: Partial<Record<string, string>> = {}) =>
  Array.from({ length: count }, () => {
    serial += 1
    return {
      lot: `L${String(serial).padStart(5, '0')}`,
      growerCode: 'KE0123',
      growerOutturn: '',
      outturn: `09TH3${String(serial).padStart(3, '0')}`,
      brokerOutturn: '',
      marks: 'RIDGE/KE0123',
      grade: 'AA',
      bags: '2',
      pockets: '10',
      cleanNetWeight: '130',
      splitNumber: '',
      saleNumber: String(estateSale),
      season: currentSeason(),
      broker: 'BR5001',
      warehouse: 'WH6001',
      transportCharge: '1200.50',
      dryingCharge: '',
      handSortingCharge: '300',
      deliveryDate: businessDate(),
      ...(differing as Record<string, string>), // border: nobody gives undefined
    }
  })

type FileBody = { code?: string; message: string; details?: Record<string, unknown>; data: EstateCuredFile }
type RecordBody = { code?: string; message: string; details?: Record<string, unknown>; data: EstateCured }
type Outcomes = {
  done: number
  skipped: number
  failed: number
  rows: { id: string; outcome: string; code?: string }[]
}
type BulkBody = { code?: string; message: string; details?: Record<string, unknown>; data: Outcomes }

/** A sale in the calendar that takes coffee for two more months, as if two people had entered it. */
export async function openSale({ owner }: World, number = estateSale): Promise<void> {
  await owner.query(
    `insert into sales (id, organisation_id, season, sale_number, sale_date, dispatch_cutoff, catalogue_close, prompt_date, status, makers, made_by, created_at)
     select gen_random_uuid(), u.organisation_id, $2, $1, $3::date + 62, $3::date + 50, $3::date + 60, $3::date + 70, 'APPROVED', array[u.id], u.id, now()
     from users u where u.username = 'broker.maker' on conflict do nothing`,
    [number, currentSeason(), businessDate()],
  )
}

/** Uploads a file of lots; each of them then waits for its warehouse and its broker. */
export async function sendEstateCured(
  maker: Person,
  lots: Record<string, string>[] = newLotsOfEstates(1),
  { currency = 'KES', name = `estates ${(serial += 1)}.csv` } = {},
): Promise<EstateCuredFile> {
  const path = `/upload/estatecured/${maker.organisationCode}`
  const answer = await maker.upload<FileBody>(path, name, csvOf(estateCuredFile, lots), { currency })
  if (answer.status !== 200) throw new Error(`the upload was refused: ${answer.status} ${answer.body?.message}`)
  return answer.body.data
}

/** The records of a file as somebody sees them, in the order of their lots. */
export const recordsIn = async (person: Person, fileId: string): Promise<EstateCured[]> => {
  const { status, body } = await person.get<EstateCured[]>(`/upload/estatecured/${fileId}/data`)
  if (status !== 200) throw new Error(`the records were refused: ${status}`)
  return body.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** A waiting record of a file of its own, sent by the miller. */
export async function estateCuredLot(
  world: World,
  differing: Partial<Record<string, string>> = {},
): Promise<EstateCured> {
  await openSale(world)
  const { kipronoMillerMaker } = world.people
  const file = await sendEstateCured(kipronoMillerMaker, newLotsOfEstates(1, differing))
  const [record] = await recordsIn(kipronoMillerMaker, file.id)
  if (!record) throw new Error('the file has no record')
  return record
}

export const readLot = async (person: Person, id: string) =>
  (await person.get<EstateCured>(`/upload/estatecured/record/${id}`)).body

/** Decides records of one file by the call of the specification. */
export const decideLots = (
  person: Person,
  action: FileAction,
  { fileId, records = [], comment = 'Weighed and seen' }: { fileId: string; records?: object[]; comment?: string },
) => person.post<BulkBody>('/upload/estatecured/bulk', { fileId, action, comment, records })

/** Decides one record. */
export const decideLot = (person: Person, step: 'approve' | 'reject', { id, uploadId, version }: EstateCured) =>
  decideLots(person, step === 'approve' ? 'APPROVE_SELECTED' : 'REJECT_SELECTED', {
    fileId: uploadId,
    records: [{ id, version }],
  })

export const updateLot = (person: Person, { id, version }: { id: string; version?: number }, changed: object) =>
  person.post<RecordBody>('/upload/estatecured/update', {
    id,
    ...(version === undefined ? {} : { version }),
    ...changed,
  })

export const estateCuredCsv = (count: number, differing: Partial<Record<string, string>> = {}) =>
  csvOf(estateCuredFile, newLotsOfEstates(count, differing))

type ReadList = { screen: ListScreen; reader: PersonName; path: (world: World) => string }

/** The lists of estate cured coffee, each with somebody who sees many rows there once `makeEstateCuredRecords` has made them. */
export const estateCuredLists: readonly ReadList[] = [
  { screen: estateCuredFileRecord.list, reader: 'kipronoMillerMaker', path: () => '/upload/estatecured/files/ML2001' },
  {
    screen: estateCuredRecord.list,
    reader: 'francisWarehouseChecker',
    path: () => '/upload/estatecured/records/WH6001',
  },
]

/** Files of estate cured coffee, with records in several states. */
export async function makeEstateCuredRecords(world: World): Promise<void> {
  await openSale(world)
  const { kipronoMillerMaker, naomiWarehouseClerk, catherineBrokerChecker } = world.people
  const nine = await sendEstateCured(kipronoMillerMaker, newLotsOfEstates(9), { name: 'nine lots.csv' })
  const [first, second, third] = await recordsIn(naomiWarehouseClerk, nine.id)
  if (!first || !second || !third) throw new Error('the file has nine records')
  await decideLot(naomiWarehouseClerk, 'approve', first)
  await decideLot(catherineBrokerChecker, 'approve', second)
  await decideLot(catherineBrokerChecker, 'reject', third)
  for (const currency of ['USD', 'KES'])
    await sendEstateCured(kipronoMillerMaker, newLotsOfEstates(2, { grade: 'AB' }), { currency })
}
