import { Button, Checkbox, Popover, VisuallyHidden } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { FilterOption, ListFilter, ListScreen } from '#contract/kit/listScreen.ts'
import { useFormat } from '../format.ts'
import { toggleFilter } from './listState.ts'
import type { ListState } from './useListState.ts'
import { useContractWords, useWords } from '../words.ts'

type Counts = Record<string, Record<string, number>>
type FilterMenuProps = {
  list: ListScreen
  state: ListState
  counts: Counts | undefined
  /** Options of open filters that users made. */
  dynamicOptions: Record<string, FilterOption[]> | undefined
}

/** The declared filters of a list, each option with the number of records behind it. */
export function FilterMenu({ list, state, counts, dynamicOptions }: FilterMenuProps) {
  const words = useWords().lists
  const on = Object.values(state.filters).flat().length
  if (!list.filters?.length) return null
  return (
    <Popover position="bottom-end" shadow="lg" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          rightSection={
            on > 0 && (
              <span className="count hot" aria-hidden>
                {on}
              </span>
            )
          }
        >
          {words.filter} {on > 0 && <VisuallyHidden>{words.filtersOn(on)}</VisuallyHidden>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="filters" aria-label={words.filters}>
        {list.filters.map((filter) => (
          <FilterGroup
            key={filter.key}
            filter={{ ...filter, options: [...filter.options, ...(dynamicOptions?.[filter.key] ?? [])] }}
            on={state.filters[filter.key] ?? []}
            counts={counts?.[filter.key]}
            onToggle={(value) => state.setFilters(toggleFilter(state.filters, filter.key, value))}
          />
        ))}
        <Button variant="subtle" size="xs" disabled={on === 0} onClick={() => state.setFilters({})}>
          {words.clearFilters}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

const longFrom = 6

type FilterGroupProps = {
  filter: ListFilter
  on: readonly string[]
  counts: Record<string, number> | undefined
  onToggle: (value: string) => void
}

function FilterGroup({ filter, on, counts, onToggle }: FilterGroupProps) {
  const translate = useContractWords()
  const format = useFormat()
  // Of a long list, such as the seasons of many years, only what is there is worth reading.
  const isLong = filter.options.length > longFrom
  const options = filter.options.filter(({ value }) => !isLong || !counts || on.includes(value) || counts[value])
  return (
    <fieldset className="filter-group">
      <legend>{translate(filter.title)}</legend>
      {options.map((option) => (
        <div key={option.value} className="filter-option">
          <Checkbox
            size="xs"
            label={translate(option.title)}
            checked={on.includes(option.value)}
            onChange={() => onToggle(option.value)}
          />
          {counts && <span className="num faint">{format.number(counts[option.value] ?? 0)}</span>}
        </div>
      ))}
    </fieldset>
  )
}
