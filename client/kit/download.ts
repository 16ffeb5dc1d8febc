import type { Endpoint, SentTo } from '#contract/kit/endpoint.ts'
import { call, type Downloaded } from './call.ts'
import { showRefusal } from './queries.ts'

/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, fileName: string) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken the file over once the click is handled; a second is ample.
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}

/** The call of a list or a table that `export` makes answer a file; the declaration only names its other shape. */
export const asFile = (endpoint: Endpoint) =>
  ({ ...endpoint, answer: { binary: 'any' } }) as Endpoint & { answer: { binary: 'any' } }

type FileOf<E extends Endpoint> = E & { answer: { binary: string } }

/** Calls a binary endpoint and saves its file; a refusal goes to the message bar. Answers whether it worked. */
export async function download<const E extends Endpoint>(
  to: FileOf<E>,
  sent: SentTo<E> & { signal?: AbortSignal },
): Promise<boolean> {
  try {
    // Only binary endpoints are accepted, and those answer a file.
    const { blob, fileName } = (await call<E>(to, sent)) as Downloaded
    saveFile(blob, fileName)
    return true
  } catch (refused) {
    showRefusal(refused as Error)
    return false
  }
}
