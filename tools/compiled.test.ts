import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { spawnBank } from './bankSimulator/spawn.ts'
import { childEnvironment, root } from './install.mjs'

const variable = 'NODE_COMPILE_CACHE'
const outside = process.env[variable]
afterEach(() => {
  process.env[variable] = outside
  if (outside === undefined) delete process.env[variable]
})

test('what has been compiled is kept among the packages, or where the environment says', () => {
  delete process.env[variable]
  expect(childEnvironment()).toMatchObject({ [variable]: join(root, 'node_modules/.compiled') })
  process.env[variable] = '/elsewhere'
  expect(childEnvironment()).toMatchObject({ [variable]: '/elsewhere' })
})

test('a program that is started with nothing of our environment leaves what it has compiled to the next', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kahawa-compiled-'))
  try {
    process.env[variable] = folder
    await (await spawnBank()).stop()
    const [ofThisNode] = readdirSync(folder)
    expect(readdirSync(join(folder, ofThisNode ?? '')).length).toBeGreaterThan(20)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
