import { z } from 'zod'

/** What a text must not hold that goes into a message to the bank, an SMS or a line of a file: it would begin another. */
const breaks = /[\p{Cc}\u2028\u2029]/u
export const oneLineOnly = 'Write it in one line'

/** A narration, a comment or a reason: text of one line, without blanks around it. */
export const oneLine = (max: number, message?: string) =>
  z
    .string(message)
    .trim()
    .max(max)
    .refine((text) => !breaks.test(text), oneLineOnly)
