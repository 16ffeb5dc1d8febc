import { one, sql, type Tx } from '#server/kit/db.ts'

type Found = { found: boolean }

/** Whether another society has registered an ID: yes or no, never whose. */
export async function isRegisteredElsewhere(tx: Tx, identity: string, society: string): Promise<boolean> {
  const { found } = await one(tx, sql<Found>`select registered_elsewhere(${identity}, ${society}) as found`)
  return found
}

/** Whether somebody of another society is paid to the same account: yes or no, never who. */
export async function isPaidElsewhere(
  tx: Tx,
  account: { organisationId: string; institution: string; accountNumber: string },
): Promise<boolean> {
  const { institution, accountNumber, organisationId } = account
  const { found } = await one(
    tx,
    sql<Found>`select account_elsewhere(${institution}, ${accountNumber}, ${organisationId}) as found`,
  )
  return found
}
