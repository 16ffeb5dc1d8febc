import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const file = new URL('leakedPasswords.txt.gz', import.meta.url)
let leaked: ReadonlySet<string> | undefined

/**
 * Whether a password in lower case, without blanks and signs, is one of the 17,692 that leaks of the last years had most often, of
 * those that have eight characters and four different ones. Source: the passwords of @zxcvbn-ts/language-common 4.1.3 (MIT), which
 * are of Dan Wheeler's zxcvbn; in its order, the most used first. Nobody outside is asked.
 */
export function isLeaked(simplified: string): boolean {
  leaked ??= new Set(leakedPasswords())
  return leaked.has(simplified)
}

/** All of them, the most used first. */
export const leakedPasswords = (): string[] => gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
