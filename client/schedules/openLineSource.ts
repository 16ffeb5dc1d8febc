import { openLineList, openLines } from '#contract/schedules/openLines.ts'
import type { SessionUser } from '#contract/house/session.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'

/** What is held or was refused: of the own society, or of all for who reads all. */
export const openLineSource = (user: SessionUser): ListSource => ({
  list: openLineList,
  endpoint: openLines.list,
  params: { organisationId: user.organisation.id },
})
