import { useSyncExternalStore } from 'react'

type MessageTone = 'good' | 'bad' | 'info'
export type Message = {
  id: number
  tone: MessageTone
  text: string
  action?: { label: string; run: () => void }
}

/** How long a message stays that nobody needs to act on. Errors stay until they are closed. */
export const messageSeconds = 6

let shown: readonly Message[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Message[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows one outcome in the message bar. Answers its id, for closing it early. */
export function showMessage(message: Omit<Message, 'id'>): number {
  const id = ++lastId
  // The same sentence twice is one message: a list that fails on every poll must not fill the screen.
  const others = shown.filter((other) => other.text !== message.text || other.tone !== message.tone)
  show([...others.slice(-3), { ...message, id }])
  return id
}

export const closeMessage = (id: number) => show(shown.filter((message) => message.id !== id))

/** The messages on the screen, oldest first. */
export const useMessages = (): readonly Message[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
