import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfCode } from '#server/loanReports/statementCodes.ts'
import type {
  CheckedSlipEvidence,
  CheckedEvidence,
  GrowerChain,
  LineChain,
  Proof,
} from '#contract/statements/chains.ts'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { agreeDeals, decideDeal, submitDeal } from '#test/kit/conversionRates.ts'
import { coffeeToAccounts, type Chain } from '#test/kit/coffeeToAccounts.ts'
import type { Person } from '#test/kit/people.ts'
import { decideSchedule, saveSchedule } from '#test/kit/schedules.ts'
import { fillAccount, payIn } from '#test/kit/societyMoney.ts'
import { approvedTransfer, atTheBank } from '#test/kit/societyTransfers.ts'
import { evidenceFacts } from './evidenceFacts.ts'

// Two lots whose dollars are retained, swept and converted into one schedule; then other dollars, and a second schedule.
let chain: Chain
let maker: Person
beforeAll(async () => {
  chain = await coffeeToAccounts()
  maker = chain.world.people.wanjikuMaker
}, 120_000)
afterAll(() => chain?.world.close())

const cents = (amount: number) => Math.round(amount * 100)
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + cents(of(row)), 0)
const lineOf = async (id: string, person = maker) =>
  await person.get<LineChain & { code?: string }>(`/payment/scheduleLine/${id}/chain`)
const slipOf = async (id: string, person = maker) =>
  await person.get<{ growers: GrowerChain[]; code?: string }>(`/eslips/${id}/chain`)
const linesOf = async (scheduleId: string) =>
  (
    await chain.world.owner.query<{ id: string; gross: string }>(
      `select id, (total_cents + bonus_cents)::text as gross from schedule_lines where communal_payment_id = $1 order by id`,
      [scheduleId],
    )
  ).rows

test('a line leads to the lots that it came from: what was retained is no part of it, and what came in first was paid first', async () => {
  const [line] = await linesOf(chain.schedule.id)
  const { parts, ...figures } = (await lineOf(line?.id ?? '')).body
  const [first, second] = parts
  expect(parts.map(({ source, eslipNumber, dealCode, rate }) => [source, eslipNumber, dealCode, rate])).toEqual(
    chain.slips.map(({ number }) => ['LOT', number, chain.dealCode, 128.95]),
  )
  // Of the first lot two thousand dollars were retained; the rest of it went before the second.
  expect(cents(first?.dollars ?? 0)).toBe(cents(first?.net ?? 0) - 200_000)
  expect(sum(first?.legs ?? [], ({ amount }) => amount)).toBe(cents(first?.gross ?? 0))
  expect(first?.legs.at(-1)).toEqual({ kind: 'GROWER', amount: first?.net })
  const { rows } = await chain.world.owner.query<{ dollars: string; shillings: string }>(
    `select sum(dollars_cents)::text as dollars, sum(shillings_cents)::text as shillings from communal_payment_conversions where communal_payment_id = $1`,
    [chain.schedule.id],
  )
  expect([sum(parts, ({ dollars }) => dollars), sum(parts, ({ shillings }) => shillings)]).toEqual([
    Number(rows[0]?.dollars),
    Number(rows[0]?.shillings),
  ])
  expect([second?.saleNumber, second?.grade, second?.weight, second?.gross]).toEqual([61, 'AB', 754, 5956.6])
  expect(cents(figures.total) + cents(figures.bonus)).toBe(
    cents(figures.deducted) + cents(figures.recovered) + cents(figures.leftOver) + cents(figures.paid),
  )
})

test('the parts of every line add up to it, and each lot says the same of every account that it reached', async () => {
  const lines = await linesOf(chain.schedule.id)
  const chainsOf = new Map<string, LineChain>()
  for (const { id, gross } of lines) {
    const { body } = await lineOf(id)
    expect(sum(body.parts, ({ part }) => part)).toBe(Number(gross))
    chainsOf.set(id, body)
  }
  for (const { id } of chain.slips) {
    const [grower] = (await slipOf(id)).body.growers
    expect(cents(grower?.net ?? 0)).toBe(
      sum([grower!], ({ nonCheckoff }) => nonCheckoff) +
        sum([grower!], ({ retained }) => retained) +
        sum([grower!], ({ farmersUsd }) => farmersUsd) +
        sum([grower!], ({ unpaid }) => unpaid) +
        sum(grower?.schedules ?? [], ({ dollars }) => dollars),
    )
    const accounts = grower?.schedules.flatMap((schedule) => schedule.accounts) ?? []
    expect(accounts).toHaveLength(lines.length)
    for (const { lineId, part, account } of accounts) {
      expect(part).toBe(chainsOf.get(lineId)?.parts.find(({ eslipId }) => eslipId === id)?.part)
      expect(account).toMatch(/^•+.{3}$/)
    }
  }
})

