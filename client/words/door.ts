import { messages } from './en/messages.ts'
import { session } from './en/session.ts'
import { shell } from './en/shell.ts'

/** The sections of English that stand in every browser before anybody has signed in. */
export const door = { shell, session, messages }
