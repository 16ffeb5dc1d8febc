import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { StatementException } from '#contract/reconciliation/statementExceptions.ts'
import { businessDate } from '#server/kit/clock.ts'
import { matchAccount } from '#server/reconciliation/matchLines.ts'
import { saveStatement } from '#server/reconciliation/saveStatement.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** Statements of the bank as it sends them, made of a few lines. */
export type Line = { key: string; cents: bigint | number; on: string; reference?: string; narration?: string }
export type StatementFile = {
  account: string
  opening: bigint | number
  lines: readonly Line[]
  from?: string
  to?: string
}

const amount = (cents: bigint): string => {
  const plain = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${plain / 100n}.${String(plain % 100n).padStart(2, '0')}`
}
const plainAmount = (cents: bigint): string => amount(cents).replace('-', '')
const side = (cents: bigint): string => (cents < 0n ? 'DBIT' : 'CRDT')
const total = (lines: readonly Line[]): bigint => lines.reduce((sum, { cents }) => sum + BigInt(cents), 0n)

/** A camt.053 file. */
export function camt({ account, opening, lines, from, to }: StatementFile): string {
  const days = lines.map(({ on }) => on).toSorted()
  const balance = (code: string, cents: bigint, on: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="KES">${plainAmount(cents)}</Amt><CdtDbtInd>${side(cents)}</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>`
  const first = from ?? days[0] ?? '2026-11-01'
  const last = to ?? days.at(-1) ?? first
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt><Id>S1</Id>
<FrToDt><FrDtTm>${first}T00:00:00+03:00</FrDtTm><ToDtTm>${last}T23:59:59+03:00</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>
${balance('OPBD', BigInt(opening), first)}
${balance('CLBD', BigInt(opening) + total(lines), last)}
${lines.map((line) => entry(line)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
}

const entry = ({ key, cents, on, reference, narration = '' }: Line): string =>
  `<Ntry><NtryRef>${key}</NtryRef><Amt Ccy="KES">${plainAmount(BigInt(cents))}</Amt><CdtDbtInd>${side(BigInt(cents))}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt>` +
  `<NtryDtls><TxDtls><Refs><EndToEndId>${reference ?? 'NOTPROVIDED'}</EndToEndId></Refs><RmtInf><Ustrd>${narration}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`

/** The same as CSV. */
export function csv({ account, opening, lines }: StatementFile): string {
  let balance = BigInt(opening)
  const rows = lines.map(({ key, cents, on, reference = '', narration = '' }) => {
    balance += BigInt(cents)
    const [debit, credit] = BigInt(cents) < 0n ? [plainAmount(BigInt(cents)), ''] : ['', plainAmount(BigInt(cents))]
    return [account, on, key, reference, `"${narration}"`, debit, credit, amount(balance)].join(',')
  })
  return ['Account,Date,Transaction ID,Reference,Narration,Debit,Credit,Balance', ...rows].join('\r\n')
}

/** A payment of ours as it stands after it was sent: one internal leg, by the owner, because its way there is not the point. */
export async function insertLeg(
  owner: { query: (text: string, values?: unknown[]) => Promise<unknown> },
  leg: {
    lenderId: string
    society: string
    account: string
    reference: string
    cents: number
    status: 'PAID' | 'IN_DOUBT' | 'REFUSED'
    on: string
  },
): Promise<void> {
  const { lenderId, society, account, reference, cents, status, on } = leg
  const at = `${on}T10:00:00+03:00`
  const isOver = status !== 'IN_DOUBT'
  await owner.query(
    `with payout as (
      insert into payouts (id, organisation_id, lender_id, source_kind, source_id, title, reference, payment_type, institution_code, institution_type, account_number, account_name,
        amount_cents, narration, fund_account, transit_account, short_code, status, bank_reference, created_at, settled_at)
      values (gen_random_uuid(), $1, $2, 'test_intent', gen_random_uuid(), 'Wanjiku Kamau', $3, 'INTERNALFT', '11', 'BANK', '01109001234567', 'WANJIKU KAMAU', $4, 'LOAN', $5, '', '',
        case $6 when 'PAID' then 'PAID' when 'REFUSED' then 'FAILED' else 'IN_DOUBT' end, null, $7, case when $8 then $7::timestamptz end) returning id)
    insert into payout_legs (id, payout_id, organisation_id, lender_id, place, kind, channel, reference, from_account, to_institution_code, to_institution_type, to_account, amount_cents,
      narration, status, bank_reference, sent_at, settled_at, settled_by, created_at)
    select gen_random_uuid(), id, $1, $2, 1, 'INTERNAL', 'internal', $3 || '-1', $5, '11', 'BANK', '01109001234567', $4, 'LOAN', $6, case when $6 = 'PAID' then 'B' || $3 end, $7,
      case when $8 then $7::timestamptz end, case when $8 then 'ANSWER' end, $7 from payout`,
    [society, lenderId, reference, cents, account, status, at, isOver],
  )
}

export type ImportedFile = { message: string; data: { id: string; newLines: number; waits: boolean }[] }

/** One person imports a file of the bank, another approves every statement in it. Answers the answer to the first. */
export async function importStatement(file: {
  maker: Person
  checker: Person
  text: string
  fileName?: string
}): Promise<ImportedFile> {
  const { maker, checker, text, fileName = 'statement.xml' } = file
  const { status, body } = await maker.post<ImportedFile>('/bank/statement', { fileName, text })
  if (status !== 200) throw new Error(`the file was refused: ${body.message}`)
  for (const { id } of body.data.filter(({ waits }) => waits)) {
    const decided = await checker.post<{ message: string }>('/reconciliation/imports/approve', { id })
    if (decided.status !== 200) throw new Error(`the approval was refused: ${decided.body.message}`)
  }
  return body
}

/** Somebody approves every statement file that waits. */
export async function approveStatements(checker: Person): Promise<void> {
  const { body } = await checker.get<ChangeRequest[]>('/reconciliation/imports')
  for (const { id, status } of body.filter(({ steps }) => steps['approve'] === null)) {
    const decided = await checker.post<{ message: string }>('/reconciliation/imports/approve', { id })
    if (decided.status !== 200) throw new Error(`${status.statusName} was not approved: ${decided.body.message}`)
  }
}

/** Lines of KPCU's fund of every kind of exception, three of them with a proposal: one waits, one is approved, one is rejected. */
export async function makeExceptions(world: World): Promise<void> {
  const { josephKpcuMaker, mercyKpcuChecker } = world.people
  const account = '01141000100100'
  const leg = {
    lenderId: world.organisationId('KPCU'),
    society: world.organisationId('CF4100'),
    account,
    status: 'PAID',
    on: '2026-11-10',
  } as const
  for (const [at, cents] of [100_00, 200_00, 300_00].entries())
    await insertLeg(world.owner, { ...leg, reference: `KPBB0000000000A${at}`, cents })
  const lines: Line[] = [
    { key: 'E1', cents: -100_00, on: '2026-11-10', reference: 'KPBB0000000000A0-1', narration: 'paid' },
    { key: 'E2', cents: -100_00, on: '2026-11-10', reference: 'KPBB0000000000A0-1', narration: 'paid again' },
    { key: 'E3', cents: -200_01, on: '2026-11-10', reference: 'KPBB0000000000A1-1', narration: 'another amount' },
    { key: 'E4', cents: 5_000_00, on: '2026-11-11', narration: 'top up' },
    { key: 'E5', cents: 6_000_00, on: '2026-11-12', narration: 'top up again' },
    { key: 'E6', cents: 7_000_00, on: '2026-11-12', narration: 'not ours' },
  ]
  const text = camt({ account, opening: 1_000_000_00, lines })
  await importStatement({ maker: josephKpcuMaker, checker: mercyKpcuChecker, text })
  // Two more wait for the second person, and one was rejected.
  for (const day of ['2026-11-13', '2026-11-14', '2026-11-15']) {
    const fee: Line = { key: `F${day}`, cents: -1_00, on: day, narration: 'ledger fee' }
    const { body } = await josephKpcuMaker.post<ImportedFile>('/bank/statement', {
      fileName: `${day}.xml`,
      text: camt({ account, opening: 1_010_000_00, lines: [fee] }),
    })
    if (day === '2026-11-15')
      await mercyKpcuChecker.post('/reconciliation/imports/decline', {
        id: body.data[0]?.id,
        approverComment: 'Not from the bank',
      })
  }
  const read = async () => (await josephKpcuMaker.get<StatementException[]>('/reconciliation/exceptions')).body
  let exceptions = await read()
  for (; exceptions.length === 0 || exceptions.some(({ kind }) => kind === 'NEW'); exceptions = await read())
    await sleep(50)
  const credits = exceptions.filter(({ amount: sum }) => sum > 0).toSorted((a, b) => a.amount - b.amount)
  for (const [at, { id }] of credits.entries()) {
    const { body } = await josephKpcuMaker.post<{ data: { id: string } }>(`/reconciliation/exception/${id}`, {
      resolution: 'FUND_CREDIT',
      reason: 'The county paid it',
    })
    const step = ['approve', 'decline'][at]
    if (step)
      await mercyKpcuChecker.post('/reconciliation/resolutions/decide', {
        id: body.data.id,
        step,
        approverComment: 'Seen',
      })
  }
}

/** A statement of every organisation's account, with a line that names no payment, for the tests of the wall. */
export const statementOfEverybody = `
    insert into bank_statements (id, organisation_id, account_number, source, file_name, sha256, from_on, to_on, opening_cents, closing_cents, line_count, new_count, created_at)
      select id, id, lpad(row_number() over (order by id)::text, 14, '0'), 'BANK', 'None', '', '2026-11-01', '2026-11-01', 0, 100, 1, 1, now() from organisations;
    insert into bank_statement_lines (id, organisation_id, statement_id, place, account_number, line_key, reference, booked_on, narration, amount_cents)
      select id, organisation_id, id, 1, account_number, 'None', '', from_on, 'None', 100 from bank_statements;
    insert into recon_items (id, organisation_id, account_number, line_id, kind, amount_cents, booked_on, created_at)
      select id, organisation_id, account_number, id, 'MISSING_HERE', amount_cents, booked_on, now() from bank_statement_lines;
    insert into bank_statement_pulls (id, organisation_id, account_number, from_on, to_on, asked_at, outcome)
      select id, organisation_id, account_number, from_on, to_on, now(), 'WAITING' from bank_statements`

/** The bank's own statement of an account says that so much came in under a reference. */
export async function bankTells(
  { house }: World,
  accountNumber: string,
  { reference, cents, narration, key }: { reference: string; cents: bigint; narration: string; key: string },
): Promise<void> {
  const on = businessDate()
  await house.db.transaction('system', (tx) =>
    saveStatement(
      tx,
      {
        source: 'BANK',
        accountNumber,
        fromOn: on,
        toOn: on,
        openingCents: 0n,
        closingCents: cents,
        lines: [{ place: 1, key, reference, bookedOn: on, narration, amountCents: cents }],
      },
      { fileName: 'Co-op Connect' },
    ),
  )
  await matchAccount(house, accountNumber)
}
