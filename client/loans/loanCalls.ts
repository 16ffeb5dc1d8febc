import { useDebouncedValue } from '@mantine/hooks'
import { loanRequest } from '#contract/loans/loanRequests.ts'
import type { BorrowingMember } from '#contract/loans/loanRows.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { useCall } from '#client/kit/queries.ts'
import { may } from '#client/kit/user.ts'

/** Whether the user enters loan requests; the server asks the same rule. */
export const requestsLoans = (user: SessionUser): boolean => may(user, loanRequest.calls.request.allow)

const least = 3
const pauseMs = 300

export type BorrowerLookUp =
  | { state: 'none' | 'searching' | 'unknown' | 'unasked' }
  | { state: 'found'; member: BorrowingMember }

/** The member with the number that is being typed, and what may be borrowed this moment: looked up anew each time. */
export function useBorrower(typed: string): BorrowerLookUp {
  const memberNumber = typed.trim().toUpperCase()
  const [lookedUp] = useDebouncedValue(memberNumber, pauseMs)
  const query = useCall(
    loanRequest.calls.member,
    { query: { memberNumber: lookedUp } },
    { enabled: lookedUp.length >= least && lookedUp === memberNumber, staleTime: 0, retry: false },
  )
  if (memberNumber.length < least) return { state: 'none' }
  if (lookedUp !== memberNumber) return { state: 'searching' }
  if (query.error) return { state: query.error.code === 'loan.unknown_member' ? 'unknown' : 'unasked' }
  return query.data ? { state: 'found', member: query.data } : { state: 'searching' }
}
