import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageOf } from '#contract/kit/listScreen.ts'
import {
  saleNameOf,
  saleReportReference,
  type CheckedSaleReport,
  type SaleReport,
  type SettledSale,
} from '#contract/settlement/saleReports.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { now } from '#server/kit/clock.ts'
import { codeOfPaper } from '#server/kit/paper/paperCodes.ts'
import { bookedResults, holdSale, newResults } from '#test/kit/auctionResults.ts'
import { eslipIn } from '#test/kit/eslips.ts'
import type { Person } from '#test/kit/people.ts'
import { decideClaim, decidePayment, enterPayment, lodgeClaim, openAccount } from '#test/kit/settlement.ts'
import { fillAccount } from '#test/kit/societyMoney.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { eslipPayouts, sendLegs } from './sendLegs.ts'

const sale = saleNameOf(currentSeason(), 61)
let world: World
let bank: Person
beforeAll(async () => {
  world = await makeWorld()
  bank = world.people.peterBankChecker
  await openAccount(world, 'BUYERS')
  await bookedResults(world, newResults(3))
})
afterAll(() => world?.close())

const read = (person: Person, name = sale) => person.get<SaleReport & { code?: string }>(`/sales/settlement/${name}`)
const report = async (person: Person, name = sale) => (await read(person, name)).body
const invoices = async () =>
  (
    await world.owner.query<{ invoice: string; amount: string }>(
      `select invoice_number as invoice, gross_cents / 100.0 as amount from eslips where sale_number = 61 and status in ('PENDING_PAYMENT', 'DEFAULTED') order by lot_number`,
    )
  ).rows
async function pay(): Promise<void> {
  const [first] = await invoices()
  const amount = Number(first?.amount)
  const { body } = await enterPayment(world.people.estherBankMaker, { invoiceNumber: first?.invoice ?? '', amount })
  const { status } = await decidePayment(bank, 'approve', body.data)
  expect(status).toBe(200)
}
/** The bank has carried out, or refused, every order of legs that it has. */
async function arrive(status: 'PAID' | 'FAILED'): Promise<void> {
  const { rows } = await world.owner.query<{ source: string; org: string }>(
    `select sent_as as source, coalesce(payee_id, organisation_id) as org from eslip_legs where status = 'PROCESSING'`,
  )
  const told = { status, partnerStatus: 'SUCCESS', partnerReference: null, reason: '', at: now() } as const
  await world.house.db.transaction('system', (tx) =>
    eslipPayouts.settled(
      tx,
      rows.map(({ source, org }) => ({ sourceId: source, organisationId: org, ...told })),
    ),
  )
}
const send = () => world.house.db.transaction('system', (tx) => sendLegs(tx, null))
const cents = (amount: number | null) => Math.round((amount ?? 0) * 100)
const addsUp = ({ legs, payees, total, gross, states, closing, difference }: SaleReport) => {
  for (const rows of [legs, payees])
    for (const part of ['amount', 'unpaid', 'waiting', 'atBank', 'arrived'] as const)
      expect(rows.reduce((sum, row) => sum + cents(row[part]), 0)).toBe(cents(total[part]))
  expect(cents(total.unpaid) + cents(total.waiting) + cents(total.atBank) + cents(total.arrived)).toBe(
    cents(total.amount),
  )
  expect(cents(total.amount)).toBe(cents(gross))
  expect(states.reduce((sum, state) => sum + cents(state.gross), 0)).toBe(cents(gross))
  expect([...closing.map((row) => row.difference), difference]).toEqual([...closing.map(() => 0), 0])
}

