import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { now } from '../clock.ts'
import { isRunning } from '../isRunning.ts'

const folderOf = (dataDir: string): string => join(dataDir, 'incoming')
const host = hostname().replace(/[^A-Za-z0-9]/g, '') || 'host'
// No request lives longer than minutes: what nobody has touched for an hour belongs to nobody, on whatever machine.
const longestMs = 3_600_000

/** A new folder for one file on its way in, named after the machine and the process that receives it. */
export async function incomingFolder(dataDir: string): Promise<string> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return mkdtemp(join(folder, `${host}.${process.pid}.`))
}

/** Removes what killed servers left behind; files of servers that run, here or on another machine over the same folder, stay. */
export async function sweepIncoming(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir)
  // Nothing has ever come in where the folder is not there.
  const names = await readdir(folder).catch(() => [])
  for (const name of names)
    if (await isAbandoned(folder, name)) await rm(join(folder, name), { recursive: true, force: true })
}

async function isAbandoned(folder: string, name: string): Promise<boolean> {
  const touched = await lastTouch(join(folder, name))
  if (now().getTime() - touched > longestMs) return true
  const [machine, number] = name.split('.')
  if (machine !== host) return false
  // A container gives the same number to every start: what is older than this process was left by an earlier one.
  if (Number(number) === process.pid) return touched < now().getTime() - process.uptime() * 1000
  return !isRunning(Number(number))
}

/** When the folder or the file in it was last written to; long ago when it went away meanwhile. */
async function lastTouch(path: string): Promise<number> {
  const times = await Promise.all(
    [path, join(path, 'file')].map((each) =>
      stat(each).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return Math.max(...times)
}
