import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEvent } from '#contract/house/audit.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import type { Parchment } from '#contract/parchment/parchments.ts'
import { csvOf } from '#test/kit/farmerFiles.ts'
import { decideLimits, limitRow, membersWithCherry, sendLimits } from '#test/kit/limitFiles.ts'
import {
  amendParchment,
  setCherryFor,
  decideParchment as decide,
  addCherryTotals,
  otherMiller,
  outturns,
  rowsOf,
  sendParchment,
  threeLimits,
  type ParchmentBody,
} from '#test/kit/parchmentFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let maker: Person
let manager: Person
let miller: Person
let kpcu: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  manager = world.people.margaretManager
  miller = world.people.aliceMillerChecker
  kpcu = world.people.mercyKpcuChecker
  await addCherryTotals(world)
  await threeLimits(world)
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.owner.query(`update uploads set status = 'REJECTED' where kind = 'parchment'`)
  await setCherryFor(world, 1_000_000)
})

const recordOf = async (id: string) => (await maker.get<Parchment>(`/upload/parchment/record/${id}`)).body
const stateOf = async (id: string) => (await recordOf(id)).status.id
const grantedBy = async (id: string) =>
  (await world.owner.query<{ n: number }>('select count(*)::int as n from limit_rows where upload_id = $1', [id]))
    .rows[0]?.n
const sent = (netWeight: string, shareData = 'false') =>
  sendParchment(maker, outturns(1, { netWeight, totalBags: String(Number(netWeight) / 50) }), { shareData })

describe('more parchment than the approved cherry gives', () => {
  test('does not pass in two files of which each alone would: neither is confirmed until the other is rejected', async () => {
    const first = await sent('600')
    const second = await sent('600')
    await setCherryFor(world, 1_000)
    const both = await Promise.all([first, second].map(({ id }) => decide(miller, 'approve', { id })))
    expect(both.map(({ status }) => status)).toEqual([424, 424])
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([3, 3])
    expect((await decide(miller, 'reject', first, 'Brought twice')).status).toBe(200)
    expect((await decide(miller, 'approve', second)).body.data.status.id).toBe(1)
    expect([await grantedBy(first.id), await grantedBy(second.id)]).toEqual([0, 3])
  })

  test('does not pass in two files that are uploaded at the same moment', async () => {
    await setCherryFor(world, 1_000)
    const answers = await Promise.allSettled([sent('600'), sent('600')])
    const accepted = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    await Promise.all(accepted.map(({ id }) => decide(miller, 'approve', { id })))
    const { rows } = await world.owner.query<{ kg: number }>(
      `select coalesce(sum(r.clean[4]::numeric), 0)::float as kg from uploads u join upload_rows r on r.upload_id = u.id where u.kind = 'parchment' and u.status = 'APPROVED'`,
    )
    expect(rows[0]?.kg).toBeLessThanOrEqual(1_000)
  })

  test('does not pass after cherry was withdrawn between the miller and KPCU', async () => {
    const record = await sent('600', 'true')
    await decide(miller, 'approve', record)
    await setCherryFor(world, 599)
    const refused = await decide(kpcu, 'approve', { id: record.id })
    expect([refused.status, await stateOf(record.id), await grantedBy(record.id)]).toEqual([424, 17, 0])
    await setCherryFor(world, 600)
    expect((await decide(kpcu, 'approve', { id: record.id })).body.data.status.id).toBe(1)
  })

  test('is not added by amending a record that was referred back', async () => {
    const record = await sent('600')
    await decide(miller, 'decline', record, 'Weigh again')
    await setCherryFor(world, 1_000)
    const wrong = await amendParchment(manager, record.id, { netWeight: '1050', totalBags: '21' })
    expect([wrong.status, Object.keys(wrong.body.details?.['fields'] ?? {})]).toEqual([
      422,
      [expect.stringMatching(/\.netWeight$/)],
    ])
    expect(await rowsOf(maker, record.id)).toMatchObject([{ netWeight: 600, uploadedWeight: null }])
    expect(await stateOf(record.id)).toBe(62)
  })
})

