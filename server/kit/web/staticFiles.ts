import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

type Encoding = 'br' | 'gzip'
type ClientFile = {
  type: string
  plain: Buffer
  compressed: ((encoding: Encoding) => Promise<Buffer>) | null
  immutable: boolean
}

/** The built client, held in memory: a few hundred kilobytes, each file compressed once, at its first request. Every other path is the shell's. */
export function serveClient(app: FastifyInstance, folder: string): void {
  const files = readClientFiles(folder)
  const shell = files.get('/index.html')?.plain.toString('utf8')
  app.get('/*', async (request, reply) => {
    const path = decodeURIComponent(request.url.split('?')[0] ?? '/')
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file) {
      const encoding = encodingFor(request)
      void reply.headers({
        'content-type': file.type,
        'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'accept-encoding',
        // The service worker and the workers live under the policy of their own file.
        'content-security-policy': contentSecurityPolicy(),
      })
      if (!encoding || !file.compressed) return reply.send(file.plain)
      return reply.header('content-encoding', encoding).send(await file.compressed(encoding))
    }
    if ((extname(path) && path !== '/index.html') || isHidden(path))
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    if (!shell)
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The client is not built. Run npm start, or npm run build.')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-type': types['.html'],
        'cache-control': 'no-cache',
        'content-security-policy': contentSecurityPolicy(nonce),
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      })
      .send(shell.replaceAll('__NONCE__', nonce))
  })
}

/** Nothing from elsewhere, nothing inline but what carries this answer's nonce. */
const contentSecurityPolicy = (nonce?: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

/** A file or folder that begins with a dot, such as the history of a source, is no part of a page. */
const isHidden = (path: string): boolean => path.includes('/.')

function readClientFiles(folder: string): Map<string, ClientFile> {
  const files = new Map<string, ClientFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, path).split(sep).join('/')}`
    if (isHidden(url)) continue
    const plain = readFileSync(path)
    const type = types[extname(entry.name)] ?? 'application/octet-stream'
    const isCompressible = /text|javascript|json|svg|manifest/.test(type) && plain.length > 500
    files.set(url, {
      type,
      plain,
      compressed: isCompressible ? compressOnce(plain) : null,
      immutable: url.startsWith('/assets/'),
    })
  }
  return files
}

/** How a browser takes a file packed, if at all. */
export function encodingFor({ headers }: FastifyRequest): Encoding | null {
  const accepted = String(headers['accept-encoding'] ?? '')
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
}

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

/** Packs a file at its first request and keeps it. */
export function compressOnce(plain: Buffer): (encoding: Encoding) => Promise<Buffer> {
  const done: Partial<Record<Encoding, Promise<Buffer>>> = {}
  const compress = {
    br: () => brotliOf(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: () => gzipOf(plain, { level: 9 }),
  }
  return (encoding) => (done[encoding] ??= compress[encoding]())
}
