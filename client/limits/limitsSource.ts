import { limitList, limits } from '#contract/limits.ts'
import type { SessionUser } from '#contract/session.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const limitsSource = (user: SessionUser): ListSource => ({
  list: limitList,
  endpoint: limits.active,
  params: { organisationId: user.organisation.id },
})
