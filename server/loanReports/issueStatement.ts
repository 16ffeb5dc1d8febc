import type { Actor } from '#contract/house/permissions.ts'
import type { StatementKind } from '#contract/loanReports/loanStatements.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { sql } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { hashOfCode } from './statementCodes.ts'

type NewStatement = {
  kind: StatementKind
  actor: Actor
  member: { id: string; organisationId: string; fullName: string }
  initials: string
  from: string
  to: string
  closingCents: bigint
  code: string
  fingerprint: string
  at: Date
}

/** The code of a printed statement and the line in the trail are kept before the first byte leaves: no paper without either. */
export const issueStatement = (
  { db }: House,
  { kind, actor, member, initials, from, to, closingCents, code, fingerprint, at }: NewStatement,
): Promise<void> =>
  db.transaction(scopeOf(actor), async (tx) => {
    await sql`insert into member_statements (id, kind, organisation_id, farmer_id, code_hash, initials, from_day, to_day, closing_cents, fingerprint, issued_by, issued_at)
      values (${newId()}, ${kind}, ${member.organisationId}, ${member.id}, ${hashOfCode(code)}, ${initials}, ${from}, ${to},
        ${closingCents}, ${fingerprint}, ${actor.userId}, ${at})`.execute(tx)
    await writeAudit(tx, {
      by: actor,
      organisationId: member.organisationId,
      kind: 'farmer',
      recordId: member.id,
      title: member.fullName,
      action: kind,
      comment: `${from} – ${to}, ${fingerprint}`,
    })
  })
