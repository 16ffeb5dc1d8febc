import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteScan } from '#test/kit/deductions.ts'
import type { Person } from '#test/kit/people.ts'
import { fillSociety } from '#test/kit/societyMoney.ts'
import { attachException, decideTransfer, orderTransfer } from '#test/kit/societyTransfers.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// The document that allows a society to retain more: kept by its bytes, opened by whoever orders and decides, and by nobody unseen.
let world: World
let maker: Person
let checker: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  checker = world.people.otienoChecker
  await fillSociety(world, 'CF4100', 10_000)
})
afterAll(() => world?.close())

const document = 'CO-OP/NYR/2026/114'
const opened = (person: Person, id: string) => person.get(`/society-transfer/${id}/document`)
const trailOf = async (id: string) =>
  (
    await world.owner.query<{ by: string; action: string; changes: { attached?: { after: string } } | null }>(
      `select u.username as by, e.action, e.changes from audit_events e join users u on u.id = e.actor_id where e.record_id = $1 order by e.id`,
      [id],
    )
  ).rows
/** Orders a retention of half of what came in, with what is said of its document. */
const retain = (said: object) => orderTransfer(world, maker, 'RETENTION', 5_000, said)
/** The same, and takes it back, so that another one may be ordered. */
async function retained(said: object) {
  const { data } = (await retain(said)).body
  await decideTransfer(world, maker, 'withdraw', data)
  return data
}

test('who orders and who decides open the document of a retention, byte by byte, and the trail says who', async () => {
  const bytes = minuteScan()
  const { data } = (await attachException(world, maker, bytes)).body
  expect(data).toMatchObject({ fileName: 'letter.pdf', mediaType: 'application/pdf', size: bytes.length })
  const order = (await retain({ document, documentId: data.id })).body.data
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(order.attachment).toEqual({
    fileName: 'letter.pdf',
    mediaType: 'application/pdf',
    size: bytes.length,
    sha256,
  })
  for (const person of [maker, checker]) {
    const { status, bytes: got } = await opened(person, order.id)
    expect([status, got.equals(bytes)]).toEqual([200, true])
  }
  const approved = (await decideTransfer(world, checker, 'approve', order)).body.data
  expect([approved.attachment, approved.document]).toEqual([order.attachment, document])
  const trail = await trailOf(order.id)
  expect(trail.filter(({ action }) => action === 'download').map(({ by }) => by)).toEqual([
    maker.username,
    checker.username,
  ])
  expect(trail.find(({ action }) => action === 'propose')?.changes?.attached?.after).toBe(
    `letter.pdf, SHA-256 ${sha256}`,
  )
})

test('another society does not find it, a miller and a reader of the own society may not open it, and nobody leaves a trace', async () => {
  const { danielMaker, purityChecker, kipronoMillerMaker, aminaViewer } = world.people
  const { id } = await retained({ document, documentId: (await attachException(world, maker)).body.data.id })
  const statuses = []
  for (const person of [danielMaker, purityChecker, kipronoMillerMaker, aminaViewer])
    statuses.push((await opened(person, id)).status)
  expect(statuses).toEqual([404, 404, 403, 403])
  expect((await trailOf(id)).map(({ action }) => action)).not.toContain('download')
})

test('a document of another society, or of nobody, is not named, and nobody attaches for another society', async () => {
  const theirs = (await attachException(world, world.people.danielMaker)).body.data.id
  for (const documentId of [theirs, '01900000-0000-7000-8000-000000000000'])
    expect((await retain({ document, documentId })).body.details?.['fields']).toEqual({
      documentId: 'Attach the document again',
    })
  const path = `/society-transfers/${world.organisationId('CF4100')}/document`
  expect((await world.people.danielMaker.upload(path, 'letter.pdf', minuteScan())).status).toBe(404)
  expect((await checker.upload(path, 'letter.pdf', minuteScan())).status).toBe(403)
})

test('it goes with its number, and with a retention only', async () => {
  const documentId = (await attachException(world, maker)).body.data.id
  const fields = { document: 'Name the number of the document that is attached to a retention' }
  expect((await orderTransfer(world, maker, 'RETENTION', 1, { documentId })).body.details?.['fields']).toEqual(fields)
  expect((await orderTransfer(world, maker, 'SWEEP', 1, { document, documentId })).body.details?.['fields']).toEqual(
    fields,
  )
  const { id, attachment } = await retained({ document })
  expect([attachment, (await opened(maker, id)).status]).toEqual([null, 404])
})

test('what is no paper is refused, and what is attached nobody changes or takes away', async () => {
  const refused = await attachException(world, maker, Buffer.from('<script>alert(1)</script>'))
  expect([refused.status, refused.body.code]).toEqual([415, 'upload.not_a_document'])
  const { rows } = await world.owner.query<{ may: boolean }>(
    `select has_table_privilege(r, 'transfer_documents', p) as may
     from unnest(array['kahawa_app', 'kahawa_wide']) r, unnest(array['update', 'delete', 'truncate']) p`,
  )
  expect(rows.map(({ may }) => may)).toEqual(Array.from({ length: 6 }, () => false))
})