describe('a record that was approved', () => {
  test('is not edited, amended, withdrawn or decided again, and keeps what it gave', async () => {
    const { id } = await sent('600')
    expect((await decide(miller, 'approve', { id })).body.data.status.id).toBe(1)
    const now = await recordOf(id)
    const { version } = now
    const tries = [
      await maker.post<ParchmentBody>(`/uploads/${id}/rows/2`, { version, cells: { netWeight: '900' } }),
      await maker.post<ParchmentBody>(`/uploads/${id}/leave-out`, { version, rows: [2], out: true }),
      await maker.post<ParchmentBody>(`/uploads/${id}/withdraw`, { version }),
      await maker.post<ParchmentBody>(`/uploads/${id}/discard`, { version }),
      await amendParchment(manager, id, { netWeight: '900', totalBags: '18' }),
      await amendParchment(miller, id, { netWeight: '900', totalBags: '18' }),
      await decide(miller, 'decline', { id }, 'Once more'),
      await decide(miller, 'reject', { id }, 'Gone'),
      await decide(miller, 'approve', { id }),
    ]
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual(tries.map(() => [409, 'step.wrong_state']))
    expect(await recordOf(id)).toEqual(now)
    expect(await grantedBy(id)).toBe(3)
  })

  test('is not changed through the rows of another record that may be amended', async () => {
    const done = await sent('600')
    await decide(miller, 'approve', done)
    const open = await sent('100')
    await decide(miller, 'decline', open, 'Weigh again')
    const [row] = await rowsOf(maker, done.id)
    const data = [{ rowid: row?.rowid, commodity: 'P1', totalBags: '14', netWeight: '700', season: row?.season }]
    const body = { id: open.id, data, approverComment: 'Mine' }
    const answer = await manager.post<ParchmentBody>('/upload/parchment/delivery/amend/file', body)
    expect([answer.status, answer.body.code]).toEqual([404, 'record.not_found'])
    expect((await rowsOf(maker, done.id))[0]?.netWeight).toBe(600)
  })
})

describe('declining by the path of limit files', () => {
  const decline = (person: Person, body: object) =>
    person.post<ParchmentBody>('/upload/cherry/decline_limit', { action: 'REJECT', ...body })

  test('refers a parchment record one stage back, by whoever may by its own path', async () => {
    const record = await sent('100', 'true')
    expect((await decline(miller, record)).body.code).toBe('step.comment_required')
    const approving = { ...record, action: 'APPROVE', approverComment: 'Yes' }
    expect((await decline(miller, approving)).body.details).toEqual({
      fields: { action: 'This call takes REJECT' },
    })
    expect((await decline(await otherMiller(world), { ...record, approverComment: 'Mine' })).status).toBe(404)
    for (const by of [kpcu, world.people.otienoChecker])
      expect((await decline(by, { ...record, approverComment: 'Not yet' })).status).toBe(403)
    const referred = await decline(miller, { ...record, approverComment: 'Weighed 97 kg' })
    expect([referred.body.message, referred.body.data.status.id]).toEqual(['Referred back', 62])
    await amendParchment(manager, record.id, { netWeight: '97' })
    const { body } = await decide(miller, 'approve', { id: record.id })
    const late = await decline(miller, { ...body.data, approverComment: 'I meant no' })
    expect([late.status, late.body.code]).toEqual([409, 'step.wrong_state'])
    const back = await decline(kpcu, { ...body.data, approverComment: 'Bags differ' })
    expect([back.body.message, back.body.data.status.id]).toEqual(['Referred back', 43])
  })

  test('declines a limit file for good, and the path of parchment knows no limit file', async () => {
    const [member] = await membersWithCherry(world)
    const file = await sendLimits(maker, [limitRow(member!)])
    const { otienoChecker } = world.people
    const reason = { approverComment: 'Wrong weights' }
    for (const by of [miller, world.people.purityChecker])
      expect((await decline(by, { id: file.id, ...reason })).status).toBe(404)
    for (const step of ['decline', 'reject'] as const)
      expect((await decide(otienoChecker, step, { id: file.id }, 'Wrong')).body.code).toBe('record.not_found')
    expect((await decideLimits(otienoChecker, 'decline', { ...file, action: 'APPROVE', ...reason })).status).toBe(422)
    const { body } = await decideLimits(otienoChecker, 'decline', { ...file, action: 'REJECT', ...reason })
    expect(body.data.status.id).toBe(2)
  })
})

