import { reconciliation } from '#contract/reconciliation.ts'
import { exceptionList, resolutionList } from '#contract/statementExceptions.ts'
import type { Actor } from '#contract/permissions.ts'
import { writeAudit } from '#server/kit/audit.ts'
import { changeSource, getChange, shapeChange } from '#server/kit/changeRequests.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { Tx } from '#server/kit/db.ts'
import { listPage } from '#server/kit/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { around, done, serve } from '#server/kit/serve.ts'
import { takeStep } from '#server/kit/takeStep.ts'
import { exceptionKind, exceptionSource, readEvidence, shapeException } from './exceptionRows.ts'
import { matchQueue } from './matchLines.ts'
import { askForStatement, pullQueue } from './pullStatements.ts'
import { readStatementFile } from './readStatement.ts'
import { reconFile } from './reconFile.ts'
import { mustHandle, propose, putInForce } from './resolveException.ts'
import { accountOwner, saveStatement, type Saved } from './saveStatement.ts'
import type { ReadStatement } from './statementParts.ts'
import { readReconciliation } from './statementRows.ts'

const messages = { approve: 'Approved: the exception is resolved', decline: 'Rejected', withdraw: 'Taken back' }
const longestPull = 92

export const reconciliationRoutes = serve(reconciliation, {
  import: around({
    act: async ({ tx, actor, body, house, request }) => {
      const { fileName, text } = body
      const statements = await readStatementFile(text)
      const saved: Saved[] = []
      // In one order, so that two files never wait for each other in a ring.
      for (const statement of statements.toSorted((a, b) => (a.accountNumber < b.accountNumber ? -1 : 1)))
        saved.push(await keep({ tx, actor, statement, fileName, requestId: request.id }))
      for (const accountNumber of new Set(saved.map((one) => one.accountNumber)))
        await house.jobs.send(tx, matchQueue, { accountNumber })
      return saved
    },
    settle: async ({ house }, saved: Saved[]) => {
      house.jobs.wake(matchQueue)
      const [lines, newLines] = [sum(saved, 'lines'), sum(saved, 'newLines')]
      return done(
        newLines === 0 ? 'Every line was known already' : `${newLines} of ${lines} lines are new`,
        saved.map(shape),
      )
    },
  }),
  pull: around({
    act: async ({ tx, actor, house, body }) => {
      const { accountNumber, from, to } = body
      mustHandle(actor, (await accountOwner(tx, accountNumber)).organisationId)
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
      if (days < 0 || days > longestPull || to > businessDate())
        throw new Refused('input.invalid', { details: { fields: { to: 'Choose at most 92 days, up to today' } } })
      return askForStatement(tx, house, { accountNumber, from, to, askedBy: actor.userId })
    },
    settle: async ({ house }, id: string) => {
      house.jobs.wake(pullQueue)
      return done('The bank is being asked', { id })
    },
  }),
  overview: ({ tx }) => readReconciliation(tx),
  exceptions: ({ tx, actor, query }) =>
    listPage({ tx, actor, screen: exceptionList, query, source: exceptionSource(), shape: shapeException }),
  exception: ({ tx, actor, params }) => readEvidence(tx, actor, params.id),
  propose: async ({ tx, actor, params, body, request }) => {
    const { reason, ...proposed } = body
    const change = await propose({ tx, actor, id: params.id, proposed, reason, requestId: request.id })
    return done('Sent for approval', shapeChange(exceptionKind, actor)(await getChange(tx, exceptionKind, change)))
  },
  resolutions: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: resolutionList,
      query,
      source: changeSource(exceptionKind, organisation),
      shape: shapeChange(exceptionKind, actor),
      kind: exceptionKind,
    }),
  resolution: async ({ tx, actor, params }) =>
    shapeChange(exceptionKind, actor)(await getChange(tx, exceptionKind, params.id)),
  decide: async ({ tx, actor, body, request }) => {
    const { id, step, version, approverComment: comment } = body
    await takeStep({
      tx,
      actor,
      kind: exceptionKind,
      step,
      id,
      version,
      comment,
      request,
      ...(step === 'approve' ? { effect: () => putInForce(tx, actor, id) } : {}),
    })
    return done(messages[step], shapeChange(exceptionKind, actor)(await getChange(tx, exceptionKind, id)))
  },
  download: async ({ actor, organisation }) => reconFile(actor, organisation),
})

async function keep(given: {
  tx: Tx
  actor: Actor
  statement: ReadStatement
  fileName: string
  requestId: string
}): Promise<Saved> {
  const { tx, actor, statement, fileName, requestId } = given
  mustHandle(actor, (await accountOwner(tx, statement.accountNumber)).organisationId)
  const saved = await saveStatement(tx, statement, { fileName, madeBy: actor.userId })
  await writeAudit(tx, {
    by: actor,
    organisationId: saved.organisationId,
    kind: 'bank_statement',
    recordId: saved.id,
    title: fileName,
    action: 'import',
    changes: { lines: { before: null, after: saved.lines }, newLines: { before: null, after: saved.newLines } },
    requestId,
  })
  return saved
}

const sum = (saved: readonly Saved[], of: 'lines' | 'newLines'): number => saved.reduce((all, one) => all + one[of], 0)
const shape = ({ organisationId: _organisationId, ...imported }: Saved) => imported
