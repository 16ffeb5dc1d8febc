import type { Actor } from '#contract/house/permissions.ts'
import type { Changes } from '#server/kit/audit/audit.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import type { Job } from '#server/kit/jobs.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { mustLockUpload, RowsRefused } from '#server/kit/uploads/decideUpload.ts'
import { noteProgress, setStage } from '#server/kit/uploads/progress.ts'
import { lockUpload } from '#server/kit/uploads/stagedRows.ts'
import type { UploadRecord } from '#server/kit/uploads/uploadBinding.ts'
import { farmerCompaniesBinding, farmersBinding } from './farmerUploadKinds.ts'
import { forgetOldAnswers, lookUpAccounts } from '#server/farmers/lookUpAccounts.ts'
import { registerRows, type Registered } from './registerRows.ts'

export const lookUpQueue = 'farmers.look_up'

export type Override = { row: number; reason: string }

/** The effect of an approval: rows the bank has answered for become farmers, a job looks up the others. */
export const approveEffect =
  ({ tx, house, actor, overrides }: { tx: Tx; house: House; actor: Actor; overrides: readonly Override[] }): Effect =>
  async (record) => {
    const overridden = await keepOverrides(tx, actor, record.id, overrides)
    const upload = await mustLockUpload(tx, record.id)
    if (upload.status === 'PENDING_APPROVAL') await forgetOldAnswers(tx, upload.id)
    else await retryFailed(tx, upload)
    const result = await registerRows({ tx, kind: farmersBinding.kind, upload, checkerId: actor.userId })
    if (result.waiting > 0) {
      await setStage(tx, record.id, 'approving', { done: result.done, total: result.done + result.waiting })
      await house.jobs.send(tx, lookUpQueue, { uploadId: record.id, checkerId: actor.userId })
    } else await setStage(tx, record.id, 'done', { done: result.done })
    return { to: stateAfter(result), changes: { ...changesOf(result), ...overridden } }
  }

/** Companies are few: all of them become farmers or none. The accounts were looked up before the transaction began. */
export const approveCompaniesEffect =
  ({ tx, actor, overrides }: { tx: Tx; actor: Actor; overrides: readonly Override[] }): Effect =>
  async (record) => {
    const overridden = await keepOverrides(tx, actor, record.id, overrides)
    const upload = await mustLockUpload(tx, record.id)
    const result = await registerRows({ tx, kind: farmerCompaniesBinding.kind, upload, checkerId: actor.userId })
    const { open } = await unanswered(tx, record.id)
    if (open > 0) throw new Refused('bank.silent', { details: { accounts: open } })
    if (result.failed > 0) throw new RowsRefused(result.failed)
    await setStage(tx, record.id, 'done', { done: result.done })
    return { changes: { ...changesOf(result), ...overridden } }
  }

/** Looks up what the bank has not answered for, registers what it has, and moves the upload on when nothing waits any more. */
export const lookUpJob: Job = {
  queue: lookUpQueue,
  retries: 20,
  work: async (house, { uploadId, checkerId }) => {
    if (!uploadId || !checkerId) return
    const upload = await house.db.transaction('system', (tx) => lockUpload(tx, uploadId))
    if (!upload) return
    const register = () => registerAnswered(house, uploadId, checkerId)
    if (upload.status !== 'PENDING_ACCOUNT_VALIDATION') return void (await register())
    // Registering looks through the whole file: it takes no more than a part of the time in which the bank answers.
    let [registeredAt, tookMs] = [performance.now(), 500]
    const { silent } = await lookUpAccounts(house, upload, async () => {
      if (performance.now() - registeredAt < tookMs * 4) return
      const startedAt = performance.now()
      const { done, waiting } = await register()
      ;[registeredAt, tookMs] = [performance.now(), performance.now() - startedAt]
      if (waiting > 0) await noteProgress(house, { uploadId, stage: 'approving', rowsDone: done })
    })
    const { waiting } = await register()
    if (waiting > 0 && silent > 0) {
      // The tray and the waiting caller may stop looking; the job tries again after its pause.
      await house.db.transaction('system', (tx) => setStage(tx, uploadId, 'done'))
      throw new Error(`the bank is silent for ${silent} accounts`)
    }
  },
}

