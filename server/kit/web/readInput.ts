import type { Endpoint } from '#contract/kit/endpoint.ts'
import { sentenceOf, wrongIn } from '#contract/kit/sentences.ts'
import { Refused } from '../refused.ts'

type RawInput = { params?: unknown; query?: unknown; body?: unknown }

/** What was sent as the declaration of the call reads it. Refused with a sentence beside each field that is wrong. */
export function readInput(
  declared: Pick<Endpoint, 'params' | 'query' | 'body'>,
  sent: RawInput,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    // No body is an empty one; the JSON null is a body, and wrong.
    const parsed = declared[part]?.safeParse(sent[part] === undefined ? {} : sent[part], { error: sentenceOf })
    if (!parsed) continue
    if (parsed.success) input[part] = parsed.data
    else if (part === 'params') throw new Refused('record.not_found')
    else for (const { path, message } of wrongIn(parsed.error)) fields[path || part] ??= message
  }
  if (Object.keys(fields).length > 0) throw new Refused('input.invalid', { details: { fields } })
  return input
}

/** Whether somewhere in what was sent stands a field that was not read, because the declaration does not know it. */
export function saysMore(sent: unknown, read: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return false
  if (typeof read !== 'object' || read === null) return true
  return Object.entries(sent).some(
    ([name, value]) => !(name in read) || saysMore(value, read[name as keyof typeof read]),
  )
}
