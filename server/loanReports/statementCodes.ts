import { createHash } from 'node:crypto'
import { randomLetters } from '#server/kit/ids.ts'

/** A code nobody can guess: a hundred random bits, as it is printed. */
export const newCode = (): string => randomLetters(20).replace(/(.{5})(?=.)/g, '$1-')

/** What is kept of a code. Dashes, spaces and small letters, and O for 0 or I and L for 1, are read as they were meant. */
export const hashOfCode = (code: string): Buffer =>
  createHash('sha256')
    .update(`loan statement ${code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')}`)
    .digest()

/** The first letters of a name, in its order: enough for its owner to know, too little for a stranger to learn. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${word.charAt(0).toLocaleUpperCase('en')}.`)
    .join(' ')