test('other dollars and a second schedule go on where the first has ended; an order that the bank refused takes nothing', async () => {
  const { world } = chain
  await world.owner.query(
    `with failed as (insert into society_transfers (id, organisation_id, kind, season, amount_cents, received_cents, status, makers, made_by, created_at)
       select gen_random_uuid(), $1, 'SWEEP', season, 10000, 10000, 'FAILED', array[made_by], made_by, now() from society_transfers where organisation_id = $1 limit 1 returning id)
     insert into ledger_movements (id, organisation_id, reference, kind, debit_account_id, credit_account_id, book, currency, amount_cents, business_date, cause_kind, cause_id, place, created_at)
     select gen_random_uuid(), $1, 'transfer/' || f.id || '/' || w.what, 'POST', case w.what when 'ordered' then c.id else n.id end, case w.what when 'ordered' then n.id else c.id end, 'MONEY', 'USD', 10000, current_date, 'society_transfer', f.id, w.place, now()
     from failed f cross join (values (1, 'ordered'), (2, 'returned')) w (place, what) join ledger_accounts n on n.organisation_id = $1 and n.kind = 'non_checkoff'
       join ledger_accounts c on c.organisation_id = $1 and c.subject_id = $1 and c.kind = 'clearing' and c.currency = 'USD' order by w.place`,
    [world.organisationId('CF4100')],
  )
  await fillAccount(world, 'CF4100', 'NON_CHECKOFF', 500)
  const { rows } = await world.owner.query<{ number: string; left: string }>(
    `select account_number as number, (select (l.debits_cents - l.credits_cents)::text from ledger_accounts l where l.id = ledger_account_id) as left from society_accounts where organisation_id = $1 and purpose = 'NON_CHECKOFF'`,
    [world.organisationId('CF4100')],
  )
  await payIn(world, rows[0]?.number ?? '', 50_000, 'Other')
  await approvedTransfer(world, 'SWEEP', Number(rows[0]?.left) / 100)
  await atTheBank(world)
  await agreeDeals(world, { dealCode: '880022', rate: '129.500000' })
  await decideDeal(
    world.people.otienoChecker,
    'APPROVE',
    (await submitDeal(maker, '880022', { reason: 'Best' })).body.data,
  )
  const usd = await world.owner.query<{ left: string }>(
    `select (l.debits_cents - l.credits_cents)::text as left from society_accounts a join ledger_accounts l on l.id = a.ledger_account_id where a.organisation_id = $1 and a.purpose = 'FARMERS_USD'`,
    [world.organisationId('CF4100')],
  )
  await approvedTransfer(world, 'CONVERSION', Number(usd.rows[0]?.left) / 100)
  await atTheBank(world)
  const { data }: { data: CommunalPayment } = (await saveSchedule(world, maker)).body
  await decideSchedule(world, world.people.margaretManager, 'APPROVE', data)
  for (const { id, gross } of await linesOf(data.id)) {
    const { parts } = (await lineOf(id)).body
    expect(sum(parts, ({ part }) => part)).toBe(Number(gross))
    // What the first schedule carried of the first deal comes before the rest of the second lot, and the other dollars last.
    expect(parts.map(({ source, dealCode }) => `${source} ${dealCode}`)).toEqual([
      'LOT 880011',
      'LOT 880022',
      'DOLLARS 880022',
    ])
    expect(parts.map(({ eslipNumber }) => eslipNumber)).toEqual([chain.slips[1]?.number, chain.slips[1]?.number, ''])
    expect(parts[2]?.says).toBe('Outturn 40KR0001')
  }
  const [second] = (await slipOf(chain.slips[1]?.id ?? '')).body.growers
  expect(second).toMatchObject({ nonCheckoff: 0, farmersUsd: 0, unpaid: 0 })
  expect(sum(second?.schedules ?? [], ({ dollars }) => dollars)).toBe(cents(second?.net ?? 0))
  expect(second?.schedules.map(({ cycle, dealCode }) => [cycle, dealCode])).toEqual([
    [1, '880011'],
    [2, '880011'],
    [2, '880022'],
  ])
})

