import { vi } from 'vitest'
import type { StatementException } from '#contract/reconciliation/statementExceptions.ts'
import { importStatement, camt, type ImportedFile, type Line } from './bankStatements.ts'
import type { World } from './world.ts'

const exceptions = new WeakMap<World, StatementException[]>()

/** Credits of KPCU's fund that nothing of ours explains. */
async function unexplained(world: World): Promise<StatementException[]> {
  const { josephKpcuMaker, peterBankChecker } = world.people
  const lines: Line[] = Array.from({ length: 30 }, (_, at) => ({
    key: `R${at}`,
    cents: 1_000_00 + at,
    on: '2026-11-10',
    narration: `top up ${at}`,
  }))
  const text = camt({ account: '01141000100100', opening: 1_000_000_00, lines })
  await importStatement({ maker: josephKpcuMaker, checker: peterBankChecker, text })
  const read = async () => {
    const { body } = await josephKpcuMaker.get<StatementException[]>('/reconciliation/exceptions')
    const isMatched = body.length >= lines.length && body.every(({ kind }) => kind !== 'NEW')
    return isMatched ? body.filter(({ amount }) => amount > 0) : null
  }
  return (await vi.waitUntil(read, { timeout: 30_000 })) ?? []
}

let files = 0
/** A statement file that waits for its second person; each of another line. Answers the id of the proposal. */
export async function waitingStatementFile(world: World): Promise<string> {
  const lines = [{ key: `F${++files}`, cents: -100, on: '2026-11-12', narration: 'charge' }]
  const text = camt({ account: '01141000100200', opening: 0, lines })
  const answer = await world.people.josephKpcuMaker.post<ImportedFile>('/bank/statement', { fileName: 'f.xml', text })
  const id = answer.body.data[0]?.id
  if (answer.status !== 200 || !id) throw new Error(JSON.stringify(answer.body))
  return id
}

/** A proposal of how an exception is resolved, which waits; each of another exception. Answers its id. */
export async function waitingResolution(world: World): Promise<string> {
  const left = exceptions.get(world) ?? (await unexplained(world))
  exceptions.set(world, left)
  const exception = left.shift()
  const body = { resolution: 'FUND_CREDIT', reason: 'The county paid it' }
  const { josephKpcuMaker } = world.people
  const answer = await josephKpcuMaker.post<{ data: { id: string } }>(
    `/reconciliation/exception/${exception?.id}`,
    body,
  )
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.id
}
