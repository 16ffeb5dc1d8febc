import { cherryDeliveriesFile } from '#contract/deliveries/cherryDeliveryFile.ts'
import type { Upload } from '#contract/uploads/uploads.ts'
import { businessDate } from '#server/kit/clock.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { organisationOf, societies } from '../../db/seed/organisations.ts'
import { csvOf } from './farmerFiles.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

let serial = 0

/** Member number `n` of a demo society; they are counted from one and come round again. */
export function memberOf(organisationCode: string, n: number): string {
  const society = societies.find(({ code }) => code === organisationCode)
  if (!society) throw new Error(`${organisationCode} is no society`)
  return `${society.prefix}${String(((n - 1) % society.farmers) + 1).padStart(society.digits, '0')}`
}

/** Deliveries of today that nobody has entered: each of another member, with a receipt of its own. */
export function newDeliveries(
  count: number,
  differing: Partial<Record<string, string>> = {},
  organisationCode = 'CF4100',
): Record<string, string>[] {
  return Array.from({ length: count }, () => {
    serial += 1
    return {
      deliveredOn: businessDate(),
      memberNumber: memberOf(organisationCode, serial),
      currentDelivery: String(10 + (serial % 90) + 0.25),
      receiptNumber: `T${String(serial).padStart(7, '0')}`,
      ...(differing as Record<string, string>), // border: nobody gives undefined
    }
  })
}

/** A delivery of today to the first society, as its form posts it. */
export const deliveryForm = (memberNumber: string, currentDelivery: number | string, more: object = {}) => ({
  memberNumber,
  growerCode: 'CF4100',
  productName: 'COFFEE',
  season: currentSeason(),
  currentDelivery,
  ...more,
})

/** A fresh receipt number. */
export const newReceipt = (): string => `T${String((serial += 1)).padStart(7, '0')}`

export const deliveriesCsv = (count: number, differing: Partial<Record<string, string>> = {}, society = 'CF4100') =>
  csvOf(cherryDeliveriesFile, newDeliveries(count, differing, society))

/** Uploads deliveries; the upload then waits for a checker of the maker's society. */
export async function sendDeliveries(maker: Person, csv: string, fileName = 'book.csv'): Promise<Upload> {
  const path = `/upload/cherry/deliveries/${organisationOf(maker.organisationCode).id}`
  const { status, body } = await maker.upload<{ data: Upload; message?: string }>(path, fileName, csv)
  if (status !== 200) throw new Error(`the upload was refused: ${status} ${body?.message}`)
  return body.data
}

/** Delivery files and changes of factories for the lists of a society. Answers the id of a file of nine rows. */
export async function makeDeliveryFiles(world: World): Promise<string> {
  const { danielMaker, purityChecker } = world.people
  const file = (count: number, name: string) => sendDeliveries(danielMaker, deliveriesCsv(count, {}, 'CF4101'), name)
  const nine = await file(9, 'nine days.csv')
  await file(1, 'B.csv')
  const { id } = await file(2, 'c%_.csv')
  await purityChecker.post('/upload/cherry/decline_deliveries', { id, approverComment: 'Twice' })
  const factories = `/factories/${world.organisationId('CF4101')}`
  for (const [code, name] of Object.entries({ A1: 'Upper mill', B2: 'Lower mill', C3: 'New mill' }))
    await danielMaker.post(factories, { code, name })
  return nine.id
}
