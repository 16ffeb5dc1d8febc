import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/house/errors.ts'
import type { House } from '../house.ts'
import type { Refused } from '../refused.ts'
import { knownCaller } from './beforeBody.ts'

// Nobody has done anything yet who is asked to sign in, or for the second proof.
const ordinary: ReadonlySet<ErrorCode> = new Set(['session.missing', 'session.code_required', 'step_up.required'])
const ofInput = new Set([400, 413, 415])

/** What kind of refusal the log of security tells of; null for one that is part of a day's work. */
function kindOf({ code, status }: Refused, isKnown: boolean): 'sign-in' | 'right' | 'rate' | 'input' | null {
  if (ordinary.has(code)) return null
  if (status === 401) return 'sign-in'
  if (status === 429) return 'rate'
  // A record that is not there may be somebody else's, whose address was guessed.
  if (status === 403 || (isKnown && code === 'record.not_found')) return 'right'
  return ofInput.has(status) || code === 'input.invalid' ? 'input' : null
}

/**
 * Writes a refusal into the log that watchers of security read: who, from where, at which call, and why. What was sent stands in
 * none of it: not the name that was typed, nor the address with what it held.
 */
export function logRefusal({ log }: Pick<House, 'log'>, refused: Refused, request: FastifyRequest): void {
  const actor = knownCaller(request)
  const kind = kindOf(refused, actor !== null)
  if (!kind) return
  const fields = {
    security: kind,
    code: refused.code,
    call: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
    address: request.ip,
    ...(actor ? { user: actor.userId, organisation: actor.organisationCode } : {}),
  }
  // A flood is refused thousands of times: those lines are gathered, all others have the number of their request.
  log.warn(kind === 'rate' ? fields : { ...fields, requestId: request.id }, 'refused')
}
