import { limitFileFlow } from '#contract/limitFileFlow.ts'
import { limitFile, limitFileRowList } from '#contract/limitFiles.ts'
import { limitList, limits } from '#contract/limits.ts'
import type { SessionUser } from '#contract/session.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const limitFilesSource = (user: SessionUser): ListSource => ({
  list: limitFile.list,
  endpoint: limitFile.calls.list,
  params: { organisationId: user.organisation.id },
  waits: limitFileFlow,
})

/** The rows of one file. */
export const limitFileRowsSource = (id: string): ListSource => ({
  list: limitFileRowList,
  endpoint: limitFile.calls.rows,
  params: { id },
})

export const limitsSource = (user: SessionUser): ListSource => ({
  list: limitList,
  endpoint: limits.active,
  params: { organisationId: user.organisation.id },
})
