import { createHash, randomInt } from 'node:crypto'

// Without the signs that people confuse on paper: 0 O, 1 I L, 5 S, 8 B.
const signs = '234679ACDEFGHJKMNPQRTUVWXYZ'

/** The code of an invitation, as it is read out over the telephone. */
export const newCode = (): string => Array.from({ length: 8 }, () => signs[randomInt(signs.length)]).join('')

/** What is kept of a code; the same code of another invitation has another hash. */
export const codeHash = (changeId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${changeId} ${code.toUpperCase().replace(/[\s-]/g, '')}`)
    .digest()
