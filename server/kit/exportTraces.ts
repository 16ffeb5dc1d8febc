import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Span, SpanStart, Traces } from './traces.ts'

// This file is loaded only where traces are wanted: its packages take memory and time at the start.

type Opening = { endpoint: string; part: number; log: Logger; everyMs?: number }

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const
// A collector that is away must not keep a server from ending.
const patienceMs = 2_000

/** Sends spans to a collector by OTLP over HTTP, in the background and in batches; what it does not take is lost. */
export function openTraces({ endpoint, part, log, everyMs = 5_000 }: Opening): Traces {
  const exporter = saying(
    new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: patienceMs }),
    log,
  )
  const provider = new TracerProvider({
    // Nothing of the machine, the process or its arguments: only who we are.
    resource: resourceFromAttributes({ 'service.name': 'kahawa' }),
    sampler: new TraceIdRatioBasedSampler(part),
    spanLimits: { attributeValueLengthLimit: 200 },
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: everyMs, exportTimeoutMillis: patienceMs }),
    ],
  })
  const tracer = provider.getTracer('kahawa')
  const begin = ({ name, kind = 'internal', attributes = {}, traceparent }: SpanStart, around: Context): Span => {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, from(traceparent) ?? around)
    const { traceId, spanId, traceFlags } = span.spanContext()
    const context = trace.setSpan(around, span)
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      begin: (start) => begin(start, context),
      tell: (more) => void span.setAttributes(more),
      end: (fault) => {
        if (fault !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute('error.type', fault)
        }
        span.end()
      },
    }
  }
  return {
    begin: (start) => begin(start, ROOT_CONTEXT),
    stop: () => Promise.race([provider.shutdown().catch(() => {}), sleep(patienceMs, undefined, { ref: false })]),
  }
}

const parent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/

/** The caller's span. Whether we keep ours is our own affair: the caller's wish is not taken over. */
function from(traceparent: string | undefined): Context | undefined {
  const [, traceId, spanId] = parent.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId) return undefined
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}

/** An exporter that says once that nobody takes its spans, and once that somebody does again. */
function saying(exporter: SpanExporter, log: Logger): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !isAway) log.warn('the collector of traces does not take them')
        if (!failed && isAway) log.info('the collector of traces takes them again')
        isAway = failed
        done(result)
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
