import { counted } from '#contract/kit/counted.ts'
import { reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { exceptionList } from '#contract/reconciliation/statementExceptions.ts'
import { accountPurposes as societyPurposes } from '#contract/payments/societyAccounts.ts'
import { businessDate } from '#server/kit/clock.ts'
import { daysBetween } from '#server/facts/days.ts'
import { listPage } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { around, done, serve } from '#server/kit/web/serve.ts'
import { mustHandle } from '#server/payouts/fundProposals.ts'
import { exceptionSource, readEvidence, shapeException } from './exceptionRows.ts'
import { requestStatement, pullQueue } from './pullStatements.ts'
import { reconFile } from './reconFile.ts'
import { accountOwner } from './saveStatement.ts'
import { importFile, type ImportedStatement } from './statementImports.ts'
import { readReconciliation } from './statementRows.ts'

const longestPull = 92

export const reconciliationRoutes = serve(reconciliation, {
  import: around({
    act: async ({ tx, actor, body, request }) => {
      const { fileName, text } = body
      return importFile({ tx, actor, fileName, text, requestId: request.id })
    },
    settle: async (_call, imported: ImportedStatement[]) => {
      const [lines, newLines] = [sum(imported, 'lines'), sum(imported, 'newLines')]
      return done(
        imported.some(({ waits }) => waits)
          ? `Sent for approval: new are ${newLines} of ${counted(lines, 'line')}, which count once another person has approved`
          : 'Every line was known already',
        imported.map(({ organisationId: _organisationId, ...one }) => one),
      )
    },
  }),
  pull: around({
    act: async ({ tx, actor, house, body }) => {
      const { accountNumber, from, to } = body
      const { organisationId, purpose } = await accountOwner(tx, accountNumber)
      // A society asks for its own; what is a fund's, its lender and the bank ask for.
      if (!(purpose in societyPurposes && organisationId === actor.organisationId)) mustHandle(actor, organisationId)
      const days = daysBetween(from, to)
      if (days < 0 || days > longestPull || to > businessDate())
        throw new Refused('input.invalid', { details: { fields: { to: 'Choose at most 92 days, up to today' } } })
      return requestStatement(tx, house, { accountNumber, from, to, requestedBy: actor.userId })
    },
    settle: async ({ house }, id: string) => {
      house.jobs.wake(pullQueue)
      return done('Waiting for the bank', { id })
    },
  }),
  overview: ({ tx }) => readReconciliation(tx),
  exceptions: ({ tx, actor, query }) =>
    listPage({ tx, actor, screen: exceptionList, query, source: exceptionSource(), shape: shapeException }),
  exception: ({ tx, actor, params }) => readEvidence(tx, actor, params.id),
  download: async ({ actor, organisation }) => reconFile(actor, organisation),
})

const sum = (imported: readonly ImportedStatement[], of: 'lines' | 'newLines'): number =>
  imported.reduce((all, one) => all + one[of], 0)
