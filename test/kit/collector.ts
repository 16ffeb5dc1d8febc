import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const Value = z.object({ stringValue: z.string(), intValue: z.number(), boolValue: z.boolean() }).partial()
const Sent = z.object({
  name: z.string(),
  kind: z.number(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  status: z.object({ code: z.number().optional() }).optional(),
  attributes: z.array(z.object({ key: z.string(), value: Value })),
})
const Body = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Sent) })) })),
})

/** A span as it came. */
export type SentSpan = z.output<typeof Sent>
/** What a span says of one thing. */
export const told = (span: SentSpan, key: string): unknown =>
  Object.values(span.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0]

/** Somebody who takes spans by OTLP over HTTP, as a collector of OpenTelemetry does. */
export async function startCollector(): Promise<{
  endpoint: string
  /** All that has come so far. */
  spans: () => readonly SentSpan[]
  /** The same as it was written on the wire. */
  text: () => string
  stop: () => Promise<void>
}> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // border: it listens on a port
    spans: () =>
      bodies.flatMap((body) =>
        Body.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    text: () => bodies.join('\n'),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
