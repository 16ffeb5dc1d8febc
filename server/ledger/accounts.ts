import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'

/** The chart of accounts; what each kind means stands in the table `ledger_account_kinds`. */
export const accountKinds = [
  'checkoff',
  'clearing',
  'farmers',
  'fee',
  'fund',
  'limit',
  'limit_granted',
  'limit_used',
  'loan',
  'non_checkoff',
  'outside',
  'position',
  'proceeds',
  'settlement',
] as const
type AccountKind = (typeof accountKinds)[number]
type Currency = 'KES' | 'USD'

/** The kinds of which each lender has accounts of his own, about the same subject. Any other kind is its owner's or nobody's. */
type LenderKind = 'limit' | 'limit_used' | 'loan'
type OfLender = { kind: LenderKind; lenderId: string } | { kind: Exclude<AccountKind, LenderKind>; lenderId?: never }

/** An account by its name. It is opened by the first movement that names it; one that was never moved has nothing. */
export type AccountName = OfLender & {
  /** Who owns it: sees it, and alone may debit it behind the wall. */
  organisationId: string
  /** The farmer or the organisation it is about. */
  subjectId: string
  season?: string
  currency?: Currency
}

export type OpenAccount = { id: string; book: string; currency: Currency }

const keyOf = ({
  kind,
  organisationId,
  subjectId,
  season = '',
  currency = 'KES',
  lenderId = '',
}: AccountName): string => `${organisationId} ${kind} ${subjectId} ${season} ${currency} ${lenderId}`

/** Finds the accounts of these names in one statement and opens the missing ones of the own organisation. */
export async function openAccounts(tx: Tx, names: readonly AccountName[]): Promise<(name: AccountName) => OpenAccount> {
  const byKey = new Map(names.map((name) => [keyOf(name), name]))
  const distinct = [...byKey.values()]
  const accounts = await rows(
    tx,
    sql<{ place: number; id: string; book: string }>`select place, id, book from open_ledger_accounts(
      ${distinct.map(() => newId())}::uuid[], ${distinct.map((name) => name.organisationId)}::uuid[],
      ${distinct.map(({ kind }) => kind)}::text[], ${distinct.map(({ subjectId }) => subjectId)}::uuid[],
      ${distinct.map(({ season = '' }) => season)}::text[], ${distinct.map(({ currency = 'KES' }) => currency)}::text[],
      ${distinct.map(({ lenderId = null }) => lenderId)}::uuid[], ${now()})`,
  )
  const open = new Map<string, OpenAccount>()
  for (const { place, id, book } of accounts) {
    const name = distinct[place - 1]
    if (name) open.set(keyOf(name), { id, book, currency: name.currency ?? 'KES' })
  }
  return (name) => {
    const account = open.get(keyOf(name))
    if (!account) throw new Error(`no account ${name.kind} of another organisation is open`)
    return account
  }
}

/** The id of an account in reach; null when nothing has moved on it yet. */
export async function findAccount(tx: Tx, name: AccountName): Promise<string | null> {
  const { kind, organisationId, subjectId, season = '', currency = 'KES', lenderId = null } = name
  const [account] = await rows(
    tx,
    sql<{ id: string }>`select id from ledger_accounts where organisation_id = ${organisationId} and kind = ${kind}
      and subject_id = ${subjectId} and season = ${season} and currency = ${currency} and (${lenderId}::uuid is null or lender_id = ${lenderId})`,
  )
  return account?.id ?? null
}
