import { IconBuildingBank, IconCashBanknote, IconPercentage, IconReceipt, IconScale } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { show } from '#client/kit/places/show.ts'

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
