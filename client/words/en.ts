import { door } from './door.ts'
import { administration, settingExamples } from './en/administration.ts'
import { developers } from './en/developers.ts'
import { payouts } from './en/payouts.ts'
import { reconciliation } from './en/reconciliation.ts'
import { balances } from './en/trade/balances.ts'
import { outturns } from './en/trade/outturns.ts'
import { catalogue } from './en/trade/catalogue.ts'
import { parchment } from './en/parchment.ts'
import { dispatch } from './en/trade/dispatch.ts'
import { estateCured } from './en/trade/estateCured.ts'
import { conversion } from './en/payments/conversion.ts'
import { retries } from './en/payments/retries.ts'
import { rtgs } from './en/payments/rtgs.ts'
import { seasonReopenings } from './en/payments/seasonReopenings.ts'
import { deductions } from './en/payments/deductions.ts'
import { schedules } from './en/payments/schedules.ts'
import { chains } from './en/payments/chains.ts'
import { statements } from './en/payments/statements.ts'
import { transfers } from './en/payments/transfers.ts'
import { saleReports } from './en/trade/saleReports.ts'
import { prices } from './en/trade/prices.ts'
import { stock } from './en/trade/stock.ts'
import { growerSales } from './en/trade/growerSales.ts'
import { sales } from './en/trade/sales.ts'
import { results } from './en/trade/results.ts'
import { settlement } from './en/trade/settlement.ts'
import { rates } from './en/rates.ts'
import { loanReports } from './en/loanReports.ts'
import { headlines } from './en/headlines.ts'
import { inbox, review } from './en/inbox.ts'
import { account } from './en/account.ts'
import { audit, notifications, pack } from './en/notifications.ts'
import { lists } from './en/lists.ts'
import { forms } from './en/forms.ts'
import { uploads } from './en/uploads.ts'
import { farmers } from './en/farmers.ts'
import { limits } from './en/limits.ts'
import { cherry } from './en/cherry.ts'
import { loans } from './en/loans.ts'
import { createdFarmers } from './en/createdFarmers.ts'
import { farmerPage } from './en/farmerPage.ts'
import { charts, dashboard, dataQuality } from './en/figures.ts'

/** English: the dictionary that gives all others their shape. One file for each section. */
export const en = {
  ...door,
  headlines,
  inbox,
  notifications,
  audit,
  pack,
  account,
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