describe('the whole of a sale', () => {
  test('before anybody has paid everything is with the buyers', async () => {
    const all = await report(bank)
    addsUp(all)
    expect(all).toMatchObject({ lots: 3, gross: 17_869.8, status: 'AWAITING', organisationName: '' })
    expect(all.total.unpaid).toBe(17_869.8)
    expect(all.legs.map(({ kind }) => kind)).toEqual(['DSS', 'EXCHANGE', 'BROKER', 'MILLER', 'WAREHOUSE', 'GROWER'])
  })

  test('what is paid is in clearing until the bank has carried it out, a claim is a leg of its own, and it closes at every step', async () => {
    const { data } = (await lodgeClaim(world.people.estherBankMaker, { amount: 100 })).body
    await decideClaim(bank, 'approve', data)
    await pay()
    const paid = await report(bank)
    addsUp(paid)
    expect(paid.status).toBe('BEING_PAID')
    expect([paid.total.unpaid, paid.total.waiting, paid.total.atBank]).toEqual([11_913.2, 5_956.6, 0])
    expect(paid.legs.find(({ kind }) => kind === 'CLAIM')?.amount).toBe(100)
    expect(paid.closing.map(({ what, ledger }) => [what, ledger])).toEqual([
      ['RECEIVED', 5_956.6],
      ['DISTRIBUTED', 5_956.6],
      ['ARRIVED', 0],
      ['CLEARING', 5_956.6],
    ])
    await openAccount(world, 'PROVIDER', 'BR5001')
    await openAccount(world, 'DSS')
    await send()
    addsUp(await report(bank))
    expect((await report(bank)).total.atBank).toBe(77.44)
    await arrive('PAID')
    const arrived = await report(bank)
    addsUp(arrived)
    expect([arrived.total.atBank, arrived.total.arrived]).toEqual([0, 77.44])
  })

  test('a late buyer is seen, what the bank has refused stays in clearing, and the last leg settles it', async () => {
    await world.owner.query(
      `update eslips set status = 'DEFAULTED' where sale_number = 61 and status = 'PENDING_PAYMENT' and lot_number = (select max(lot_number) from eslips where sale_number = 61)`,
    )
    const late = await report(bank)
    addsUp(late)
    expect(late.states.map(({ status, lots }) => [status, lots])).toEqual([
      ['PENDING_PAYMENT', 1],
      ['DEFAULTED', 1],
      ['PAID', 1],
    ])
    await pay()
    await pay()
    for (const purpose of ['EXCHANGE', 'PROVIDER'] as const) await openAccount(world, purpose)
    for (const code of ['ML2001', 'WH6001']) await openAccount(world, 'PROVIDER', code)
    await send()
    await arrive('FAILED')
    const refused = await report(bank)
    addsUp(refused)
    expect([refused.status, refused.total.atBank, refused.total.unpaid]).toEqual(['BEING_PAID', 0, 0])
    await world.owner.query(`update trade_accounts set changed_at = now() + interval '1 hour'`)
    await fillAccount(world, 'CF4100', 'NON_CHECKOFF', 0)
    await send()
    await arrive('PAID')
    const settled = await report(bank)
    addsUp(settled)
    expect([settled.status, settled.total.arrived]).toEqual(['SETTLED', 17_869.8])
    for (const person of [world.people.mercyKpcuChecker, world.people.aminaViewer])
      expect(await report(person)).toEqual(settled)
  })

  test('what no posting stands behind, and a gross that its legs are not, is a difference for everybody to see', async () => {
    const id = await eslipIn(world, 'PAID')
    await world.owner.query(`update eslips set sale_number = 62 where id = $1`, [id])
    await world.owner.query(`update eslip_legs set status = 'PAID' where eslip_id = $1 and kind = 'BROKER'`, [id])
    const { closing, difference } = await report(bank, saleNameOf(currentSeason(), 62))
    expect(closing.map((row) => [row.what, row.difference])).toEqual([
      ['RECEIVED', 360],
      ['DISTRIBUTED', 360],
      ['ARRIVED', 3.6],
      ['CLEARING', 356.4],
    ])
    expect(difference).toBe(723.6)
  })
})

