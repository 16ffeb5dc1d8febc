import { limitList, limits } from '#contract/limits/limits.ts'
import type { SessionUser } from '#contract/house/session.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'

export const limitsSource = (user: SessionUser): ListSource => ({
  list: limitList,
  endpoint: limits.active,
  params: { organisationId: user.organisation.id },
})
