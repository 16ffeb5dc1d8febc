import { adminHolidayList, adminHolidays } from '#contract/administration/adminHolidays.ts'
import { adminOrganisationList, adminOrganisations } from '#contract/administration/adminOrganisations.ts'
import { adminProviderList, adminProviders } from '#contract/administration/adminProviders.ts'
import { adminReports, adminRoleList, adminRoles, findingList } from '#contract/administration/adminRoles.ts'
import {
  adminDisclaimerList,
  adminSeasonList,
  adminSettingList,
  adminSettings,
} from '#contract/administration/adminSettings.ts'
import { adminServiceList, adminServices, serviceUseList } from '#contract/administration/adminServices.ts'
import { adminUserList, adminUsers } from '#contract/administration/adminUsers.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'

/** The lists of administration. */
export const adminSources = {
  users: { list: adminUserList, endpoint: adminUsers.list },
  serviceAccounts: { list: adminServiceList, endpoint: adminServices.list },
  serviceUses: { list: serviceUseList, endpoint: adminServices.uses },
  roles: { list: adminRoleList, endpoint: adminRoles.list },
  organisations: { list: adminOrganisationList, endpoint: adminOrganisations.list },
  providers: { list: adminProviderList, endpoint: adminProviders.list },
  settings: { list: adminSettingList, endpoint: adminSettings.list },
  seasons: { list: adminSeasonList, endpoint: adminSettings.seasons },
  holidays: { list: adminHolidayList, endpoint: adminHolidays.list },
  disclaimers: { list: adminDisclaimerList, endpoint: adminSettings.disclaimers },
  makersAndCheckers: { list: findingList, endpoint: adminReports.makersAndCheckers },
} as const satisfies Record<string, ListSource>
