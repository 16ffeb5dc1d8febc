import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InboxItem } from '#contract/house/inbox.ts'
import type { EstateCured } from '#contract/estateCured/estateCuredRecords.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import {
  decideLot,
  decideLots,
  estateCuredLot,
  newLotsOfEstates,
  readLot,
  recordsIn,
  sendEstateCured,
  updateLot,
} from '#test/kit/estateCured.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let maker: Person
let clerk: Person
let checker: Person
let broker: Person
let otherChecker: Person
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  maker = world.people.kipronoMillerMaker
  clerk = world.people.naomiWarehouseClerk
  checker = world.people.francisWarehouseChecker
  broker = world.people.catherineBrokerChecker
  otherChecker = world.people.graceWarehouseChecker
})
afterAll(() => world?.close())

const stateOf = async (id: string) => (await readLot(maker, id)).status.id
const approve = async (person: Person, id: string) => decideLot(person, 'approve', await readLot(person, id))

describe('the two tracks of a lot', () => {
  const orders = [
    { order: ['clerk', 'checker', 'broker'], states: [102, 104, 1] },
    { order: ['clerk', 'broker', 'checker'], states: [102, 103, 1] },
    { order: ['broker', 'clerk', 'checker'], states: [105, 103, 1] },
  ] as const
  const persons = { clerk: () => clerk, checker: () => checker, broker: () => broker }

  test.each(orders)(
    'end in $states in the order $order, also with the same words each time',
    async ({ order, states }) => {
      const lot = await estateCuredLot(world)
      for (const [at, who] of order.entries()) {
        const answer = await approve(persons[who](), lot.id)
        expect([who, answer.status, answer.body.message]).toEqual([who, 200, '1 approved, 0 skipped, 0 failed'])
        expect(await stateOf(lot.id)).toBe(states[at])
      }
      const { warehouseMaker, warehouseChecker, brokerChecker } = await readLot(maker, lot.id)
      expect([warehouseMaker, warehouseChecker, brokerChecker]).toEqual([
        clerk.fullName,
        checker.fullName,
        broker.fullName,
      ])
    },
  )

  test('are not both walked by one person of the warehouse, whether the broker agrees meanwhile or not', async () => {
    const lot = await estateCuredLot(world)
    expect((await approve(checker, lot.id)).status).toBe(200)
    for (const state of [102, 103]) {
      const own = await readLot(checker, lot.id)
      expect([own.status.id, own.steps['approve'], own.steps['reject'], own.steps['correct']]).toEqual([
        state,
        'own_submission',
        'own_submission',
        'own_submission',
      ])
      expect((await decideLot(checker, 'approve', own)).status).toBe(409)
      const all = await decideLots(checker, 'APPROVE_ALL', { fileId: lot.uploadId })
      expect([all.status, all.body.message]).toEqual([422, 'No record selected for action APPROVE_ALL'])
      const inbox = await checker.get<PageOf<InboxItem>>('/inbox', { paginate: 'Y', size: 100 })
      expect(inbox.body.data.map(({ id }) => id)).not.toContain(lot.id)
      const list = { paginate: 'Y', size: 100, waiting: 'Y' }
      const waiting = await checker.get<PageOf<EstateCured>>(`/upload/estatecured/${lot.uploadId}/data`, list)
      expect([waiting.body.data, waiting.body.waiting]).toEqual([[], 0])
      if (state === 102) expect((await approve(broker, lot.id)).status).toBe(200)
    }
    expect((await approve(otherChecker, lot.id)).status).toBe(200)
    expect(await stateOf(lot.id)).toBe(1)
  })

  test('say in the trail who decides next: of the warehouse nobody who has agreed', async () => {
    const lot = await estateCuredLot(world)
    await approve(checker, lot.id)
    const { body } = await maker.get<{ fullName: string }[]>(`/audit/estate_cured_record/${lot.id}/deciders`)
    expect(body.map(({ fullName }) => fullName).toSorted()).toEqual([broker.fullName, otherChecker.fullName].toSorted())
    const history = await broker.get<{ action: string; by: string }[]>(`/audit/estate_cured_record/${lot.id}`)
    expect([history.status, history.body.map(({ action, by }) => [action, by])]).toEqual([
      200,
      [['approve', checker.fullName]],
    ])
  })

  test('are walked anew after a rejection: who has agreed before is asked again', async () => {
    const lot = await estateCuredLot(world)
    await approve(clerk, lot.id)
    await approve(checker, lot.id)
    expect((await decideLot(broker, 'reject', await readLot(broker, lot.id))).status).toBe(200)
    const sent = await updateLot(maker, await readLot(maker, lot.id), { lotNumber: 'L77' })
    expect([sent.status, sent.body.data.status.id, sent.body.data.warehouseMaker]).toEqual([200, 100, null])
    expect((await approve(checker, lot.id)).body.code).toBe('role.not_allowed')
    for (const person of [broker, clerk, checker]) expect((await approve(person, lot.id)).status).toBe(200)
    expect(await stateOf(lot.id)).toBe(1)
  })

  test('close the file with the last of its records', async () => {
    const { id } = await sendEstateCured(maker, newLotsOfEstates(2))
    const fileState = async () =>
      (await maker.get<{ status: { id: number }; open: number }>(`/upload/estatecured/file/${id}`)).body
    for (const person of [clerk, checker]) await decideLots(person, 'APPROVE_ALL', { fileId: id })
    const [first, second] = await recordsIn(broker, id)
    await decideLot(broker, 'approve', first!)
    expect(await fileState()).toMatchObject({ status: { id: 3 }, open: 1 })
    await decideLot(broker, 'reject', second!)
    const removed = await updateLot(maker, await readLot(maker, second!.id), { deleteFlag: 'Y' })
    expect(removed.body.data.status.id).toBe(58)
    expect(await fileState()).toMatchObject({ status: { id: 1 }, open: 0 })
  })
})

