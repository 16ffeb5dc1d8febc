import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { incomingFolder, sweepIncoming } from './incomingFiles.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kahawa-sweep-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const here = hostname().replace(/[^A-Za-z0-9]/g, '')
const ended = spawnSync(process.execPath, ['--version']).pid
const hours = 3_600_000

/** A file on its way in, as a server of this name keeps it. */
function put(name: string, untouchedMs = 0): string {
  const folder = join(dataDir, 'incoming', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'file'), 'First Name')
  const at = new Date(Date.now() - untouchedMs)
  for (const path of [join(folder, 'file'), folder]) utimesSync(path, at, at)
  return name
}
const there = () => readdirSync(join(dataDir, 'incoming')).toSorted()

test('what a server that has ended left is removed, what runs here or elsewhere stays', async () => {
  put(`${here}.${ended}.aaaaaa`)
  put(`${here}.${process.pid}.before`, process.uptime() * 1000 + 60_000)
  put('otherMachine.17.oldold', 2 * hours)
  put(`${here}.${process.ppid}.oldold`, 2 * hours)
  const kept = [put(`${here}.${process.ppid}.bbbbbb`), put('otherMachine.17.cccccc')]
  const own = (await incomingFolder(dataDir)).split('/').at(-1) ?? ''
  await sweepIncoming(dataDir)
  expect(there()).toEqual([...kept, own].toSorted())
})

test('where nothing has ever come in there is nothing to sweep', async () => {
  await sweepIncoming(join(dataDir, 'nowhere'))
  expect(readdirSync(dataDir)).toEqual([])
})
