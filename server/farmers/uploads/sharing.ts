import { one, sql, type Tx } from '#server/kit/db.ts'
import { readSetting } from '#server/facts/settings.ts'

/**
 * Which farmers `f` count as one more member on an account or a phone: nobody who was declined, left for another society,
 * died or was erased, for none of them is paid. Source: domain rules for farmers.
 */
export const countsAsSharer = sql`(f.status <> 'REJECTED' and f.life_state not in ('TRANSFERRED', 'DECEASED', 'ERASED'))`

/** How many members of a society may share an account or a phone before it is pointed out. */
export const mostSharers = (tx: Tx): Promise<number> => readSetting(tx, 'sharedAccountWarning')

export type SharedValues = {
  /** The farmer it is about, who is not one of the others; null of one who is not registered yet. */
  id: string | null
  organisationId: string
  mobileNumber: string
  institution: string
  accountNumber: string
}

/** Of an account or a phone: how many other members of the society have it, and whether they are too many with this one. */
export type Sharing = { others: number; isMany: boolean }

/** Who else of the society has the same account and the same mobile number. */
export async function findSharing(tx: Tx, values: SharedValues): Promise<{ account: Sharing; mobile: Sharing }> {
  const most = await mostSharers(tx)
  const others = sql`f.organisation_id = ${values.organisationId} and f.id is distinct from ${values.id} and ${countsAsSharer}`
  const { account, mobile } = await one(
    tx,
    sql<{ account: number; mobile: number }>`select
      (select count(*)::int from farmers f where ${others} and f.institution_code = ${values.institution} and f.account_number = ${values.accountNumber}) as account,
      (select count(*)::int from farmers f where ${others} and f.mobile_number = ${values.mobileNumber}) as mobile`,
  )
  const sharing = (others: number): Sharing => ({ others: others, isMany: others + 1 > most })
  return { account: sharing(account), mobile: sharing(mobile) }
}

/** What a decider reads of it. */
export const sharingMessage = ({ others }: Sharing, what: 'account' | 'mobile number'): string =>
  `${others === 1 ? '1 other member' : `${others} other members`}: same ${what}`
