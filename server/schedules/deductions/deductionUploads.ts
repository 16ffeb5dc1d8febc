import { toAmount } from '#contract/kit/money.ts'
import { counted } from '#contract/kit/counted.ts'
import { deductionFlow, DeductionTerms } from '#contract/schedules/deductions.ts'
import { deductionUpload, type DeductionFileRow, type DeductionUpload } from '#contract/schedules/deductionUploads.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { BankAccount } from '#server/kit/bank/bankAccounts.ts'
import { now } from '#server/kit/clock.ts'
import { changed, isPgError, one, savepoint, sql, type Tx } from '#server/kit/db.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import type { StepCall } from '#server/kit/records/serveRecord.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustBeOwn, personal } from '#server/kit/scope.ts'
import { mustLockUpload, mustStillBeRight } from '#server/kit/uploads/decideUpload.ts'
import { setStage } from '#server/kit/uploads/progress.ts'
import { receiveUpload } from '#server/kit/uploads/receiveUpload.ts'
import { serveUpload } from '#server/kit/uploads/serveUpload.ts'
import { countRows } from '#server/kit/uploads/stagedRows.ts'
import { shapeUpload, type StoredUpload } from '#server/kit/uploads/uploadList.ts'
import { readInput } from '#server/kit/web/readInput.ts'
import type { ReceivedFile } from '#server/kit/web/receiveFile.ts'
import { lockMoney } from '#server/payments/lockMoney.ts'
import { centsOfRow, deductionsBinding as binding, entered, memberOfRow, written } from './deductionUploadKind.ts'
import { mustBeOpenTitle } from './deductions.ts'
import { attachedTo, attachmentOf, openDocument } from './deductionDocuments.ts'
import { askAgain, askBank, mustBeSamePayee, payeeColumns, type KeptPayee } from './payees.ts'

type Stored = StoredUpload &
  Pick<
    DeductionUpload,
    | 'season'
    | 'kind'
    | 'title'
    | 'minuteNumber'
    | 'minuteDate'
    | 'document'
    | 'attachment'
    | 'payee'
    | 'accountNumber'
    | 'institution'
  > & {
    cents: bigint
  }

/** What files of deductions say besides what every file does. */
function source(common: ListSource<StoredUpload>): ListSource<Stored> {
  const base = sql`${common.base} join deduction_files d on d.upload_id = t.id`
  return {
    ...common,
    base,
    from: sql`${base} left join institutions i on i.code = d.institution_code`,
    select: sql<Stored>`${common.select}, d.season, d.kind, d.title, d.minute_number as "minuteNumber", d.minute_on as "minuteDate", d.document, ${attachmentOf(sql`d.document_id`)} as attachment,
      coalesce(d.account_name, '') as payee, coalesce(d.account_number, '') as "accountNumber", coalesce(i.name, '') as institution,
      coalesce((select sum(${centsOfRow}) from upload_rows r where r.upload_id = t.id and r.state <> 'left_out'), 0)::bigint as cents`,
    columns: { ...common.columns, kind: sql`d.kind` },
    search: sql<string>`upper(d.title || ' ' || t.file_name)`,
  }
}

const shape =
  (actor: Actor) =>
  (stored: Stored): DeductionUpload => {
    const { season, kind, title, minuteNumber, minuteDate, document, attachment, payee, institution, cents } = stored
    return {
      ...shapeUpload(binding.record, actor)(stored),
      season,
      kind,
      title,
      amount: toAmount(cents),
      minuteNumber,
      minuteDate,
      document,
      attachment,
      payee,
      accountNumber: personal(actor, stored.accountNumber),
      institution,
    }
  }

type StoredRow = {
  id: string
  row_number: number
  member: string
  full_name: string | null
  amount: string
  state: DeductionFileRow['state']
  message: string | null
}
// All rows of a file become amounts at once, so its state is theirs.
const state = sql`case when r.state = 'ready' and u.status = 'APPROVED' then 'done' else r.state end`

function rowsSource(uploadId: string): ListSource<StoredRow> {
  const base = sql`upload_rows r join uploads u on u.id = r.upload_id left join farmers f on f.organisation_id = r.organisation_id and f.member_number = ${entered('memberNumber')}`
  return {
    base,
    from: base,
    select: sql<StoredRow>`r.id, r.row_number, ${entered('memberNumber')} as member, f.full_name, ${entered('amount')} as amount, ${state} as state,
      (select string_agg(p.message, '; ' order by p.column_number) from upload_problems p where p.upload_id = r.upload_id and p.row_number = r.row_number) as message`,
    where: [sql`r.upload_id = ${uploadId}`],
    columns: { row: sql`r.row_number`, memberNumber: written('memberNumber'), state },
    search: sql<string>`upper(coalesce(f.full_name, '') || ' ' || ${written('memberNumber')})`,
    id: sql<string>`r.id`,
  }
}

const shapeRow = ({
  id,
  row_number: row,
  member,
  full_name,
  amount,
  state: is,
  message,
}: StoredRow): DeductionFileRow => ({
  id: is === 'done' ? id : null,
  row,
  memberNumber: member,
  fullName: full_name ?? '',
  amount: Number(amount) || 0,
  state: is,
  message: message ?? '',
})

