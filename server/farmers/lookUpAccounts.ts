import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { farmerCompaniesFile, farmersFile } from '#contract/farmers/farmerFiles.ts'
import { accountKey, type BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { nameMatch } from '#server/kit/bank/bankNames.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'

type Unchecked = { id: string; clean: string[]; stamp: string }
const batchSize = 1_000

/** The file, and the state in which its answers are wanted: once it has moved on nobody waits for the rest. */
type LookedUp = { id: string; organisationId: string; kind: string; status: string }

/** How many accounts the bank has answered for in this run, and for how many it stayed silent. */
type LookedUpAccounts = { answered: number; silent: number }

/** What a row said when its account was looked up: an answer about what it said before is none. */
const stamp = sql<string>`md5(r.clean::text)`

/**
 * Looks up every account of an upload that the bank has not answered for, and saves the answers batch by batch,
 * so that a kill loses at most one batch, and no more than one is held.
 */
export async function lookUpAccounts(
  house: House,
  upload: LookedUp,
  onBatch?: () => Promise<void>,
): Promise<LookedUpAccounts> {
  let [answered, silent] = [0, 0]
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const batch = await house.db.transaction(
      'system',
      (tx) =>
        rows(
          tx,
          sql<Unchecked>`select r.id, r.clean, ${stamp} as stamp from uploads u join upload_rows r on r.upload_id = u.id left join upload_row_checks c on c.row_id = r.id
        where u.id = ${upload.id} and u.status = ${upload.status} and r.state = 'ready' and c.row_id is null and r.id > ${after} order by r.id limit ${batchSize}`,
        ),
      { readOnly: true },
    )
    const last = batch.at(-1)
    if (!last) return { answered, silent }
    after = last.id
    const answers = await answersFor(house, upload, batch)
    await house.db.transaction('system', (tx) => saveAnswers(tx, upload, answers))
    answered += answers.length
    silent += batch.length - answers.length
    await onBatch?.()
    // When a whole batch stays silent the bank is away; the next run of the job looks up the rest.
    if (answers.length === 0) return { answered, silent }
  }
}

type Answer = {
  row_id: string
  stamp: string
  outcome: string
  account_name: string
  name_matches: boolean
  checked_at: Date
}

async function answersFor(house: House, { kind }: LookedUp, batch: readonly Unchecked[]): Promise<Answer[]> {
  const file: UploadKind = kind === 'farmers' ? farmersFile : farmerCompaniesFile
  const keys = columnKeys(file)
  const value = (row: Unchecked, key: string) => row.clean[keys.indexOf(key)] ?? ''
  const account = (row: Unchecked): BankAccount => ({
    institutionCode: value(row, 'institution'),
    institutionType: value(row, 'institutionType') as BankAccount['institutionType'],
    accountNumber: value(row, 'accountNumber'),
  })
  const farmerName = (row: Unchecked) =>
    file === farmersFile
      ? `${value(row, 'firstName')} ${value(row, 'middleName')} ${value(row, 'lastName')}`
      : value(row, 'companyName')
  const answers = await house.bank.lookUpMany(batch.map(account))
  return batch.flatMap((row) => {
    const answer = answers.get(accountKey(account(row)))
    if (!answer || answer.outcome === 'silent') return []
    const accountName = answer.outcome === 'found' ? answer.accountName : ''
    return [
      {
        row_id: row.id,
        stamp: row.stamp,
        outcome: answer.outcome,
        account_name: accountName,
        name_matches: accountName !== '' && nameMatch(farmerName(row), accountName).matches,
        checked_at: answer.checkedAt,
      },
    ]
  })
}

/** Keeps answers for as long as the file is where it was, and its rows say what they said. */
async function saveAnswers(tx: Tx, { id, status }: LookedUp, answers: readonly Answer[]): Promise<void> {
  const still = await rows(tx, sql`select from uploads where id = ${id} and status = ${status} for share`)
  if (still.length === 0) return
  await sql`
    insert into upload_row_checks (row_id, upload_id, organisation_id, outcome, account_name, name_matches, checked_at)
    select r.id, r.upload_id, r.organisation_id, k.outcome, k.account_name, k.name_matches, k.checked_at
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as k (row_id uuid, stamp text, outcome text, account_name text, name_matches boolean, checked_at timestamptz)
    join upload_rows r on r.id = k.row_id and ${stamp} = k.stamp
    on conflict (row_id) do nothing`.execute(tx)
}

// An account that was there yesterday is there: the bank says otherwise, if at all, when it is paid.
const foundHoldsHours = 24
// What the bank refused may have been opened since the file was sent.
const refusedHoldsMinutes = 15

/** Forgets, before the first approval, answers that a decision may no longer rest on; refusals hold so long, unless they are asked about each time. */
export async function forgetOldAnswers(tx: Tx, uploadId: string, refusedHolds = refusedHoldsMinutes): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms)
  await sql`delete from upload_row_checks where upload_id = ${uploadId} and checked_at <=
      case outcome when 'found' then ${before(foundHoldsHours * 3_600_000)}::timestamptz else ${before(refusedHolds * 60_000)}::timestamptz end`.execute(
    tx,
  )
}

/** Forgets every answer: a file that is sent anew may say something else than the bank was asked about. */
export async function forgetAnswers(tx: Tx, uploadId: string): Promise<void> {
  await sql`delete from upload_row_checks where upload_id = ${uploadId}`.execute(tx)
}