describe('a decision on many lots', () => {
  test('acts on those of the file that the caller could tick, and on no others', async () => {
    const { id } = await sendEstateCured(maker, newLotsOfEstates(4))
    const [first, second] = await recordsIn(maker, id)
    await approve(clerk, first!.id)
    await decideLot(broker, 'reject', second!)
    const answer = await decideLots(clerk, 'APPROVE_ALL', { fileId: id })
    expect([answer.status, answer.body.data.done]).toEqual([200, 2])
    expect((await recordsIn(maker, id)).map(({ status }) => status.id)).toEqual([102, 25, 102, 102])
    const none = await decideLots(clerk, 'REJECT_ALL', { fileId: id })
    expect([none.status, none.body.code, none.body.message]).toEqual([
      422,
      'record.none_selected',
      'No record selected for action REJECT_ALL',
    ])
  })

  test('needs a comment, and a tick', async () => {
    const lot = await estateCuredLot(world)
    const silent = await decideLots(clerk, 'APPROVE_ALL', { fileId: lot.uploadId, comment: ' ' })
    expect([silent.status, silent.body.message]).toEqual([422, 'Comment is required'])
    const nothing = await decideLots(clerk, 'APPROVE_SELECTED', { fileId: lot.uploadId })
    expect([nothing.status, nothing.body.message]).toEqual([422, 'No record selected for action APPROVE_SELECTED'])
    expect(await stateOf(lot.id)).toBe(3)
  })

  test('leaves a lot of another file alone, also when it was ticked', async () => {
    const [one, other] = [await estateCuredLot(world), await estateCuredLot(world)]
    const answer = await decideLots(clerk, 'APPROVE_SELECTED', { fileId: one.uploadId, records: [other, one] })
    expect([answer.status, answer.body.data.rows.map(({ code }) => code)]).toEqual([
      200,
      ['record.not_found', undefined],
    ])
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual([102, 3])
  })
})

