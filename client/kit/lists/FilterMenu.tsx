import { Button, Checkbox, Popover, VisuallyHidden } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListFilter } from '#contract/kit/listScreen.ts'
import { useFormat } from '../format.ts'
import { queryClient } from '../queries.ts'
import { toggleFilter } from './listState.ts'
import { filterCountsQuery, type ListSource } from './useListPage.ts'
import type { ListState } from './useListState.ts'
import { useContractWords, useWords } from '../words.ts'

type FilterMenuProps = { source: ListSource; state: ListState }

/**
 * The declared filters of a list, each option with the number of records behind it. They are counted for who is about to open the menu:
 * with every page they would cost as much as the page.
 */
export function FilterMenu({ source, state }: FilterMenuProps) {
  const words = useWords().lists
  const [isOpen, setOpen] = useState(false)
  const counting = filterCountsQuery(source)
  const { data } = useQuery({ ...counting, enabled: isOpen })
  const on = Object.values(state.filters).flat().length
  const filters = source.list.filters ?? []
  if (filters.length === 0) return null
  const count = () => void queryClient.prefetchQuery(counting)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="lg" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          onClick={() => setOpen(!isOpen)}
          onPointerEnter={count}
          onFocus={count}
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
        {filters.map((filter) => (
          <FilterGroup
            key={filter.key}
            filter={{ ...filter, options: [...filter.options, ...(data?.options?.[filter.key] ?? [])] }}
            on={state.filters[filter.key] ?? []}
            counts={data?.counts?.[filter.key]}
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
