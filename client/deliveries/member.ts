import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { cherryDelivery, type DeliveringMember } from '#contract/deliveries/cherryDeliveries.ts'
import { callQuery, queryClient } from '#client/kit/queries.ts'

/** From how many characters a member number is looked up, and after which pause. Source: specification 1, sections 5 and 9. */
const least = 3
const pauseMs = 300
const minute = 60_000

/** Look-ups stay in this tab's memory, so that the same member is known at once and without a network. */
const memberQuery = (memberNumber: string) => ({
  ...callQuery(cherryDelivery.calls.member, { query: { memberNumber } }),
  staleTime: 10 * minute,
  gcTime: 240 * minute,
})

export type MemberLookUp =
  | { state: 'none' }
  | { state: 'searching' }
  | { state: 'found'; member: DeliveringMember }
  | { state: 'unknown' }
  /** The server could not be reached; it looks again when the delivery is sent. */
  | { state: 'unasked' }

const normal = (typed: string) => typed.trim().toUpperCase()

/** The member with the number that is being typed. */
export function useMember(typed: string): MemberLookUp {
  const now = normal(typed)
  const [paused] = useDebouncedValue(now, pauseMs)
  const known = knownMember(now)
  // Who was looked up before is there without a pause.
  const lookedUp = known ? now : paused
  const query = useQuery({ ...memberQuery(lookedUp), enabled: lookedUp.length >= least && lookedUp === now })
  if (now.length < least) return { state: 'none' }
  if (known) return { state: 'found', member: known }
  if (lookedUp !== now) return { state: 'searching' }
  if (query.error?.code === 'delivery.unknown_member') return { state: 'unknown' }
  if (query.error || query.fetchStatus === 'paused') return { state: 'unasked' }
  return query.data ? { state: 'found', member: query.data } : { state: 'searching' }
}

/** A member that was looked up in this tab before. */
const knownMember = (memberNumber: string): DeliveringMember | undefined =>
  queryClient.getQueryData<DeliveringMember>(memberQuery(normal(memberNumber)).queryKey)

/** Names of members by their number, as far as they are known. */
export function useMemberNames(memberNumbers: readonly string[]): ReadonlyMap<string, string> {
  const numbers = [...new Set(memberNumbers)].filter((one) => one.length >= least)
  const queries = useQueries({ queries: numbers.map((one) => ({ ...memberQuery(one), retry: false })) })
  return new Map(numbers.flatMap((one, at) => (queries[at]?.data ? [[one, queries[at].data.fullName] as const] : [])))
}

/** Looks a member up at once, and waits. Throws the refusal. */
export const fetchMember = (memberNumber: string): Promise<DeliveringMember> =>
  queryClient.fetchQuery(memberQuery(normal(memberNumber)))
