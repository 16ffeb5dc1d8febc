import type { TradeAccount } from '#contract/settlement/tradeAccounts.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'

type BuyersAccount = { bankId: string; accountNumber: string }

/** The account that buyers pay onto; none before the bank has opened one. Whoever calls sees every organisation. */
export async function findBuyersAccount(tx: Tx): Promise<BuyersAccount | undefined> {
  const [account] = await rows(
    tx,
    sql<BuyersAccount>`select organisation_id as "bankId", account_number as "accountNumber" from trade_accounts where purpose = 'BUYERS' order by opened_at limit 1`,
  )
  return account
}

/** The same. Throws `settlement.no_account`. */
export async function mustHaveBuyersAccount(tx: Tx): Promise<BuyersAccount> {
  const account = await findBuyersAccount(tx)
  if (!account) throw new Refused('settlement.no_account')
  return account
}

/** Every account of the settlement, the bank's own first. */
export const readTradeAccounts = (tx: Tx): Promise<TradeAccount[]> =>
  rows(
    tx,
    sql<TradeAccount>`select t.id, o.name as "organisationName", o.code as "organisationCode", t.purpose, t.account_number as "accountNumber", t.account_name as "accountName"
      from trade_accounts t join organisations o on o.id = t.organisation_id
      order by array_position(array['BUYERS', 'DSS', 'EXCHANGE', 'PROVIDER'], t.purpose), o.name`,
  )
