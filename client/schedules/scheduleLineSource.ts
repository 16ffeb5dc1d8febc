import { scheduleLineList, scheduleLines } from '#contract/schedules/scheduleLines.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'

/** The lines of one schedule. */
export const scheduleLineSource = (id: string): ListSource => ({
  list: scheduleLineList,
  endpoint: scheduleLines.list,
  params: { id },
})