test('a chain is the society’s own, and of those who see everybody', async () => {
  const [line] = await linesOf(chain.schedule.id)
  const slip = chain.slips[0]?.id ?? ''
  const { danielMaker, kipronoMillerMaker, aminaViewer, peterBankChecker } = chain.world.people
  for (const [person, status] of [
    [danielMaker, 404],
    [kipronoMillerMaker, 403],
    [aminaViewer, 200],
    [peterBankChecker, 200],
  ] as const)
    expect([
      person.username,
      (await lineOf(line?.id ?? '', person)).status,
      (await slipOf(slip, person)).status,
    ]).toEqual([person.username, status, status])
})

test.each(['en', 'sw'] as const)(
  'on paper a payment adds up, cents that M-PESA does not pay included (%s)',
  async (language) => {
    for (const { id } of await linesOf(chain.schedule.id)) {
      const { body } = await lineOf(id)
      for (const left of [0, 0.41]) {
        const facts = evidenceFacts({ ...body, leftOver: left, paid: body.paid + body.leftOver - left }, language)
        const [total = 0, ...parts] = facts
          .flatMap(([, value]) => (value.startsWith('KES ') ? [cents(Number(value.slice(4).replaceAll(',', '')))] : []))
          .slice(1)
        expect(parts.reduce((all, part) => all + part, 0)).toBe(total)
      }
    }
  },
)

