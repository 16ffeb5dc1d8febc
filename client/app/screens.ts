import {
  IconAdjustments,
  IconLayoutDashboard,
  IconListCheck,
  IconBuilding,
  IconCalendar,
  IconCalendarDollar,
  IconCalendarOff,
  IconCoins,
  IconCash,
  IconChecklist,
  IconFileText,
  IconKey,
  IconUserCog,
  IconUsersGroup,
  IconBuildingCommunity,
  IconBuildingFactory2,
  IconChartBar,
  IconFileDollar,
  IconFileSpreadsheet,
  IconGauge,
  IconHistory,
  IconHourglass,
  IconInbox,
  IconKeyboard,
  IconMapPin,
  IconPercentage,
  IconReceipt,
  IconPackage,
  IconPencilCheck,
  IconScale,
  IconUserPlus,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { refusal } from '#contract/kit/workflow.ts'
import { decides } from '#contract/permissions.ts'
import type { SessionUser } from '#contract/session.ts'
import { actorOf } from '#client/kit/actor.ts'
import { may } from '#client/kit/user.ts'
import type { Words } from '#client/kit/words.ts'
import { allowed, enteringDeliveries, type CallName } from './allowed.built.ts'
import type { router } from './router.tsx'

export type ScreenName = keyof Words['shell']['screens']
export type AreaName = keyof Words['shell']['areas']

/** An address that the router knows. */
export type Address = keyof (typeof router)['routesByPath']

/** A screen of the menu: where it is, which call it lives from (so who may open it), and what waits in it. */
type Screen = {
  name: ScreenName
  to: Address
  call: CallName
  /** Who may open it, where the call alone does not say so. */
  for?: (user: SessionUser) => boolean
  Icon: TablerIcon
  /** Kind of record whose waiting number is shown; `total` is everything. */
  waits?: string
  /** Another entry of the menu stands below its address, so that only the address itself is this screen. */
  exact?: true
}
type Area = { name: AreaName | null; screens: readonly Screen[] }

/** Whether the user enters deliveries of the own society; the server asks the same rule. */
const enters = (user: SessionUser): boolean =>
  refusal(enteringDeliveries, { status: 'PENDING_APPROVAL', makers: [] }, actorOf(user)) === null

const areas: readonly Area[] = [
  {
    name: null,
    screens: [
      { name: 'inbox', to: '/inbox', call: 'inbox.list', Icon: IconInbox, waits: 'total' },
      { name: 'dashboard', to: '/dashboard', call: 'dashboard.read', Icon: IconLayoutDashboard },
    ],
  },
  {
    name: 'farmers',
    screens: [
      { name: 'farmers', to: '/farmers/view', call: 'farmers.ofOrganisation', Icon: IconUsers },
      {
        name: 'createdFarmers',
        to: '/farmers/created',
        call: 'createdFarmers.list',
        Icon: IconUserPlus,
        waits: 'farmer',
      },
      {
        name: 'uploads',
        to: '/farmers/uploads',
        call: 'farmerUploads.list',
        Icon: IconFileSpreadsheet,
        waits: 'farmer_upload',
      },
      {
        name: 'companyUploads',
        to: '/farmers/farmercompany',
        call: 'farmerCompanyUploads.list',
        Icon: IconBuildingCommunity,
        waits: 'farmer_company_upload',
      },
      {
        name: 'updates',
        to: '/farmers/updates',
        call: 'updateRequests.all',
        Icon: IconPencilCheck,
        waits: 'farmer_update',
      },
      { name: 'plots', to: '/farmers/plots', call: 'plots.list', Icon: IconMapPin, waits: 'farm_plot' },
      { name: 'quality', to: '/farmers/quality', call: 'dataQuality.report', Icon: IconListCheck },
      { name: 'summary', to: '/farmers/summary', call: 'farmers.summary', Icon: IconChartBar },
    ],
  },
  {
    name: 'cherry',
    screens: [
      {
        name: 'deliveries',
        to: '/cherry/deliveries',
        call: 'cherryDeliveries.list',
        Icon: IconScale,
        waits: 'cherry_delivery',
        exact: true,
      },
      {
        name: 'deliveryEntry',
        to: '/cherry/deliveries/entry',
        call: 'cherryDeliveries.enterBatch',
        for: enters,
        Icon: IconKeyboard,
      },
      {
        name: 'deliveryUploads',
        to: '/cherry/uploads',
        call: 'cherryDeliveryUploads.list',
        Icon: IconFileSpreadsheet,
        waits: 'cherry_delivery_upload',
      },
      {
        name: 'factories',
        to: '/cherry/factories',
        call: 'factories.list',
        Icon: IconBuildingFactory2,
        waits: 'factory_change',
      },
      {
        name: 'limitFiles',
        to: '/farmers/limits/files',
        call: 'limitFiles.list',
        Icon: IconFileDollar,
        waits: 'limit_file',
      },
      {
        name: 'parchment',
        to: '/ccarf/delivery/parchment',
        call: 'parchments.list',
        Icon: IconPackage,
        waits: 'parchment',
      },
      { name: 'limits', to: '/farmers/limits', call: 'limits.active', Icon: IconGauge, exact: true },
    ],
  },
  {
    name: 'rates',
    screens: [
      {
        name: 'cherryRates',
        to: '/rates/cherry',
        call: 'cherryRates.all',
        Icon: IconCoins,
        waits: 'cherry_rate',
      },
    ],
  },
  {
    name: 'loans',
    screens: [
      {
        name: 'loanRequests',
        to: '/loan/requests',
        call: 'loanRequests.all',
        Icon: IconCash,
        waits: 'loan_request',
      },
      { name: 'loanSummary', to: '/loan/summary', call: 'loanReports.summary', Icon: IconChartBar },
      {
        name: 'loanSchedules',
        to: '/ccarf/farmer/loan/schedule',
        call: 'loanSchedules.all',
        Icon: IconCalendarDollar,
      },
      { name: 'commissions', to: '/money/commissions', call: 'loanReports.commissions', Icon: IconPercentage },
    ],
  },
  {
    name: 'money',
    screens: [
      {
        name: 'unapprovedPayments',
        to: '/money/unapproved',
        call: 'loanReports.unapproved',
        Icon: IconHourglass,
      },
      { name: 'settlement', to: '/money/settlement', call: 'settlementAccounts.list', Icon: IconReceipt },
      { name: 'payouts', to: '/money/payouts', call: 'payouts.list', Icon: IconCash, waits: 'way_on' },
      {
        name: 'reconciliation',
        to: '/money/reconciliation',
        call: 'reconciliation.exceptions',
        Icon: IconScale,
        waits: 'statement_exception',
      },
    ],
  },
  {
    name: 'administration',
    screens: [
      {
        name: 'adminChanges',
        to: '/admin/changes',
        call: 'adminChanges.list',
        Icon: IconChecklist,
        waits: 'admin_change',
      },
      { name: 'users', to: '/admin/users', call: 'adminUsers.list', Icon: IconUserCog },
      { name: 'roles', to: '/admin/roles', call: 'adminRoles.list', Icon: IconKey },
      { name: 'organisations', to: '/admin/organisations', call: 'adminOrganisations.list', Icon: IconBuilding },
      { name: 'seasons', to: '/admin/seasons', call: 'adminSettings.seasons', Icon: IconCalendar },
      { name: 'holidays', to: '/admin/holidays', call: 'adminHolidays.list', Icon: IconCalendarOff },
      { name: 'settings', to: '/admin/settings', call: 'adminSettings.list', Icon: IconAdjustments },
      { name: 'disclaimers', to: '/admin/disclaimers', call: 'adminSettings.disclaimers', Icon: IconFileText },
      {
        name: 'makersAndCheckers',
        to: '/admin/report',
        call: 'adminReports.makersAndCheckers',
        Icon: IconUsersGroup,
      },
      { name: 'audit', to: '/audit', call: 'audit.list', Icon: IconHistory },
    ],
  },
]

/** The areas and screens a user may open; an area without one is left out. */
export const areasFor = (user: SessionUser): readonly Area[] =>
  areas
    .map((area) => ({
      ...area,
      screens: area.screens.filter((screen) => may(user, allowed[screen.call]) && (screen.for?.(user) ?? true)),
    }))
    .filter((area) => area.screens.length > 0)

/** Where a day starts: in the inbox for whoever decides, on the dashboard for whoever only enters or reads. */
export const firstScreenFor = (user: SessionUser | undefined): '/inbox' | '/dashboard' =>
  user && may(user, allowed['dashboard.read']) && !may(user, decides) ? '/dashboard' : '/inbox'
