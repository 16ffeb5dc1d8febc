import type { OpenApi, Operation } from '#contract/kit/schemas.ts'
import { CallRefused } from '#client/kit/call.ts'

/** A call as the page shows it. */
export type ApiCall = { id: string; method: string; path: string; area: string; operation: Operation }
export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** The contract as the server publishes it. */
export const documentQuery = {
  queryKey: ['openapi.json'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OpenApi> => {
    const response = await fetch('/api/openapi.json', { signal, credentials: 'same-origin' }).catch(
      (fault: unknown) => {
        if (signal.aborted) throw fault
        throw new CallRefused({ status: 0, code: 'network', message: 'Network error or server unreachable' })
      },
    )
    const { status } = response
    if (!response.ok)
      throw new CallRefused({ status, code: 'server.fault', message: 'The reference could not be read.' })
    return (await response.json()) as OpenApi // border: the server makes the document of this type
  },
  staleTime: Infinity,
}

/** Every call of the document, in its order. */
export const callsOf = ({ paths, tags }: OpenApi): ApiCall[] => {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      area: operation.tags[0] ?? '',
      operation,
    })),
  )
  const order = new Map(tags.map(({ name }, index) => [name, index]))
  return calls.toSorted((a, b) => (order.get(a.area) ?? 0) - (order.get(b.area) ?? 0))
}

/** The name of an area as people write it: cherryDeliveries is Cherry deliveries. */
export const areaTitle = (area: string): string => {
  const words = area.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The calls in which every word stands somewhere: in the method, path, title, area or a permission. */
export function matching(
  calls: readonly ApiCall[],
  { search = '', method }: { search?: string | undefined; method?: string | undefined },
): ApiCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter((call) => {
    if (method && call.method !== method) return false
    const { summary, 'x-permission': permissions } = call.operation
    const text = [call.method, call.path, summary, areaTitle(call.area), call.id, ...permissions]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Whether a call only reads, so that it may be tried without asking. */
export const onlyReads = ({ method, operation }: ApiCall): boolean => method === 'GET' || operation['x-reads'] === true
/** Whether it takes a file. */
export const takesFile = ({ operation }: ApiCall): boolean =>
  'multipart/form-data' in (operation.requestBody?.content ?? {})
/** Whether it takes a JSON body. */
export const takesJson = ({ operation }: ApiCall): boolean =>
  'application/json' in (operation.requestBody?.content ?? {})