describe('a part of it', () => {
  const canary = 'Kirimandu'
  const other = saleNameOf(currentSeason(), 63)
  beforeAll(async () => {
    await holdSale(world, { number: 63, lots: 1 })
    const own = await eslipIn(world)
    await world.owner.query(`update eslips set sale_number = 63 where id = $1`, [own])
    // Coffee of another grower in the same sale, fetched otherwise.
    const id = await eslipIn(world)
    await world.owner.query(
      `begin; update eslips set sale_number = 63, gross_cents = 77777, net_cents = 77129, grower_id = g.id from organisations g where eslips.id = '${id}' and g.code = 'CF4101';
       update eslip_shares set grower_id = g.id, gross_cents = 77777, net_cents = 77129 from organisations g where eslip_id = '${id}' and g.code = 'CF4101';
       update eslip_legs set payee_id = g.id, grower_id = g.id, amount_cents = 77129 from organisations g where eslip_id = '${id}' and kind = 'GROWER' and g.code = 'CF4101'; commit`,
    )
  })

  test('a society reads its own lots whole and closed, and nothing of another grower, on the screen, in lists, files and papers', async () => {
    const { wanjikuMaker, danielMaker } = world.people
    const mine = await report(wanjikuMaker, other)
    addsUp(mine)
    expect(mine).toMatchObject({ lots: 1, gross: 360, organisationName: 'Othameru Farmers Co-operative Society' })
    expect((await report(danielMaker, other)).gross).toBe(777.77)
    const seen = [
      JSON.stringify(mine),
      JSON.stringify((await wanjikuMaker.get('/sales/settlement')).body),
      (await wanjikuMaker.get('/sales/settlement', { export: 'csv' })).bytes.toString(),
      JSON.stringify((await check(world, 'CF4100', other)).body),
    ]
    for (const text of seen) for (const secret of ['777.77', '771.29', canary]) expect(text).not.toContain(secret)
    // Every figure of a paper is in the fingerprint that the trail keeps of it: what another grower's lot fetches changes none.
    const printed = async () => {
      expect((await wanjikuMaker.get(`/sales/settlement/${other}/paper`)).status).toBe(200)
      const { rows } = await world.owner.query<{ comment: string }>(
        `select comment from audit_events where kind = 'sale' and action = 'print' and actor_id = $1 order by id desc limit 1`,
        [wanjikuMaker.id],
      )
      return rows[0]?.comment
    }
    const before = await printed()
    await world.owner.query(
      `begin; update eslips set gross_cents = 88888, net_cents = 88240 where gross_cents = 77777; update eslip_shares set gross_cents = 88888, net_cents = 88240 where gross_cents = 77777;
       update eslip_legs set amount_cents = 88240 where amount_cents = 77129; commit`,
    )
    expect((await report(danielMaker, other)).gross).toBe(888.88)
    expect(await printed()).toBe(before)
    expect((await read(danielMaker)).status).toBe(404)
    expect((await read(danielMaker)).body.code).toBe('record.not_found')
  })

  test('a bulked lot shows a grower its part, its charges as one figure', async () => {
    const id = await eslipIn(world)
    await world.owner.query(
      `begin; update eslips set sale_number = 64, grower_id = null where id = '${id}';
       update eslip_shares set kilograms = 60, gross_cents = 24000, net_cents = 23568 where eslip_id = '${id}';
       insert into eslip_shares (eslip_id, organisation_id, grower_id, outturn, kilograms, gross_cents, net_cents)
         select eslip_id, organisation_id, o.id, outturn, 30, 12000, 11784 from eslip_shares cross join organisations o where eslip_id = '${id}' and o.code = 'CF4101';
       update eslip_legs set amount_cents = 23568 where eslip_id = '${id}' and kind = 'GROWER';
       insert into eslip_legs (id, eslip_id, organisation_id, place, kind, payee_id, grower_id, amount_cents)
         select gen_random_uuid(), eslip_id, organisation_id, 5, 'GROWER', o.id, o.id, 11784 from eslip_legs cross join organisations o
         where eslip_id = '${id}' and kind = 'GROWER' and o.code = 'CF4101'; commit`,
    )
    const name = saleNameOf(currentSeason(), 64)
    const mine = await report(world.people.danielMaker, name)
    expect([mine.gross, mine.weight, mine.difference]).toEqual([120, 30, 0])
    expect(mine.legs.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['SHARED', 2.16],
      ['GROWER', 117.84],
    ])
    addsUp(await report(bank, name))
  })

  test('the broker reads what it sold; mill and warehouse what they earn of it, and no price', async () => {
    const { kevinBrokerMaker, kipronoMillerMaker, francisWarehouseChecker } = world.people
    const sold = await report(kevinBrokerMaker)
    expect([sold.gross, sold.total.amount, sold.difference]).toEqual([17_869.8, 17_869.8, 0])
    // Of the ledger it reads what went to itself.
    expect(sold.closing.map(({ what, ledger }) => [what, ledger])).toEqual([
      ['DISTRIBUTED', 178.71],
      ['ARRIVED', 178.71],
      ['CLEARING', 0],
    ])
    for (const [person, kind] of [
      [kipronoMillerMaker, 'MILLER'],
      [francisWarehouseChecker, 'WAREHOUSE'],
    ] as const) {
      const { gross, states, legs, payees, closing, difference } = await report(person)
      expect([gross, states.map((state) => state.gross), legs.map((leg) => leg.kind), payees.length]).toEqual([
        null,
        [null],
        [kind],
        1,
      ])
      expect([closing.length, closing[0]?.ledger, difference]).toEqual([3, legs[0]?.amount, 0])
    }
  })

  test('a buyer reads what it bought and whether that is paid', async () => {
    const { gross, legs, closing, difference } = await report(world.people.zainabBuyer)
    expect([gross, legs, closing, difference]).toEqual([17_869.8, [], [], 0])
  })
})

