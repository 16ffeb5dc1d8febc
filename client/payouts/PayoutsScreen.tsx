import { useInterval } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { payouts, payoutStates, type Payout } from '#contract/payouts/payouts.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { keyOf, queryClient, useAct } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { PayoutBoard } from './PayoutBoard.tsx'
import { PayoutEvidence } from './PayoutEvidence.tsx'
import { PayoutLead } from './PayoutLead.tsx'
import { payoutsSource } from './payoutsSource.ts'
import { everyMs, isAtBank, useReason } from './payoutWords.ts'
import './payouts.css'

const cells: Cells<Payout> = {
  amount: ({ amount, currency }) => <Sum amount={amount} currency={currency} />,
  status: ({ status }) => <Status {...payoutStates[status]} />,
  ageMinutes: (payout) => <Age payout={payout} />,
  reason: (payout) => <Reason payout={payout} />,
}

function Sum({ amount, currency }: Pick<Payout, 'amount' | 'currency'>) {
  const { money } = useFormat()
  return <span className="num">{money(amount, currency)}</span>
}

const epoch = new Date(0)

function Age({ payout: { ageMinutes } }: { payout: Payout }) {
  const { age } = useFormat()
  if (ageMinutes === null) return <span className="faint">–</span>
  return <span className="num">{age(epoch, new Date(ageMinutes * 60_000))}</span>
}

function Reason({ payout }: { payout: Payout }) {
  const reason = useReason()(payout)
  return reason ? <span className="payout-why">{reason}</span> : <span className="faint">–</span>
}

/** The desk of payouts: what is in doubt, failed or on its way, and the channels it goes through. */
export function PayoutsScreen() {
  const words = useWords().payouts
  const translate = useContractWords()
  const user = useUser()
  const query = useAct(payouts.query)
  // Numbers, list and evidence move on while somebody looks.
  useInterval(() => void queryClient.invalidateQueries({ queryKey: keyOf(payouts.list) }), everyMs, {
    autoInvoke: true,
  })
  return (
    <ListScreen<Payout>
      source={payoutsSource}
      title={({ title }) => title}
      heading={<h1>{translate(payoutsSource.list.title)}</h1>}
      sub={words.sub}
      above={<PayoutBoard />}
      cells={cells}
      Lead={PayoutLead}
      After={PayoutEvidence}
      rowActions={[
        {
          label: words.query,
          Icon: IconRefresh,
          run: ({ id }) => query.mutate({ params: { id } }),
          isShown: (payout) => isAtBank(payout) && may(user, payouts.query.allow),
        },
      ]}
    />
  )
}
