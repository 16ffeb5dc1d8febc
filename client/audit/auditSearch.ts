import type { SearchSchemaInput } from '@tanstack/react-router'
import { dayIn, parseListSearch, type ListSearch, type RawSearch } from '#client/kit/lists/listState.ts'

/** What the trail is narrowed by besides search and filters: days, a person, an organisation. */
export type AuditQuery = {
  from?: string | undefined
  to?: string | undefined
  person?: string | undefined
  organisation?: string | undefined
}

const id = (value: unknown) =>
  typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined

/** Reads the query of the trail from an address; a broken value is as if it were not there. */
export const parseAuditQuery = ({ from, to, person, organisation }: RawSearch): AuditQuery => ({
  from: dayIn(from),
  to: dayIn(to),
  person: id(person),
  organisation: id(organisation),
})

/** What the address of the trail says. */
export const auditSearch = (search: RawSearch & AuditQuery & SearchSchemaInput): ListSearch & AuditQuery => ({
  ...parseListSearch(search),
  ...parseAuditQuery(search),
})
