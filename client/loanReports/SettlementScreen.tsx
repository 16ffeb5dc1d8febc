import { useNavigate, useSearch } from '@tanstack/react-router'
import { settlementList, statementAccounts, type SettlementEntry } from '#contract/loanReports/settlementAccounts.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { useFormat } from '#client/kit/format.ts'
import { PeriodFields } from '#client/kit/forms/PeriodFields.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { AccountCards } from './AccountCards.tsx'
import type { SettlementPeriod } from './settlementSearch.ts'
import { settlementSource } from './settlementSource.ts'
import './loanReports.css'

const cells: Cells<SettlementEntry> = {
  account: ({ account }) => <AccountName account={account} />,
  amount: ({ amount, currency }) => <Sum amount={amount} currency={currency} />,
  runningBalance: ({ runningBalance, currency }) => <Sum amount={runningBalance} currency={currency} />,
}

function Sum({ amount, currency }: Pick<SettlementEntry, 'amount' | 'currency'>) {
  const { money } = useFormat()
  return <span className="num">{money(amount, currency)}</span>
}

function AccountName({ account }: Pick<SettlementEntry, 'account'>) {
  return useContractWords()(statementAccounts[account].label)
}

/** What moved on the settlement accounts of a society, with the balance after each line. */
export function SettlementScreen() {
  const words = useWords().loanReports.settlement
  const translate = useContractWords()
  const search: object = useSearch({ strict: false })
  return (
    <ListScreen<SettlementEntry>
      source={settlementSource(useUser(), search)}
      title={({ narration, transactionId }) => narration || transactionId}
      heading={<h1>{translate(settlementList.title)}</h1>}
      sub={words.sub}
      cells={cells}
      above={
        <>
          <AccountCards />
          <Days />
        </>
      }
      next={{ text: words.none }}
    />
  )
}

function Days() {
  const words = useWords().loanReports.settlement
  const period: SettlementPeriod = useSearch({ strict: false })
  const navigate = useNavigate()
  const changePeriod = (changes: SettlementPeriod) =>
    void navigate({
      to: '/money/settlement',
      search: (now) => ({ ...now, ...changes, page: undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="settlement-days" role="group" aria-label={words.days}>
      <PeriodFields words={words} period={period} onChange={changePeriod} />
    </div>
  )
}