describe('what the miller sees', () => {
  test('is the whole history of a record that names it, and who decides next', async () => {
    const record = await sent('100', 'true')
    type Deciders = { fullName: string }[]
    const history = (person: Person) => person.get<AuditEvent[]>(`/audit/parchment/${record.id}`)
    const deciders = async (person: Person) =>
      (await person.get<Deciders>(`/audit/parchment/${record.id}/deciders`)).body.map(({ fullName }) => fullName)
    expect(await deciders(maker)).toEqual([miller.fullName])
    await decide(miller, 'decline', record, 'Weighed 97 kg')
    expect(await deciders(miller)).toEqual([manager.fullName])
    await amendParchment(manager, record.id, { netWeight: '97' })
    await decide(miller, 'approve', { id: record.id })
    expect(await deciders(maker)).toEqual([kpcu.fullName])
    const { status, body } = await history(miller)
    expect([status, body.map(({ action, by }) => [action, by])]).toEqual([
      200,
      [
        ['upload', maker.fullName],
        ['system', expect.any(String)],
        ['decline', miller.fullName],
        ['amend', manager.fullName],
        ['approve', miller.fullName],
      ],
    ])
    expect((await history(maker)).body).toEqual(body)
    for (const person of [await otherMiller(world), world.people.danielMaker]) {
      expect((await history(person)).status).toBe(404)
      expect((await person.get(`/audit/parchment/${record.id}/deciders`)).status).toBe(404)
    }
    const [limitFile] = (
      await maker.get<{ id: string }[]>(`/upload/cherry/limitFiles/${world.organisationId('CF4100')}`)
    ).body
    expect((await miller.get(`/audit/limit_file/${limitFile?.id}`)).status).toBe(404)
  })

  test('stands in pages that hold each record once, and beyond the last stands the last again', async () => {
    const records: string[] = []
    for (let n = 0; n < 9; n++) records.push((await sent('100')).id)
    const page = async (number: number) => {
      const query = { paginate: 'Y', page: number, size: 7, filter: 'status:PENDING_APPROVAL' }
      const path = `/upload/parchment/deliveryFiles/${world.organisationId('ML2001')}`
      return (await miller.get<PageOf<Parchment>>(path, query)).body
    }
    const pages = [await page(0), await page(1), await page(5)]
    expect(pages.map(({ data }) => data.length)).toEqual([7, 2, 2])
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)))).toEqual(new Set(records))
    for (const { page: total } of pages) expect(total).toMatchObject({ totalElements: 9, totalPages: 2 })
  })
})

describe('the annotated workbook', () => {
  type Summary = { id: string; message: string; read: number; failed: number }
  const summaryOf = ({ headers }: { headers: Record<string, string> }): Summary =>
    JSON.parse(headers['x-upload-summary'] ?? '{}') as Summary
  const rowsIn = async (bytes: Buffer) => (await readXlsx(bytes)).sheets[0]?.rows ?? []

  test('of an upload has the failing rows only, says why, and can be downloaded again by its maker', async () => {
    const rows = [...outturns(2), ...outturns(1, { totalBags: '10', netWeight: '290' })]
    const fields = { millerCode: 'ML2001', shareData: 'true' }
    const answer = await maker.upload('/upload/parchment/delivery', 'week 9.csv', csvOf(parchmentFile, rows), fields)
    expect(answer.status).toBe(424)
    expect(answer.headers['content-disposition']).toContain('File_With_Error_week%209.xlsx')
    const summary = summaryOf(answer)
    expect(summary).toMatchObject({
      message: 'Failed:: review downloaded FCS_PARCHMENT FILE for errors',
      read: 3,
      failed: 1,
    })
    const [heading, ...failing] = await rowsIn(answer.bytes)
    expect(heading).toContain('Error')
    expect(failing).toHaveLength(1)
    expect(failing[0]).toContain(rows[2]?.outturn)
    expect(failing[0]?.join(' ')).toContain('29 kg in a bag')
    const again = await maker.get(`/upload/parchment/download-error/${summary.id}`)
    expect(await rowsIn(again.bytes)).toEqual([heading, ...failing])
    for (const person of [miller, world.people.otienoChecker, kpcu, world.people.danielMaker])
      expect((await person.get(`/upload/parchment/download-error/${summary.id}`)).status).toBe(404)
  })

  test('of an approval has its own name and words, and leaves no mark on the record', async () => {
    const record = await sent('600', 'true')
    await setCherryFor(world, 100)
    const { status, headers, bytes } = await decide(miller, 'approve', record)
    expect([status, summaryOf({ headers }).message]).toEqual([
      424,
      'Failed:: review downloaded CCARF Parchment file for errors',
    ])
    expect(headers['content-disposition']).toContain('File_Approved_With_Error_')
    expect((await rowsIn(bytes))[1]?.join(' ')).toContain('gives at most 100 kg of parchment')
    expect(await recordOf(record.id)).toMatchObject({ failed: 0, ready: 1, status: { id: 3 } })
  })
})
