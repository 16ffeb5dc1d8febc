import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { actorOf } from '../decisions/actor.ts'
import { isTexts, useRemembered } from '../remembered.ts'
import { useUser } from '../user.ts'
import { useContractWords, useWords } from '../words.ts'
import { applyDensity, densities, useDensity } from './rowsOnPage.ts'

/** The hidden columns of a list, remembered on this device, at first those declared hidden, and what stands under the title. */
export function useHiddenColumns(list: ListScreen) {
  const user = useUser()
  const seesAll = organisationTypes[actorOf(user).organisationType].sees === 'all'
  // What a record is called by stays its title for who sees many.
  const atFirst = list.columns.flatMap(({ key, hidden, card }) =>
    hidden && !(seesAll && hidden === 'own' && card === 'title') ? [key] : [],
  )
  const kept = useRemembered(`kahawa.columns.${list.name}`, atFirst, isTexts)
  const hidden: ReadonlySet<string> = new Set(kept.value)
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    // A table without columns would have nothing left to click on.
    if (next.size < list.columns.length) kept.remember([...next])
  }
  const under = list.columns.find(
    (column) => hidden.has(column.key) && (column.hidden === 'under' || (seesAll && column.hidden === 'own')),
  )
  const own = user.organisation.organisationName
  return {
    hidden,
    toggle,
    reset: kept.forget,
    changed: kept.isKept,
    /** The second line of a row: another's organisation, and not what stands in a column already. */
    secondLine: (row: object): string | undefined => {
      const text = under && (row as Record<string, unknown>)[under.key] // border: keys of columns are checked where they are declared
      return typeof text === 'string' && text !== own && text !== '' ? text : undefined
    },
  }
}

type ColumnChooserProps = { list: ListScreen } & Omit<ReturnType<typeof useHiddenColumns>, 'secondLine'>

/** Which columns of a list are shown, and how close the rows of all lists stand. */
export function ColumnChooser({ list, hidden, toggle, reset, changed }: ColumnChooserProps) {
  const translate = useContractWords()
  const words = useWords().lists
  const rowDensity = useDensity()
  return (
    <Popover position="bottom-end" shadow="lg" width={230} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={words.columns}>
          <ActionIcon variant="default" size={36} aria-label={words.columns}>
            <IconColumns3 size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className="filters" aria-label={words.columns}>
        {list.columns.map((column) => (
          <Checkbox
            key={column.key}
            size="xs"
            label={translate(column.title)}
            checked={!hidden.has(column.key)}
            onChange={() => toggle(column.key)}
          />
        ))}
        <Button variant="subtle" size="xs" disabled={!changed} onClick={reset}>
          {words.columnsReset}
        </Button>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={words.density}
          value={rowDensity}
          data={densities.map((value) => ({ value, label: words.densities[value] }))}
          onChange={applyDensity}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
