import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckedStatement } from '#contract/loanReports/loanStatements.ts'
import { setClock } from '#server/kit/clock.ts'
import { authorisedLoans } from '#test/kit/loanReports.ts'
import type { Person } from '#test/kit/people.ts'
import { ledgerBalance, settle } from '#test/kit/loans.ts'
import { freshMember, type Member } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { hashOfCode, initialsOf, newCode } from './statementCodes.ts'
import { fingerprintOf, readStatement } from './statementLines.ts'

let world: World
let member: Member
let society: string
const october = Date.UTC(2026, 9, 20, 8)
const november = Date.UTC(2026, 10, 3, 8)
beforeAll(async () => {
  world = await makeWorld()
  society = world.organisationId('CF4100')
  member = await freshMember(world)
  setClock(() => october)
  const [first = '', second = ''] = await authorisedLoans(world, member.id, [16_500, 2_000])
  await settle(world, [first], 'PAID')
  setClock(() => november)
  await settle(world, [second], 'PAID')
  await settle(world, [second], 'REVERSED')
})
afterAll(async () => {
  setClock(null)
  await world?.close()
})

const print = (by: Person, query: Record<string, string> = {}, organisation = society) =>
  by.get<{ code?: string }>(`/farmer/loan_statement/${organisation}/${member.id}`, query)
const read = (from: string | undefined, to: string) =>
  world.house.db.transaction('system', (tx) => readStatement(tx, { farmerId: member.id, from, to }))
const check = async (code: string) => {
  const { status, body } = await world.stranger({ method: 'GET', path: `/check/${encodeURIComponent(code)}` })
  return { status, body: body as CheckedStatement & { code?: string } }
}

describe('a loan statement', () => {
  test('holds every movement of the ledger and ends with what the ledger says is owed', async () => {
    const all = await read(undefined, '2026-12-31')
    expect(all.openingCents).toBe(0n)
    expect(
      all.lines.map(({ day, reference, cents, balanceCents }) => [
        day,
        reference.split('/').at(-1),
        cents,
        balanceCents,
      ]),
    ).toEqual([
      ['2026-10-20', 'paid', 1_600_500n, 1_600_500n],
      ['2026-10-20', 'fee', 49_500n, 1_650_000n],
      ['2026-11-03', 'paid', 194_000n, 1_844_000n],
      ['2026-11-03', 'fee', 6_000n, 1_850_000n],
      ['2026-11-03', 'unpaid', -194_000n, 1_656_000n],
      ['2026-11-03', 'fee_returned', -6_000n, 1_650_000n],
    ])
    expect(Number(all.closingCents) / 100).toBe(await ledgerBalance(world, 'loan', society, member.id))
  })

  test('begins with the first day of the season, and opens with what the seasons before have left', async () => {
    expect(await read(undefined, '2026-11-30')).toMatchObject({ from: '2026-10-01', openingCents: 0n })
    expect(await read(undefined, '2027-10-02')).toMatchObject({
      from: '2027-10-01',
      openingCents: 1_650_000n,
      lines: [],
      closingCents: 1_650_000n,
    })
  })

  test('of November opens with what October left, and the parts add up to the whole', async () => {
    const [before, after, whole] = [
      await read(undefined, '2026-10-31'),
      await read('2026-11-01', '2026-11-30'),
      await read(undefined, '2026-11-30'),
    ]
    expect(after.openingCents).toBe(before.closingCents)
    expect([...before.lines, ...after.lines].map(({ balanceCents }) => balanceCents)).toEqual(
      whole.lines.map(({ balanceCents }) => balanceCents),
    )
    expect(await read('2026-10-21', '2026-10-22')).toMatchObject({
      openingCents: 1_650_000n,
      lines: [],
      closingCents: 1_650_000n,
    })
  })

  test('is a PDF under the name of the specification, in both languages, and stands in the trail', async () => {
    for (const language of ['en', 'sw']) {
      const { status, bytes, headers } = await print(world.people.wanjikuMaker, { language })
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(headers['content-disposition']).toContain(`loanstatement_${member.id}.pdf`)
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(bytes.subarray(-32).toString('latin1')).toContain('%%EOF')
    }
    const { rows } = await world.owner.query(
      `select actor_name, organisation_id from audit_events where record_id = $1 and action = 'loan_statement'`,
      [member.id],
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ organisation_id: society })
  })

  test('of a member of another society is not found, and nothing is kept of the try', async () => {
    const { purityChecker, peterBankChecker, aminaViewer } = world.people
    const kept = async () => (await world.owner.query('select 1 from member_statements')).rowCount
    const before = await kept()
    expect((await print(purityChecker)).status).toBe(404)
    expect((await print(purityChecker, {}, world.organisationId('CF4101'))).status).toBe(404)
    expect((await print(peterBankChecker, {}, world.organisationId('CF4101'))).status).toBe(404)
    expect(await kept()).toBe(before)
    expect((await print(aminaViewer, {}, 'GOVT')).status).toBe(200)
    expect(await kept()).toBe((before ?? 0) + 1)
  })

  test('needs a first day that is not after the last', async () => {
    const { status, body } = await print(world.people.wanjikuMaker, { from: '2026-11-02', to: '2026-11-01' })
    expect([status, body.code]).toEqual([422, 'loan_statement.period'])
    expect((await print(world.people.wanjikuMaker, { from: 'yesterday' })).status).toBe(422)
  })
})

