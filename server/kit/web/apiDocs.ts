import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '#contract/house/errors.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { fieldLines, type FieldLine, type OpenApi, type Operation } from '#contract/kit/schemas.ts'
import { admit } from './beforeBody.ts'
import { compressOnce, encodingFor } from './staticFiles.ts'
import type { House } from '../house.ts'
import { addressOf, declaredCalls, openApi, operationIn, permissionsOf, refusalsOf } from './openApi.ts'

/**
 * Serves the contract for machines at /api/openapi.json and for people at /api/docs; both are made once, at the first request. Where
 * the data is not invented they are for those who are signed in: a list of all doors is no present for strangers.
 */
export function serveDocs(app: FastifyInstance, house: House): void {
  const door = { method: 'GET', path: '/openapi.json', allow: house.config.isDemo ? 'anyone' : 'signed-in' } as const
  const onRequest = (request: FastifyRequest) => admit({ house, door, request })
  let cached: { json: Buffer; packed: ReturnType<typeof compressOnce>; html: string } | undefined
  const docs = () => {
    if (cached) return cached
    const document = openApi()
    const json = Buffer.from(JSON.stringify(document))
    cached = { json, packed: compressOnce(json), html: docsPage(document) }
    return cached
  }
  app.get('/api/openapi.json', { onRequest }, async (request, reply) => {
    const encoding = encodingFor(request)
    void reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' }).type('application/json; charset=utf-8')
    if (!encoding) return reply.send(docs().json)
    return reply.header('content-encoding', encoding).send(await docs().packed(encoding))
  })
  app.get('/api/docs', { onRequest }, async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(docs().html),
  )
}

// One page that is read and searched; nothing runs on it and nothing is loaded.
const style = `
:root { color-scheme: light dark; --canvas: #f6f4f1; --surface: #fff; --line: #e7e3dd; --ink: #211e1b; --ink-2: #57514a; --get: #173f60; --post: #184c36; --delete: #801d21; --code: #faf9f7 }
@media (prefers-color-scheme: dark) { :root { --canvas: #171513; --surface: #1f1d1a; --line: #322f2a; --ink: #ece9e4; --ink-2: #c3bdb4; --get: #b6d3e8; --post: #a9d8bf; --delete: #f6bdb8; --code: #1b1917 } }
* { box-sizing: border-box }
html { scroll-padding-top: 16px }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 15px/1.55 Inter, system-ui, sans-serif }
header, main { max-width: 1080px; margin: 0 auto; padding: 24px 20px }
h1 { font-size: 26px; margin: 0 0 4px } h2 { font-size: 20px; margin: 40px 0 12px; text-transform: capitalize } h3 { font-size: 16px; margin: 0 } h4 { font-size: 13px; margin: 16px 0 4px; color: var(--ink-2) }
a { color: inherit } p { margin: 4px 0; color: var(--ink-2) }
nav ul { columns: 3 240px; padding: 0; list-style: none; margin: 8px 0 } nav strong { text-transform: capitalize }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; margin: 0 0 12px }
code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere } h3 code { font-size: 14px }
.get { color: var(--get) } .post, .put { color: var(--post) } .delete { color: var(--delete) }
table { border-collapse: collapse; width: 100%; font-size: 13px; display: block; overflow-x: auto }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-top: 1px solid var(--line) } th { color: var(--ink-2); font-weight: 600 }
`
const policy = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  `frame-ancestors 'none'`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ')

function docsPage(document: OpenApi): string {
  const areas = [...Map.groupBy(declaredCalls, ({ area }) => area)]
  const links = areas.map(([area, calls]) => {
    const items = calls.map(({ name, declared }) => `<li><a href="#${area}.${name}">${text(declared.summary)}</a></li>`)
    return `<p><strong>${text(area)}</strong></p><ul>${items.join('')}</ul>`
  })
  const sections = areas.map(([area, calls]) => {
    const articles = calls.map(({ declared }) => article(declared, operationIn(document, declared)))
    return `<h2>${text(area)}</h2>${articles.join('')}`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Kahawa: calls</title><style>${style}</style></head>
<body><header><h1>Kahawa: calls</h1><p>${text(document.info.description)} The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
<p>Sign in with POST /api/auth/login and send its token as <code>Authorization: Bearer</code>. A refusal is <code>{error: true, code, message, details?}</code>.</p><nav>${links.join('')}</nav></header><main>${sections.join('')}</main></body></html>`
}

function article(declared: Endpoint, operation: Operation): string {
  const { method } = declared
  const body = Object.entries(operation.requestBody?.content ?? {})
  const answer = Object.entries(operation.responses['200']?.content ?? {})
  const parameters = operation.parameters.map(({ name, in: where, required, schema, description }) => ({
    ...(fieldLines({ type: 'object', properties: { [name]: schema } })[0] ?? { type: '' }),
    name: where === 'header' ? `${name} (header)` : name,
    required,
    note: description ?? '',
  }))
  return `<article id="${operation.operationId}"><h3><code class="${method.toLowerCase()}">${method}</code> <code>${text(addressOf(declared))}</code></h3>
<p>${text(operation.summary)}</p><p>${permissionsOf(declared).length > 0 ? 'Needs ' : ''}${text(operation.description)}</p>
${table('Parameters', parameters)}
${body.map(([type, { schema }]) => table(`Body, ${type}`, fieldLines(schema))).join('')}
${answer.map(([type, { schema }]) => table(`Answer, ${type}`, fieldLines(schema))).join('')}
<h4>Refusals</h4><table>${refusalsOf(declared)
    .map(
      (code) =>
        `<tr><td>${errors[code].status}</td><td><code>${code}</code></td><td>${text(errors[code].message)}</td></tr>`,
    )
    .join('')}</table></article>`
}

function table(title: string, lines: readonly FieldLine[]): string {
  if (lines.length === 0) return title === 'Parameters' ? '' : `<h4>${text(title)}</h4>`
  const rows = lines.map(
    ({ name, type, required, note }) =>
      `<tr><td><code>${text(name)}</code></td><td>${text(type)}</td><td>${required ? 'required' : ''}</td><td>${text(note)}</td></tr>`,
  )
  return `<h4>${text(title)}</h4><table><tr><th>Name</th><th>Written as</th><th></th><th></th></tr>${rows.join('')}</table>`
}

const text = (value = ''): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
