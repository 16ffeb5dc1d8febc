import { z } from 'zod'

// As a person writes a number: never 1e3, 0x10 or a blank, which a program would take for one.
const plain = /^-?\d{1,15}(?:\.\d{1,9})?$/

/** A number on the wire: as one, or as plain digits, the way queries and older clients write it. `optional` and `default` go around it. */
export const plainNumber = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && plain.test(value) ? Number(value) : value), schema)

/** The version of a record that was seen. */
export const seenVersion = plainNumber(z.number().int()).optional()

const notANumber = 'Enter a number greater than zero'

/** A number whose rule is that of a field, which reads text: as a number or as plain digits, or empty where it is left out. */
export const plainDigits = (missing: string = notANumber) =>
  z.union([z.number(), z.string().regex(/^$|^-?\d{1,15}(?:\.\d{1,9})?$/, notANumber)], {
    error: ({ input }) => (input === undefined ? missing : notANumber),
  })
