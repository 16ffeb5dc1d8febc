import { AsyncLocalStorage } from 'node:async_hooks'

/** What a span says of its work: names of the house and numbers, never what somebody typed. */
type Attributes = Readonly<Record<string, string | number | boolean>>
export type SpanStart = {
  name: string
  kind?: 'server' | 'client' | 'internal'
  attributes?: Attributes
  /** Who calls goes on with a trace of their own, as `traceparent` tells. */
  traceparent?: string | undefined
}

/** Work under way that is traced. */
export type Span = {
  traceId: string
  /** What a call to somebody else carries, so that their spans follow this one. */
  traceparent: string
  begin: (start: SpanStart) => Span
  tell: (attributes: Attributes) => void
  /** `fault` names what went wrong, by its class or code; its text may hold anything. */
  end: (fault?: string) => void
}

/** Where traces go, where an operator wants them. */
export type Traces = { begin: (start: SpanStart) => Span; stop: () => Promise<void> }

const current = new AsyncLocalStorage<Span>()

/** Runs work as part of what is traced around it, or as the beginning of a trace where there is nothing around and `traces` is given. */
export async function traced<Result>(
  start: SpanStart,
  work: (span?: Span) => Promise<Result>,
  traces?: Traces,
): Promise<Result> {
  const span = (current.getStore() ?? traces)?.begin(start)
  if (!span) return work()
  try {
    const result = await current.run(span, work, span)
    span.end()
    return result
  } catch (error) {
    span.end(nameOf(error))
    throw error
  }
}

/** Runs a callback and everything that follows from it inside a span that somebody else ends. */
export const inside = (span: Span, work: () => void): void => current.run(span, work)

/** The trace of this moment, for lines of the log; nothing where none is. */
export function traceOfLine(): { trace?: string } {
  const span = current.getStore()
  return span ? { trace: span.traceId } : {}
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