describe('the code of a printed statement', () => {
  /** A code as the paper has it: the real call keeps only the hash, so the test keeps one row with a code it knows. */
  const issued = async () => {
    await print(world.people.wanjikuMaker, { to: '2026-10-31' })
    const code = newCode()
    await world.owner.query(
      `insert into member_statements (id, kind, organisation_id, farmer_id, code_hash, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at)
       select gen_random_uuid(), kind, organisation_id, farmer_id, $1, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at
       from member_statements where to_day = '2026-10-31' order by id desc limit 1`,
      [hashOfCode(code)],
    )
    return code
  }

  test('tells everybody initials, society, period, balance and fingerprint, and nothing else', async () => {
    const code = await issued()
    const { status, body } = await check(code)
    expect(status).toBe(200)
    const statement = await read(undefined, '2026-10-31')
    expect(body).toEqual({
      kind: 'loan_statement',
      initials: initialsOf(member.full_name),
      organisationName: expect.any(String) as string,
      from: '2026-10-01',
      to: '2026-10-31',
      closingBalance: 16_500,
      issuedAt: expect.any(String) as string,
      fingerprint: fingerprintOf(member.id, statement),
    })
    const said = JSON.stringify(body)
    for (const secret of [member.full_name, member.id_number, member.mobile_number, member.member_number, member.id])
      expect(said).not.toContain(secret)
  })

  test('is read as it was meant, with other dashes and letters', async () => {
    const code = await issued()
    for (const written of [
      code.toLowerCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', ' ')} `,
      code.replaceAll('0', 'O').replaceAll('1', 'l'),
    ])
      expect((await check(written)).status).toBe(200)
  })

  test('that was altered, invented or cut is refused, each letter of it', async () => {
    const code = await issued()
    const letters = code.replaceAll('-', '')
    for (let at = 0; at < letters.length; at += 1) {
      const other = letters.charAt(at) === 'Z' ? 'Y' : 'Z'
      const { status, body } = await check(letters.slice(0, at) + other + letters.slice(at + 1))
      expect([at, status, body.code]).toEqual([at, 404, 'loan_statement.unknown'])
    }
    for (const forged of [letters.slice(1), `${letters}0`, newCode(), 'x', '%', "' or 1=1 --"])
      expect((await check(forged)).status).toBe(404)
  })

  test('cannot be made from what is kept, and what was printed is never changed', async () => {
    const { rows } = await world.owner.query<{ code_hash: Buffer }>('select code_hash from member_statements limit 1')
    expect((await check(String(rows[0]?.code_hash.toString('hex')))).status).toBe(404)
    await expect(world.owner.query('update member_statements set closing_cents = 0')).rejects.toThrow('append-only')
    await expect(world.owner.query('delete from member_statements')).rejects.toThrow('append-only')
  })

  test('is never the same twice, and another figure has another fingerprint', async () => {
    expect(new Set(Array.from({ length: 200 }, newCode)).size).toBe(200)
    const statement = await read(undefined, '2026-10-31')
    expect(fingerprintOf(member.id, statement)).toBe(fingerprintOf(member.id, await read(undefined, '2026-10-31')))
    expect(fingerprintOf(member.id, { ...statement, closingCents: statement.closingCents + 1n })).not.toBe(
      fingerprintOf(member.id, statement),
    )
  })
})
