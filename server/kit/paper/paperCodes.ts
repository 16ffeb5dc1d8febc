import type { House } from '#server/kit/house.ts'
import { signatureOf, signaturesOf } from '#server/kit/secretBox.ts'

type Keyed = Pick<House, 'config'>

// Letters and digits that nobody confuses when they are read from paper (Crockford).
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Eighty bits: nobody meets one by chance. */
const length = 16

/** What a paper is, and how the reference that stands on it is written. */
export type PaperKind = { name: string; reference: RegExp }

/** The code of a paper: its reference, and letters that only we can write beneath it. The same on every print. */
export function codeOfPaper({ config }: Keyed, { name }: PaperKind, reference: string): string {
  const letters = lettersOf(signatureOf(config, name, reference))
  return `${reference}-${letters.replace(/(.{4})(?=.)/g, '$1-')}`
}

const lettersOf = (signature: Buffer): string =>
  [...signature.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')

/** The reference that a code names, or null where the letters beneath it are not ours. Read as it was meant, like every code of ours. */
export function paperOfCode(keyed: Keyed, kind: PaperKind, typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '')
  const reference = plain.slice(0, -length)
  const letters = readable(plain.slice(-length))
  if (!kind.reference.test(reference)) return null
  // A code of eighty bits is compared as a whole: how long that takes tells nothing that helps to guess the next one.
  const ours = signaturesOf(keyed.config, kind.name, reference).map(lettersOf)
  return ours.includes(letters) ? reference : null
}

const readable = (letters: string): string => letters.replaceAll('O', '0').replace(/[IL]/g, '1')

/** Where a code is looked up by whoever holds the paper. */
export const addressOfCode = ({ config: { publicUrl, port } }: Keyed, page: 'check' | 'follow', code: string): string =>
  `${publicUrl ?? `http://localhost:${port}`}/${page}/${code}`
