import {
  IconBuildingBank,
  IconCashBanknote,
  IconPercentage,
  IconReceipt,
  IconReportMoney,
  IconScale,
} from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardedBy, inside, listRoute } from '#client/kit/places/routes.ts'
import { inMenu, show } from '#client/kit/places/show.ts'

export const eslips = show('eslips', {
  to: '/eslips',
  area: 'trade',
  Icon: IconReceipt,
  view: async () => (await import('./eslipView.tsx')).eslipView,
  Screen: lazyRouteComponent(() => import('./EslipsScreen.tsx'), 'EslipsScreen'),
})

export const feeRules = show('feeRules', {
  to: '/settlement/fees',
  area: 'trade',
  tabOf: 'eslips',
  Icon: IconPercentage,
  acts: [
    {
      says: 'feeRule',
      call: 'feeRules.propose',
      makes: 'feeRules',
      Icon: IconPercentage,
      at: { to: '/settlement/fees', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./feeRuleView.tsx')).feeRuleView,
  Screen: lazyRouteComponent(() => import('./FeeRulesScreen.tsx'), 'FeeRulesScreen'),
})

export const buyerPayments = show('buyerPayments', {
  to: '/settlement/payments',
  area: 'trade',
  tabOf: 'eslips',
  Icon: IconCashBanknote,
  acts: [
    {
      says: 'buyerPayment',
      call: 'buyerPayments.enter',
      makes: 'buyerPayments',
      Icon: IconCashBanknote,
      at: { to: '/settlement/payments', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./buyerPaymentView.tsx')).buyerPaymentView,
  Screen: lazyRouteComponent(() => import('./BuyerPaymentsScreen.tsx'), 'BuyerPaymentsScreen'),
})

export const saleClaims = show('saleClaims', {
  to: '/settlement/claims',
  area: 'trade',
  tabOf: 'eslips',
  Icon: IconScale,
  acts: [
    {
      says: 'claim',
      call: 'saleClaims.lodge',
      makes: 'saleClaims',
      Icon: IconScale,
      at: { to: '/settlement/claims', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./saleClaimView.tsx')).saleClaimView,
  Screen: lazyRouteComponent(() => import('./SaleClaimsScreen.tsx'), 'SaleClaimsScreen'),
})

export const tradeAccounts = show('tradeAccounts', {
  to: '/settlement/accounts',
  area: 'trade',
  tabOf: 'eslips',
  Icon: IconBuildingBank,
  acts: [
    {
      says: 'tradeAccount',
      call: 'tradeAccounts.propose',
      makes: 'tradeAccounts',
      Icon: IconBuildingBank,
      at: { to: '/settlement/accounts', search: { create: 'Y' } },
    },
  ],
  view: async () => (await import('./tradeAccountView.tsx')).tradeAccountView,
  Screen: lazyRouteComponent(() => import('./TradeAccountsScreen.tsx'), 'TradeAccountsScreen'),
})

const reportsScreen = () => import('./SaleReportsScreen.tsx')
/** What became of the proceeds of each sale. */
export const saleReports = inMenu(
  { Icon: IconReportMoney, tabOf: 'auctionResults' },
  listRoute('/sales/settlement', {
    call: 'saleReports.list',
    from: reportsScreen,
    choose: ({ saleReportsSource }) => saleReportsSource,
    area: 'trade',
    screen: 'saleReports',
    component: lazyRouteComponent(reportsScreen, 'SaleReportsScreen'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/sales/settlement/$sale',
    beforeLoad: guardedBy('saleReports.report'),
    staticData: { area: 'trade', parent: 'saleReports', screen: 'detail' },
    component: lazyRouteComponent(() => import('./SaleReportScreen.tsx'), 'SaleReportScreen'),
  }),
)