test('an evidence pack carries a code under which anybody finds the same figures and fingerprint, and nobody’s name', async () => {
  const [line] = await linesOf(chain.schedule.id)
  const path = `/payment/scheduleLine/${line?.id}/evidence`
  const pdf = await maker.get(path)
  expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const { bytes } = await maker.get(`${path}/file`)
  const pack = JSON.parse(bytes.toString()) as { chain: LineChain; code: string; fingerprint: string; address: string }
  expect(pack.address).toContain(`/check/${pack.code}`)
  const check = async (code: string) => await chain.world.stranger({ method: 'GET', path: `/check-evidence/${code}` })
  const { body, status } = await check(pack.code)
  const { fingerprint, ...found } = body as CheckedEvidence
  expect([status, fingerprint]).toEqual([200, pack.fingerprint])
  expect(found).toEqual(pack.chain)
  const { rows } = await chain.world.owner.query<{ name: string; id: string; number: string; account: string }>(
    `select f.full_name as name, f.id_number as id, f.member_number as number, l.account_number as account from schedule_lines l join farmers f on f.id = l.farmer_id where l.id = $1`,
    [line?.id],
  )
  for (const secret of Object.values(rows[0] ?? {})) expect(JSON.stringify(body)).not.toContain(secret)
  expect((await check(`${pack.code.slice(0, -1)}${pack.code.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
  await chain.world.owner.query(
    `update schedule_lines set settled_at = settled_at + interval '1 day', status = 'SUCCESS' where id = $1`,
    [line?.id],
  )
  expect(((await check(pack.code)).body as CheckedEvidence).fingerprint).not.toBe(pack.fingerprint)
  const trail = await chain.world.owner.query(`select from audit_events where action = 'evidence'`)
  expect(trail.rows).toHaveLength(2)
})

test('a lot has an evidence pack of its own, whose code shows where its dollars are and nobody’s name', async () => {
  const { world, slips } = chain
  type Slips = {
    growers: { legId: string; net: number; nonCheckoff: number; retained: number; farmersUsd: number; unpaid: number }[]
  }
  const { growers } = (await maker.get<Slips>(`/eslips/${slips[0]?.id}/chain`)).body
  const path = `/eslips/legs/${growers[0]?.legId}/evidence`
  const pdf = await maker.get(path, { language: 'sw' })
  expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const pack = JSON.parse((await maker.get(`${path}/file`)).bytes.toString()) as {
    proof: CheckedSlipEvidence
    code: string
    fingerprint: string
  }
  const { proof } = pack
  // To the cent: what the lot fetched is its legs, and what the society was paid is where its dollars are.
  const cents = (amounts: number[]) => amounts.reduce((so, amount) => so + Math.round(amount * 100), 0)
  expect(cents(proof.legs.map(({ amount }) => amount))).toBe(cents([proof.gross]))
  expect(
    cents([
      proof.nonCheckoff,
      proof.retained,
      proof.farmersUsd,
      proof.unpaid,
      ...proof.schedules.map(({ dollars }) => dollars),
    ]),
  ).toBe(cents([proof.net]))
  expect(proof.schedules.length).toBeGreaterThan(0)
  const check = async (code: string) => await world.stranger({ method: 'GET', path: `/check-slip-evidence/${code}` })
  const { body, status } = await check(pack.code)
  const { fingerprint, ...found } = body as CheckedSlipEvidence
  expect([status, fingerprint]).toEqual([200, pack.fingerprint])
  expect(found).toEqual(proof)
  const { rows } = await world.owner.query<{ name: string; number: string; account: string }>(
    `select f.full_name as name, f.member_number as number, l.account_number as account from schedule_lines l join farmers f on f.id = l.farmer_id where l.communal_payment_id = $1`,
    [chain.schedule.id],
  )
  const said = JSON.stringify([pack, body])
  for (const secret of rows.flatMap((row) => Object.values(row))) expect(said).not.toContain(secret)
  expect((await check(`${pack.code.slice(0, -1)}${pack.code.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
  expect((await world.people.danielMaker.get(path)).status).toBe(404)
  const trail = await world.owner.query(`select from audit_events where action = 'evidence' and kind = 'eslip'`)
  expect(trail.rows).toHaveLength(2)
})

test('the code of a printed statement shows the chain of each of its payments, and nothing of the member', async () => {
  const { world, schedule } = chain
  const { rows } = await world.owner.query<{
    farmer: string
    name: string
    id: string
    number: string
    mobile: string
    account: string
  }>(
    `select f.id as farmer, f.full_name as name, f.id_number as id, f.member_number as number, f.mobile_number as mobile, l.account_number as account
     from schedule_lines l join farmers f on f.id = l.farmer_id where l.communal_payment_id = $1 order by l.id limit 1`,
    [schedule.id],
  )
  const { farmer, ...personal } = rows[0]!
  expect((await maker.get(`/farmer/payment_statement/${world.organisationId('CF4100')}/${farmer}/paper`)).status).toBe(
    200,
  )
  const printedAs = (code: string, at: string) =>
    world.owner.query(
      `insert into member_statements (id, kind, organisation_id, farmer_id, code_hash, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at)
       select gen_random_uuid(), kind, organisation_id, farmer_id, $1, initials, from_day, to_day, closing_cents, fingerprint, issued_by, ${at} from member_statements where farmer_id = $2 limit 1`,
      [hashOfCode(code), farmer],
    )
  await printedAs('ABCDE-FGHJK-MNPQR-STVWX', 'now()')
  const proofOf = (code: string) => world.stranger({ method: 'GET', path: `/check-proof/${code}` })
  const { status, body } = await proofOf('ABCDE-FGHJK-MNPQR-STVWX')
  const { payments } = body as { payments: Proof[] }
  expect([status, payments.map(({ season, cycle }) => `${season} ${cycle}`)]).toEqual([
    200,
    [`${schedule.season} 2`, `${schedule.season} 1`],
  ])
  for (const { parts, total, bonus } of payments)
    expect(sum(parts, ({ part }) => part)).toBe(cents(total) + cents(bonus))
  for (const secret of Object.values(personal)) expect(JSON.stringify(body)).not.toContain(secret)
  expect((await proofOf('ABCDE-FGHJK-MNPQR-STVWY')).status).toBe(404)
  // What was approved after it was printed is not on the paper.
  await printedAs('BBCDE-FGHJK-MNPQR-STVWX', `(select decided_at from communal_payments where id = '${schedule.id}')`)
  const earlier = (await proofOf('BBCDE-FGHJK-MNPQR-STVWX')).body as { payments: Proof[] }
  expect(earlier.payments.map(({ cycle }) => cycle)).toEqual([1])
})
