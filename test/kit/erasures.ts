import { buffer } from 'node:stream/consumers'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import { businessDate } from '#server/kit/clock.ts'
import { uploadCaps } from '#server/kit/sheets/sheetRefused.ts'
import { inflatePart, openZip } from '#server/kit/sheets/zip.ts'
import { move } from '#server/ledger/ledger.ts'
import { filledIn, newFarmers } from './farmerFiles.ts'
import type { Person } from './people.ts'
import { addBankAccount, approve, newAccount, openRequest, type Member, type UpdateAnswer } from './updateRequests.ts'
import { workbookOf } from './workbooks.ts'
import type { World } from './world.ts'

/** A request that a person is erased, in the words of the dialog. */
export const askErasure = (person: Person, member: { id: string }, more: object = {}) =>
  person.post<UpdateAnswer>('/farmer/erase', {
    id: member.id,
    requestedOn: businessDate(),
    document: 'Letter 12 of 2026',
    reason: 'Wants to be forgotten',
    ...more,
  })
/** The same by the maker of the first society; throws when it was refused. */
export async function askedErasure(world: World, member: { id: string }): Promise<UpdateRequest> {
  const { status, body } = await askErasure(world.people.wanjikuMaker, member)
  if (status !== 200) throw new Error(`no request: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** What a file says: of a workbook the text of every part, for its bytes are packed. */
export async function saidIn(bytes: Buffer): Promise<string> {
  if (bytes.toString('latin1', 0, 4) !== 'PK\u0003\u0004') return bytes.toString('utf8')
  const zip = openZip({ bytes, caps: uploadCaps })
  const parts = [...zip.parts.values()].map(async (part) => (await buffer(inflatePart({ zip, part }))).toString('utf8'))
  return (await Promise.all(parts)).join('\n')
}

/** Every column of the database, of whatever schema, or of some tables, that holds one of these words, in files too; as table.column. */
export async function columnsHolding(
  world: World,
  words: readonly string[],
  among?: readonly string[],
): Promise<string[]> {
  // One expression over the whole row: a pattern for each word would read everything as often as there are words.
  const anyOf = words.map((word) => word.replaceAll(/[^\w ]/g, (sign) => `\\${sign}`)).join('|')
  const { rows: tables } = await world.owner.query<{ name: string; shown: string }>(
    `select format('%I.%I', table_schema, table_name) as name, table_name as shown from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') and ($1::text[] is null or table_name = any ($1))`,
    [among ?? null],
  )
  const found = new Set<string>()
  for (const { name, shown } of tables) {
    const { rows } = await world.owner.query<{ key: string }>(
      `select distinct e.key from ${name} t cross join lateral jsonb_each_text(to_jsonb(t)) e where t::text ~* $1 and e.value ~* $1`,
      [anyOf],
    )
    for (const { key } of rows) found.add(`${shown.replace(/_y\d{4}$/, '')}.${key}`)
  }
  for (const column of await bytesHolding(world, words, among)) found.add(column)
  return [...found].toSorted()
}

/** Fingerprints and keys are no longer; what is longer may hold a word. */
const longestHash = 64

