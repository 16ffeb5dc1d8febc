import {
  IconActivity,
  IconAdjustments,
  IconBuilding,
  IconCalendar,
  IconCalendarOff,
  IconChecklist,
  IconFileText,
  IconKey,
  IconLogin2,
  IconPlugConnected,
  IconUserCog,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { CallName } from '#client/kit/places/allowed.built.ts'
import { listRoute, type ScreenName } from '#client/kit/places/routes.ts'
import { inMenu, show, type Act } from '#client/kit/places/show.ts'
import type { adminSources } from './adminSources.ts'

export const adminChanges = show('adminChanges', {
  to: '/admin/changes',
  area: 'administration',
  Icon: IconChecklist,
  view: async () => (await import('./adminChangeView.tsx')).adminChangeView,
  Screen: lazyRouteComponent(() => import('./ChangesScreen.tsx'), 'ChangesScreen'),
})

/** A list of administration with its screen. */
const list = <const Path extends string>(
  path: Path,
  Icon: TablerIcon,
  screen: ScreenName & keyof typeof adminSources,
  call: CallName,
  component: RouteComponent,
  { tabOf, acts }: { tabOf?: ScreenName; acts?: readonly Act[] } = {},
) =>
  inMenu(
    { Icon, tabOf, ...(acts ? { acts } : {}) },
    listRoute(path, {
      call,
      from: () => import('./adminSources.ts'),
      choose: (sources) => sources.adminSources[screen],
      area: 'administration',
      screen,
      component,
    }),
  )

const usersScreen = lazyRouteComponent(() => import('./UsersScreen.tsx'), 'UsersScreen')
export const users = list('/admin/users', IconUserCog, 'users', 'adminUsers.list', usersScreen, {
  acts: [
    {
      says: 'user',
      call: 'adminUsers.invite',
      Icon: IconUserCog,
      at: { to: '/admin/users', search: { create: 'Y' } },
    },
  ],
})

const rolesScreen = lazyRouteComponent(() => import('./RolesScreen.tsx'), 'RolesScreen')
export const roles = list('/admin/roles', IconKey, 'roles', 'adminRoles.list', rolesScreen, { tabOf: 'users' })

const servicesScreen = lazyRouteComponent(() => import('./ServicesScreen.tsx'), 'ServicesScreen')
export const serviceAccounts = list(
  '/admin/service-accounts',
  IconPlugConnected,
  'serviceAccounts',
  'adminServices.list',
  servicesScreen,
  { tabOf: 'users' },
)

const serviceUsesScreen = lazyRouteComponent(() => import('./ServiceUsesScreen.tsx'), 'ServiceUsesScreen')
export const serviceUses = list(
  '/admin/service-accounts/uses',
  IconActivity,
  'serviceUses',
  'adminServices.uses',
  serviceUsesScreen,
  { tabOf: 'users' },
)

const organisationsScreen = lazyRouteComponent(() => import('./OrganisationsScreen.tsx'), 'OrganisationsScreen')
export const organisations = list(
  '/admin/organisations',
  IconBuilding,
  'organisations',
  'adminOrganisations.list',
  organisationsScreen,
)

const providersScreen = lazyRouteComponent(() => import('./ProvidersScreen.tsx'), 'ProvidersScreen')
export const providers = list('/admin/providers', IconLogin2, 'providers', 'adminProviders.list', providersScreen, {
  tabOf: 'organisations',
})

const seasonsScreen = lazyRouteComponent(() => import('./SeasonsScreen.tsx'), 'SeasonsScreen')
export const seasons = list('/admin/seasons', IconCalendar, 'seasons', 'adminSettings.seasons', seasonsScreen, {
  tabOf: 'settings',
})

const holidaysScreen = lazyRouteComponent(() => import('./HolidaysScreen.tsx'), 'HolidaysScreen')
export const holidays = list('/admin/holidays', IconCalendarOff, 'holidays', 'adminHolidays.list', holidaysScreen, {
  tabOf: 'settings',
})

const settingsScreen = lazyRouteComponent(() => import('./SettingsScreen.tsx'), 'SettingsScreen')
export const settings = list('/admin/settings', IconAdjustments, 'settings', 'adminSettings.list', settingsScreen)

const disclaimersScreen = lazyRouteComponent(() => import('./DisclaimersScreen.tsx'), 'DisclaimersScreen')
export const disclaimers = list(
  '/admin/disclaimers',
  IconFileText,
  'disclaimers',
  'adminSettings.disclaimers',
  disclaimersScreen,
  { tabOf: 'settings' },
)

const reportScreen = lazyRouteComponent(() => import('./MakersAndCheckersScreen.tsx'), 'MakersAndCheckersScreen')
export const makersAndCheckers = list(
  '/admin/report',
  IconUsersGroup,
  'makersAndCheckers',
  'adminReports.makersAndCheckers',
  reportScreen,
)
