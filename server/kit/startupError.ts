import { readFileSync } from 'node:fs'

/** A reason why the program cannot start, as one sentence for the person who runs it: print its message, no stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** A file that a setting names. */
export function readNamed(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new StartupError(`${setting} names ${file}, which cannot be read.`)
  }
}
