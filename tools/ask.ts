import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { config } from '#server/config.ts'
import { StartupError } from '#server/kit/startupError.ts'

/** Asks at the terminal; `hidden` shows nothing of what is typed. */
export async function prompt(words: string, { hidden = false } = {}): Promise<string> {
  process.stdout.write(words)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stdout, terminal: true })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    if (hidden) process.stdout.write('\n')
  }
}

/** The first line of what is piped in. */
export const firstLine = async (): Promise<string> => (await text(process.stdin)).split(/\r?\n/)[0] ?? ''

/** The passphrase of backups: from the configuration, the terminal, or what is piped in. A new one is typed twice. */
export async function askPassphrase({ isNew }: { isNew: boolean }): Promise<string> {
  if (config.backupPassphrase) return config.backupPassphrase
  if (process.stdin.isTTY !== true) return firstLine()
  const typed = await prompt(isNew ? 'New passphrase of the backups: ' : 'Passphrase of the backups: ', {
    hidden: true,
  })
  if (isNew && (await prompt('Once more: ', { hidden: true })) !== typed)
    throw new StartupError('The two passphrases differ: nothing was saved.')
  return typed
}

/** One line that is written over: what is being done, and how far it is. Without a terminal a line for each tenth. */
export function showProgress(): ((doing: string, part: number) => void) & { end: () => void } {
  let shown = ''
  const isTerminal = process.stdout.isTTY === true
  const show = (doing: string, part: number): void => {
    const percent = Math.floor(Math.min(1, part) * (isTerminal ? 100 : 10)) * (isTerminal ? 1 : 10)
    const line = `${doing}: ${percent} %`
    if (line === shown) return
    process.stdout.write(isTerminal ? `\r${line.padEnd(shown.length)}` : `${line}\n`)
    shown = line
  }
  return Object.assign(show, { end: () => void (isTerminal && shown && process.stdout.write('\n')) })
}

/** Runs a command to its end; what the person at the keyboard can put right is one sentence. */
export async function runCommand(command: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await command()) ?? 0
  } catch (error) {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
