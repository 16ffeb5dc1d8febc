import { storeOf } from './store.ts'

type MessageTone = 'good' | 'bad' | 'info'
export type Message = {
  id: number
  tone: MessageTone
  text: string
  action?: { label: string; run: () => void }
  /** The id of the record whose next step makes this message untrue. */
  about?: string
}

/** How long a message stays that nobody needs to act on. Errors stay until they are closed. */
export const messageSeconds = 6

const shown = storeOf<readonly Message[]>([])
let lastId = 0

/** Shows one outcome in the message bar. Answers its id, for closing it early. */
export function showMessage(message: Omit<Message, 'id'>): number {
  const id = ++lastId
  // The same sentence twice is one message: a list that fails on every poll must not fill the screen.
  const others = shown.get().filter((other) => other.text !== message.text || other.tone !== message.tone)
  shown.set([...others.slice(-3), { ...message, id }])
  return id
}

export const closeMessage = (id: number) => shown.set(shown.get().filter((message) => message.id !== id))

/** Closes what was said of a record before its step. */
export const closeMessagesAbout = (record: string) => shown.set(shown.get().filter(({ about }) => about !== record))

/** The messages on the screen, oldest first. */
export const useMessages = shown.use
