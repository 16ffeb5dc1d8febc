import { useNavigate, useSearch } from '@tanstack/react-router'
import { trackedIn, type TrackedStock } from '#contract/stock/stockRows.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { DayFields, StockFilters, StockOwner } from './StockFilters.tsx'
import { stockSource } from './stockSource.ts'
import { useReach } from './useStock.ts'

const cells: Cells<TrackedStock> = {
  state: ({ stage, state }) => {
    const known = stateFor(state, trackedIn[stage])
    return <Status tone={known?.tone ?? 'neutral'} label={known?.label ?? state.statusName} />
  },
}

/** Where coffee is: each part of it in the last record that it has come to. */
export function StockTrackerScreen() {
  const words = useWords().stock
  const search: object = useSearch({ strict: false })
  const navigate = useNavigate()
  const reach = useReach()
  return (
    <ListScreen<TrackedStock>
      source={stockSource(useUser(), search)}
      title={({ growerOutturnNumber, cleanGrade }) => [growerOutturnNumber, cleanGrade].filter(Boolean).join(', ')}
      heading={<h1>{words.title}</h1>}
      sub={
        <>
          <StockOwner />
          {words.subs[reach]}
        </>
      }
      above={
        <StockFilters>
          <DayFields />
        </StockFilters>
      }
      noDrawer
      onView={({ id }) =>
        // What was asked for is there again on the way back.
        void navigate({ to: '/grower/stock2/$id', params: { id }, search: ((now: object) => now) as never })
      }
      cells={cells}
      next={{ text: words.none[reach] }}
    />
  )
}
