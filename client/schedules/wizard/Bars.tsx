import { Link } from '@tanstack/react-router'
import type { GrowerDetails, ScheduleBar, ScheduleBarFound } from '#contract/schedules/communalPayments.ts'
import { useFormat } from '#client/kit/format.ts'
import type { ScreenName } from '#client/kit/places/routes.ts'
import type { Address } from '#client/kit/places/show.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

const transfers = { screen: 'societyTransfers', to: '/money/transfers' } as const
const accounts = { screen: 'societyAccounts', to: '/money/accounts' } as const
const schedules = { screen: 'communalPayments', to: '/farmers/schedule/view' } as const
const floors = { screen: 'communalRates', to: '/rates/communal' } as const

/** Where what stands in the way is solved. */
const solutions: Record<ScheduleBar, Address & { screen: ScreenName }> = {
  no_account: accounts,
  no_money: transfers,
  no_conversion: { screen: 'conversionRates', to: '/rates/conversion' },
  retention: transfers,
  came_as_shillings: accounts,
  no_cycle: schedules,
  no_cherry: { screen: 'cherryDeliveries', to: '/cherry/deliveries' },
  open_schedule: schedules,
  being_paid: schedules,
  lender_unpaid: { screen: 'openLines', to: '/farmers/schedule/open' },
  no_floor: floors,
  below_floor: floors,
  waiting_deliveries: {
    screen: 'cherryDeliveries',
    to: '/cherry/deliveries',
    search: { tab: 'all', filter: 'status:PENDING_APPROVAL' },
  },
  held_members: { screen: 'quality', to: '/farmers/quality' },
}

/** What stands in the way, each with the screen where it is solved. */
export function Bars({ data: { bars } }: { data: GrowerDetails }) {
  const {
    schedules: { wizard: words },
    shell: { screens },
  } = useWords()
  const translate = useContractWords()
  const { number, weight, money } = useFormat()
  /** What a condition is about, in brackets after its sentence. */
  const aboutOf = ({ code, count, weight: kilograms, amount }: ScheduleBarFound): string => {
    if (amount !== null) return ` (${money(amount, code === 'retention' ? 'USD' : 'KES')})`
    if (count === null || kilograms === null) return ''
    const of = code === 'waiting_deliveries' ? words.ofDeliveries : words.byHold
    return ` (${of(number(count), weight(kilograms))})`
  }
  return [true, false].map((blocks) => {
    const some = bars.filter((bar) => bar.blocks === blocks)
    if (some.length === 0) return null
    return (
      <section key={String(blocks)} className="card pad">
        <h2>{blocks ? words.blocks : words.warns}</h2>
        <ul className="wizard-bars">
          {some.map((bar) => {
            const { screen, ...address } = solutions[bar.code]
            return (
              <li key={bar.code}>
                <span className={blocks ? 'hint warn' : undefined}>
                  {translate(bar.message)}
                  {aboutOf(bar)}
                </span>
                <Link className="link" {...address}>
                  {screens[screen]}
                </Link>
              </li>
            )
          })}
        </ul>
      </section>
    )
  })
}
