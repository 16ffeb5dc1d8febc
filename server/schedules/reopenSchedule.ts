import { one, sql, type Tx } from '#server/kit/db.ts'
import { systemStep } from '#server/kit/records/takeStep.ts'
import { communalPaymentKind } from './communalPaymentRows.ts'

type CameBack = { scheduleId: string; title: string }
type Schedule = { id: string; organisationId: string; title: string; status: string }

/** A payment of a schedule came back: the schedule is no longer paid, and its trail says whose payment it was and why. */
export async function reopenSchedule(tx: Tx, { scheduleId, title: whose }: CameBack, reason: string): Promise<void> {
  const { status: from, ...schedule } = await one(
    tx,
    sql<Schedule>`select p.id, p.organisation_id as "organisationId", o.name || ' ' || p.season as title, p.status
      from communal_payments p join organisations o on o.id = p.organisation_id where p.id = ${scheduleId} for update of p`,
  )
  const to = from === 'COMPLETED' ? 'PARTIALLY_PAID' : from
  const changes = { bank: { before: whose, after: reason } }
  await systemStep({ tx, kind: communalPaymentKind, ...schedule, from, to, changes })
}
