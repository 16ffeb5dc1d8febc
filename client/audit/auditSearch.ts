import type { SearchSchemaInput } from '@tanstack/react-router'
import { parseListSearch, type ListSearch } from '#client/kit/lists/listState.ts'

/** What the trail is asked besides search and filters: days, a person, an organisation. */
export type AuditQuery = {
  from?: string | undefined
  to?: string | undefined
  person?: string | undefined
  organisation?: string | undefined
}
type Given = { [name: string]: unknown }

const written = (value: unknown, form: RegExp) => (typeof value === 'string' && form.test(value) ? value : undefined)
const day = (value: unknown) => {
  const text = written(value, /^\d{4}-\d\d-\d\d$/)
  // The 31st of February is written like a day, and is none.
  return text && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ? text : undefined
}
const id = (value: unknown) => written(value, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i)

/** Reads what an address asks of the trail; a broken value is as if it were not there. */
export const parseAuditQuery = ({ from, to, person, organisation }: Given): AuditQuery => ({
  from: day(from),
  to: day(to),
  person: id(person),
  organisation: id(organisation),
})

/** What the address of the trail says. */
export const auditSearch = (search: Given & AuditQuery & SearchSchemaInput): ListSearch & AuditQuery => ({
  ...parseListSearch(search),
  ...parseAuditQuery(search),
})
