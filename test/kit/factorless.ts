import { afterEach, beforeEach } from 'vitest'
import { setClock } from '#server/kit/clock.ts'
import type { World } from './world.ts'

/** Before each test of a file: nobody has a second factor or has guessed wrong, and the clock stands until it is moved on. */
export function beginFactorless(world: () => World): { time: () => number; pass: (seconds: number) => void } {
  let time = 0
  beforeEach(async () => {
    time = Date.now()
    setClock(() => time)
    await world().owner.query('delete from sign_in_delays; delete from passkeys; delete from passkey_challenges')
    await world().owner.query(
      `update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null, recovery_hashes = '{}'`,
    )
  })
  afterEach(() => setClock(null))
  return { time: () => time, pass: (seconds) => void (time += seconds * 1000) }
}
