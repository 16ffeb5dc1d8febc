import { settings } from '#contract/house/settings.ts'
import { now } from '../clock.ts'
import { rows, sql, type Tx } from '../db.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'
import { seal, unseal } from '../secretBox.ts'
import { tokenHash } from './sessionToken.ts'

/** A fresh code is good so long: for a list that goes in many calls, not for a desk that somebody has left. */
export const stepUpMinutes = 5
/** Longer than any ticket of ours. */
const longestTicket = 200

type Sealing = Pick<House, 'config'>
const ownerOf = (token: string): string => `step-up ${tokenHash(token).toString('hex')}`

/** The ticket of a session for a fresh code. It opens nothing in another session, nor after its time. */
export function stepUpTicket({ config }: Sealing, token: string): { ticket: string; goodUntil: string } {
  const goodUntil = new Date(now().getTime() + stepUpMinutes * 60_000).toISOString()
  return { ticket: seal(config, ownerOf(token), goodUntil), goodUntil }
}

type GuardedCall = {
  house: Sealing
  request: { token: string | null; stepUpTicket: string | null; hasSecondFactor: boolean }
}

/** Refuses without a fresh code, where the operator requires one. The kit checks calls declared `stepUp: true`. */
export async function mustHaveSteppedUp(tx: Tx, { house, request }: GuardedCall): Promise<void> {
  if (!(await isRequired(tx))) return
  if (!request.hasSecondFactor) throw new Refused('step_up.no_factor')
  if (!isValidTicket(house, request)) throw new Refused('step_up.required')
}

/** Refuses a change of the way in to who has a second factor and has not proven it anew: whatever the operator requires of money. */
export function mustProveFactor({ house, request }: GuardedCall): void {
  if (request.hasSecondFactor && !isValidTicket(house, request)) throw new Refused('step_up.required')
}

async function isRequired(tx: Tx): Promise<boolean> {
  const name = 'moneyNeedsFreshCode'
  const [stored] = await rows(tx, sql<{ value: boolean }>`select value from settings where name = ${name}`)
  return stored?.value ?? settings[name].default
}

function isValidTicket({ config }: Sealing, { token, stepUpTicket: ticket }: GuardedCall['request']): boolean {
  if (!token || !ticket || ticket.length > longestTicket) return false
  try {
    return now() < new Date(unseal(config, ownerOf(token), ticket))
  } catch {
    // Made up, changed, or of another session.
    return false
  }
}
