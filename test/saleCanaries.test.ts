import { afterAll, beforeAll, expect, test } from 'vitest'
import { saleNameOf } from '#contract/settlement/saleReports.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { declaredCalls } from '#server/kit/web/openApi.ts'
import { bookedResults, decideResults, newResults, sendResults } from './kit/auctionResults.ts'
import type { HttpAnswer, Person, PersonName } from './kit/people.ts'
import { isExported, mayCall, sampleRequest } from './kit/sampleRequests.ts'
import { decideClaim, decidePayment, enterPayment, lodgeClaim, openAccount } from './kit/settlement.ts'
import { makeWorld, type World } from './kit/world.ts'

// What a lot fetched, what its grower got and below what it would not be sold: figures that nothing else in the house has. Who is no
// party to the lot reads none of them by any call or file; who stores or mills it reads of the lot, and not its money.
const invoice = 'INV-CANARY7'
const price = '4321.09'
const reserve = '3333.77'
const document = 'CANARY-MINUTE'
let world: World
let ids: string[]
let fetched: string[]
let kept: string[]
let named: string[]
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  const { estherBankMaker, peterBankChecker } = world.people
  await openAccount(world, 'BUYERS')
  const [row] = newResults(1, { price, value: '', invoice })
  // Not the first lot of the sale: other lots have figures of their own.
  const sent = await sendResults(world, [row!])
  const { rows } = await world.owner.query<{ id: string; dispatch: string }>(
    `select id, dispatch_record_id as dispatch from catalogue_records where sale_number = 61 and lot_number = $1`,
    [Number(row!['lotNumber'])],
  )
  const [lot] = rows
  await world.owner.query(
    `insert into catalogue_reserves (record_id, organisation_id, cents) select id, broker_id, 333377 from catalogue_records where id = $1`,
    [lot!.id],
  )
  expect((await decideResults(peterBankChecker, 'approve', sent)).status).toBe(200)
  await bookedResults(world, newResults(2))
  const claim = (await lodgeClaim(estherBankMaker, { amount: 77.77, document })).body.data
  await decideClaim(peterBankChecker, 'approve', { id: claim.id })
  const { rows: drawn } = await world.owner.query<{ gross: string }>(
    `select gross_cents::text as gross from eslips where invoice_number = $1`,
    [invoice],
  )
  const paid = (await enterPayment(estherBankMaker, { invoiceNumber: invoice, amount: Number(drawn[0]!.gross) / 100 }))
    .body
  expect((await decidePayment(peterBankChecker, 'approve', { id: paid.data.id })).status).toBe(200)
  const { rows: slips } = await world.owner.query<{
    id: string
    result: string
    share: string
    number: string
    warrant: string
    outturn: string
    gross: string
    net: string
    drawn: string
  }>(
    `select e.id, e.result_id as result, s.id as share, e.eslip_number as number, e.warrant_number as warrant, e.outturn, e.gross_cents::text as gross, e.net_cents::text as net,
       (e.gross_cents - (select sum(amount_cents) from eslip_legs where eslip_id = e.id and kind not in ('GROWER', 'CLAIM')))::text as drawn
     from eslips e join eslip_shares s on s.eslip_id = e.id where e.invoice_number = $1`,
    [invoice],
  )
  const [slip] = slips
  ids = [slip!.id, slip!.result, slip!.share, lot!.id, lot!.dispatch, sent.id, paid.data.id, claim.id]
  const inDollars = (cents: string) => `${cents.slice(0, -2)}.${cents.slice(-2)}`
  fetched = [...[price, inDollars(slip!.gross)].flatMap(written), invoice]
  kept = [reserve, inDollars(slip!.net), inDollars(slip!.drawn)].flatMap(written)
  named = [slip!.number, slip!.warrant, slip!.outturn, document]
})
afterAll(() => world?.close())

/** An amount as calls and screens write it: without what is nothing at its end, with commas, and in cents. */
const written = (amount: string): string[] => [
  ...new Set([
    amount,
    amount.replace(/0+$/, '').replace(/\.$/, ''),
    amount.replaceAll(/\B(?=(?:\d{3})+\.)/g, ','),
    amount.replace('.', ''),
  ]),
]

/** What an answer says: of a file its cells, so that what stands between them is no part of a figure. */
async function textOf({ bytes, headers }: HttpAnswer): Promise<string> {
  const isWorkbook = bytes.subarray(0, 2).toString() === 'PK'
  if (!isWorkbook && !headers['content-type']?.includes('csv')) return bytes.toString('latin1')
  const table = await readTable({ bytes, fileName: isWorkbook ? 'answer.xlsx' : 'answer.csv', caps: {} }).catch(
    () => null,
  )
  // A file without rows, or of another kind.
  if (!table) return bytes.toString('latin1')
  const cells = [...table.header]
  for await (const batch of table.batches) cells.push(...batch.flatMap((row) => row.cells))
  return cells.join('\n')
}
/** Whole figures only: 4321.09 is not in 14321.095. */
const found = (text: string, canaries: readonly string[]): string[] =>
  canaries.filter((canary) => new RegExp(`(?<![\\d.,])${canary.replaceAll(/[.]/g, '\\.')}(?!\\d)`).test(text))

