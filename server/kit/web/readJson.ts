import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '../refused.ts'

// No record of ours is nested deeper than six levels or has more than a hundred fields, and the longest list of a call has 20,000
// rows of some twenty values. The parser of the engine would follow a million brackets down.
const caps = { depth: 32, fields: 1_000, values: 500_000 } as const

type Parse = (request: FastifyRequest, text: string, done: (error: Error | null, body?: unknown) => void) => void

/** Parses JSON bodies. An empty one is an empty object: several calls of the specification post nothing. */
export function jsonParser(app: FastifyInstance): Parse {
  // A field named __proto__ or constructor.prototype is refused: whoever copies such a record would change every other one.
  const parse = app.getDefaultJsonParser('error', 'error') as Parse // border: fastify types the text as text or bytes
  return (request, text, done) => {
    if (text === '') return done(null, {})
    if (isOverCaps(text)) return done(new Refused('input.malformed'))
    parse(request, text, (error, body) => done(error ? new Refused('input.malformed') : null, body))
  }
}

/** Whether a JSON text is nested too deep or holds too much; one pass over its characters, and nothing of it is built. */
export function isOverCaps(text: string): boolean {
  const fields: number[] = []
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfString(text, at)
    else if (sign === openObject || sign === openList) {
      if (fields.push(0) > caps.depth || ++values > caps.values) return true
    } else if (sign === closeObject || sign === closeList) fields.pop()
    else if (sign === comma && ++values > caps.values) return true
    else if (sign === colon && (fields[fields.length - 1] = (fields.at(-1) ?? 0) + 1) > caps.fields) return true
  }
  return false
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Where the string ends that begins at `from`: a quote behind an odd number of backslashes belongs to it. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}
