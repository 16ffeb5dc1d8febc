import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import pg from 'pg'

type Done = { hashes: number; statements: string[] }

/** Watches what a call costs: the passwords that were hashed and, in their order, the statements with how many rows each touched. */
export function watchWork(): { doing: <T>(work: () => Promise<T>) => Promise<{ answer: T } & Done>; stop: () => void } {
  const during = new AsyncLocalStorage<Done>()
  const hook = createHook({
    init(_id, type) {
      const done = type === 'ARGON2REQUEST' ? during.getStore() : undefined
      if (done) done.hashes += 1
    },
  }).enable()
  // border: pg's query has many overloads, and each is passed on as it came
  // oxlint-disable-next-line unbound-method -- it is called with the client as `this`
  const real = pg.Client.prototype.query as (this: pg.Client, ...parameters: unknown[]) => unknown
  const watched = function (this: pg.Client, ...parameters: unknown[]): unknown {
    const done = during.getStore()
    const answer = real.apply(this, parameters)
    const [query] = parameters
    const text = typeof query === 'string' ? query : (query as { text: string }).text
    // What a new connection is told first is no work of the call that happens to open it.
    if (!done || /^set (?!local)/i.test(text)) return answer
    const place = done.statements.push(text) - 1
    if (answer instanceof Promise)
      return answer.then((result: pg.QueryResult) => {
        if (!/^select/i.test(text)) done.statements[place] = `${text} -- rows: ${result.rowCount ?? 0}`
        return result
      })
    return answer
  }
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query
  return {
    doing: async (work) => {
      const done: Done = { hashes: 0, statements: [] }
      const answer = await during.run(done, work)
      return { answer, ...done }
    },
    stop: () => {
      hook.disable()
      pg.Client.prototype.query = real as typeof pg.Client.prototype.query
    },
  }
}
