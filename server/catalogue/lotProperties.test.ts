import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import {
  acceptLot,
  approveLot,
  editLot,
  enterSale,
  lotOf,
  rejectLot,
  resetLots,
  waitingLot,
  withdrawLot,
} from '#test/kit/catalogueFiles.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

// Whatever people do with a lot, in whatever order: what comes into the catalogue both parties have agreed to as it is.
let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  await enterSale(world)
})
afterAll(() => world?.close())

type Move = { by: 'broker' | 'warehouse' | 'clerk' | 'marketer' | 'miller'; what: keyof typeof moves; weight: number }
const people = (): Record<Move['by'], Person> => ({
  broker: world.people.catherineBrokerChecker,
  warehouse: world.people.francisWarehouseChecker,
  clerk: world.people.kevinBrokerMaker,
  marketer: world.people.halimaMarketerChecker,
  miller: world.people.kipronoMillerMaker,
})
let words = 0
/** No two comments are the same: what came back with a record is no comment. */
const word = () => `A word of ours, ${(words += 1)}`
const moves = {
  approve: (person: Person, { id }: CatalogueRecord) => approveLot(person, { id }, word()),
  accept: (person: Person, { id }: CatalogueRecord) => acceptLot(person, { id }, word()),
  reject: (person: Person, { id }: CatalogueRecord) => rejectLot(person, { id }, word()),
  withdraw: (person: Person, { id }: CatalogueRecord) => withdrawLot(person, { id }, word()),
  reset: (person: Person, { id }: CatalogueRecord) => resetLots(person, id, word()),
  weigh: (person: Person, lot: CatalogueRecord, weight: number) =>
    editLot(person, lot, { weight: 89 + weight / 100 }, word()),
  remove: (person: Person, lot: CatalogueRecord) => editLot(person, lot, { deleteFlag: !lot.deleteFlag }, word()),
}
const move: fc.Arbitrary<Move> = fc.record({
  // Who has much to say, and what is said often, comes up more often.
  by: fc.constantFrom(
    'broker',
    'broker',
    'warehouse',
    'warehouse',
    'warehouse',
    'clerk',
    'clerk',
    'marketer',
    'miller',
  ),
  what: fc.constantFrom(
    'approve',
    'approve',
    'approve',
    'accept',
    'weigh',
    'weigh',
    'reject',
    'withdraw',
    'reset',
    'remove',
  ),
  weight: fc.integer({ min: 0, max: 200 }),
})

const sides = { broker: 'broker', clerk: 'broker', warehouse: 'warehouse' } as const

test('a lot comes into the catalogue by both of its parties, each of whom has seen it as it stands there', async () => {
  let catalogued = 0
  const property = fc.asyncProperty(fc.array(move, { minLength: 6, maxLength: 14 }), async (done) => {
    const actors = people()
    let lot = await waitingLot(world)
    /** Who has agreed to the lot as it is now: whoever edits it speaks for the own side, and takes the other's word back. */
    let agreed = new Set<'broker' | 'warehouse'>()
    for (const { by, what, weight } of done) {
      const before = lot
      const { status } = await moves[what](actors[by], before, weight)
      lot = (await lotOf(actors.clerk, before.id)).body
      if (status !== 200) {
        // What is refused changes nothing.
        expect([what, by, lot]).toEqual([what, by, before])
        continue
      }
      const side = by in sides ? sides[by as keyof typeof sides] : null
      if (what === 'approve' && before.status.id !== 201 && side) agreed.add(side)
      if (what === 'weigh' || what === 'remove') agreed = new Set(side ? [side] : [])
      if (what === 'reset') agreed = new Set()
      const now = lot.status.id
      if (now === 1 || now === 214)
        expect([now, what, agreed.size]).toEqual([now, what, what === 'withdraw' ? agreed.size : 2])
      if (now === 1) catalogued += 1
      if (now === 90) expect([...agreed]).toEqual(['broker'])
      if (now === 23 || now === 201) expect([...agreed]).toEqual(['warehouse'])
      if (now === 3) expect([...agreed]).toEqual([])
      // Another broker and the miller who only reads say nothing at all.
      expect(['marketer', 'miller']).not.toContain(by)
      // An edit of the weight always asks the other party again.
      if (what === 'weigh') expect([1, 23]).not.toContain(now)
    }
    const { rows } = await world.owner.query<{ same: boolean }>(
      `select warehouse_agreed_by = broker_agreed_by as same from catalogue_records where id = $1 and num_nulls(warehouse_agreed_by, broker_agreed_by) = 0`,
      [lot.id],
    )
    expect(rows.some(({ same }) => same)).toBe(false)
  })
  // Chance goes on until enough of them came so far: nothing is shown by lots that never do.
  do await fc.assert(property, { numRuns: 40 })
  while (catalogued <= 3)
  expect(catalogued).toBeGreaterThan(3)
}, 300_000)
