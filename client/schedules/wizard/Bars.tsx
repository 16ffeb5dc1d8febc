import { Link } from '@tanstack/react-router'
import type { GrowerDetails, ScheduleBar } from '#contract/schedules/communalPayments.ts'
import { useFormat } from '#client/kit/format.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** Where what stands in the way is solved. */
const solutions: Record<ScheduleBar, string> = {
  no_account: '/money/accounts',
  no_money: '/money/transfers',
  no_conversion: '/rates/conversion',
  retention: '/money/transfers',
  came_as_shillings: '/money/accounts',
  no_cycle: '/farmers/schedule/view',
  no_cherry: '/cherry/deliveries',
  open_schedule: '/farmers/schedule/view',
  being_paid: '/farmers/schedule/view',
  lender_unpaid: '/farmers/schedule/view',
  no_floor: '/rates/communal',
  below_floor: '/rates/communal',
  waiting_deliveries: '/cherry/deliveries',
  held_members: '/farmers/quality',
}

/** What stands in the way, each with the screen where it is solved. */
export function Bars({ data: { bars } }: { data: GrowerDetails }) {
  const { wizard: words } = useWords().schedules
  const translate = useContractWords()
  const { number, weight, money } = useFormat()
  return [true, false].map((blocks) => {
    const some = bars.filter((bar) => bar.blocks === blocks)
    if (some.length === 0) return null
    return (
      <section key={String(blocks)} className="card pad">
        <h2>{blocks ? words.blocks : words.warns}</h2>
        <ul className="wizard-bars">
          {some.map(({ code, message, count, weight: kilograms, amount }) => (
            <li key={code}>
              <span className={blocks ? 'hint warn' : undefined}>
                {translate(message)}
                {aboutOf([
                  count !== null && number(count),
                  kilograms !== null && weight(kilograms),
                  amount !== null && money(amount, code === 'retention' ? 'USD' : 'KES'),
                ])}
              </span>
              <Link className="link" to={solutions[code]}>
                {words.solve}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

/** What a condition is about, in brackets after its sentence. */
const aboutOf = (figures: readonly (string | false)[]): string => {
  const some = figures.filter((figure) => figure !== false)
  return some.length > 0 ? ` (${some.join(' · ')})` : ''
}
