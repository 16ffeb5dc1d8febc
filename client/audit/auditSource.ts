import { z } from 'zod'
import { audit, auditList } from '#contract/audit.ts'
import { parseListSearch } from '#client/kit/listState.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

const asked = z.object({
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  person: z.uuid().optional().catch(undefined),
  organisation: z.uuid().optional().catch(undefined),
})
/** What the trail is asked besides search and filters: days, a person, an organisation. */
export type AuditAsked = z.output<typeof asked>

/** What the address of the trail says. */
export const auditSearch = z.looseObject(asked.shape).transform(({ from, to, person, organisation, ...search }) => ({
  ...parseListSearch(search),
  from,
  to,
  person,
  organisation,
}))

/** The trail as the address asks for it. */
export const auditSource = (search: object): ListSource => {
  const { from, to, person, organisation } = asked.parse(search)
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
