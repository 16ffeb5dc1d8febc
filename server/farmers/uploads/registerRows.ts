import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { now } from '#server/kit/clock.ts'
import { changed, one, sql, type Tx } from '#server/kit/db.ts'
import { accountProblems } from '#server/farmers/accountLookUps.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import { countRows } from '#server/kit/uploads/stagedRows.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'

type Registering = { tx: Tx; kind: UploadKind; upload: UploadRecord; checkerId: string }
export type Registered = { created: number; done: number; failed: number; waiting: number }

/**
 * Makes farmers of every staged row whose account the bank has answered for, in one statement. Rows that became
 * duplicates since they were checked, or whose account the bank refused, are marked and stay behind.
 * A row's id becomes the farmer's, so that running this twice makes nothing twice.
 */
export async function registerRows(registering: Registering): Promise<Registered> {
  const { tx, kind, upload } = registering
  await refuseAccounts(registering)
  await refuseElsewhere(registering)
  await refuseDuplicates(registering)
  const created = await changed(tx, insertFarmers(registering))
  if (await isSomethingLeft(registering)) await refuseDuplicates(registering)
  const { done } = await one(
    tx,
    sql<{ done: number }>`select count(*)::int as done from farmers where upload_id = ${upload.id}`,
  )
  const { ready, failed } = await countRows(tx, upload.id, done)
  return { created, done, failed, waiting: kind.name === 'farmers' ? ready : 0 }
}

/** A member who was added elsewhere while this statement waited for it: the row met the unique key and stayed behind. */
async function isSomethingLeft({ tx, upload }: Registering): Promise<boolean> {
  const { left } = await one(
    tx,
    sql<{
      left: boolean
    }>`select exists (select 1 from upload_rows r join upload_row_checks c on c.row_id = r.id and c.outcome = 'found' where ${open(upload)}) as left`,
  )
  return left
}

/** Rows that are ready, and no farmer yet. */
const open = (upload: UploadRecord) =>
  sql`r.upload_id = ${upload.id} and r.state = 'ready' and not exists (select 1 from farmers f where f.id = r.id)`

const cellsOf = (kind: UploadKind) => stagedCells(columnKeys(kind))
// A text of nothing is kept as it is: the columns of farmers are never null.
const cell = (kind: UploadKind, key: string) => sql<string>`r.clean[${cellsOf(kind).place(key)}]`
const identityKey = (kind: UploadKind) => (kind.name === 'farmers' ? 'farmerId' : 'companyRegistrationNumber')

/** Marks rows by a query that answers row_number and message, as errors of one column. */
async function refuse(
  { tx, kind, upload }: Registering,
  key: string,
  code: string,
  found: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    with wrong as materialized (${found}),
    marked as (update upload_rows r set state = 'failed' from wrong where r.upload_id = ${upload.id} and r.row_number = wrong.row_number)
    insert into upload_problems (upload_id, organisation_id, row_number, column_number, code, message, severity)
    select ${upload.id}, ${upload.organisationId}, row_number, ${cellsOf(kind).at(key)}, ${code}, message, 'error' from wrong`.execute(
    tx,
  )
}

const refuseAccounts = (registering: Registering) =>
  refuse(
    registering,
    'accountNumber',
    'account_refused',
    sql`
    select r.row_number, ${JSON.stringify(accountProblems)}::jsonb ->> c.outcome as message
    from upload_row_checks c join upload_rows r on r.id = c.row_id where c.upload_id = ${registering.upload.id} and c.outcome <> 'found' and ${open(registering.upload)}`,
  )

/** A farmer belongs to one society; another one's member is registered only with the checker's reason. Source: Co-operative Societies Act, limitation of membership. */
const refuseElsewhere = (registering: Registering) =>
  refuse(
    registering,
    identityKey(registering.kind),
    'not_overridden',
    sql`
    select r.row_number, 'Registered in another society and no reason was given' as message
    from upload_rows_registered_elsewhere(${registering.upload.id}, ${cellsOf(registering.kind).place(identityKey(registering.kind))}) e join upload_rows r on r.id = e where r.override_reason is null and ${open(registering.upload)}`,
  )

async function refuseDuplicates(registering: Registering): Promise<void> {
  const { kind, upload } = registering
  for (const [key, registered] of [
    ['memberNumber', sql`f.member_number`],
    [identityKey(kind), sql`f.id_number`],
  ] as const)
    await refuse(
      registering,
      key,
      'registered_here',
      sql`
      select r.row_number, 'Already registered: ' || f.member_number || ' ' || f.full_name as message
      from upload_rows r join farmers f on f.organisation_id = r.organisation_id and f.status <> 'REJECTED' and ${registered} = ${cell(kind, key)} where ${open(upload)}`,
    )
}

function insertFarmers({ kind, upload, checkerId }: Registering) {
  const at = (key: string) => cell(kind, key)
  const isCompany = kind.name === 'farmer_companies'
  const name = isCompany
    ? sql`'', '', '', ${at('companyName')}`
    : sql`${at('firstName')}, ${at('middleName')}, ${at('lastName')}, ''`
  const person = isCompany ? sql`'', null` : sql`${at('gender')}, ${at('yearOfBirth')}::int`
  return sql`
    insert into farmers (id, organisation_id, upload_id, type, first_name, middle_name, last_name, company_name, gender, year_of_birth, id_number, member_number, mobile_number, kra_pin, acreage, number_of_trees,
      variety_id, county_id, sub_county_id, ward_id, village, institution_code, account_name, account_number, currency, account_state, status, makers, decided_by, decided_at, created_at)
    select r.id, r.organisation_id, r.upload_id, ${isCompany ? 'FCS_FARMER_COMPANY' : 'FCS_FARMER'}, ${name}, ${person}, ${at(identityKey(kind))}, ${at('memberNumber')}, ${at('mobileNumber')}, ${at('kraPin')},
      ${at('acreage')}::numeric, ${at('numberOfTrees')}::int, ${at('variety')}::int, ${at('county')}::int, ${at('subCounty')}::int, ${at('ward')}::int, ${at('village')},
      ${at('institution')}, ${at('accountName')}, ${at('accountNumber')}, ${at('currency')}, case when c.name_matches then 'VERIFIED' else 'NAME_DIFFERS' end, 'APPROVED', u.makers, ${checkerId}, ${now()}, ${now()}
    from upload_rows r join uploads u on u.id = r.upload_id join upload_row_checks c on c.row_id = r.id and c.outcome = 'found'
    where ${open(upload)}
    on conflict do nothing`
}
