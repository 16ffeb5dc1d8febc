import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

export type Sample = { kind: string; took: number; status: number }
export type Answer = { status: number; body: unknown }

/** Calls over loopback, each timed and kept under its kind. Status 0 is an answer that never came. */
export type Caller = {
  samples: Sample[]
  reset: () => void
  request: (
    kind: string,
    token: string,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    key?: string,
  ) => Promise<Answer>
  /** Uploads a file, by its path or as text, without waiting for its check, and answers the id. */
  upload: (
    kind: string,
    token: string,
    path: string,
    file: string | { name: string; text: string },
    more?: { key?: string; fields?: Readonly<Record<string, string>> },
  ) => Promise<string>
}

export function makeCaller(url: string): Caller {
  const samples: Sample[] = []
  const timed = async (kind: string, path: string, init: RequestInit): Promise<Answer> => {
    const start = performance.now()
    const answer = await send(`${url}/api${path}`, init)
    samples.push({ kind, took: performance.now() - start, status: answer.status })
    return answer
  }
  return {
    samples,
    reset: () => void (samples.length = 0),
    request: (kind, token, method, path, body, key = randomUUID()) =>
      timed(kind, path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(method === 'POST'
            ? { 'idempotency-key': key, 'content-type': 'application/json', prefer: 'respond-async' }
            : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    upload: async (kind, token, path, file, { key = randomUUID(), fields = {} } = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      if (typeof file === 'string') form.set('file', new Blob([new Uint8Array(await readFile(file))]), basename(file))
      else form.set('file', new Blob([file.text]), file.name)
      const { status, body } = await timed(kind, path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, prefer: 'respond-async' },
        body: form,
      })
      if (status !== 202 && status !== 200) throw new UploadRejected(status)
      return (body as { data: { id: string } }).data.id // border: the declared answer
    },
  }
}

/** A file of a kind as text, its headings first. */
export const csvOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

/** An upload that was not acknowledged. */
export class UploadRejected extends Error {
  status: number
  constructor(status: number) {
    super(`the upload was answered with ${status}`)
    this.status = status
  }
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    if (isJson) return { status: response.status, body: await response.json() }
    await response.arrayBuffer()
    return { status: response.status, body: null }
  } catch {
    return { status: 0, body: null }
  }
}
