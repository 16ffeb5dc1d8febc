import {
  IconAdjustments,
  IconLayoutDashboard,
  IconListCheck,
  IconBuilding,
  IconCalendar,
  IconCoins,
  IconChecklist,
  IconFileText,
  IconKey,
  IconUserCog,
  IconUsersGroup,
  IconBuildingCommunity,
  IconBuildingFactory2,
  IconChartBar,
  IconFileSpreadsheet,
  IconHistory,
  IconInbox,
  IconKeyboard,
  IconMapPin,
  IconPencilCheck,
  IconScale,
  IconUserPlus,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { adminChangeFlow, adminChanges } from '#contract/adminChanges.ts'
import { adminOrganisations } from '#contract/adminOrganisations.ts'
import { adminReports, adminRoles } from '#contract/adminRoles.ts'
import { adminSettings } from '#contract/adminSettings.ts'
import { adminUsers } from '#contract/adminUsers.ts'
import { audit } from '#contract/audit.ts'
import { cherryDeliveries, cherryDeliveryFlow } from '#contract/cherryDeliveries.ts'
import { cherryDeliveryUploadFlow, cherryDeliveryUploads } from '#contract/cherryDeliveryUploads.ts'
import { cherryRateFlow, cherryRates } from '#contract/cherryRates.ts'
import { createdFarmerFlow, createdFarmers } from '#contract/createdFarmers.ts'
import { farmerCompanyUploadFlow, farmerUploadFlow, farmerUploads } from '#contract/farmerUploads.ts'
import { factories, factoryChangeFlow } from '#contract/factories.ts'
import { farmers } from '#contract/farmers.ts'
import { inbox } from '#contract/inbox.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { decides, readsFarmers } from '#contract/permissions.ts'
import { plotFlow, plots } from '#contract/plots.ts'
import { updateRequestFlow, updateRequests } from '#contract/updateRequests.ts'
import type { SessionUser } from '#contract/session.ts'
import { enters } from '#client/deliveries/deliveryCalls.ts'
import { may } from '#client/kit/user.ts'
import type { Words } from '#client/kit/words.ts'

export type ScreenName = keyof Words['shell']['screens']
export type AreaName = keyof Words['shell']['areas']

/** A screen of the menu: where it is, which call it lives from (so who may open it), and what waits in it. */
type Screen = {
  name: ScreenName
  to:
    | '/admin/changes'
    | '/admin/users'
    | '/admin/roles'
    | '/admin/organisations'
    | '/admin/seasons'
    | '/admin/settings'
    | '/admin/disclaimers'
    | '/admin/report'
    | '/inbox'
    | '/dashboard'
    | '/farmers/quality'
    | '/farmers/view'
    | '/farmers/created'
    | '/farmers/uploads'
    | '/farmers/farmercompany'
    | '/farmers/updates'
    | '/farmers/plots'
    | '/farmers/summary'
    | '/cherry/deliveries'
    | '/cherry/deliveries/entry'
    | '/cherry/uploads'
    | '/cherry/factories'
    | '/rates/cherry'
    | '/audit'
  endpoint: Pick<Endpoint, 'allow'>
  /** Who may open it, where the call alone does not say so. */
  for?: (user: SessionUser) => boolean
  Icon: TablerIcon
  /** Kind of record whose waiting number is shown; `total` is everything. */
  waits?: string
  /** Another entry of the menu stands below its address, so that only the address itself is this screen. */
  exact?: true
}
type Area = { name: AreaName | null; screens: readonly Screen[] }

/** The calls of dashboards and of the quality of data: their declarations come with their screens, only who may make them is here. */
export const figures = { allow: readsFarmers }

const areas: readonly Area[] = [
  {
    name: null,
    screens: [
      { name: 'inbox', to: '/inbox', endpoint: inbox.list, Icon: IconInbox, waits: 'total' },
      { name: 'dashboard', to: '/dashboard', endpoint: figures, Icon: IconLayoutDashboard },
    ],
  },
  {
    name: 'farmers',
    screens: [
      { name: 'farmers', to: '/farmers/view', endpoint: farmers.ofOrganisation, Icon: IconUsers },
      {
        name: 'createdFarmers',
        to: '/farmers/created',
        endpoint: createdFarmers.list,
        Icon: IconUserPlus,
        waits: createdFarmerFlow.kind,
      },
      {
        name: 'uploads',
        to: '/farmers/uploads',
        endpoint: farmerUploads.list,
        Icon: IconFileSpreadsheet,
        waits: farmerUploadFlow.kind,
      },
      {
        name: 'companyUploads',
        to: '/farmers/farmercompany',
        endpoint: farmerUploads.companyList,
        Icon: IconBuildingCommunity,
        waits: farmerCompanyUploadFlow.kind,
      },
      {
        name: 'updates',
        to: '/farmers/updates',
        endpoint: updateRequests.all,
        Icon: IconPencilCheck,
        waits: updateRequestFlow.kind,
      },
      { name: 'plots', to: '/farmers/plots', endpoint: plots.list, Icon: IconMapPin, waits: plotFlow.kind },
      { name: 'quality', to: '/farmers/quality', endpoint: figures, Icon: IconListCheck },
      { name: 'summary', to: '/farmers/summary', endpoint: farmers.summary, Icon: IconChartBar },
    ],
  },
  {
    name: 'cherry',
    screens: [
      {
        name: 'deliveries',
        to: '/cherry/deliveries',
        endpoint: cherryDeliveries.list,
        Icon: IconScale,
        waits: cherryDeliveryFlow.kind,
        exact: true,
      },
      {
        name: 'deliveryEntry',
        to: '/cherry/deliveries/entry',
        endpoint: cherryDeliveries.enterBatch,
        for: enters,
        Icon: IconKeyboard,
      },
      {
        name: 'deliveryUploads',
        to: '/cherry/uploads',
        endpoint: cherryDeliveryUploads.list,
        Icon: IconFileSpreadsheet,
        waits: cherryDeliveryUploadFlow.kind,
      },
      {
        name: 'factories',
        to: '/cherry/factories',
        endpoint: factories.list,
        Icon: IconBuildingFactory2,
        waits: factoryChangeFlow.kind,
      },
    ],
  },
  {
    name: 'rates',
    screens: [
      {
        name: 'cherryRates',
        to: '/rates/cherry',
        endpoint: cherryRates.all,
        Icon: IconCoins,
        waits: cherryRateFlow.kind,
      },
    ],
  },
  {
    name: 'administration',
    screens: [
      {
        name: 'adminChanges',
        to: '/admin/changes',
        endpoint: adminChanges.list,
        Icon: IconChecklist,
        waits: adminChangeFlow.kind,
      },
      { name: 'users', to: '/admin/users', endpoint: adminUsers.list, Icon: IconUserCog },
      { name: 'roles', to: '/admin/roles', endpoint: adminRoles.list, Icon: IconKey },
      { name: 'organisations', to: '/admin/organisations', endpoint: adminOrganisations.list, Icon: IconBuilding },
      { name: 'seasons', to: '/admin/seasons', endpoint: adminSettings.seasons, Icon: IconCalendar },
      { name: 'settings', to: '/admin/settings', endpoint: adminSettings.list, Icon: IconAdjustments },
      { name: 'disclaimers', to: '/admin/disclaimers', endpoint: adminSettings.disclaimers, Icon: IconFileText },
      {
        name: 'makersAndCheckers',
        to: '/admin/report',
        endpoint: adminReports.makersAndCheckers,
        Icon: IconUsersGroup,
      },
      { name: 'audit', to: '/audit', endpoint: audit.list, Icon: IconHistory },
    ],
  },
]

/** The areas and screens a user may open; an area without one is left out. */
export const areasFor = (user: SessionUser): readonly Area[] =>
  areas
    .map((area) => ({
      ...area,
      screens: area.screens.filter((screen) => may(user, screen.endpoint.allow) && (screen.for?.(user) ?? true)),
    }))
    .filter((area) => area.screens.length > 0)

/** Where a day starts: in the inbox for whoever decides, on the dashboard for whoever only enters or reads. */
export const firstScreenFor = (user: SessionUser | undefined): '/inbox' | '/dashboard' =>
  user && may(user, figures.allow) && !may(user, decides) ? '/dashboard' : '/inbox'
