import { inWords } from '#contract/kit/money.ts'
import {
  exceptionResolution,
  resolutions,
  resolutionsFor,
  type ResolutionName,
} from '#contract/reconciliation/statementExceptions.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { changeParts, getChange, openChange } from '#server/kit/records/changeRequests.ts'
import { now, startOfDay } from '#server/kit/clock.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { done, type Call } from '#server/kit/web/serve.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { post, type Post } from '#server/ledger/ledger.ts'
import type { AccountName } from '#server/ledger/accounts.ts'
import { mustHandle } from '#server/payouts/fundProposals.ts'
import { settleByStatement } from '#server/payouts/settleByStatement.ts'
import { exceptionKind, findCandidates, getException, type StoredException } from './exceptionRows.ts'
import { keptAccount } from './creditSocieties.ts'
import { lockAccount } from './saveStatement.ts'

type Proposed = { resolution: ResolutionName; payment?: string | undefined }

/** Opens the proposal that an exception is resolved so. Answers its id. */
async function propose({
  tx,
  actor,
  params,
  body,
  request,
}: Call<typeof exceptionResolution.calls.propose>): Promise<string> {
  const stored = await getException(tx, params.id)
  mustHandle(actor, stored.organisationId)
  await mustFit(tx, stored, body)
  const { resolution, payment, reason } = body
  return openChange({
    tx,
    actor,
    kind: exceptionKind,
    targetId: stored.id,
    organisationId: stored.organisationId,
    title:
      `${inWords(stored.amountCents, stored.currency)}, ${stored.narration || stored.reference || stored.bookedOn}`.slice(
        0,
        160,
      ),
    before: { resolution: '', itemVersion: 0 },
    // The version of the exception: what was proposed for it holds only as long as it is what it was.
    after: { resolution, itemVersion: stored.version, ...(resolution === 'SAME_PAYMENT' ? { payment } : {}) },
    notes: [{ code: resolution.toLowerCase(), message: resolutions[resolution].effect }],
    reason,
    requestId: request.id,
  })
}

async function mustFit(tx: Tx, stored: StoredException, { resolution, payment }: Proposed): Promise<void> {
  if (stored.state === 'PROPOSED') throw new Refused('change.open')
  if (stored.state !== 'OPEN' || stored.kind === 'NEW') throw new Refused('exception.not_open')
  if (!resolutionsFor(stored).includes(resolution)) throw new Refused('exception.not_so')
  if (resolution === 'SAME_PAYMENT' && (await findCandidates(tx, stored, payment ?? '')).length === 0)
    throw new Refused('exception.no_payment')
}

/** Puts an approved proposal into effect, under the lock of the account: nobody matches or resolves it at the same time. */
async function putInForce(tx: Tx, actor: Actor, changeId: string): Promise<void> {
  const change = await getChange(tx, exceptionKind, changeId)
  const proposed = change.after as { resolution: ResolutionName; itemVersion: number; payment?: string } // border: as `propose` wrote it
  const seen = await getException(tx, change.target_id)
  mustHandle(actor, seen.organisationId)
  await lockAccount(tx, seen.accountNumber)
  const stored = await getException(tx, change.target_id)
  const isOpen = stored.version === proposed.itemVersion && stored.resolution === null && stored.kind !== 'MATCHED'
  if (!isOpen || !resolutionsFor(stored).includes(proposed.resolution)) throw new Refused('exception.not_open')
  if (proposed.resolution === 'SAME_PAYMENT') await join(tx, stored, proposed.payment ?? '')
  else {
    const movement = resolvedBy(stored, proposed.resolution)
    if (movement) await post(tx, [movement])
    await sql`update recon_items set resolution = ${proposed.resolution}, resolved_at = ${now()}, version = version + 1 where id = ${stored.id}`.execute(
      tx,
    )
  }
}

type Resolved = Pick<
  StoredException,
  'id' | 'organisationId' | 'purpose' | 'currency' | 'amountCents' | 'narration' | 'bookedOn'
>

/** What a resolution moves in the ledger; null when nothing moves. */
export function resolvedBy(
  { id, organisationId, purpose, currency, amountCents, narration, bookedOn }: Resolved,
  way: ResolutionName,
): Post | null {
  const outside: AccountName = { kind: 'outside', organisationId, subjectId: organisationId, currency }
  const kept = keptAccount(organisationId, purpose)
  const common = {
    reference: `statement/${id}`,
    cause: { kind: 'statement_exception', id },
    narration,
    businessDate: bookedOn,
  }
  if (way === 'FUND_CREDIT') return { ...common, debit: kept, credit: outside, amountCents }
  if (way === 'BANK_CHARGE') return { ...common, debit: outside, credit: kept, amountCents: -amountCents }
  return null
}

/** The line is the payment: it is settled by the statement, as if the bank had repeated its reference. */
async function join(tx: Tx, stored: StoredException, payment: string): Promise<void> {
  const [candidate] = await findCandidates(tx, stored, payment)
  if (!candidate) throw new Refused('exception.no_payment')
  const { reference, amountCents } = candidate
  const bankReference = await bankIdOf(tx, stored.id)
  const [verdict] = await settleByStatement(tx, [
    { reference, amountCents, bankReference, at: startOfDay(stored.bookedOn), source: 'PEOPLE' },
  ])
  if (verdict === 'contradicts' || verdict === 'unknown') throw new Refused('exception.no_payment')
  await sql`delete from recon_items where leg_id = ${candidate.legId} and account_number = ${stored.accountNumber} and line_id is null and resolution is null`.execute(
    tx,
  )
  await sql`update recon_items set kind = 'MATCHED', how = 'PERSON', leg_id = ${candidate.legId}, note = '', resolution = 'SAME_PAYMENT', resolved_at = ${now()},
    version = version + 1 where id = ${stored.id}`.execute(tx)
}

async function bankIdOf(tx: Tx, id: string): Promise<string> {
  const { rows: found } = await sql<{
    key: string
  }>`select line_key as key from bank_statement_lines where id = ${id}`.execute(tx)
  const [line] = found
  if (!line) throw new Refused('exception.no_payment')
  return line.key
}

export const exceptionResolutions = serveRecord(exceptionResolution, {
  ...changeParts(exceptionKind),
  steps: {
    approve: {
      effect:
        ({ tx, actor }) =>
        ({ id }) =>
          putInForce(tx, actor, id),
      message: 'Approved: the exception is resolved',
    },
  },
  calls: (read) => ({
    propose: async (call) => done('Sent for approval', await read(call.tx, call.actor, await propose(call))),
  }),
})
