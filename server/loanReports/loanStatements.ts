import { toAmount } from '#contract/kit/money.ts'
import { loanStatements, type CheckedStatement, type StatementKind } from '#contract/loanReports/loanStatements.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { addressOfCode } from '#server/kit/paper/paperCodes.ts'
import { Refused } from '#server/kit/refused.ts'
import { masked, organisationInPath } from '#server/kit/scope.ts'
import { serve, streamReply, type Call } from '#server/kit/web/serve.ts'
import { getBorrower } from './borrowers.ts'
import { farmerLimit } from './farmerLimit.ts'
import { issueStatement } from './issueStatement.ts'
import { mustBeInOrder, settlementLines } from './settlement.ts'
import { hashOfCode, initialsOf, newCode } from './statementCodes.ts'
import { fingerprintOf, readStatement } from './statementLines.ts'
import { writeStatement } from './statementPdf.ts'

async function printStatement(call: Call<typeof loanStatements.statement>) {
  const { tx, actor, organisation, params, query, house } = call
  const to = query.to ?? businessDate()
  mustBeInOrder(query.from, to)
  const borrower = await getBorrower(tx, actor, { organisation, farmerId: params.farmerId })
  const statement = await readStatement(tx, { farmerId: borrower.id, from: query.from, to })
  const [code, at] = [newCode(), now()]
  const fingerprint = fingerprintOf(borrower.id, statement)
  return streamReply({
    type: 'application/pdf',
    name: `loanstatement_${borrower.id}.pdf`,
    before: (of) =>
      issueStatement(of, {
        kind: 'loan_statement',
        actor,
        member: borrower,
        initials: initialsOf(borrower.fullName),
        from: statement.from,
        to: statement.to,
        closingCents: statement.closingCents,
        code,
        fingerprint,
        at,
      }),
    produce: () =>
      writeStatement({
        language: query.language,
        borrower: { ...borrower, idNumber: masked(borrower.idNumber) },
        statement,
        code,
        address: addressOfCode(house, 'check', code),
        fingerprint,
        issued: { at, by: actor.fullName, organisation: actor.organisationName },
      }),
  })
}

type IssuedStatement = {
  kind: StatementKind
  initials: string
  organisation: string
  from_day: string
  to_day: string
  closing_cents: bigint
  issued_at: Date
  fingerprint: string
}

/** What a code says. A code that was mistyped, altered or invented says nothing. */
async function checkCode(tx: Tx, code: string): Promise<CheckedStatement> {
  const [issued] = await rows(tx, sql<IssuedStatement>`select * from check_member_statement(${hashOfCode(code)})`)
  if (!issued) throw new Refused('loan_statement.unknown')
  return {
    kind: issued.kind,
    initials: issued.initials,
    organisationName: issued.organisation,
    from: issued.from_day,
    to: issued.to_day,
    closingBalance: toAmount(issued.closing_cents),
    issuedAt: issued.issued_at.toISOString(),
    fingerprint: issued.fingerprint,
  }
}

export const loanStatementRoutes = serve(loanStatements, {
  statement: printStatement,
  check: ({ tx, params }) => checkCode(tx, params.code),
  limit: ({ tx, params }) => farmerLimit(tx, params.id),
  settlement: async ({ tx, actor, body: { growerCode, from, to } }) => {
    const society = await organisationInPath(tx, actor, { growerCode })
    mustBeInOrder(from, to)
    return settlementLines(tx, { id: society?.id ?? actor.organisationId }, { from, to })
  },
})
