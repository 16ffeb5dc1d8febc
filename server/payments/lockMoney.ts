import { sql, type Tx } from '#server/kit/db.ts'

/** Until the end of the transaction nobody else decides about the money of a society: its transfers and its schedules come one after another. */
export const lockMoney = async (tx: Tx, organisationId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`transfers ${organisationId}`}, 0))`.execute(tx)
}