const ofTrade =
  /stock|grower|sales|eslip|settlement|catalogue|grn|outturn|timeline|estatecured|circle|balance|trace|evidence|payout|price|inbox|search|audit|reconciliation/
const reads = declaredCalls
  .map(({ declared }) => declared)
  .filter(({ method, path }) => method === 'GET' && !path.startsWith('/auth') && ofTrade.test(path))
const posted = declaredCalls
  .map(({ declared }) => declared)
  .filter(
    ({ method, path }) =>
      method === 'POST' && /^\/(eslip\/download|settlement\/transactions|organization\/get-sales)/.test(path),
  )

/** Everything of the trade that somebody is answered, by every id of the lot and every way to ask for more. */
async function leaksTo(person: Person, canaries: readonly string[]): Promise<{ answered: number; leaks: string[] }> {
  const leaks: string[] = []
  let answered = 0
  const sale = saleNameOf(currentSeason(), 61)
  for (const declared of [...reads, ...posted].filter((one) => mayCall(one, person.role)))
    for (const id of /:(?:id|fileId)\b/.test(declared.path) ? ids : ids.slice(0, 1))
      // The own organisation, and that of the grower.
      for (const code of /:\w*rg\w*|:growerCode/.test(declared.path)
        ? [person.organisationCode, 'CF4100']
        : ['CF4100']) {
        const facts = { organisationId: world.organisationId(code), organisationCode: code, id }
        const values = {
          sale,
          outturn: named[2],
          growerCode: 'CF4100',
          fileId: id,
          season: currentSeason(),
          kind: 'eslip',
        }
        const { method, path, query, ...options } = await sampleRequest(declared, { ...facts, values })
        const asked = { growerCode: 'CF4100', season: currentSeason(), size: 100, ...query }
        const ways: Record<string, string | number>[] = isExported(declared)
          ? [{ export: 'csv' }, { export: 'xlsx' }, { paginate: 'Y', search: named[2]! }]
          : [asked]
        for (const way of ways) {
          const answer = await person.request(method, path, { ...options, query: way })
          if (answer.status === 200) answered += 1
          const seen = found(await textOf(answer), canaries)
          if (seen.length > 0)
            leaks.push(`${person.username} ${method} ${path} ${JSON.stringify(way)}: ${seen.join(', ')}`)
        }
      }
  return { answered, leaks }
}

// Each role of every organisation that the lot does not name.
const strangers: PersonName[] = [
  ...(['danielMaker', 'purityChecker', 'simonManager', 'lydiaMaker', 'georgeChecker', 'janeManager'] as const),
  ...(['brianMarketerMaker', 'halimaMarketerChecker', 'victorBuyer'] as const),
]
test.each(strangers)('%s, who is no party to the lot, reads neither of it nor of its money', async (name) => {
  const { answered, leaks } = await leaksTo(world.people[name], [...fetched, ...kept, ...named])
  expect(leaks).toEqual([])
  expect(answered).toBeGreaterThan(10)
})

// They mill, store and hand over the lot, and are paid of it.
const holders: PersonName[] = [
  ...(['kipronoMillerMaker', 'aliceMillerChecker', 'rashidWarehouseMaker'] as const),
  ...(['naomiWarehouseClerk', 'francisWarehouseChecker', 'graceWarehouseChecker'] as const),
]
test.each(holders)('%s, who mills or stores the lot, reads nothing of what became of its proceeds', async (name) => {
  const { answered, leaks } = await leaksTo(world.people[name], [...fetched, ...kept, document])
  expect(leaks).toEqual([])
  expect(answered).toBeGreaterThan(10)
})

const knowing: PersonName[] = [
  ...([
    'wanjikuMaker',
    'zainabBuyer',
    'peterBankChecker',
    'mercyKpcuChecker',
    'aminaViewer',
    'samuelAdministrator',
  ] as const),
]
test.each(knowing)('%s, who may know what it fetched, does not read the reserve of its broker', async (name) => {
  const { leaks } = await leaksTo(world.people[name], written(reserve))
  expect(leaks).toEqual([])
})

test('whom it concerns reads it: the canaries are there to be found', async () => {
  const { wanjikuMaker, catherineBrokerChecker, zainabBuyer } = world.people
  const seenBy = async (person: Person) => {
    const { leaks } = await leaksTo(person, [...fetched, ...kept, ...named])
    return leaks.join('\n')
  }
  const [society, broker, buyer] = [
    await seenBy(wanjikuMaker),
    await seenBy(catherineBrokerChecker),
    await seenBy(zainabBuyer),
  ]
  for (const canary of [price, invoice, ...named]) expect(society).toContain(canary)
  expect(broker).toContain(reserve)
  for (const canary of [price, invoice]) expect(buyer).toContain(canary)
})
