import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import { accountProblems } from '#server/farmers/accountLookUps.ts'
import { sql } from '#server/kit/db.ts'
import { seesPersonalData } from '#server/kit/scope.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'

/** What the bank has said so far of the account of each row that waits: whose decision it is sees it before deciding. */
export function bankAnswers(kind: UploadKind): NonNullable<UploadBinding['answers']> {
  const column = columnKeys(kind).indexOf('accountNumber')
  return (uploadId, actor) => {
    const name = seesPersonalData(actor) ? sql`'In the name of ' || c.account_name` : sql`'In another name'`
    return sql`select r.row_number, ${sql.lit(column)}::int as column_number,
        case when c.row_id is null then 'bank_silent' when c.outcome <> 'found' then 'bank_refused' when c.name_matches then 'bank_found' else 'bank_name' end as code,
        case when c.row_id is null then 'Not answered yet' when c.outcome <> 'found' then ${JSON.stringify(accountProblems)}::jsonb ->> c.outcome
          when c.name_matches then 'Found by the bank' else ${name} end as message,
        case when c.row_id is null or (c.outcome = 'found' and c.name_matches) then 'note' else 'warning' end as severity
      from uploads u join upload_rows r on r.upload_id = u.id left join upload_row_checks c on c.row_id = r.id
      where u.id = ${uploadId} and u.status in ('PENDING_APPROVAL', 'PENDING_ACCOUNT_VALIDATION') and r.state = 'ready'
        and not exists (select from farmers made where made.id = r.id)`
  }
}
