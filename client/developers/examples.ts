import { onlyReads, takesFile, takesJson, type ApiCall } from './apiCalls.ts'

/** What a request is made with: the values of its address, and the text of its body. */
export type Values = { address: Readonly<Record<string, string>>; body: string }

/** The address of a call; a part of the path that has no value yet stays as it is written in the reference. */
export function addressOf({ path, operation }: ApiCall, { address }: Values): string {
  const whole = path.replace(/\{(\w+)\}/g, (open, name: string) =>
    address[name] ? encodeURIComponent(address[name]) : open,
  )
  const query = new URLSearchParams()
  for (const { name, in: where } of operation.parameters) {
    const value = where === 'query' ? (address[name] ?? '') : ''
    if (value !== '') query.set(name, value)
  }
  return query.size > 0 ? `${whole}?${query}` : whole
}

/** The parts of the path that have no value yet. */
export const missingIn = ({ operation }: ApiCall, { address }: Values): string[] =>
  operation.parameters.flatMap(({ name, in: where }) => (where === 'path' && !address[name]?.trim() ? [name] : []))

const isOpen = ({ operation }: ApiCall) => operation.security.length === 0
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

type Example = { call: ApiCall; values: Values; origin: string }

/** The request as a line for the shell. The token and the key are the reader's own. */
export function curlOf({ call, values, origin }: Example): string {
  const lines = [`curl ${quoted(origin + addressOf(call, values))}`]
  if (call.method !== 'GET') lines.push(`-X ${call.method}`)
  if (!isOpen(call)) lines.push(`-H "Authorization: Bearer $KAHAWA_TOKEN"`)
  if (isKeyed(call)) lines.push('-H "Idempotency-Key: $(uuidgen)"')
  if (takesFile(call)) lines.push(`-F 'file=@members.xlsx'`)
  if (takesJson(call)) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(values.body)}`)
  if (answersFile(call)) lines.push('-OJ')
  return lines.join(' \\\n  ')
}

/** The request as a program writes it, with the fetch of every browser and of Node. */
export function typeScriptOf({ call, values, origin }: Example): string {
  const headers = [
    ...(isOpen(call) ? [] : ['Authorization: `Bearer ${token}`']),
    ...(isKeyed(call) ? [`'Idempotency-Key': crypto.randomUUID()`] : []),
    ...(takesJson(call) ? [`'Content-Type': 'application/json'`] : []),
  ]
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}'`]),
    ...(headers.length > 0 ? [`headers: {\n${headers.map((line) => `    ${line},`).join('\n')}\n  }`] : []),
    ...(takesJson(call) ? [`body: JSON.stringify(${values.body.replaceAll('\n', '\n  ')})`] : []),
    ...(takesFile(call) ? ['body: form'] : []),
  ]
  const given = options.length > 0 ? `, {\n${options.map((line) => `  ${line},`).join('\n')}\n}` : ''
  return [
    ...(takesFile(call) ? ['const form = new FormData()', `form.append('file', file, 'members.xlsx')`] : []),
    `const response = await fetch(${JSON.stringify(origin + addressOf(call, values))}${given})`,
    'if (!response.ok) throw new Error((await response.json()).message)',
    answersFile(call) ? 'const file = await response.blob()' : 'const answer = await response.json()',
  ].join('\n')
}

const isKeyed = ({ operation }: ApiCall) => operation.parameters.some(({ name }) => name === 'Idempotency-Key')

const answersFile = ({ operation }: ApiCall) => !('application/json' in (operation.responses['200']?.content ?? {}))

/** The headers of a request from this page, whose session is in its cookie. */
export const headersOf = (call: ApiCall, key: string): Record<string, string> => ({
  ...(takesJson(call) ? { 'Content-Type': 'application/json' } : {}),
  ...(onlyReads(call) ? {} : { 'Idempotency-Key': key }),
})
