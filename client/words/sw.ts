import { administration, settingExamples } from './sw/administration.ts'
import { developers } from './sw/developers.ts'
import { shell } from './sw/shell.ts'
import { payouts } from './sw/payouts.ts'
import { reconciliation } from './sw/reconciliation.ts'
import { balances } from './sw/trade/balances.ts'
import { outturns } from './sw/trade/outturns.ts'
import { catalogue } from './sw/trade/catalogue.ts'
import { parchment } from './sw/parchment.ts'
import { dispatch } from './sw/trade/dispatch.ts'
import { estateCured } from './sw/trade/estateCured.ts'
import { conversion } from './sw/payments/conversion.ts'
import { retries } from './sw/payments/retries.ts'
import { rtgs } from './sw/payments/rtgs.ts'
import { seasonReopenings } from './sw/payments/seasonReopenings.ts'
import { deductions } from './sw/payments/deductions.ts'
import { schedules } from './sw/payments/schedules.ts'
import { chains } from './sw/payments/chains.ts'
import { statements } from './sw/payments/statements.ts'
import { transfers } from './sw/payments/transfers.ts'
import { sales } from './sw/trade/sales.ts'
import { saleReports } from './sw/trade/saleReports.ts'
import { prices } from './sw/trade/prices.ts'
import { stock } from './sw/trade/stock.ts'
import { growerSales } from './sw/trade/growerSales.ts'
import { results } from './sw/trade/results.ts'
import { settlement } from './sw/trade/settlement.ts'
import { rates } from './sw/rates.ts'
import { loanReports } from './sw/loanReports.ts'
import { session } from './sw/session.ts'
import { headlines } from './sw/headlines.ts'
import { inbox, review } from './sw/inbox.ts'
import { account } from './sw/account.ts'
import { messages } from './sw/messages.ts'
import { audit, notifications, pack } from './sw/notifications.ts'
import { lists } from './sw/lists.ts'
import { forms } from './sw/forms.ts'
import { uploads } from './sw/uploads.ts'
import { farmers } from './sw/farmers.ts'
import { limits } from './sw/limits.ts'
import { cherry } from './sw/cherry.ts'
import { loans } from './sw/loans.ts'
import { createdFarmers } from './sw/createdFarmers.ts'
import { farmerPage } from './sw/farmerPage.ts'
import { charts, dashboard, dataQuality } from './sw/figures.ts'
import type { Words } from '#client/kit/words.ts'

/** Swahili. */
export const sw: Words = {
  shell,
  session,
  headlines,
  inbox,
  notifications,
  audit,
  pack,
  account,
  messages,
  lists,
  review,
  forms,
  uploads,
  farmers,
  createdFarmers,
  farmerPage,
  charts,
  dashboard,
  dataQuality,
  cherry,
  loans,
  limits,
  payouts,
  reconciliation,
  conversion,
  retries,
  rtgs,
  seasonReopenings,
  deductions,
  estateCured,
  schedules,
  statements,
  chains,
  transfers,
  rates,
  sales,
  results,
  growerSales,
  saleReports,
  prices,
  stock,
  settlement,
  parchment,
  catalogue,
  outturns,
  balances,
  dispatch,
  loanReports,
  administration,
  settingExamples,
  developers,
}
