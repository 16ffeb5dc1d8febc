import { readFileSync } from 'node:fs'

/** A reason why the program cannot start, as one sentence for the person who runs it: print its message, no stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** How a command of the program is typed here: by npm in a checkout, by the launcher where a release is installed. */
export function commandLine(name: string, ...options: string[]): string {
  const launcher = process.env['KAHAWA_LAUNCHER']
  if (launcher) return [launcher, name, ...options].join(' ')
  if (name === 'start') return 'npm start'
  return ['npm run', name, ...(options.length > 0 ? ['--', ...options] : [])].join(' ')
}

/** A file that a setting names. */
export function readNamed(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new StartupError(`${setting} names ${file}, which cannot be read.`)
  }
}
