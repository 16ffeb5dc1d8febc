import { loanSlips, type FollowedLoan } from '#contract/loans/loanSlips.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { readByCode } from '#server/kit/paper/checkedPaper.ts'
import { addressOfCode, codeOfPaper, type PaperKind } from '#server/kit/paper/paperCodes.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve, streamReply, type Call } from '#server/kit/web/serve.ts'
import { findLoan, loanRequestKind } from './loanRows.ts'
import { readWay } from './loanTrack.ts'
import { writeSlip } from './slipPdf.ts'

/** The slip that a member takes home. */
export const loanSlip: PaperKind = { name: 'loan slip', reference: /^LN[0-9A-Z]{8,12}$/ }

async function printSlip({ tx, actor, params, query, house }: Call<typeof loanSlips.slip>) {
  const loan = await findLoan(tx, params.id)
  const code = codeOfPaper(house, loanSlip, loan.reference)
  return streamReply({
    type: 'application/pdf',
    name: `loanslip_${loan.reference}.pdf`,
    before: ({ db }) =>
      db.transaction(scopeOf(actor), (trail) =>
        writeAudit(trail, {
          by: actor,
          organisationId: loan.organisationId,
          kind: loanRequestKind.flow.kind,
          recordId: loan.id,
          title: loan.fullName,
          action: 'slip',
        }),
      ),
    produce: () =>
      writeSlip({
        language: query.language,
        reference: loan.reference,
        organisationName: loan.organisationName,
        requestedAt: loan.createdAt,
        address: addressOfCode(house, 'follow', code),
        code,
      }),
  })
}

/** The loan of a code; the reference alone opens nothing. */
async function followed(tx: Tx, reference: string): Promise<FollowedLoan> {
  const [found] = await rows(tx, sql<{ id: string }>`select id from loan_requests where reference = ${reference}`)
  if (!found) throw new Refused('loan_slip.unknown')
  const loan = await findLoan(tx, found.id)
  const { stages, stand } = await readWay(tx, null, loan)
  return {
    organisationName: loan.organisationName,
    stages: stages.map(({ stage, state, at }) => ({ stage, state, at })),
    stand: stand && { cause: stand.cause, channel: stand.channel, since: stand.since, nextAt: stand.nextAt },
  }
}

export const loanSlipRoutes = [
  ...serve({ slip: loanSlips.slip }, { slip: printSlip }),
  ...serve(
    { follow: loanSlips.follow },
    {
      follow: ({ house, params: { code } }) =>
        readByCode({ house, kind: loanSlip, code, unknown: 'loan_slip.unknown', read: followed }),
    },
    { transactions: 'own' },
  ),
]
