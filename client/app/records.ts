import { IconHourglass, IconInbox } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as administration from '#client/administration/shown.ts'
import * as audit from '#client/audit/shown.ts'
import * as balances from '#client/balances/shown.ts'
import * as catalogue from '#client/catalogue/shown.ts'
import * as dashboard from '#client/dashboard/shown.ts'
import * as deliveries from '#client/deliveries/shown.ts'
import * as dispatch from '#client/dispatch/shown.ts'
import * as estateCured from '#client/estateCured/shown.ts'
import * as farmers from '#client/farmers/shown.ts'
import * as limits from '#client/limits/shown.ts'
import * as loanReports from '#client/loanReports/shown.ts'
import * as loans from '#client/loans/shown.ts'
import * as outturns from '#client/outturns/shown.ts'
import * as parchment from '#client/parchment/shown.ts'
import * as payments from '#client/payments/shown.ts'
import * as payouts from '#client/payouts/shown.ts'
import * as rates from '#client/rates/shown.ts'
import * as reconciliation from '#client/reconciliation/shown.ts'
import * as rtgs from '#client/rtgs/shown.ts'
import * as results from '#client/results/shown.ts'
import * as sales from '#client/sales/shown.ts'
import * as schedules from '#client/schedules/shown.ts'
import * as settlement from '#client/settlement/shown.ts'
import * as stock from '#client/stock/shown.ts'
import { doors, type RecordName } from '#client/kit/places/allowed.built.ts'
import { placesOf } from '#client/kit/places/places.ts'
import type { InboxKind } from '#client/kit/decisions/recordView.tsx'
import { inside, listRoute, listSearch, preparing } from '#client/kit/places/routes.ts'
import { inMenu, type Shown } from '#client/kit/places/show.ts'
import { quality } from './quality.ts'

/** The screen of what waits for the user, of every kind or of those that pay. */
const waiting = (of: 'inbox' | 'payments') =>
  lazyRouteComponent(async () => {
    const [screen, sources, kinds] = await Promise.all([
      import('#client/inbox/InboxScreen.tsx'),
      import('#client/inbox/inboxSource.ts'),
      inboxKinds(),
    ])
    return { Waiting: screen.inboxScreen(kinds, sources.inboxSources[of]) }
  }, 'Waiting')
const sources = () => import('#client/inbox/inboxSource.ts')

const inbox = inMenu(
  { Icon: IconInbox },
  createRoute({
    getParentRoute: () => inside,
    path: '/inbox',
    validateSearch: listSearch,
    loader: preparing(sources, ({ inboxSources }) => inboxSources.inbox),
    staticData: { screen: 'inbox' },
    component: waiting('inbox'),
  }),
)
const unapprovedPayments = inMenu(
  { Icon: IconHourglass },
  listRoute('/money/unapproved', {
    call: 'unapprovedPayments.list',
    from: sources,
    choose: ({ inboxSources }) => inboxSources.payments,
    area: 'payments',
    screen: 'unapprovedPayments',
    component: waiting('payments'),
  }),
)

/**
 * The third register: every kind of record where it is seen, and every other screen, in the order of the menu. Routes, menu,
 * inbox, notifications, messages and the command palette are made of it.
 */
export const screens = [
  inbox,
  farmers.farmers,
  farmers.createdFarmers,
  farmers.farmerUploads,
  farmers.farmerFiles,
  farmers.farmerCompanyUploads,
  farmers.updateRequests,
  farmers.plots,
  quality,
  deliveries.cherryDeliveries,
  deliveries.deliveryEntry,
  deliveries.cherryDeliveryUploads,
  deliveries.factories,
  parchment.parchments,
  sales.sales,
  settlement.eslips,
  settlement.buyerPayments,
  settlement.saleClaims,
  settlement.feeRules,
  settlement.tradeAccounts,
  dispatch.dispatchFiles,
  dispatch.dispatchRecords,
  dispatch.weightDifferences,
  catalogue.catalogueFiles,
  catalogue.catalogueRecords,
  catalogue.closedCatalogues,
  results.auctionResults,
  results.resultFiles,
  settlement.saleReports,
  stock.salesStatement,
  stock.stock,
  stock.stockGrades,
  stock.stockSummary,
  outturns.outturn,
  estateCured.estateCuredFiles,
  estateCured.estateCuredRecords,
  rates.cherryRates,
  limits.limits,
  limits.limitFiles,
  loans.loanRequests,
  loans.loanStages,
  loanReports.loanSchedules,
  payments.societyAccounts,
  payments.conversionRates,
  payments.societyTransfers,
  payments.communalRates,
  schedules.deductions,
  schedules.deductionFiles,
  schedules.communalPayments,
  schedules.paymentRetries,
  schedules.openLines,
  rtgs.rtgsFiles,
  schedules.seasonReopenings,
  schedules.farmerStatement,
  schedules.seasonAccount,
  unapprovedPayments,
  payouts.payouts,
  payouts.payoutResolutions,
  reconciliation.reconciliation,
  reconciliation.exceptionResolutions,
  reconciliation.statementImports,
  loanReports.settlement,
  loanReports.commissions,
  dashboard.dashboard,
  dashboard.countyReports,
  balances.balances,
  stock.prices,
  dashboard.cherrySummary,
  farmers.farmersSummary,
  loanReports.loanSummary,
  administration.adminChanges,
  administration.users,
  administration.roles,
  administration.organisations,
  administration.settings,
  administration.seasons,
  administration.providers,
  administration.holidays,
  administration.disclaimers,
  administration.serviceAccounts,
  administration.serviceUses,
  administration.makersAndCheckers,
  audit.audit,
] as const

type Named<S> = S extends { record: { name: infer Name } } ? Name : never
type NotShown = Exclude<RecordName, Named<(typeof screens)[number]>>
/** A kind of record that no screen shows is named by the compiler here. */
const isComplete: [NotShown] extends [never] ? true : NotShown = true

/** The same, whatever their routes are. */
export const everyScreen: readonly Shown[] = screens

/** The kinds of record, each with where it is seen. */
export const shownRecords = isComplete ? everyScreen.flatMap(({ record }) => record ?? []) : []

export const places = placesOf(
  shownRecords,
  everyScreen.flatMap(({ menu, news }) => (menu && news ? [[news, { list: menu.to }] as const] : [])),
)

/** How each kind is decided in the inbox; comes with the inbox, not with the first screen. */
async function inboxKinds(): Promise<ReadonlyMap<string, InboxKind>> {
  const views = await Promise.all(
    shownRecords.map(async ({ name, view }) => [doors[name].kind, (await view()).inbox] as const),
  )
  return new Map(views)
}
