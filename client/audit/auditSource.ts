import { audit, auditList } from '#contract/audit.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const auditSource: ListSource = { list: auditList, endpoint: audit.list }
