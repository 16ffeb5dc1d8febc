import { pullTroubles } from '#contract/reconciliation/reconciliation.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { isPgError, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { startInterval } from '#server/kit/interval.ts'
import type { Job } from '#server/kit/jobs.ts'
import { Refused } from '#server/kit/refused.ts'
import type { StatementLine } from '#server/kit/bank/bankTransfer.ts'
import { dayAfter } from '#server/facts/days.ts'
import { matchQueue } from '#server/payouts/settleByStatement.ts'
import { mustAgree } from './readStatement.ts'
import { accountOwner, saveStatement } from './saveStatement.ts'
import type { ReadStatement } from './statementParts.ts'

const pullGivenUpQueue = 'statement.pull_given_up'
export const pullQueue = 'statement.pull'

type Pull = { id: string; organisationId: string; accountNumber: string; from: string; to: string }

/** Requests a statement, which the job pulls from the bank. Refuses when one of the account is requested already. */
export async function requestStatement(
  tx: Tx,
  house: Pick<House, 'jobs'>,
  request: { accountNumber: string; from: string; to: string; requestedBy: string | null },
): Promise<string> {
  const { accountNumber, from, to, requestedBy } = request
  const { organisationId } = await accountOwner(tx, accountNumber)
  const id = newId()
  try {
    await savepoint(tx, () =>
      sql`insert into bank_statement_pulls (id, organisation_id, account_number, from_on, to_on, asked_by, asked_at, outcome)
        values (${id}, ${organisationId}, ${accountNumber}, ${from}, ${to}, ${requestedBy}, ${now()}, 'WAITING')`.execute(
        tx,
      ),
    )
  } catch (error) {
    if (isPgError(error) && error.constraint === 'one_pull_of_an_account') throw new Refused('statement.being_asked')
    throw error
  }
  await house.jobs.send(tx, pullQueue, { pullId: id })
  return id
}

/** Pulls the statement from the bank. Its silence lets the job try again; its lines are saved once, however often the job runs. */
export const pullJob: Job = {
  queue: pullQueue,
  retries: 8,
  deadLetterQueue: pullGivenUpQueue,
  work: async (house, { pullId }) => {
    if (!pullId) return
    const pull = await findWaiting(house, pullId)
    if (!pull) return
    const { accountNumber, from, to } = pull
    const statement = await house.bank.statement({ accountNumber, from, to })
    if (statement.outcome === 'silent') throw new Error(`the bank was silent: ${statement.reason}`)
    if (statement.outcome === 'refused')
      return end(house, pull, 'FAILED', `${statement.code} ${statement.words}`.trim())
    if (statement.outcome === 'unsigned') return refuseUnsigned(house, pull)
    const read = readPulled(pull, statement.lines)
    if (!read) return end(house, pull, 'TOLD', '')
    try {
      mustAgree(read)
      await house.db.transaction('system', async (tx) => {
        const saved = await saveStatement(tx, read, { fileName: 'Co-op Connect' })
        await writeAudit(tx, {
          by: { system: 'Kahawa', organisationId: saved.organisationId },
          organisationId: saved.organisationId,
          kind: 'bank_statement',
          recordId: saved.id,
          title: accountNumber,
          action: 'import',
          changes: { newLines: { before: null, after: saved.newLines } },
        })
        await house.jobs.send(tx, matchQueue, { accountNumber })
        await close(tx, pull, 'TOLD', '')
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return end(house, pull, 'FAILED', error.message)
    }
    house.jobs.wake(matchQueue)
  },
}

/** Somebody between the bank and us, or a bank that has stopped signing: nothing of it is kept, and the trail says so. */
async function refuseUnsigned(house: House, pull: Pull): Promise<void> {
  house.log.error({ pull: pull.id }, 'a statement came without the signature of the bank')
  await house.db.transaction('system', async (tx) => {
    await writeAudit(tx, {
      by: { system: 'Kahawa', organisationId: pull.organisationId },
      organisationId: pull.organisationId,
      kind: 'bank_statement',
      recordId: pull.id,
      title: pull.accountNumber,
      action: 'import_refused',
      comment: pullTroubles.UNSIGNED,
    })
    await close(tx, pull, 'FAILED', pullTroubles.UNSIGNED)
  })
}

export const pullGivenUpJob: Job = {
  queue: pullGivenUpQueue,
  retries: 100,
  work: async (house, { pullId }) => {
    const pull = pullId ? await findWaiting(house, pullId) : null
    if (pull) await end(house, pull, 'FAILED', pullTroubles.UNANSWERED)
  },
}

/** The bank gives the balance after each line, and no line for an account on which nothing moved. */
function readPulled({ accountNumber, from, to }: Pull, lines: readonly StatementLine[]): ReadStatement | null {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) return null
  return {
    source: 'BANK',
    accountNumber,
    fromOn: from,
    toOn: to,
    openingCents: first.balanceCents - first.amountCents,
    closingCents: last.balanceCents,
    lines: lines.map((line, at) => ({
      place: at + 1,
      key: line.bankReference,
      reference: line.reference.slice(0, 60),
      bookedOn: businessDate(line.at),
      narration: line.narration.slice(0, 200),
      amountCents: line.amountCents,
    })),
  }
}

const findWaiting = ({ db }: House, id: string): Promise<Pull | null> =>
  db.transaction('system', async (tx) => {
    const [pull] = await rows(
      tx,
      sql<Pull>`select id, organisation_id as "organisationId", account_number as "accountNumber", from_on as "from", to_on as "to"
        from bank_statement_pulls where id = ${id} and outcome = 'WAITING'`,
    )
    return pull ?? null
  })

const end = ({ db }: House, pull: Pull, outcome: 'TOLD' | 'FAILED', words: string): Promise<void> =>
  db.transaction('system', (tx) => close(tx, pull, outcome, words))

async function close(tx: Tx, { id }: Pull, outcome: 'TOLD' | 'FAILED', words: string): Promise<void> {
  await sql`update bank_statement_pulls set outcome = ${outcome}, words = ${words.slice(0, 300)}, told_at = ${now()} where id = ${id} and outcome = 'WAITING'`.execute(
    tx,
  )
}

const everyMs = 15 * 60_000

/**
 * Requests every day the statement of the day before, of each account for which the bank itself has sent none yet: a file that
 * people have imported never stands in for the bank's own.
 */
export const startStatements = (house: House): { stop: () => Promise<void> } =>
  startInterval({ everyMs, work: () => requestYesterday(house), log: house.log, what: 'asking for statements' })

/** Answers for how many accounts a statement was requested. Any number of servers may do it at once. */
export async function requestYesterday(house: Pick<House, 'db' | 'jobs'>): Promise<number> {
  const yesterday = dayAfter(businessDate(), -1)
  return house.db.transaction('system', async (tx) => {
    const due = await rows(
      tx,
      sql<{
        accountNumber: string
        after: string | null
      }>`select a as "accountNumber", (select max(to_on)::text from bank_statements s where s.account_number = a and s.source = 'BANK') as after
        from (select account_number as a from kept_accounts where purpose <> 'MPESA' and is_current) k
        where not exists (select from bank_statements s where s.account_number = a and s.source = 'BANK' and s.to_on >= ${yesterday})
          and not exists (select from bank_statement_pulls p where p.account_number = a and (p.outcome = 'WAITING' or p.to_on >= ${yesterday}))`,
    )
    for (const { accountNumber, after } of due)
      // The last day of the last statement may have been incomplete; its lines are known by their ids.
      await requestStatement(tx, house, { accountNumber, from: after ?? yesterday, to: yesterday, requestedBy: null })
    return due.length
  })
}
