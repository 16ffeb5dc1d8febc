import { audit, auditList } from '#contract/house/audit.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { parseAuditQuery } from './auditSearch.ts'

/** The trail as the address asks for it. */
export const auditSource = (search: object): ListSource => {
  const { from, to, person, organisation } = parseAuditQuery({ ...search })
  return {
    list: auditList,
    endpoint: audit.list,
    also: {
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
      ...(person ? { person } : {}),
      ...(organisation ? { organisation } : {}),
    },
  }
}
