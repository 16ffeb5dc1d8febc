import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { payouts, payoutStates, type Payout } from '#contract/payouts/payouts.ts'
import { useFormat } from '#client/kit/format.ts'
import { PaymentTracker } from '#client/kit/timelines/PaymentTracker.tsx'
import { useAct } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { isAtBank, useReason } from './payoutWords.ts'

/** Where a payout stands and why, and the one thing a person can do about it: query the bank. */
export function PayoutLead({ row }: { row: Payout }) {
  const words = useWords().payouts
  const { dateTime } = useFormat()
  const user = useUser()
  const query = useAct(payouts.query)
  const why = useReason()(row)
  const mayQuery = isAtBank(row) && may(user, payouts.query.allow)
  return (
    <div className="payout-lead">
      <Status {...payoutStates[row.status]} />
      {row.loanId ? <PaymentTracker loanId={row.loanId} atDesk /> : why && <p>{why}</p>}
      {isAtBank(row) && row.nextAt && <p className="faint">{words.nextAsk(dateTime(row.nextAt))}</p>}
      {mayQuery && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={query.isPending}
          onClick={() => query.mutate({ params: { id: row.id } })}
        >
          {words.query}
        </Button>
      )}
    </div>
  )
}
