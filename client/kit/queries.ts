import {
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Endpoint, SentTo } from '#contract/kit/endpoint.ts'
import { call, newKey, type AnswerOf, type CallRefused } from './call.ts'
import { showMessage } from './messages.ts'
import { translate } from './words.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallRefused
  }
}

/** Repeating helps only when the server was not reached or was busy. */
const passing = new Set(['network', 'server.busy', 'key.in_progress'])
const tryAgain = (failures: number, refused: CallRefused) => passing.has(refused.code) && failures < 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: tryAgain },
    mutations: { retry: tryAgain, retryDelay: 1000 },
  },
})

type Options<E extends Endpoint> = Omit<UseQueryOptions<AnswerOf<E>>, 'queryKey' | 'queryFn'>

/** Key of a call in the cache. Without `sent` it is the prefix of every call to the endpoint. */
export const keyOf = (to: Endpoint, sent?: unknown) =>
  sent === undefined ? [to.method, to.path] : [to.method, to.path, sent]

/** Options of a call, for route loaders and `queryClient.fetchQuery`. */
export const callQuery = <const E extends Endpoint>(to: E, sent: SentTo<E>) => ({
  queryKey: keyOf(to, sent),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(to, { ...withParts(sent), signal }),
})

/** Reads through a declared call and keeps the answer; options are TanStack Query's. */
export const useCall = <const E extends Endpoint>(
  to: E,
  sent: SentTo<E>,
  options?: Options<E>,
): UseQueryResult<AnswerOf<E>> => useQuery({ ...callQuery(to, sent), ...options })

type Act<E extends Endpoint> = {
  onDone?: (answer: AnswerOf<E>, sent: SentTo<E>) => void
  /** Answer true when the refusal is shown where it belongs (beside a field); else the message bar shows it. */
  onRefused?: (refused: CallRefused, sent: SentTo<E>) => boolean | void
  /** The message of a success is shown somewhere else. */
  quiet?: boolean
  /** The next waits for the one before it, so that what was chosen last stays. */
  inTurn?: boolean
}

/** Takes an action: one idempotency key over all repetitions, lists read anew, the server's message shown. */
export function useAct<const E extends Endpoint>(
  to: E,
  { onDone, onRefused, quiet = false, inTurn = false }: Act<E> = {},
): UseMutationResult<AnswerOf<E>, CallRefused, SentTo<E>> {
  return useMutation({
    ...(inTurn && { scope: { id: `${to.method} ${to.path}` } }),
    mutationFn: (sent: SentTo<E>) => call(to, { ...withParts(sent), idempotencyKey: keyFor(sent) }),
    onSuccess: async (answer, sent) => {
      const message = messageOf(answer)
      if (message && !quiet) showMessage({ tone: 'good', text: translate(message) })
      onDone?.(answer, sent)
      await refreshLists()
    },
    onError: (refused, sent) => {
      if (onRefused?.(refused, sent) !== true) showRefusal(refused)
    },
  })
}

/** Marks everything that was read as old; what is on the screen is read again. */
export const refreshLists = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'GET' })

/** The same for what was read more than a few seconds before `at`, in milliseconds: what was read together stays. */
export const refreshOlder = (at: number) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) => queryKey[0] === 'GET' && state.dataUpdatedAt < at - 5000,
  })

/** Fulfilled when nothing that was asked is without an answer, or after `atMost` milliseconds in which the page could have heard one. */
export async function answered(atMost: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const leave = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching() === 0) resolve()
  })
  // In quarters: after a page was busy its clock is heard first, and only then what has come meanwhile.
  for (let quarter = 0; quarter < 4 && queryClient.isFetching() > 0; quarter++)
    await Promise.race([promise, new Promise((done) => setTimeout(done, atMost / 4))])
  leave()
}

/** Shows a refusal in the message bar; a call that was called off is no refusal. */
export function showRefusal(refused: Error) {
  if (refused.name === 'AbortError') return
  showMessage({ tone: 'bad', text: translate(refused.message) })
}

/** What is sent is always an object; its type is unknown only while the endpoint is generic. */
const withParts = <Sent>(sent: Sent) => sent as Sent & object

/** Repetitions of a mutation hand over the same object, so the object finds its key. */
const keys = new WeakMap<object, string>()
function keyFor(sent: unknown): string {
  if (typeof sent !== 'object' || sent === null) return newKey()
  const key = keys.get(sent) ?? newKey()
  keys.set(sent, key)
  return key
}

const messageOf = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : null
