import { IconListCheck } from '@tabler/icons-react'
import {
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import type { CallName } from '#client/kit/places/allowed.built.ts'
import { guardedBy, inside, listSearch } from '#client/kit/places/routes.ts'
import { inMenu } from '#client/kit/places/show.ts'

const qualityRoute = <const Path extends string>(
  path: Path,
  call: CallName,
  staticData: StaticDataRouteOption,
  component: RouteComponent,
) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    validateSearch: listSearch,
    beforeLoad: guardedBy(call),
    staticData: { area: 'farmers', ...staticData },
    component,
  })
const Quality = lazyRouteComponent(() => import('#client/dataQuality/DataQualityScreen.tsx'), 'DataQualityScreen')
const WorkList = lazyRouteComponent(() => import('./FindingScreen.tsx'), 'FindingScreen')

/** The quality of the data, and its work lists, which open the dialogs of farmers. */
export const quality = inMenu(
  { Icon: IconListCheck, tabOf: 'farmers' },
  qualityRoute('/farmers/quality', 'dataQuality.report', { screen: 'quality' }, Quality),
  qualityRoute(
    '/farmers/quality/$organisationCode',
    'dataQuality.report',
    { parent: 'quality', screen: 'quality' },
    Quality,
  ),
  qualityRoute(
    '/farmers/quality/$organisationCode/$finding',
    'dataQuality.farmers',
    { parent: 'quality', screen: 'workList' },
    WorkList,
  ),
)
