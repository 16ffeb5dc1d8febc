import {
  IconBuildingCommunity,
  IconChartBar,
  IconFileSpreadsheet,
  IconHistory,
  IconInbox,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { audit } from '#contract/audit.ts'
import { farmerCompanyUploadFlow, farmerUploadFlow, farmerUploads } from '#contract/farmerUploads.ts'
import { farmers } from '#contract/farmers.ts'
import { inbox } from '#contract/inbox.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { SessionUser } from '#contract/session.ts'
import { may } from '#client/kit/user.ts'
import type { Words } from '#client/kit/words.ts'

export type ScreenName = keyof Words['shell']['screens']
export type AreaName = keyof Words['shell']['areas']

/** A screen of the menu: where it is, which call it lives from (so who may open it), and what waits in it. */
type Screen = {
  name: ScreenName
  to: '/inbox' | '/farmers/view' | '/farmers/uploads' | '/farmers/farmercompany' | '/farmers/summary' | '/audit'
  endpoint: Endpoint
  Icon: TablerIcon
  /** Kind of record whose waiting number is shown; `total` is everything. */
  waits?: string
}
type Area = { name: AreaName | null; screens: readonly Screen[] }

const areas: readonly Area[] = [
  {
    name: null,
    screens: [{ name: 'inbox', to: '/inbox', endpoint: inbox.list, Icon: IconInbox, waits: 'total' }],
  },
  {
    name: 'farmers',
    screens: [
      { name: 'farmers', to: '/farmers/view', endpoint: farmers.ofOrganisation, Icon: IconUsers },
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
      { name: 'summary', to: '/farmers/summary', endpoint: farmers.summary, Icon: IconChartBar },
    ],
  },
  { name: 'administration', screens: [{ name: 'audit', to: '/audit', endpoint: audit.list, Icon: IconHistory }] },
]

/** The areas and screens a user may open; an area without one is left out. */
export const areasFor = (user: SessionUser): readonly Area[] =>
  areas
    .map((area) => ({ ...area, screens: area.screens.filter((screen) => may(user, screen.endpoint.allow)) }))
    .filter((area) => area.screens.length > 0)
