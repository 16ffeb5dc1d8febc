import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf, readSources, root } from '#test/kit/sourceFiles.ts'
import { freePort } from '#test/kit/freePort.ts'
import { serverEnvironment, serverOptions } from '../serving.mjs'
import { makeRelease } from './makeRelease.ts'

type Made = Awaited<ReturnType<typeof makeRelease>>

describe('a release of the commit that is checked out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kahawa-release-test-'))
  let first: Made
  let unpacked: string
  beforeAll(async () => {
    chmodSync(folder, 0o755) // started by root, PostgreSQL runs as somebody else and must be able to enter
    // Packed as fast as can be: what is packed is looked at, not how small it is.
    first = await makeRelease({ root, to: join(folder, 'first'), level: 1 })
    spawnSync('tar', ['-xzf', first.archive, '-C', folder])
    unpacked = join(folder, first.name)
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is the same bytes each time, bill of materials included', async () => {
    const second = await makeRelease({ root, to: join(folder, 'second'), level: 1 })
    expect(second.sha256).toBe(first.sha256)
    expect(readFileSync(second.sbom)).toEqual(readFileSync(first.sbom))
    expect(readFileSync(`${first.archive}.sha256`, 'utf8')).toBe(`${first.sha256}  ${first.name}.tar.gz\n`)
  }, 300_000)

  test('brings the checksum of each of its files, and a changed one is found', () => {
    const check = () => spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: unpacked }).status
    const sums = readFileSync(join(unpacked, 'SHA256SUMS'), 'utf8').trim().split('\n')
    const files = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(sums.length).toBe(files.length - 1)
    expect(check()).toBe(0)
    const sum = sums.find((line) => line.endsWith('  bin/kahawa')) ?? ''
    expect(sum).not.toBe('')
    const launcher = readFileSync(join(unpacked, 'bin/kahawa'), 'utf8')
    spawnSync('sh', ['-c', 'echo "# changed" >> bin/kahawa'], { cwd: unpacked })
    expect(check()).not.toBe(0)
    spawnSync('sh', ['-c', 'cat > bin/kahawa'], { cwd: unpacked, input: launcher })
    expect(check()).toBe(0)
  })

  test('names every package that is in it, and none that is not', () => {
    const bill = JSON.parse(readFileSync(first.sbom, 'utf8')) as { components: { properties: { value: string }[] }[] }
    const named = bill.components.flatMap(({ properties }) => properties.map(({ value }) => value))
    const manifests = globSync('node_modules/**/package.json', { cwd: unpacked }).map(dirname)
    // Not every package.json is of a package: some only say how the files beside them are read.
    const there = manifests.filter((path) => /node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path))
    expect(named.toSorted()).toEqual(there.toSorted())
    expect(readFileSync(join(unpacked, 'PACKAGES.txt'), 'utf8').trim().split('\n').length).toBe(named.length)
    expect(named.length).toBeGreaterThan(100)
  })

  test('holds what its commands import, and no tests', () => {
    const sources = new Map(readSources().map((source) => [source.path, source]))
    const launcher = readFileSync(join(unpacked, 'bin/kahawa'), 'utf8')
    const reached = new Set([...launcher.matchAll(/script=(\S+)/g)].map(([, file]) => file ?? ''))
    // The set grows while it is walked.
    for (const path of reached)
      for (const { of, file, isType } of sources.get(path)?.imports ?? [])
        if (file && !isType) reached.add(normalize(pathOf(path, of) ?? ''))
    expect(reached.size).toBeGreaterThan(300)
    expect([...reached].filter((path) => !existsSync(join(unpacked, path)))).toEqual([])
    expect(globSync('{server,contract,db,tools,test}/**/*.test.{ts,tsx}', { cwd: unpacked })).toEqual([])
  })

  test('starts with nothing but itself, is ready, and ends when told to', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const port = String(await freePort())
    const env = { PATH: '/usr/bin:/bin', PORT: port, DATA_DIR: data, KAHAWA_DEMO: '0', LOG_LEVEL: 'error' }
    const command = join(unpacked, 'bin/kahawa')
    const health = () => spawnSync(command, ['health'], { env, encoding: 'utf8' })
    expect(health()).toMatchObject({ status: 1, stderr: expect.stringContaining('no answer') })
    const server = spawn(command, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const said = text(server.stdout)
    const ended = once(server, 'exit')
    try {
      await expect.poll(() => health().status, { timeout: 90_000, interval: 500 }).toBe(0)
      const page = await fetch(`http://127.0.0.1:${port}/`)
      expect(await page.text()).toContain('<title>Kahawa</title>')
      // One process: the launcher has become the program, with what the server is run with.
      const [program = '', ...words] = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0')
      expect([program.endsWith('/bin/node'), ...words]).toEqual([
        true,
        ...serverOptions,
        join(unpacked, 'tools/serve.ts'),
        '',
      ])
      const variables = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0')
      for (const [name, value] of Object.entries(serverEnvironment)) expect(variables).toContain(`${name}=${value}`)
    } finally {
      server.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
    // Whoever installed it has no npm.
    expect(await said).toContain(`make the first administrator with ${command} admin:create.`)
    const wrong = spawnSync(command, ['pay-everybody'], { env, encoding: 'utf8' })
    expect(wrong).toMatchObject({ status: 64, stderr: expect.stringContaining('there is no command pay-everybody') })
  }, 180_000)
})
