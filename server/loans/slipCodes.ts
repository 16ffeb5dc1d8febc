import type { House } from '#server/kit/house.ts'
import { signatureOf } from '#server/kit/secretBox.ts'

type Keyed = Pick<House, 'config'>

// Letters and digits that nobody confuses when they are read from paper (Crockford).
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Eighty bits: nobody meets one by chance. */
const length = 16

/** The code of a loan's slip: its reference, and letters that only we can write beneath it. The same on every print. */
export function codeOfLoan({ config }: Keyed, reference: string): string {
  const letters = [...signatureOf(config, 'loan slip', reference).subarray(0, length)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
  return `${reference}-${letters.replace(/(.{4})(?=.)/g, '$1-')}`
}

/** The reference that a code names, or null where the letters beneath it are not ours. Read as it was meant, like every code of ours. */
export function loanOfCode(keyed: Keyed, typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '')
  const reference = plain.slice(0, -length)
  const letters = readable(plain.slice(-length))
  if (!/^LN[0-9A-Z]{8,12}$/.test(reference)) return null
  // A code of eighty bits is compared as a whole: how long that takes tells nothing that helps to guess the next one.
  return codeOfLoan(keyed, reference).replaceAll('-', '').slice(-length) === letters ? reference : null
}

const readable = (letters: string): string => letters.replaceAll('O', '0').replace(/[IL]/g, '1')
