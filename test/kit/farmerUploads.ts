import type { Upload } from '#contract/uploads/uploads.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { csvOf, farmersCsv, newFarmers } from './farmerFiles.ts'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import type { HttpAnswer, Person } from './people.ts'

/** Uploads farmers that nobody has registered; the upload then waits for a checker of the maker's society. */
export async function sendFarmers(
  maker: Person,
  count: number,
  differing: Partial<Record<string, string>> = {},
  fileName = 'members.csv',
): Promise<Upload> {
  return uploadOf(await uploadFarmers(maker, fileName, farmersCsv(count, differing)))
}

/** Uploads a file whose second row has a mobile number too short: a draft that its maker has to repair. */
export async function makeDraft(maker: Person, fileName = 'to_repair.csv'): Promise<Upload> {
  const [first = {}, second = {}] = newFarmers(2)
  const csv = csvOf(farmersFile, [first, { ...second, mobileNumber: '0712' }])
  return uploadOf(await uploadFarmers(maker, fileName, csv, { prefer: 'respond-async' }), maker)
}

const uploadFarmers = (maker: Person, fileName: string, csv: string, headers: Record<string, string> = {}) =>
  maker.upload<{ data: Upload; message?: string }>(
    `/upload/cherry/farmer/${organisationOf(maker.organisationCode).id}`,
    fileName,
    csv,
    {},
    { headers },
  )

async function uploadOf(
  { status, body }: HttpAnswer<{ data: Upload; message?: string }>,
  maker?: Person,
): Promise<Upload> {
  if (status !== 200 && status !== 202) throw new Error(`the upload was refused: ${status} ${body?.message}`)
  if (!maker) return body.data
  // The event stream of the progress ends when the check has ended.
  await maker.request('GET', `/uploads/${body.data.id}/progress`, { headers: { accept: 'text/event-stream' } })
  const { body: review } = await maker.get<{ upload: Upload }>(`/uploads/${body.data.id}/review`)
  return review.upload
}
