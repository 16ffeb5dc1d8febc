import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inside, type Span, type Traces } from '../traces.ts'

/** Lets every call be a span, with its place in the contract and its status: no address as it was sent, no name, no value. */
export function traceCalls(app: FastifyInstance, traces: Traces): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (request.is404 || !route?.startsWith('/api/') || route === '/api/*') return done()
    const { traceparent } = request.headers
    const span = traces.begin({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': route, 'kahawa.request': request.id },
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    spans.set(request, span)
    inside(span, done)
  })
  // What reads a body does not know on whose behalf it does.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) inside(span, done)
    else done()
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request)
    span?.tell({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500 ? String(statusCode) : undefined)
  })
}
