import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { settlementAccounts } from '#contract/loanReports/settlementAccounts.ts'
import { accountPurposes, societyAccount, type SocietyAccount } from '#contract/payments/societyAccounts.ts'
import { reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { businessToday, useFormat } from '#client/kit/format.ts'
import { dayBeside } from '#client/kit/forms/readDay.ts'
import type { ListSearch } from '#client/kit/lists/listState.ts'
import { keyOf, queryClient, useAct, useCall } from '#client/kit/queries.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

const askingMs = 1_500

/** What lies on each account of the own society; a press shows the lines of that one alone. */
export function AccountCards() {
  const words = useWords().loanReports.settlement
  const user = useUser()
  const accounts = useCall(
    societyAccount.calls.list,
    { params: { organisationId: user.organisation.id } },
    {
      refetchInterval: ({ state }) => {
        if (!state.data?.some(({ isAsking }) => isAsking)) return false
        // What the bank tells meanwhile stands in the list below.
        void queryClient.invalidateQueries({ queryKey: keyOf(settlementAccounts.list) })
        return askingMs
      },
    },
  )
  if (user.organisation.organisationType.name !== 'FARMER_SOCIETY' || !accounts.data?.length) return null
  return (
    <div className="account-cards" role="group" aria-label={words.accounts}>
      {accounts.data.map((account) => (
        <AccountCard key={account.id} account={account} />
      ))}
    </div>
  )
}

function AccountCard({ account }: { account: SocietyAccount }) {
  const words = useWords().loanReports.settlement
  const translate = useContractWords()
  const { money, date } = useFormat()
  const user = useUser()
  const navigate = useNavigate()
  const search: ListSearch = useSearch({ strict: false })
  const { purpose, accountNumber, currency, bookBalance, availableBalance, upTo, isAsking } = account
  const filter = `account:${purpose}`
  const isShown = search.filter === filter
  const ask = useAct(reconciliation.pull, { quiet: true })
  const today = businessToday()
  const from = [upTo ?? dayBeside(today, -30), dayBeside(today, -91)].toSorted().at(-1) ?? today
  const label = translate(accountPurposes[purpose].label)
  return (
    <section className="card account-card" aria-label={label}>
      <button
        type="button"
        className="account-pick"
        aria-pressed={isShown}
        onClick={() =>
          void navigate({
            to: '/money/settlement',
            search: (now) => ({ ...now, filter: isShown ? undefined : filter, page: undefined }),
            replace: true,
            resetScroll: false,
          })
        }
      >
        <b>{label}</b>
        <span className="code">{accountNumber}</span>
        <span className="account-sum num">{money(availableBalance, currency)}</span>
        <span className="faint">
          {bookBalance === availableBalance ? words.allAvailable : words.book(money(bookBalance, currency))}
        </span>
      </button>
      <p className="faint">
        {isAsking ? words.asking : upTo === null ? words.never : words.upTo(date(upTo))}
        {may(user, reconciliation.pull.allow) && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={isAsking || ask.isPending}
            aria-label={`${words.ask}: ${label}`}
            onClick={() => ask.mutate({ body: { accountNumber, from, to: today } })}
          >
            {words.ask}
          </Button>
        )}
      </p>
    </section>
  )
}
