import { useState, type KeyboardEvent } from 'react'

/** Notices while typing that caps lock is on. */
export function useCapsLock() {
  const [on, setOn] = useState(false)
  const notice = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'))
  return { on, handlers: { onKeyDown: notice, onKeyUp: notice, onBlur: () => setOn(false) } }
}
