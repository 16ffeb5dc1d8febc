import { SegmentedControl } from '@mantine/core'
import { useWords } from '../words.ts'

type ChartsOrTablesProps = { as: 'charts' | 'tables'; onChange: (as: 'tables' | undefined) => void }

/** Charts, or the tables behind them. Charts are what an address need not say. */
export function ChartsOrTables({ as, onChange }: ChartsOrTablesProps) {
  const words = useWords().dashboard
  return (
    <SegmentedControl
      aria-label={words.as}
      value={as}
      data={[
        { value: 'charts', label: words.shownAs.charts },
        { value: 'tables', label: words.shownAs.tables },
      ]}
      onChange={(next) => onChange(next === 'tables' ? next : undefined)}
    />
  )
}
