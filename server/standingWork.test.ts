import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFigures } from '#server/dataQuality/keepFigures.ts'
import { startSealing } from '#server/kit/audit/sealAudit.ts'
import { startPayouts } from '#server/payouts/keepPayouts.ts'
import { startRtgs } from '#server/rtgs/sendFiles.ts'
import { startTexting } from '#server/texts/sendTexts.ts'
import { makePayingWorld, type PayingWorld } from '#test/kit/payouts.ts'
import { decideFile, makeFile, payLarge } from '#test/kit/rtgsFiles.ts'
import { agreeFloor, fewMembers } from '#test/kit/schedules.ts'

// What rests until a look finds it due, begun as the server begins it. A minute later it would be tried in any case: here it is sooner.
const soon = { timeout: 20_000, interval: 100 }
let paying: PayingWorld
const stops: (() => Promise<void>)[] = []
const faults: string[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'kahawa-standing-'))
beforeAll(async () => {
  paying = await makePayingWorld()
  const { world, bank } = paying
  await fewMembers(world, 4)
  const log = pino({ level: 'error' }, { write: (line) => void faults.push(line) })
  const sms = { url: 'http://127.0.0.1:9/', username: 'kahawa', key: 'secret', sender: 'KAHAWA' }
  const house = { ...world.house, bank, log, config: { ...world.house.config, dataDir, sms } }
  for (const start of [startPayouts, startRtgs, startSealing, startFigures, startTexting]) stops.push(start(house).stop)
  await sleep(2_000) // each has begun once by itself
})
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await paying?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const count = async (text: string, values: unknown[] = []): Promise<number> =>
  (await paying.world.owner.query(text, values)).rows.length
const unsealed = () =>
  count('select from audit_events e where not exists (select from audit_seals s where s.event_id = e.id)')
const statusOf = async (sourceId: string) => (await paying.payoutOfSource(sourceId)).status

test('a payout is paid through all its legs, with what the bank says of them', async () => {
  const [inside = '', mobile = ''] = await paying.open([{ paymentType: 'INTERNALFT' }, { paymentType: 'MPESA' }])
  await expect.poll(() => Promise.all([inside, mobile].map(statusOf)), soon).toEqual(['PAID', 'PAID'])
})

test('a payout that waited for its channel is paid once it is open, whoever opened it', async () => {
  const { owner } = paying.world
  await owner.query(`insert into channel_pauses (id, channel, reason, paused_by, paused_at)
    select gen_random_uuid(), 'internal', 'Rehearsal', id, now() from users limit 1`)
  const [waiting = ''] = await paying.open([{ paymentType: 'INTERNALFT' }])
  await sleep(1_500)
  expect(await statusOf(waiting)).toBe('QUEUED')
  await owner.query('delete from channel_pauses')
  await expect.poll(() => statusOf(waiting), soon).toBe('PAID')
})

test('a society is counted when somebody wants it', async () => {
  const { rows } = await paying.world.owner.query<{ id: string }>(
    `select organisation_id as id from society_figures where organisation_id <> $1 limit 1`,
    [paying.societyId],
  )
  await paying.world.owner.query('insert into figures_due (organisation_id, asked) values ($1, true)', [rows[0]?.id])
  await expect.poll(() => count('select from figures_due where asked'), soon).toBe(0)
})

test('a released file goes to the bank, and what was done is sealed', async () => {
  const { world } = paying
  await agreeFloor(world)
  await payLarge(world)
  const { body } = await makeFile(world, world.people.wanjikuMaker)
  expect(await decideFile(world, world.people.margaretManager, 'approve', body.data)).toMatchObject({ status: 200 })
  await expect
    .poll(() => count('select from rtgs_files where id = $1 and sent_at is not null', [body.data.id]), soon)
    .toBe(1)
  await expect.poll(unsealed, soon).toBe(0)
})

test('no look fails', () => {
  expect(faults.filter((line) => line.includes('looking for work'))).toEqual([])
})
