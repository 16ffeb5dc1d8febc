import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { farmerCompaniesFile, farmersFile } from '#contract/farmers/farmerFiles.ts'
import { accountKey, type BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { nameMatch } from '#server/kit/bank/bankNames.ts'
import { rows, sql } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'

type Unchecked = { id: string; clean: string[] }
const batchSize = 1_000

/**
 * Looks up every account of an upload that the bank has not answered for, and saves the answers batch by batch,
 * so that a kill loses at most one batch. Answers how many accounts stayed silent.
 */
export async function lookUpAccounts(
  house: House,
  upload: { id: string; organisationId: string; kind: string },
  onBatch?: () => Promise<void>,
): Promise<number> {
  const kind: UploadKind = upload.kind === 'farmers' ? farmersFile : farmerCompaniesFile
  const keys = columnKeys(kind)
  const value = (row: Unchecked, key: string) => row.clean[keys.indexOf(key)] ?? ''
  let silent = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const batch = await house.db.transaction(
      'system',
      (tx) =>
        rows(
          tx,
          sql<Unchecked>`select r.id, r.clean from upload_rows r left join upload_row_checks c on c.row_id = r.id
        where r.upload_id = ${upload.id} and r.state = 'ready' and c.row_id is null and r.id > ${after} order by r.id limit ${batchSize}`,
        ),
      { readOnly: true },
    )
    const last = batch.at(-1)
    if (!last) return silent
    after = last.id
    const account = (row: Unchecked): BankAccount => ({
      institutionCode: value(row, 'institution'),
      institutionType: value(row, 'institutionType') as BankAccount['institutionType'],
      accountNumber: value(row, 'accountNumber'),
    })
    const answers = await house.bank.lookUpMany(batch.map(account))
    const kept = batch.flatMap((row) => {
      const answer = answers.get(accountKey(account(row)))
      if (!answer || answer.outcome === 'silent') return []
      const accountName = answer.outcome === 'found' ? answer.accountName : ''
      const farmerName =
        kind === farmersFile
          ? `${value(row, 'firstName')} ${value(row, 'middleName')} ${value(row, 'lastName')}`
          : value(row, 'companyName')
      return [
        {
          row_id: row.id,
          outcome: answer.outcome,
          account_name: accountName,
          name_matches: accountName !== '' && nameMatch(farmerName, accountName).matches,
          checked_at: answer.checkedAt,
        },
      ]
    })
    silent += batch.length - kept.length
    await house.db.transaction('system', (tx) =>
      sql`
      insert into upload_row_checks (row_id, upload_id, organisation_id, outcome, account_name, name_matches, checked_at)
      select row_id, ${upload.id}, ${upload.organisationId}, outcome, account_name, name_matches, checked_at
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k (row_id uuid, outcome text, account_name text, name_matches boolean, checked_at timestamptz)
      on conflict (row_id) do nothing`.execute(tx),
    )
    await onBatch?.()
    // When a whole batch stays silent the bank is away; the next run of the job looks up the rest.
    if (kept.length === 0) return silent
  }
}
