import { Tabs } from '@mantine/core'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { useFormat } from '../format.ts'
import { useWords } from '../words.ts'
import type { ListState } from './useListState.ts'

type WaitingTabsProps = { state: ListState; page: PageOf<unknown> | undefined; total: string }

/** What waits for the user, or everything: the first thing that narrows a list, so it stands before its search. */
export function WaitingTabs({ state, page, total }: WaitingTabsProps) {
  const words = useWords().lists
  const { number } = useFormat()
  return (
    <Tabs
      className="tabs"
      variant="pills"
      value={state.tab}
      onChange={(next) => state.setTab(next === 'waiting' ? 'waiting' : 'all')}
    >
      <Tabs.List aria-label={words.tabs}>
        <Tabs.Tab value="waiting">
          {words.waiting} {page?.waiting !== undefined && <span className="count hot">{number(page.waiting)}</span>}
        </Tabs.Tab>
        <Tabs.Tab value="all">
          {words.all} {state.tab === 'all' && page && <span className="count">{total}</span>}
        </Tabs.Tab>
      </Tabs.List>
    </Tabs>
  )
}
