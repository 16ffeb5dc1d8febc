import { Skeleton } from '@mantine/core'
import { openLines } from '#contract/schedules/openLines.ts'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords } from '#client/kit/words.ts'
import { OpenMending } from './OpenMending.tsx'

/** A payment of a schedule, to a member, a lender or a payee. `search` finds it among what is open. */
type Payment = { id: string; reason: string; season: string; search: string }

/** What holds a payment now, and what mends it; of a schedule that waits itself, only why it will be held. */
export function Unpaid({ id, reason, season, search }: Payment) {
  const { organisation } = useUser()
  const translate = useContractWords()
  const { data, isPending } = useCall(openLines.list, {
    params: { organisationId: organisation.id },
    query: { paginate: 'Y', size: 20, search, filter: `season:${season}` },
  })
  if (isPending) return <Skeleton height={64} />
  const open = data && 'data' in data ? data.data.find((line) => line.id === id) : undefined
  return open ? <OpenMending row={open} isHere /> : <p className="hint warn">{translate(reason)}</p>
}
