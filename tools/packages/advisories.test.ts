import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { root } from '#test/kit/sourceFiles.ts'
import { askForAdvisories, type Advisories } from './advisories.ts'
import { readLock } from './lockedPackages.ts'

const fastify = readLock(root).find(({ name }) => name === 'fastify')
const advisory = {
  id: 1_000_001,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Answers what nobody asked',
  severity: 'high',
  vulnerable_versions: `<=${fastify?.version}`,
  cwe: [],
  cvss: { score: 0, vectorString: null },
}

/** What npm is told by a registry that answers like this. The registry runs in a thread of its own: we wait for npm here. */
async function told(listener: string): Promise<Advisories> {
  const code = `const { parentPort } = require('node:worker_threads')
    const server = require('node:http').createServer(${listener})
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`
  const registry = new Worker(code, { eval: true })
  const cache = mkdtempSync(join(tmpdir(), 'kahawa-npm-'))
  try {
    const port = await new Promise<number>((resolve) => registry.once('message', resolve))
    return askForAdvisories(root, ['--registry', `http://127.0.0.1:${port}`, '--cache', cache, '--fetch-retries', '0'])
  } finally {
    await registry.terminate()
    rmSync(cache, { recursive: true, force: true })
  }
}

const manifests = `{ name: 'fastify', 'dist-tags': { latest: '${fastify?.version}' }, versions: { '${fastify?.version}': { name: 'fastify', version: '${fastify?.version}' } } }`
const answering = (advisories: object): string =>
  `(request, response) => response.writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(request.url.includes('advisories') ? ${JSON.stringify(advisories)} : ${manifests}))`

describe('npm is asked what is known against the packages', () => {
  test('and a known fault of one of them is told', async () => {
    const { told: isTold, ...rest } = await told(answering({ fastify: [advisory] }))
    expect(isTold).toBe(true)
    expect(rest).toEqual({
      found: [`fastify <=${fastify?.version}: Answers what nobody asked (high, ${advisory.url})`],
    })
  })

  test('and nothing when nothing is known', async () => {
    expect(await told(answering({}))).toEqual({ told: true, found: [] })
  })

  test('and a registry that does not answer is not taken for a good answer', async () => {
    const refusing = await told('(request, response) => response.writeHead(405).end()')
    expect(refusing).toMatchObject({ told: false, why: expect.stringContaining('405') })
  })
})
