import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import { one, openDatabase, sql, type Tx } from './db.ts'
import { gentlyBeside } from './gently.ts'

let own: TestDatabase
const society = { organisationId: organisationOf('CF4100').id, wide: false }
const pidOf = (tx: Tx) => one(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`)
beforeAll(async () => {
  own = await makeTestDatabase()
})
afterAll(() => own.drop())

const piece = () => Promise.resolve('done')

test('work that may take longer lets calls pass that wait for a connection, and is not held up for ever', async () => {
  const busy = openDatabase({ connection: { ...own.config, user: 'kahawa_app' }, max: 1 })
  const order: string[] = []
  const gates: (() => void)[] = []
  const held = (name: string) => {
    const gate = new Promise<void>((open) => gates.push(open))
    return busy.transaction(society, async () => {
      await gate
      order.push(name)
    })
  }
  try {
    await busy.transaction(society, pidOf)
    const calls = [held('first'), held('second')]
    setTimeout(() => gates[0]?.(), 200)
    expect(await gentlyBeside(busy.aside)(piece)).toBe('done')
    order.push('passed')
    const third = held('third')
    // Nobody lets the second go meanwhile: without an end of its patience this would wait for ever.
    await gentlyBeside(busy)(piece)
    order.push('passed')
    for (const open of gates) open()
    await Promise.all([...calls, third])
    expect(order).toEqual(['first', 'passed', 'passed', 'second', 'third'])
  } finally {
    await busy.close()
  }
})

test('work that may take longer takes a quarter of its time while calls come, and all of it while none do', async () => {
  const busy = openDatabase({ connection: { ...own.config, user: 'kahawa_app' } })
  const call = () => busy.transaction(society, pidOf)
  /** How often its own time a piece took with its rest, in which so many calls come, four at a time. */
  const times = async (calls: number): Promise<number> => {
    const began = performance.now()
    let piece = 0
    await gentlyBeside(busy)(async () => {
      if (calls === 0) await sleep(1_000)
      for (let made = 0; made < calls; made += 4) await Promise.all([call(), call(), call(), call()])
      piece = performance.now() - began
    })
    return (performance.now() - began) / piece
  }
  try {
    // A connection that is opened takes as long as many calls.
    await Promise.all([call(), call(), call(), call()])
    expect(await times(0)).toBeLessThan(1.5)
    // A timer may go off a millisecond before its time.
    expect(await times(100)).toBeGreaterThan(3.8)
  } finally {
    await busy.close()
  }
})