/** One transaction: registers the rows that have an answer and, when none waits, ends the approval. */
function registerAnswered(house: House, uploadId: string, checkerId: string): Promise<Registered> {
  return house.db.transaction('system', async (tx) => {
    const upload = await mustLockUpload(tx, uploadId)
    const nothing = { created: 0, done: 0, failed: 0, waiting: 0 }
    if (upload.status !== 'PENDING_ACCOUNT_VALIDATION') {
      // Declined meanwhile, or finished by the job of another approval.
      await setStage(tx, uploadId, 'done')
      return nothing
    }
    await sql`select set_config('app.organisation', ${upload.organisationId}, true)`.execute(tx)
    const result = await registerRows({ tx, kind: farmersBinding.kind, upload, checkerId })
    if (result.waiting === 0) {
      await systemStep({
        tx,
        kind: farmersBinding.record,
        id: upload.id,
        organisationId: upload.organisationId,
        from: 'PENDING_ACCOUNT_VALIDATION',
        to: stateAfter(result),
        title: upload.fileName,
        changes: changesOf(result),
      })
      await setStage(tx, uploadId, 'done', { done: result.done })
    }
    return result
  })
}

const stateAfter = ({ waiting, failed }: Registered): string =>
  waiting > 0 ? 'PENDING_ACCOUNT_VALIDATION' : failed > 0 ? 'APPROVED_WITH_ERRORS' : 'APPROVED'
const changesOf = ({ created, failed, waiting }: Registered) => ({
  registered: { before: null, after: created },
  failed: { before: null, after: failed },
  waiting: { before: null, after: waiting },
})

async function keepOverrides(tx: Tx, actor: Actor, uploadId: string, overrides: readonly Override[]): Promise<Changes> {
  if (overrides.length === 0) return {}
  await sql`update upload_rows r set override_reason = o.reason, override_by = ${actor.userId}
    from jsonb_to_recordset(${JSON.stringify(overrides)}::jsonb) as o ("row" int, reason text) where r.upload_id = ${uploadId} and r.row_number = o."row"`.execute(
    tx,
  )
  return Object.fromEntries(
    overrides.map(({ row, reason }) => [`row ${row} override`, { before: null, after: reason }]),
  )
}

/** A second approval tries the failed rows again: what was wrong with them may have been put right since. */
async function retryFailed(tx: Tx, upload: UploadRecord): Promise<void> {
  await sql`delete from upload_row_checks c using upload_rows r where c.row_id = r.id and c.upload_id = ${upload.id} and r.state = 'failed'`.execute(
    tx,
  )
  await sql`delete from upload_problems p using upload_rows r where p.upload_id = ${upload.id} and r.upload_id = p.upload_id and r.row_number = p.row_number and r.state = 'failed' and p.severity = 'error'`.execute(
    tx,
  )
  await sql`update upload_rows set state = 'ready' where upload_id = ${upload.id} and state = 'failed'`.execute(tx)
}

const unanswered = (tx: Tx, uploadId: string): Promise<{ open: number }> =>
  one(
    tx,
    sql`select count(*)::int as open from upload_rows r left join upload_row_checks c on c.row_id = r.id
      where r.upload_id = ${uploadId} and r.state = 'ready' and c.row_id is null`,
  )

/** Before a company approval: looks the accounts up, outside any transaction. Answers are kept, so that a second try looks up only the rest. */
export async function prepareCompanies(house: House, actor: Actor, uploadId: string): Promise<void> {
  const upload = await house.db.transaction(scopeOf(actor), async (tx) => {
    const locked = await lockUpload(tx, uploadId)
    if (locked?.kind !== farmerCompaniesBinding.kind.name || locked.status !== 'PENDING_APPROVAL') return null
    // One refused account refuses them all: it is asked about each time.
    await forgetOldAnswers(tx, uploadId, 0)
    return locked
  })
  if (upload) await lookUpAccounts(house, upload)
}
