import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import pg from 'pg'

type Done = { hashes: number; statements: string[] }
type Doing = Done & { answers: Promise<unknown>[] }
type Told = (error: Error | null, result?: pg.QueryResult) => void

/** Watches what a call costs: the passwords that were hashed and, in their order, the statements with how many rows each touched. */
export function watchWork(): { doing: <T>(work: () => Promise<T>) => Promise<{ answer: T } & Done>; stop: () => void } {
  const during = new AsyncLocalStorage<Doing>()
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
    const [query] = parameters
    const text = typeof query === 'string' ? query : (query as { text: string }).text
    // What a new connection is told first is no work of the call that happens to open it.
    if (!done || /^set (?!local)/i.test(text)) return real.apply(this, parameters)
    const place = done.statements.push(text) - 1
    const note = (result?: pg.QueryResult) => {
      if (result && !/^select/i.test(text)) done.statements[place] = `${text} -- rows: ${result.rowCount ?? 0}`
    }
    const tell = parameters.at(-1)
    if (typeof tell === 'function') {
      const { promise, resolve } = Promise.withResolvers<void>()
      done.answers.push(promise)
      const noted: Told = (error, result) => {
        note(result)
        resolve()
        ;(tell as Told)(error, result)
      }
      return real.apply(this, parameters.with(-1, noted))
    }
    const answer = real.apply(this, parameters)
    if (answer instanceof Promise) done.answers.push(answer.then(note, () => {}))
    return answer
  }
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query
  return {
    doing: async (work) => {
      const done: Doing = { hashes: 0, statements: [], answers: [] }
      const answer = await during.run(done, work)
      // The end of a transaction that only read is awaited by nobody.
      await Promise.all(done.answers)
      const { hashes, statements } = done
      return { answer, hashes, statements }
    },
    stop: () => {
      hook.disable()
      pg.Client.prototype.query = real as typeof pg.Client.prototype.query
    },
  }
}