describe('an edit', () => {
  test('is for whoever sent the lot: not for its broker’s clerk, its parties, or another miller', async () => {
    const lot = await estateCuredLot(world)
    await decideLot(broker, 'reject', lot)
    const referred = await readLot(maker, lot.id)
    const changed = { numberOfBags: 3, weight: 190 }
    const { kevinBrokerMaker, brianMarketerMaker } = world.people
    const tries = [
      await updateLot(kevinBrokerMaker, referred, changed),
      await updateLot(kevinBrokerMaker, referred, { deleteFlag: 'Y' }),
      await updateLot(brianMarketerMaker, referred, changed),
      await updateLot(clerk, referred, changed),
      await updateLot(broker, referred, { deleteFlag: 'Y' }),
    ]
    expect(tries.map(({ body }) => body.code)).toEqual([
      'organisation.not_allowed',
      'organisation.not_allowed',
      'record.not_found',
      'step.wrong_state',
      'permission.missing',
    ])
    expect((await readLot(kevinBrokerMaker, lot.id)).steps['edit']).toBe('organisation.not_allowed')
    expect(await readLot(maker, lot.id)).toEqual(referred)
  })

  test('keeps to the rules of the file, each problem beside its field', async () => {
    const lot = await estateCuredLot(world)
    for (const [changed, field] of [
      [{ numberOfBags: 9 }, 'numberOfBags'],
      [{ numberOfPocket: 60 }, 'numberOfPocket'],
      [{ weight: -1 }, 'weight'],
      [{ outturn: '99ZZ' }, 'outturn'],
      [{ splitNumber: 'one' }, 'splitNumber'],
    ] as const) {
      const answer = await updateLot(clerk, lot, changed)
      expect([answer.status, Object.keys(answer.body.details?.['fields'] ?? {})]).toEqual([422, [field]])
    }
    expect((await updateLot(clerk, lot, { numberOfBags: 2 })).body.code).toBe('change.nothing')
    const other = await estateCuredLot(world)
    const taken = await updateLot(clerk, lot, { outturn: other.curedOutturn })
    expect(taken.body.details?.['fields']).toEqual({
      outturn: 'Another record of this season has this outturn, grade and split',
    })
    expect(await readLot(maker, lot.id)).toMatchObject({ version: 1, bags: 2, status: { id: 3 } })
  })

  test('stands in the trail with what was there and what is', async () => {
    const lot = await estateCuredLot(world)
    await updateLot(broker, lot, { numberOfBags: 1, weight: 70, approverComment: 'One bag was torn' })
    const { body } = await maker.get<{ action: string; comment: string; changes: object }[]>(
      `/audit/estate_cured_record/${lot.id}`,
    )
    expect(body.at(-1)).toMatchObject({
      action: 'correct',
      comment: 'One bag was torn',
      changes: { bags: { before: '2', after: '1' }, cleanNetWeight: { before: '130', after: '70' } },
    })
  })
})

describe('at the same moment', () => {
  test('warehouse and broker decide one after the other: none of both is lost', async () => {
    for (let round = 0; round < 4; round += 1) {
      const lot = await estateCuredLot(world)
      const unseen = { id: lot.id }
      const both = await Promise.all(
        [clerk, broker].map((person) =>
          decideLots(person, 'APPROVE_SELECTED', { fileId: lot.uploadId, records: [unseen] }),
        ),
      )
      const done = both.filter(({ status }) => status === 200).length
      const { status, version } = await readLot(maker, lot.id)
      // Who came second saw the lot as it was before, and hears so; or came after the first had ended.
      expect([done, version, [102, 103, 105].includes(status.id)]).toEqual([done, 1 + done, true])
      expect(done).toBeGreaterThan(0)
    }
  })

  test('of a correction and an approval of what was seen before, one is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const lot = await estateCuredLot(world)
      const answers = await Promise.all([
        updateLot(broker, lot, { numberOfBags: 3, weight: 190 }),
        decideLot(clerk, 'approve', lot),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })

  test('the last two records of a file are decided, and close it once', async () => {
    const { id } = await sendEstateCured(maker, newLotsOfEstates(2))
    for (const person of [clerk, checker]) await decideLots(person, 'APPROVE_ALL', { fileId: id })
    const records = await recordsIn(broker, id)
    const answers = await Promise.all(records.map((lot) => decideLot(broker, 'approve', lot)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await world.owner.query<{ n: number }>(
      `select count(*)::int as n from audit_events where record_id = $1 and kind = 'estate_cured_file' and to_status = 'APPROVED'`,
      [id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('the warehouse approves all while the broker rejects two: each is decided once, by what was seen of it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id } = await sendEstateCured(maker, newLotsOfEstates(6))
      const records = await recordsIn(maker, id)
      const [all, ...single] = await Promise.all([
        decideLots(clerk, 'APPROVE_ALL', { fileId: id }),
        ...records.slice(2, 4).map((lot) => decideLot(broker, 'reject', lot)),
      ])
      const rejected = single.filter(({ status }) => status === 200).length
      expect([all.status, all.body.data.done]).toEqual([200, 6 - rejected])
      const ended = (await recordsIn(maker, id)).map(({ status, version }) => `${status.id} at ${version}`)
      expect(ended.toSorted()).toEqual([
        ...Array.from({ length: 6 - rejected }, () => '102 at 2'),
        ...Array.from({ length: rejected }, () => '25 at 2'),
      ])
    }
  })

  test('a file is taken back, or a record of it decided, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const file = await sendEstateCured(maker, newLotsOfEstates(1))
      const [lot] = await recordsIn(maker, file.id)
      const [decided, withdrawn] = await Promise.all([
        decideLot(clerk, 'approve', lot!),
        maker.post<{ code?: string }>(`/uploads/${file.id}/withdraw`, { version: file.version }),
      ])
      expect([decided.status, withdrawn.status].filter((status) => status === 200)).toHaveLength(1)
      if (withdrawn.status !== 200) expect(withdrawn.body.code).toBe('estate_cured.decided')
    }
  })
})