/** What is said beside the file. Refuses what is missing, beside its field. */
const termsOf = ({ fields }: ReceivedFile): DeductionTerms =>
  readInput({ body: DeductionTerms }, { body: fields })['body'] as DeductionTerms // border: as the schema reads it

type Declared = KeptPayee & { season: string; title: string }
const readDeclared = (tx: Tx, id: string): Promise<Declared> =>
  one(
    tx,
    sql<Declared>`select season, title, institution_code as "institutionCode", account_number as "accountNumber", account_name as "accountName"
      from deduction_files where upload_id = ${id}`,
  )

/**
 * The file becomes a deduction in force with the amount of each member, or nothing of it does. Schedules, whose lines are computed
 * under the same lock, take it from now on.
 */
const takeEffect =
  ({ tx, actor, request }: StepCall): Effect =>
  async ({ id, organisationId, comment }) => {
    await lockMoney(tx, organisationId)
    const upload = await mustLockUpload(tx, id)
    const { ready } = await mustStillBeRight({ tx, binding, upload })
    const declared = await readDeclared(tx, id)
    await mustBeSamePayee(tx, organisationId, declared)
    try {
      await savepoint(tx, () =>
        sql`insert into deductions (id, organisation_id, season, kind, basis, title, minute_number, minute_on, document, document_id, institution_code, account_number, account_name,
            status, makers, made_by, decided_by, decided_at, decision_comment, created_at)
          select u.id, u.organisation_id, d.season, d.kind, 'BY_FILE', d.title, d.minute_number, d.minute_on, d.document, d.document_id, d.institution_code, d.account_number, d.account_name,
            'APPROVED', u.makers, u.made_by, ${actor.userId}, ${now()}, ${comment}, ${now()}
          from uploads u join deduction_files d on d.upload_id = u.id where u.id = ${id}`.execute(tx),
      )
    } catch (error) {
      if (isPgError(error) && error.constraint === 'one_waiting_title') throw new Refused('change.open')
      throw error
    }
    const owed = await changed(
      tx,
      sql`insert into deduction_amounts (id, deduction_id, farmer_id, organisation_id, amount_cents)
        select r.id, r.upload_id, f.id, r.organisation_id, ${centsOfRow} from upload_rows r join ${memberOfRow} where r.upload_id = ${id} and r.state = 'ready'`,
    )
    if (owed < ready) {
      // A member was suspended between the check and the statement: the check now names the row.
      await mustStillBeRight({ tx, binding, upload })
      throw new Refused('server.busy')
    }
    await countRows(tx, id, owed)
    await setStage(tx, id, 'done', { done: owed })
    const changes = { members: { before: null, after: owed } }
    const { kind } = deductionFlow
    await writeAudit(tx, {
      by: actor,
      organisationId,
      kind,
      recordId: id,
      title: declared.title,
      action: 'approve',
      to: 'APPROVED',
      comment,
      changes,
      requestId: request.id,
    })
    return { changes }
  }

export const deductionUploads = serveUpload(deductionUpload, {
  binding,
  source,
  shape,
  rows: { source: rowsSource, shape: () => shapeRow },
  prepare: async ({ house, actor, organisation, file }) => {
    mustMake(deductionFlow, actor)
    mustBeOwn(actor, organisation)
    await askBank(house, actor, termsOf(file))
  },
  receive: async (call) => {
    const { tx, actor, file } = call
    const terms = termsOf(file)
    const { season, title, minuteNumber } = terms
    await mustBeOpenTitle(tx, actor, terms)
    const payee = await payeeColumns(tx, actor, terms)
    const attached = await attachedTo(tx, actor, terms)
    const changes = {
      title: { before: null, after: title },
      minuteNumber: { before: null, after: minuteNumber },
      ...attached.changes,
    }
    // Shares of each season are the same rows: they are another file where they are for another thing.
    const upload = await receiveUpload(call, binding, changes, `${season} ${title}`)
    await sql`insert into deduction_files (upload_id, organisation_id, season, kind, title, minute_number, minute_on, document, document_id, institution_code, account_number, account_name)
      values (${upload.id}, ${actor.organisationId}, ${season}, ${terms.kind}, ${title}, ${minuteNumber}, ${terms.minuteDate}, ${terms.document}, ${attached.document_id},
        ${payee.institution_code}, ${payee.account_number}, ${payee.account_name})`.execute(tx)
    return upload
  },
  calls: (read) => ({
    document: async ({ tx, actor, params }) => {
      const { id: recordId, title } = await read(tx, actor, params.id)
      const of = sql`select d.document_id from deduction_files d where d.upload_id = ${recordId}`
      return openDocument({ tx, actor, kind: binding.record.flow.kind, recordId, title, of })
    },
  }),
  steps: {
    approve: {
      prepare: ({ house, actor, ids }) =>
        askAgain(
          { house, actor },
          sql<BankAccount>`select d.institution_code as "institutionCode", 'BANK' as "institutionType", d.account_number as "accountNumber"
            from deduction_files d join uploads u on u.id = d.upload_id
            where u.id = any (${ids}) and u.status = 'PENDING_APPROVAL' and d.institution_code is not null`,
        ),
      effect: takeEffect,
      message: ({ done }) => `Approved: the next schedule counts with ${counted(done, 'member')}`,
    },
  },
})
