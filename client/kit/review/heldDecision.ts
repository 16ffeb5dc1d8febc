import { whileLeaving } from '../call.ts'
import { closeMessage, showMessage } from '../messages.ts'
import { currentWords } from '../words.ts'

/** How long a decision waits on the device before it is sent. */
const heldMs = 6_000

type Held = {
  id: string
  /** What is about to be done: "Approving Wanjiku Kamau". */
  text: string
  /** Sends it; the server's answer is shown by the sender. The request must leave before this function returns. */
  send: () => Promise<unknown>
  onUndo: () => void
}

let held: (Held & { timer: ReturnType<typeof setTimeout>; message: number }) | undefined
const leaving = new Set<string>()

/**
 * Holds a decision back for six seconds, in which it can be undone because nothing of it has happened. There is one at a time:
 * the next one sends the one before, and so does whoever leaves the page or signs out.
 */
export function holdDecision(decision: Held): void {
  if (held?.id === decision.id) return
  void sendHeld()
  listen()
  const message = showMessage({
    tone: 'info',
    text: decision.text,
    action: { label: currentWords().lists.undo, run: undoHeld },
  })
  held = { ...decision, message, timer: setTimeout(() => void sendHeld(), heldMs) }
}

/** Takes the decision back that was not sent yet. Answers whether there was one. */
export function undoHeld(): boolean {
  const undone = release()
  undone?.onUndo()
  return undone !== undefined
}

/** Sends what is held, and waits for its answer. */
export async function sendHeld(): Promise<void> {
  const sent = release()
  if (!sent) return
  leaving.add(sent.id)
  try {
    await sent.send()
  } finally {
    leaving.delete(sent.id)
  }
}

/** Whether a record is decided on this device and the lists do not know it yet. */
export const isHeld = (id: string): boolean => held?.id === id || leaving.has(id)

function release(): Held | undefined {
  const released = held
  held = undefined
  if (released) {
    clearTimeout(released.timer)
    closeMessage(released.message)
  }
  return released
}

let listens = false
/** Whoever leaves the page sends what is held: the browser finishes the request by itself. */
function listen(): void {
  if (listens) return
  listens = true
  window.addEventListener('pagehide', sendLast)
  // A phone that is put away may never come back to this page.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendLast())
}

const sendLast = (): void => whileLeaving(() => void sendHeld())