test('sales are listed the latest first with what is not paid of them, each reader’s own', async () => {
  const list = async (person: Person, filter = '') =>
    (await person.get<PageOf<SettledSale>>('/sales/settlement', { paginate: 'Y', size: 20, filter })).body.data
  const [settled] = await list(bank, 'status:SETTLED')
  expect(settled).toMatchObject({ id: sale, lots: 3, gross: 17_869.8, unpaidLots: 0, status: 'SETTLED' })
  expect((await list(world.people.kipronoMillerMaker)).find(({ id }) => id === sale)?.gross).toBeNull()
  expect((await list(world.people.danielMaker)).map(({ id }) => id)).not.toContain(sale)
})

async function check(at: World, code: string | null, name: string, forged = false) {
  const part = code === null ? '' : at.organisationId(code).replaceAll('-', '').toUpperCase()
  const reference = `SR${name.replaceAll('-', '')}${part}`
  const written = codeOfPaper(at.house, { name: 'sale report', reference: saleReportReference }, reference)
  const asked = forged ? `${written.slice(0, -1)}${written.endsWith('0') ? '1' : '0'}` : written
  return (await at.stranger({ method: 'GET', path: `/check-settlement/${encodeURIComponent(asked)}` })) as {
    status: number
    body: CheckedSaleReport & { code?: string }
  }
}

test('it is printed sealed in both languages with a line in the trail, and its code tells anybody what it says now', async () => {
  const { wanjikuMaker, danielMaker } = world.people
  for (const person of [bank, wanjikuMaker])
    for (const language of ['en', 'sw']) {
      const { status, bytes } = await person.get(`/sales/settlement/${sale}/paper`, { language })
      expect([status, bytes.subarray(0, 5).toString(), bytes.includes('Adobe.PPKLite')]).toEqual([200, '%PDF-', true])
    }
  expect((await danielMaker.get(`/sales/settlement/${sale}/paper`)).status).toBe(404)
  const { rows } = await world.owner.query<{ comment: string }>(
    `select comment from audit_events where kind = 'sale' and action = 'print' order by at desc limit 1`,
  )
  const whole = await check(world, null, sale)
  expect(whole.body).toMatchObject({ lots: 3, gross: 17_869.8, difference: 0, organisationName: '' })
  const part = await check(world, 'CF4100', sale)
  expect([part.body.organisationName, part.body.fingerprint]).toEqual([
    'Othameru Farmers Co-operative Society',
    rows[0]?.comment,
  ])
  expect((await check(world, null, sale, true)).body.code).toBe('sale_report.unknown')
})
