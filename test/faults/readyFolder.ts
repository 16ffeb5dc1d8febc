import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bareEnvironment } from '../../tools/serving.mjs'

/** The server that is there to be killed. */
export const serverScript = join(import.meta.dirname, 'serverMain.ts')
/** One for all files of a run, whose threads share the number of their process. */
const folder = join(tmpdir(), `kahawa-ready-${process.pid}`)
const patienceMs = 100_000

/**
 * A data folder in which the demo was started once and stopped, to be copied: an empty database that is migrated and filled
 * takes four times as long as one that is started again.
 */
export async function readyFolder(): Promise<string> {
  const data = join(folder, 'data')
  if (isFirst()) {
    chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
    const making = join(folder, 'making')
    const env = { ...bareEnvironment(), PORT: '0', DATA_DIR: making, KAHAWA_DEMO: '1', LOG_LEVEL: 'error' }
    execFileSync(process.execPath, [serverScript, 'once'], {
      env: { ...env, BANK_URL: 'http://127.0.0.1:9', BANK_SECRET: 'nobody listens there' },
      stdio: 'inherit',
    })
    renameSync(making, data)
  }
  for (let waited = 0; !existsSync(data); waited += 100) {
    if (waited > patienceMs) throw new Error('nobody made the data folder')
    await sleep(100)
  }
  return data
}

/** At the end of the run. */
export const removeReadyFolder = (): void => rmSync(folder, { recursive: true, force: true })

function isFirst(): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}
