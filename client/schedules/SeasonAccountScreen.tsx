import { NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { seasonBefore } from '#contract/house/seasons.ts'
import { seasonAccounts, type SeasonAccount } from '#contract/statements/seasonAccount.ts'
import { download } from '#client/kit/download.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { WorkbookButton } from '#client/kit/WorkbookButton.tsx'
import { useWords } from '#client/kit/words.ts'
import { AmountRows } from '#client/kit/timelines/AmountRows.tsx'
import './statements.css'

/** Where the dollars of a season went, on one page: what came in is what is paid, held and carried. */
export function SeasonAccountScreen() {
  const words = useWords().statements.account
  const { organisation } = useUser()
  const [season, setSeason] = useState<string>()
  const sent = { params: { organisationId: organisation.id }, query: season === undefined ? {} : { season } }
  const { data, error, refetch } = useCall(seasonAccounts.account, sent)
  const current = useCall(seasonAccounts.account, { params: sent.params, query: {} }).data?.season
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{data ? words.of(data.season) : words.title}</h1>
          <p className="sub">{data ? `${data.organisationName}. ${words.sub}` : words.sub}</p>
        </div>
        <div className="page-actions">
          {current && (
            <NativeSelect
              aria-label={words.season}
              value={season ?? current}
              data={lastSeasons(current)}
              onChange={(event) => setSeason(event.currentTarget.value)}
            />
          )}
          <WorkbookButton
            label={words.workbook}
            disabled={!data}
            save={() => download(seasonAccounts.workbook, sent)}
          />
        </div>
      </header>
      {error && !data ? (
        <NotLoaded refused={error} onReload={() => void refetch()} />
      ) : data ? (
        <Account account={data} />
      ) : (
        <ListSkeleton />
      )}
    </div>
  )
}

const lastSeasons = (current: string): string[] => [current, seasonBefore(current), seasonBefore(seasonBefore(current))]

/** One figure, which leads to what it is made of. */
type Figure = { name: ReactNode; amount: number; note?: string }
const figuresIn = (filter: string) => ({ to: '/money/settlement', search: { filter } }) as const

function Account({ account: { dollars, shillings, conversions, schedules } }: { account: SeasonAccount }) {
  const words = useWords().statements.account
  const { exchangeRate, money, number } = useFormat()
  const statement = (account: string, name: string) => <Link {...figuresIn(`account:${account}`)}>{name}</Link>
  const transfers = (name: string, filter?: string) => (
    <Link to="/money/transfers" search={{ tab: 'all', ...(filter ? { filter } : {}) }}>
      {name}
    </Link>
  )
  const conversionsOf = (name: string) => transfers(name, 'kind:CONVERSION')
  const toSchedules = (name: string) => (
    <Link to="/farmers/schedule/view" search={{ tab: 'all' }}>
      {name}
    </Link>
  )
  const inDollars: Figure[] = [
    { name: statement('NON_CHECKOFF', words.opening), amount: dollars.opening },
    { name: statement('NON_CHECKOFF', words.cameIn), amount: dollars.cameIn },
    ...(dollars.wentOut === 0 ? [] : [{ name: statement('NON_CHECKOFF', words.wentOut), amount: -dollars.wentOut }]),
    ...conversions.map(({ dealCode, rate, dollars: sold, shillings: bought }) => ({
      name: conversionsOf(words.converted(dealCode)),
      amount: -sold,
      note: words.at(exchangeRate(rate ?? 0), money(bought)),
    })),
    { name: statement('NON_CHECKOFF', words.nonCheckoff), amount: -dollars.nonCheckoff },
    { name: statement('CHECKOFF', words.retained), amount: -dollars.retained },
    { name: statement('FARMERS_USD', words.farmers), amount: -dollars.farmers },
    { name: transfers(words.underWay), amount: -dollars.underWay },
  ]
  const inShillings: Figure[] = [
    { name: statement('FARMERS_KES', words.opening), amount: shillings.opening },
    { name: conversionsOf(words.bought), amount: shillings.converted },
    { name: statement('FARMERS_KES', words.asShillings), amount: shillings.cameIn },
    ...(shillings.wentOut === 0 ? [] : [{ name: statement('FARMERS_KES', words.wentOut), amount: -shillings.wentOut }]),
    { name: toSchedules(words.paid), amount: -shillings.paid },
    { name: toSchedules(words.recovered), amount: -shillings.recovered },
    ...(shillings.deducted === 0 ? [] : [{ name: toSchedules(words.deducted), amount: -shillings.deducted }]),
    { name: toSchedules(words.held), amount: -shillings.held },
    { name: statement('FARMERS_KES', words.carried), amount: -shillings.carried },
  ]
  return (
    <div className="season-account">
      <Column title={words.dollars} currency="USD" figures={inDollars} difference={dollars.difference} />
      <Column title={words.shillings} currency="KES" figures={inShillings} difference={shillings.difference} />
      {schedules.length > 0 && (
        <section className="card pad part" aria-label={words.schedules}>
          <h2 className="part-title">{words.schedules}</h2>
          <dl className="amount-steps">
            <AmountRows
              rows={schedules.map(({ id, cycle, total, bonus, deducted, paid, recovered, held, onTheWay, left }) => ({
                name: (
                  <Link to="/farmers/schedule/details/view/$id" params={{ id }}>
                    {words.cycle(number(cycle))}
                  </Link>
                ),
                value: money(total + bonus),
                note: [
                  words.stand(money(paid), money(recovered), money(held), money(onTheWay)),
                  bonus > 0 && words.ofPremiums(money(bonus)),
                  deducted > 0 && words.forPayees(money(deducted)),
                  left > 0 && words.left(money(left)),
                ]
                  .filter(Boolean)
                  .join(' '),
              }))}
            />
          </dl>
        </section>
      )}
    </div>
  )
}

type ColumnProps = { title: string; currency: 'USD' | 'KES'; figures: readonly Figure[]; difference: number }

function Column({ title, currency, figures, difference }: ColumnProps) {
  const words = useWords().statements.account
  const { money } = useFormat()
  return (
    <section className="card pad part" aria-label={title}>
      <h2 className="part-title">{title}</h2>
      <dl className="amount-steps">
        {/* Without the nothing that is added, nothing taken off would be shown as less than nothing. */}
        <AmountRows
          rows={figures.map(({ name, amount, note }) => ({ name, note, value: money(amount + 0, currency) }))}
        />
        <div className={difference === 0 ? 'amount-end' : 'amount-end warn'}>
          <dt>{difference === 0 ? words.closes : words.difference}</dt>
          <dd className="num">{money(difference, currency)}</dd>
        </div>
      </dl>
    </section>
  )
}
