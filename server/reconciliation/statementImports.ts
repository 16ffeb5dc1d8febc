import { createHash } from 'node:crypto'
import { toAmount } from '#contract/kit/money.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { statementImport, statementImportFlow } from '#contract/reconciliation/statementImports.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { changeParts, getChange, openChange, type StoredChange } from '#server/kit/records/changeRequests.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { filePieces, keepText } from '#server/kit/web/receiveFile.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import { Refused } from '#server/kit/refused.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { findEffects, shapeEffects, sumOf } from './statementEffects.ts'
import { fundProposalKind, mustHandle } from '#server/payouts/fundProposals.ts'
import { matchQueue } from '#server/payouts/settleByStatement.ts'
import { digestOf, readStatementFile } from './readStatement.ts'
import { accountOwner, findKnown, saveStatement, type Saved } from './saveStatement.ts'
import type { ReadStatement } from './statementParts.ts'

const statementImportKind: RecordKind = {
  ...fundProposalKind(statementImportFlow),
  atStake: sql<string>`'KES ' || to_char((t.after ->> 'settlesAmount')::numeric, 'FM999,999,999,990.00')`,
}

/** The proposal of an import. The file is kept as it is, and what counts of it later is read from it again. */
type ProposedImport = {
  fileName: string
  accountNumber: string
  fromOn: string
  toOn: string
  lines: number
  newLines: number
  settles: number
  settlesAmount: number
  fileId: string
  fileSha256: string
}

/** A statement of a file: known already, or waiting for a second person. */
export type ImportedStatement = Saved & { waits: boolean }

type NewImport = { tx: Tx; actor: Actor; fileName: string; text: string; requestId: string }

/** Keeps a file that a person imports, and opens a proposal for each statement in it. Nothing of it is matched. */
export async function importFile(file: NewImport): Promise<ImportedStatement[]> {
  const { tx, actor, text } = file
  const imported: ImportedStatement[] = []
  // In one order, so that two files never wait for each other in a ring.
  for (const statement of (await readStatementFile(text)).toSorted((a, b) =>
    a.accountNumber < b.accountNumber ? -1 : 1,
  )) {
    const { accountNumber, fromOn, toOn, lines } = statement
    const { organisationId } = await accountOwner(tx, accountNumber)
    mustHandle(actor, organisationId)
    const common = { accountNumber, organisationId, fromOn, toOn, lines: lines.length }
    const known = await findKnown(tx, statement)
    imported.push(
      known
        ? { ...common, id: known, newLines: 0, waits: false }
        : { ...common, ...(await propose(file, statement, organisationId)), waits: true },
    )
  }
  return imported
}

async function propose(
  { tx, actor, fileName, text, requestId }: NewImport,
  statement: ReadStatement,
  organisationId: string,
): Promise<{ id: string; newLines: number }> {
  const { accountNumber, fromOn, toOn, lines } = statement
  const linesWithEffects = await findEffects(tx, statement)
  const settling = linesWithEffects.filter(({ effect }) => effect === 'SETTLES')
  const file = await keepText(tx, organisationId, text)
  const settlesCents = sumOf(settling)
  const after: ProposedImport = {
    fileName,
    accountNumber,
    fromOn,
    toOn,
    lines: lines.length,
    newLines: linesWithEffects.filter(({ effect }) => effect !== 'KNOWN').length,
    settles: settling.length,
    settlesAmount: toAmount(settlesCents < 0n ? -settlesCents : settlesCents),
    fileId: file.id,
    fileSha256: file.sha256.toString('hex'),
  }
  const targetId = digestOf(statement).toString('hex')
  try {
    const id = await openChange({
      tx,
      actor,
      kind: statementImportKind,
      targetId,
      organisationId,
      title: `${fileName}, ${accountNumber}`.slice(0, 160),
      before: {},
      after,
      requestId,
    })
    return { id, newLines: after.newLines }
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'change.open') throw error
    // The same statement, whoever imports it, waits already.
    const [waiting] = await rows(
      tx,
      sql<{ id: string }>`select id from change_requests t
        where ${statementImportKind.where} and target_id = ${targetId} and status = 'PENDING_APPROVAL'`,
    )
    if (!waiting) throw error
    return { id: waiting.id, newLines: after.newLines }
  }
}

/** The statement of a proposal, read from the kept file; refuses when the file is not the one that was imported. */
async function readKeptStatement(
  tx: Tx,
  { target_id, after }: StoredChange,
): Promise<{ fileName: string; statement: ReadStatement }> {
  const { fileId, fileName, fileSha256 } = after as ProposedImport // border: as `propose` wrote it
  const pieces: Buffer[] = []
  for await (const piece of filePieces(tx, fileId)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  if (createHash('sha256').update(bytes).digest('hex') !== fileSha256) throw new Refused('statement.file_changed')
  const statements = await readStatementFile(bytes.toString('utf8'))
  const statement = statements.find((one) => digestOf(one).toString('hex') === target_id)
  if (!statement) throw new Refused('statement.file_changed')
  return { fileName, statement }
}

const decide = (taking: StepCall): Effect => {
  const { tx, actor, step } = taking
  return async ({ id }) => {
    const change = await getChange(tx, statementImportKind, id)
    mustHandle(actor, change.organisation_id)
    if (step === 'approve') await putInForce(taking, change)
  }
}

/** The statement counts: its lines are kept under the names of both people, and matched after the commit. */
async function putInForce({ tx, actor, house, request }: StepCall, change: StoredChange): Promise<void> {
  const { fileName, statement } = await readKeptStatement(tx, change)
  const [madeBy] = change.makers
  if (madeBy === undefined) throw new Error('a proposal without a maker')
  const saved = await saveStatement(tx, statement, { fileName, people: { madeBy, approvedBy: actor.userId } })
  await writeAudit(tx, {
    by: actor,
    organisationId: saved.organisationId,
    kind: 'bank_statement',
    recordId: saved.id,
    title: fileName,
    action: 'import',
    changes: { lines: { before: null, after: saved.lines }, newLines: { before: null, after: saved.newLines } },
    requestId: request.id,
  })
  await house.jobs.send(tx, matchQueue, { accountNumber: saved.accountNumber })
}

export const statementImports = serveRecord(statementImport, {
  ...changeParts(statementImportKind),
  steps: {
    approve: {
      effect: decide,
      after: ({ jobs }) => jobs.wake(matchQueue),
      message: 'Approved: the statement counts, and is being matched',
    },
    decline: { effect: decide },
    withdraw: { effect: decide },
  },
  calls: () => ({
    lines: async ({ tx, params }) => {
      const read = await readKeptStatement(tx, await getChange(tx, statementImportKind, params.id))
      return shapeEffects(read, await findEffects(tx, read.statement))
    },
  }),
})
