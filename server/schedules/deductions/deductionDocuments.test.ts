import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deduction } from '#contract/schedules/deductions.ts'
import { decideDeductionFile, sendDeductions } from '#test/kit/deductionFiles.ts'
import { attachMinute, decideDeduction, minuteScan, proposeDeduction } from '#test/kit/deductions.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// The minute itself behind a deduction: kept by its bytes, opened by whoever proposes and decides, and by nobody unseen.
let world: World
let maker: Person
let manager: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  manager = world.people.margaretManager
})
afterAll(() => world?.close())

const attach = (bytes: Buffer, name = 'minute 7.pdf', person = maker) => attachMinute(world, person, { bytes, name })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const opened = (person: Person, id: string, of = 'deduction') => person.get(`/payment/${of}/${id}/document`)
const openers = async (id: string) =>
  (
    await world.owner.query<{ by: string }>(
      `select u.username as by from audit_events e join users u on u.id = e.actor_id where e.record_id = $1 and e.action = 'download' order by e.id`,
      [id],
    )
  ).rows.map(({ by }) => by)

test('a minute that is attached to a proposal is opened by its maker and its checker, byte by byte, and the trail says who', async () => {
  const bytes = minuteScan()
  const { data } = (await attach(bytes)).body
  expect(data).toMatchObject({ fileName: 'minute 7.pdf', mediaType: 'application/pdf', size: bytes.length })
  const rule = (await proposeDeduction(world, maker, { documentId: data.id })).body.data
  expect(rule.attachment).toEqual({
    fileName: 'minute 7.pdf',
    mediaType: 'application/pdf',
    size: bytes.length,
    sha256: sha256(bytes),
  })
  for (const person of [maker, manager]) expect((await opened(person, rule.id)).bytes.equals(bytes)).toBe(true)
  expect(await openers(rule.id)).toEqual([maker.username, manager.username])
  expect((await decideDeduction(world, manager, 'approve', rule)).body.data.attachment).toEqual(rule.attachment)
  expect((await opened(world.people.danielMaker, rule.id)).status).toBe(404)
  expect((await opened(world.people.otienoChecker, rule.id)).status).toBe(403)
  expect(await openers(rule.id)).toHaveLength(2)
})

test('so is that of a file, before its approval and of the deduction that it becomes', async () => {
  const bytes = minuteScan()
  const { data } = (await attach(bytes)).body
  const file = await sendDeductions(world, maker, undefined, { documentId: data.id })
  expect((await opened(manager, file.id, 'deductionFile')).bytes.equals(bytes)).toBe(true)
  expect((await decideDeductionFile(world, manager, 'approve', file)).status).toBe(200)
  expect((await opened(manager, file.id)).bytes.equals(bytes)).toBe(true)
  const one = (await manager.get<Deduction>(`/payment/deduction/${file.id}`)).body
  expect(one.attachment?.size).toBe(bytes.length)
})

test('the same bytes are kept once, however often they are attached', async () => {
  const bytes = minuteScan()
  const [one, other] = [(await attach(bytes)).body.data, (await attach(bytes, 'again.pdf')).body.data]
  const { rows } = await world.owner.query('select distinct file_id from deduction_documents where id = any ($1)', [
    [one.id, other.id],
  ])
  expect(rows).toHaveLength(1)
})

test('it is what its bytes say, whatever it is called, and what is no paper is refused', async () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])
  expect((await attach(jpeg, 'minute.exe')).body.data).toMatchObject({
    fileName: 'minute.jpg',
    mediaType: 'image/jpeg',
  })
  const refused = async (bytes: Buffer) => (await attach(bytes)).body.code
  expect(await refused(Buffer.from('<script>alert(1)</script>'))).toBe('upload.not_a_document')
  expect(await refused(jpeg.subarray(0, 6))).toBe('upload.document_cut_off')
  expect(await refused(Buffer.from('%PDF-1.7\n1 0 obj <</S /JavaScript>> endobj\n%%EOF'))).toBe(
    'upload.document_active',
  )
  expect(await refused(Buffer.concat([minuteScan(), Buffer.alloc(5_000_000), minuteScan()]))).toBe('upload.too_large')
})

test('sent twice under one key it is attached once', async () => {
  const bytes = minuteScan()
  const options = { headers: { 'idempotency-key': 'minute-sent-twice' } }
  const send = () => attachMinute(world, maker, { bytes, options })
  const [first, second] = [await send(), await send()]
  expect([second.status, second.body.data.id]).toEqual([200, first.body.data.id])
})

test('where its row cannot be written, the bytes are gone as well', async () => {
  const bytes = minuteScan()
  await world.owner.query(
    'alter table deduction_documents add constraint broken_off check (file_name is null) not valid',
  )
  try {
    expect((await attach(bytes)).status).toBe(500)
  } finally {
    await world.owner.query('alter table deduction_documents drop constraint broken_off')
  }
  const kept = () => world.owner.query(`select 1 from files where encode(sha256, 'hex') = $1`, [sha256(bytes)])
  expect((await kept()).rowCount).toBe(0)
  expect((await attach(bytes)).status).toBe(200)
  expect((await kept()).rowCount).toBe(1)
})

test('what is attached is what it was: nobody changes a document or takes it away', async () => {
  const { rows } = await world.owner.query<{ may: boolean }>(
    `select has_table_privilege(r, 'deduction_documents', p) as may
     from unnest(array['kahawa_app', 'kahawa_wide']) r, unnest(array['update', 'delete', 'truncate']) p`,
  )
  expect(rows.map(({ may }) => may)).toEqual(Array.from({ length: 6 }, () => false))
})

test('the bank opens it where it decides on schedules; who may not see numbers of members does not', async () => {
  const bytes = minuteScan()
  const { data } = (await attach(bytes)).body
  const rule = (await proposeDeduction(world, maker, { documentId: data.id })).body.data
  expect((await opened(world.people.peterBankChecker, rule.id)).bytes.equals(bytes)).toBe(true)
  await world.owner.query(
    `update roles set permissions = array_remove(permissions, 'CAN_VIEW_PERSONAL_DATA') where name = 'BANK_CHECKER'`,
  )
  try {
    const refused = await opened(world.people.peterBankChecker, rule.id)
    expect([refused.status, refused.bytes.includes('minute')]).toEqual([403, false])
  } finally {
    await world.owner.query(
      `update roles set permissions = permissions || array['CAN_VIEW_PERSONAL_DATA'] where name = 'BANK_CHECKER'`,
    )
  }
  expect(await openers(rule.id)).toEqual(['bank.checker'])
})

test('a document of another society, or of nobody, is not named', async () => {
  const theirs = (await attach(minuteScan(), 'theirs.pdf', world.people.danielMaker)).body.data.id
  for (const documentId of [theirs, '01900000-0000-7000-8000-000000000000'])
    expect((await proposeDeduction(world, maker, { documentId })).body.details?.fields).toEqual({
      documentId: 'Attach the document again',
    })
  const without = (await proposeDeduction(world, maker)).body.data
  expect(without.attachment).toBeNull()
  expect((await opened(maker, without.id)).status).toBe(404)
})
