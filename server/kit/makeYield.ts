import { setImmediate } from 'node:timers/promises'

const atOnceMs = 15

/** For long sums: lets others be served whenever the work has kept them waiting for a moment. Call it often. */
export function makeYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < atOnceMs) return
    await setImmediate()
    since = performance.now()
  }
}