/** Columns of bytes are no text to the database: they are read here, files whole and workbooks unpacked. */
async function bytesHolding(
  world: World,
  words: readonly string[],
  among: readonly string[] | undefined,
): Promise<string[]> {
  const { rows: columns } = await world.owner.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public' and data_type = 'bytea'
      and ($1::text[] is null or table_name = any ($1))`,
    [among ?? null],
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await world.owner.query<{ bytes: Buffer | null }>(
      table === 'file_pieces'
        ? `select string_agg(${column}, ''::bytea order by n) as bytes from ${table} group by file_id`
        : `select ${column} as bytes from ${table} where octet_length(${column}) > ${longestHash}`,
    )
    const texts = await Promise.all(rows.map(async ({ bytes }) => (bytes ? saidIn(bytes) : '')))
    const isThere = texts.some((text) => words.some((word) => text.toLowerCase().includes(word.toLowerCase())))
    if (isThere) found.push(`${table}.${column}`)
  }
  return found
}

/** As if all cherry of a member had been paid. */
export const payCherry = (world: World, farmerId: string) =>
  world.owner.query(
    `update cherry_deliveries set paid_in = case when status = 'APPROVED' then 'a cycle' end, status = case status when 'PENDING_APPROVAL' then 'DECLINED' else status end,
       decided_by = coalesce(decided_by, (select id from users where username = 'fcs.checker')), decided_at = coalesce(decided_at, now()) where farmer_id = $1 and paid_in is null`,
    [farmerId],
  )
/** All that the member owes comes back from outside. */
export const repayAll = (world: World, farmerId: string) =>
  world.house.db.transaction('system', async (tx) => {
    const { rows } = await world.owner.query<{ season: string; lender_id: string; cents: string }>(
      `select season, lender_id, (debits_cents - credits_cents)::text as cents from ledger_accounts where kind = 'loan' and subject_id = $1 and debits_cents > credits_cents`,
      [farmerId],
    )
    await move(
      tx,
      rows.map(({ season, lender_id: lenderId, cents }) => ({
        type: 'post',
        reference: `back/${farmerId}/${season}`,
        debit: { kind: 'outside', organisationId: lenderId, subjectId: lenderId },
        credit: { kind: 'loan', organisationId: world.organisationId('CF4100'), subjectId: farmerId, season, lenderId },
        amountCents: BigInt(cents),
        cause: { kind: 'test', id: farmerId },
      })),
    )
  })

/** A member of a file whose every value is known nowhere else, with a plot and a change that was approved. */
export async function canaryMember(world: World, serial: string) {
  const { wanjikuMaker, otienoChecker } = world.people
  const society = world.organisationId('CF4100')
  const words = {
    firstName: `Zorvax${serial}`,
    middleName: `Quillux${serial}`,
    lastName: `Brimvek${serial}`,
    village: `Plunthar${serial}`,
    accountName: `Wexford${serial} Holder`,
  }
  const account = newAccount()
  const code = String(serial.codePointAt(0)).padStart(3, '0')
  const [numbers] = newFarmers(1)
  if (!numbers) throw new Error('one was made')
  const row = { ...numbers, ...words, farmerId: `7364${code}9`, kraPin: `A0077831${code.slice(-2)}Z` }
  await addBankAccount(world, row.accountNumber, `${words.firstName} ${words.middleName} ${words.lastName}`)
  const sent = await wanjikuMaker.upload<{ data: { id: string; version: number } }>(
    `/upload/cherry/farmer/${society}`,
    `canary ${code}.xlsx`,
    await workbookOf(farmersFile, [filledIn(farmersFile, row)]),
  )
  const { id, version } = sent.body.data
  await otienoChecker.post(`/upload/cherry/approve_farmer/${society}`, { id, version })
  const { rows } = await world.owner.query<Member>('select * from farmers where upload_id = $1', [id])
  const [member] = rows
  if (!member) throw new Error('the canary was not registered')
  await addBankAccount(world, account, member.full_name)
  const mobile = `0733${code}417`
  const change = await openRequest(wanjikuMaker, member, {
    mobileNumber: mobile,
    bankCode: '11',
    account,
    accountName: `${words.accountName} Second`,
    reason: `Letter of ${words.firstName}`,
  })
  await mustBe200(approve(otienoChecker, change, `Seen with ${words.lastName}`))
  const plot = wanjikuMaker.post(`/farmer/${member.id}/plots`, {
    name: `Shamba ya ${words.firstName}`,
    geometry: `{"type":"Point","coordinates":[36.${code}7311,-0.427711]}`,
    areaHa: 0.4,
    source: `Told by ${words.lastName}`,
  })
  await mustBe200(plot)
  const secrets = [...Object.values(words), row.farmerId, row.kraPin, row.mobileNumber.slice(1), mobile.slice(1)]
  return { member, secrets, accounts: [row.accountNumber, account] }
}

async function mustBe200(answer: Promise<{ status: number }>): Promise<void> {
  const { status } = await answer
  if (status !== 200) throw new Error(`the canary was refused: ${status}`)
}
