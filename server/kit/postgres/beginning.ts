import type { Scope } from '../db.ts'
import { isId } from '../ids.ts'
import type { SpanStart } from '../traces.ts'

/** One statement: begin, the role, and whose organisation it is. The id is checked because the simple protocol takes no parameters. */
export function begin(scope: Scope, readOnly: boolean, settings: string | undefined): string {
  const role = roleOf(scope)
  const first = `${readOnly ? 'begin read only' : 'begin'}${settings ? `; ${settings}` : ''}`
  const start = `${first}${role ? `; set local role ${role}` : ''}`
  if (typeof scope === 'string') return start
  if (!isId(scope.organisationId)) throw new Error('scope without an organisation')
  const fund = scope.ownFund ? `; set local app.fund = '${scope.organisationId}'` : ''
  return `${start}; set local app.organisation = '${scope.organisationId}'${fund}`
}

/** The role of a transaction; that of the connection where none is named. */
export function roleOf(scope: Scope): string {
  if (typeof scope === 'string') return scope === 'auth' ? 'kahawa_auth' : 'kahawa_wide'
  return scope.administers ? 'kahawa_admin' : scope.wide ? 'kahawa_wide' : ''
}

/** How a transaction or statement stands in a trace: over which connections and with whose eyes, never what it asks. */
export const spanOf = (pool: string | undefined, scope: Scope | null, readOnly: boolean): SpanStart => ({
  name: scope === null ? 'statement' : 'transaction',
  kind: 'client',
  attributes: {
    'db.system.name': 'postgresql',
    'kahawa.pool': pool ?? '',
    ...(scope === null ? {} : { 'kahawa.eyes': roleOf(scope) || 'kahawa_app', 'kahawa.reads': readOnly }),
  },
})
