import { IconPercentage, IconReceipt } from '@tabler/icons-react'
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
