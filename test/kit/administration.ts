import { adminChange } from '#contract/administration/adminChanges.ts'
import { adminHolidayList } from '#contract/administration/adminHolidays.ts'
import { adminOrganisationList } from '#contract/administration/adminOrganisations.ts'
import { adminProviderList } from '#contract/administration/adminProviders.ts'
import { adminRoleList, findingList } from '#contract/administration/adminRoles.ts'
import { adminDisclaimerList, adminSeasonList, adminSettingList } from '#contract/administration/adminSettings.ts'
import { adminServiceList, serviceUseList } from '#contract/administration/adminServices.ts'
import { adminUserList } from '#contract/administration/adminUsers.ts'
import type { DecisionCall } from './decisionCalls.ts'
import { makeServiceChange, makeSettingChange } from './everyKind.ts'
import type { Person, PersonName } from './people.ts'

/** Changes of administration in every state, and two texts in several versions. */
export async function makeAdminChanges(people: Record<PersonName, Person>): Promise<void> {
  const { samuelAdministrator: requester, beatriceAdministrator: decider } = people
  const reason = 'For the season'
  const request = async (path: string, body: object) => {
    const answer = await requester.post<{ data: { id: string } }>(path, { ...body, reason })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const text = (n: number) => ({
    english: `I accept these terms, number ${n}.`,
    swahili: `Nakubali masharti haya, ${n}.`,
  })
  for (const [name, n] of [
    ['terms', 1],
    ['terms', 2],
    ['privacy', 3],
  ] as const)
    await decider.post('/admin/changes/approve', await request('/admin/disclaimers', { name, ...text(n) }))
  for (const [organisationCode, status] of [
    ['CF4100', 'ON'],
    ['CF4101', 'OFF'],
    ['ML2001', 'ON'],
    ['WH6001', 'ON'],
  ] as const)
    await decider.post(
      '/admin/changes/approve',
      await request('/admin/providers', {
        organisationCode,
        issuer: `https://login.${organisationCode.toLowerCase()}.example`,
        clientId: 'kahawa',
        clientSecret: 'only-for-tests',
        demand: status === 'OFF' ? 'REQUIRED' : 'PASSWORDS',
        breakGlass: '',
        status,
      }),
    )
  const declined = await request('/admin/seasons', { name: '2031/2032', status: 'CLOSED' })
  await decider.post('/admin/changes/decline', { ...declined, approverComment: 'Too early' })
  await requester.post(
    '/admin/changes/withdraw',
    await request('/admin/settings', { name: 'deliveryMaxKg', value: 500 }),
  )
  await request('/admin/settings', { name: 'deliveryBackdatedDays', value: 30 })
  for (const [day, status] of [
    ['2026-03-20', 'DAY_OFF'],
    ['2026-10-20', 'WORKING_DAY'],
  ] as const)
    await decider.post('/admin/changes/approve', await request('/admin/holidays', { day, name: 'As gazetted', status }))
}

/** The lists of administration, with who reads them. */
export const administrationLists = [
  { screen: adminChange.list, reader: 'beatriceAdministrator', path: () => '/admin/changes' },
  { screen: adminUserList, reader: 'samuelAdministrator', path: () => '/admin/users' },
  { screen: adminServiceList, reader: 'samuelAdministrator', path: () => '/admin/service-accounts' },
  { screen: serviceUseList, reader: 'samuelAdministrator', path: () => '/admin/service-accounts/uses' },
  { screen: adminRoleList, reader: 'samuelAdministrator', path: () => '/admin/roles' },
  { screen: adminOrganisationList, reader: 'samuelAdministrator', path: () => '/admin/organisations' },
  { screen: adminSettingList, reader: 'samuelAdministrator', path: () => '/admin/settings' },
  { screen: adminSeasonList, reader: 'samuelAdministrator', path: () => '/admin/seasons' },
  { screen: adminProviderList, reader: 'samuelAdministrator', path: () => '/admin/providers' },
  { screen: adminHolidayList, reader: 'samuelAdministrator', path: () => '/admin/holidays' },
  { screen: adminDisclaimerList, reader: 'samuelAdministrator', path: () => '/admin/disclaimers' },
  { screen: findingList, reader: 'samuelAdministrator', path: () => '/admin/reports/makers-and-checkers' },
] as const

const admin = {
  kind: 'admin_change',
  make: makeSettingChange,
  list: () => '/admin/changes',
  posts: (row: object) => row,
  comment: 'approverComment',
} as const

const service = { ...admin, make: makeServiceChange } as const

/** The calls that decide what administrators propose. */
export const adminDecisionCalls: readonly DecisionCall[] = [
  { ...admin, by: 'beatriceAdministrator', call: 'POST /admin/changes/approve', step: 'approve' },
  { ...admin, by: 'beatriceAdministrator', call: 'POST /admin/changes/decline', step: 'decline' },
  { ...admin, by: 'samuelAdministrator', call: 'POST /admin/changes/withdraw', step: 'withdraw' },
  { ...service, by: 'samuelAdministrator', call: 'POST /admin/changes/approve', step: 'approve' },
  { ...service, by: 'samuelAdministrator', call: 'POST /admin/changes/decline', step: 'decline' },
  { ...service, by: 'beatriceAdministrator', call: 'POST /admin/changes/withdraw', step: 'withdraw' },
]
