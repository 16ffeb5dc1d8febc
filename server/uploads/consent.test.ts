import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LimitFile } from '#contract/limits/limitFiles.ts'
import type { Parchment } from '#contract/parchment/parchments.ts'
import { decideLimits, limitRow, limitsCsv, membersWithCherry, type MemberWithCherry } from '#test/kit/limitFiles.ts'
import { addCherryTotals, parchmentCsv } from '#test/kit/parchmentFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// Sharing a file with KPCU is a consent: who gave it, when, and to which wording stands with the file. Nothing said is no.
type Body = { code?: string; details?: { fields?: Record<string, string> }; data: LimitFile | Parchment }
type Fields = Record<string, string>

let world: World
let maker: Person
let members: MemberWithCherry[]
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.wanjikuMaker
  members = await membersWithCherry(world)
  await addCherryTotals(world)
})
afterAll(() => world?.close())

const limits = () => limitsCsv([limitRow(members.shift()!)])
const society = () => world.organisationId('CF4100')
/** Every call that takes the tick with a file. */
const doors: Record<string, (fields: Fields) => Promise<{ status: number; body: Body }>> = {
  'a limit file': (fields) => maker.upload<Body>(`/upload/cherry/delivery/${society()}`, 'a.csv', limits(), fields),
  'a limit file by the older path': (fields) =>
    maker.upload<Body>('/upload/cherry/delivery', 'b.csv', limits(), fields),
  'a parchment file': (fields) =>
    maker.upload<Body>('/upload/parchment/delivery', 'c.csv', parchmentCsv(1), { millerCode: 'ML2001', ...fields }),
}
const uploaded = async () => (await world.owner.query('select 1 from uploads')).rowCount

describe.each(Object.entries(doors))('%s', (_door, send) => {
  test('is not shared unless the form says so', async () => {
    for (const fields of [{}, { shareData: '' }, { shareData: 'false' }, { shareData: 'FALSE' }] as Fields[]) {
      const { status, body } = await send(fields)
      expect([fields, status]).toEqual([fields, 200])
      expect(body.data).toMatchObject({ shareData: false, consent: null })
    }
  })

  test('refuses what is neither true nor false, and keeps nothing', async () => {
    for (const shareData of ['maybe', '1', '0', 'yes', 'on', 'tru', 'null', 'true,false']) {
      const before = await uploaded()
      const { status, body } = await send({ shareData })
      expect([shareData, status, body.details?.fields]).toEqual([
        shareData,
        422,
        { shareData: 'Write true or false, or leave it out for false' },
      ])
      expect(await uploaded()).toBe(before)
    }
  })

  test('that is shared keeps who agreed, when, and to which wording', async () => {
    for (const shareData of ['true', 'TRUE', ' True ']) {
      const { status, body } = await send({ shareData, consentVersion: '1' })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ shareData: true, consent: { version: 1, by: maker.fullName } })
      const { rows } = await world.owner.query(
        `select d.name, d.version, c.consented_by, c.consented_at - u.created_at < interval '1 minute' as "atOnce" from upload_consents c join uploads u on u.id = c.upload_id join disclaimers d on d.id = c.disclaimer_id where u.id = $1`,
        [body.data.id],
      )
      expect(rows).toEqual([{ name: 'share_data', version: 1, consented_by: maker.id, atOnce: true }])
      const trail = await world.owner.query(
        `select changes -> 'consent' ->> 'after' as consent from audit_events where record_id = $1 and action = 'upload'`,
        [body.data.id],
      )
      expect(trail.rows).toEqual([{ consent: 'share_data version 1' }])
    }
  })

  test('refuses a wording that is not the one in force', async () => {
    for (const consentVersion of ['7', 'old']) {
      const { status, body } = await send({ shareData: 'true', consentVersion })
      expect([status, body.code]).toEqual([409, 'upload.consent_changed'])
    }
  })
})

test('a record that is typed in is the same: not shared unless it says so, and then with a consent', async () => {
  const record = (more: object) => {
    const { idNumber, memberNumber, currentDelivery, season } = limitRow(members.shift()!)
    const body = { idNumber, memberNumber, currentDelivery, season, ...more }
    return maker.post<Body>(`/upload/cherry/record/${society()}`, body)
  }
  expect((await record({})).body.data).toMatchObject({ shareData: false, consent: null })
  expect((await record({ shareData: true, consentVersion: 1 })).body.data).toMatchObject({
    shareData: true,
    consent: { version: 1, by: maker.fullName },
  })
  expect((await record({ shareData: true, consentVersion: 9 })).body.code).toBe('upload.consent_changed')
  expect((await record({ shareData: 'maybe' })).status).toBe(422)
})

test('whoever sends files reads the wording in force, in both languages', async () => {
  const { status, body } = await maker.get('/upload/cherry/consent')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    version: 1,
    english: expect.stringContaining('New KPCU') as string,
    swahili: expect.stringContaining('New KPCU') as string,
  })
  expect((await world.people.aminaViewer.get('/upload/cherry/consent')).status).toBe(403)
})

const consentsIn = async (person: Person, farmerId: string) =>
  (
    await person.get<{ limitRows: { consentVersion: number; consentBy: string; consentAt: string }[] }>(
      `/farmer/${farmerId}/pack`,
      { format: 'json' },
    )
  ).body.limitRows.map(({ consentVersion, consentBy, consentAt }) => ({ consentVersion, consentBy, consentAt }))

test('the pack of a member says under which consent the data were shared', async () => {
  const { otienoChecker, mercyKpcuChecker } = world.people
  const [shared, kept] = [members.shift()!, members.shift()!]
  const sent = async (member: MemberWithCherry, fields: Fields) =>
    (await maker.upload<Body>('/upload/cherry/delivery', 'pack.csv', limitsCsv([limitRow(member)]), fields)).body.data
  const [first, second] = [await sent(shared, { shareData: 'true' }), await sent(kept, {})]
  await decideLimits(otienoChecker, 'approve', { id: first.id })
  await decideLimits(mercyKpcuChecker, 'approve', { id: first.id })
  await decideLimits(otienoChecker, 'approve', { id: second.id })
  await decideLimits(world.people.peterBankChecker, 'approve', { id: second.id })
  expect(await consentsIn(otienoChecker, shared.id)).toEqual([
    { consentVersion: 1, consentBy: maker.fullName, consentAt: expect.any(String) as string },
  ])
  expect(await consentsIn(otienoChecker, kept.id)).toEqual([{ consentVersion: null, consentBy: null, consentAt: null }])
})

test('a new wording counts for files that come after it; those before keep theirs', async () => {
  const before = (await doors['a limit file']!({ shareData: 'true' })).body.data
  const { samuelAdministrator, beatriceAdministrator } = world.people
  const text = 'I agree that this file is shared with New KPCU, as the members decided on 3 November.'
  const requested = await samuelAdministrator.post<{ data: { id: string } }>('/admin/disclaimers', {
    name: 'share_data',
    english: text,
    swahili: text,
    reason: 'The members decided anew',
  })
  await beatriceAdministrator.post('/admin/changes/approve', { id: requested.body.data.id })
  expect((await doors['a limit file']!({ shareData: 'true', consentVersion: '1' })).body.code).toBe(
    'upload.consent_changed',
  )
  const after = (await doors['a limit file']!({ shareData: 'true', consentVersion: '2' })).body.data
  expect(after.consent).toMatchObject({ version: 2 })
  const { body } = await maker.get<LimitFile[]>(`/upload/cherry/limitFiles/${society()}`)
  expect(body.find(({ id }) => id === before.id)?.consent).toMatchObject({ version: 1 })
})
