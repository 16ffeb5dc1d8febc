import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/kit/db.ts'
import type { PayoutOwner } from '#server/kit/bank/payout.ts'
import { camt, insertLeg, type Line } from '#test/kit/bankStatements.ts'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { organisations } from '../../db/seed/organisations.ts'
import { matchAccount } from './matchLines.ts'
import { readStatementFile } from './readStatement.ts'
import { saveStatement } from './saveStatement.ts'

// The same lines of the bank and the same payments, in any number of files, in any order and overlapping: the same
// matches, exceptions and settled payments, whatever came first.
let database: TestDatabase
let owner: pg.Client
let db: Database
beforeAll(async () => {
  database = await makeTestDatabase()
  owner = new pg.Client(database.config)
  await owner.connect()
  db = openDatabase({ connection: { ...database.config, user: 'kahawa_app' } })
  await owner.query('delete from funds')
})
afterAll(async () => {
  await db?.close()
  await owner?.end()
  await database?.drop()
})

const settledSources: string[] = []
const owners: readonly PayoutOwner[] = [
  {
    sourceKind: 'test_intent',
    settled: async (_tx, news) => void settledSources.push(...news.map(({ sourceId }) => sourceId)),
  },
]

/** Chance that is the same each time. */
function chanceFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

type Payment = { name: string; cents: number; status: 'PAID' | 'IN_DOUBT' | 'REFUSED'; on: string }
const dayOf = (n: number): string => `2026-11-${String(1 + n).padStart(2, '0')}`

/** Few amounts and days, so that lines and payments get in each other's way as much as they can. */
function makeStory(seed: number): { payments: Payment[]; lines: (Omit<Line, 'reference'> & { names: string })[] } {
  const chance = chanceFrom(seed)
  const payments = Array.from({ length: 14 }, (_, at): Payment => ({
    name: `P${at}`,
    cents: 100 * (1 + chance(3)),
    status: (['PAID', 'PAID', 'PAID', 'IN_DOUBT', 'REFUSED'] as const)[chance(5)] ?? 'PAID',
    on: dayOf(chance(12)),
  }))
  const lines = Array.from({ length: 26 }, (_, at) => {
    const named = payments[chance(payments.length)]
    const isNamed = chance(2) === 0
    const cents =
      chance(6) === 0
        ? 100 * (1 + chance(3))
        : -(isNamed && chance(5) > 0 ? (named?.cents ?? 1) : 100 * (1 + chance(3)))
    return { key: `L${at}`, cents, on: dayOf(chance(15)), names: isNamed ? (named?.name ?? '') : '' }
  })
  return { payments, lines }
}

/** Runs a story on an account of its own, in the given files; answers what became of each line and payment. */
async function tell(
  story: ReturnType<typeof makeStory>,
  files: number[][],
  at: { lenderId: string; no: number; seed: number },
) {
  const account = `0199${String(at.seed).padStart(5, '0')}${String(at.no).padStart(5, '0')}`
  const nameOf = (name: string) =>
    `KP${String(at.seed).padStart(4, '0')}${String(at.no).padStart(4, '0')}${name.replace('P', '').padStart(6, '0')}`
  await owner.query('delete from funds where organisation_id = $1', [at.lenderId])
  await owner.query(
    `insert into funds (organisation_id, name, account_number, transit_number, mpesa_short_code) values ($1, 'Fund', $2, '01990000000000', '12345')`,
    [at.lenderId, account],
  )
  for (const { name, ...payment } of story.payments)
    await insertLeg(owner, {
      ...payment,
      reference: nameOf(name),
      lenderId: at.lenderId,
      society: at.lenderId,
      account,
    })
  const lines = story.lines.map(({ names, ...line }): Line =>
    names ? { ...line, reference: `${nameOf(names)}-1` } : line,
  )
  for (const file of files) {
    const text = camt({
      account,
      opening: 1_000_000,
      lines: file.flatMap((n) => lines[n] ?? []),
      from: '2026-11-01',
      to: '2026-11-30',
    })
    for (const statement of await readStatementFile(text))
      await db.transaction('system', (tx) => saveStatement(tx, { ...statement, source: 'BANK' }, { fileName: 'f' }))
    await matchAccount({ db }, account, owners)
  }
  const { rows } = await owner.query<{ what: string }>(
    `select concat_ws(' ', coalesce(s.line_key, '-'), i.kind, i.how, i.note, right(l.reference, 4)) as what
     from recon_items i left join bank_statement_lines s on s.id = i.line_id left join payout_legs l on l.id = i.leg_id where i.account_number = $1
     union all select concat_ws(' ', 'leg', right(reference, 4), status) from payout_legs where from_account = $1 order by 1`,
    [account],
  )
  return rows.map(({ what }) => what)
}

test.each([1, 2, 3, 4, 5, 6])('story %i is the same however it is split', { timeout: 120_000 }, async (seed) => {
  const story = makeStory(seed)
  const chance = chanceFrom(seed * 7_919)
  const everything = story.lines.map((_, at) => at)
  const lenders = organisations.slice(0, 5).map(({ id }) => id)
  const answers: string[][] = []
  for (const [no, lenderId] of lenders.entries()) {
    const parts = 1 + no * 3
    const files = Array.from({ length: parts }, () => [] as number[])
    for (const line of everything.toSorted(() => chance(3) - 1)) {
      files[chance(parts)]?.push(line)
      if (chance(4) === 0) files[chance(parts)]?.push(line) // overlapping files
    }
    const whole = files.map((file) => [...new Set(file)]).filter((file) => file.length > 0)
    answers.push(await tell(story, whole, { lenderId, no, seed }))
  }
  expect(answers[0]?.some((what) => what.includes('REFERENCE'))).toBe(true)
  for (const answer of answers.slice(1)) expect(answer).toEqual(answers[0])
  // Never twice: no payment has two lines, and each doubt was settled once.
  const matched = answers[0]?.filter((what) => what.includes(' MATCHED ')).map((what) => what.split(' ').at(-1)) ?? []
  expect(new Set(matched).size).toBe(matched.length)
  expect(new Set(settledSources).size).toBe(settledSources.length)
})
