import './firstDay.css'
import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { firstDay, type FirstDayItem } from '#contract/house/firstDay.ts'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { useFirstDayHidden } from './useFirstDayHidden.ts'

/** Where each item is done. */
const places: Record<FirstDayItem, Pick<LinkProps, 'to' | 'search'>> = {
  secondFactor: { to: '/account' },
  firstFile: { to: '/farmers/uploads', search: { upload: 'Y' } },
  firstSession: { to: '/cherry/deliveries/entry' },
  firstLoan: { to: '/loan/requests', search: { create: 'Y' } },
  firstRate: { to: '/rates/cherry' },
  firstStatement: { to: '/money/reconciliation/imports' },
  firstChange: { to: '/admin/users' },
  firstApproval: { to: '/inbox' },
  firstExport: { to: '/farmers/view' },
}

/** What to do on the first day, on the screen where the day begins. It ticks itself, and is gone once all is done. */
export function FirstDay() {
  const words = useWords().shell.firstDay
  const [, hide] = useFirstDayHidden()
  const { items = [], sample = false } = useCall(firstDay.read, {}).data ?? {}
  const done = items.filter((item) => item.done).length
  if (done === items.length) return null
  return (
    <section className="first-day" aria-labelledby="first-day">
      <header>
        <h2 id="first-day">{words.title}</h2>
        <span className="faint">{words.done(done, items.length)}</span>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => hide(true)}>
          {words.hide}
        </Button>
      </header>
      <ul>
        {items.map((item) => (
          <li key={item.name} data-done={item.done || undefined}>
            {item.done ? (
              <IconCircleCheckFilled size={18} role="img" aria-label={words.isDone} />
            ) : (
              <IconCircle size={18} stroke={1.5} aria-hidden />
            )}
            {item.done ? (
              <span>{words.items[item.name]}</span>
            ) : (
              <Link {...places[item.name]}>{words.items[item.name]}</Link>
            )}
          </li>
        ))}
      </ul>
      {sample && (
        <p className="sub">
          {words.sample} <code>npm run discard-sample</code>
        </p>
      )}
    </section>
  )
}
