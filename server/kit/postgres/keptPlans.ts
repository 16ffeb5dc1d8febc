import type { QueryConfig } from 'pg'

// A statement that was run so often is worth a plan on every connection.
const namedAfterRuns = 10
// A plan takes some 100 kB of each connection: they must not fill the memory of PostgreSQL.
const mostPlans = 300
const mostStatements = 5_000
/** As long as a connection lives, at most. What has become rare by then makes room for what has become frequent. */
export const plansLiveSeconds = 3_600

const statements = new Map<string, { runs: number; name: string | null }>()
let plans = 0
let age = 0
let since = performance.now()

/** Begins a statement whose values decide how it is best answered, so that one plan for all of them would be a bad one for most. */
export const plannedAnew = '/* planned anew */ '

/**
 * The statement by a name, once it is run often, so that PostgreSQL parses and plans it once for each connection. `role` keeps
 * the names of roles apart: what the wall lets through is part of a plan. What may be several statements is sent as it is.
 */
export function byName(role: string, text: string, values: readonly unknown[]): QueryConfig {
  if (text.startsWith(plannedAnew)) return { text, values: [...values] }
  if (values.length === 0 && (text.includes(';') || !/^\s*(?:select|with)\b/i.test(text))) return { text }
  const isOld = performance.now() - since > plansLiveSeconds * 1_000
  if (isOld && (plans === mostPlans || statements.size === mostStatements)) forgetPlans()
  const key = `${role} ${text}`
  const statement = statements.get(key) ?? { runs: 0, name: null }
  if (statement.runs === 0 && statements.size < mostStatements) statements.set(key, statement)
  statement.runs += 1
  if (statement.name === null && statement.runs > namedAfterRuns && plans < mostPlans)
    statement.name = `kept_${age}_${(plans += 1)}`
  return { text, values: [...values], ...(statement.name === null ? {} : { name: statement.name }) }
}

/** From now on every statement is planned anew, by another name: a migration has changed what it answers, or there is no more room. */
export function forgetPlans(): void {
  statements.clear()
  plans = 0
  age += 1
  since = performance.now()
}
