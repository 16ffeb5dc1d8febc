import { factoryChange } from '#contract/deliveries/factories.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useWords } from '#client/kit/words.ts'

const names = ['code', 'name', 'active'] as const

/** What a factory is and what it shall be, and why. */
function FactoryChangeLead({ row }: { row: Pick<ChangeRequest, 'before' | 'after' | 'reason'> }) {
  const words = useWords().cherry.factories
  const textOf = (value: unknown) =>
    typeof value === 'boolean'
      ? value
        ? words.yes
        : words.no
      : typeof value === 'string' && value !== ''
        ? value
        : '–'
  const changed = names.filter((name) => name in row.after && row.after[name] !== row.before[name])
  return (
    <>
      <BeforeAfter
        values={changed.map((name) => ({
          key: name,
          title: words.values[name] ?? name,
          before: textOf(row.before[name]),
          after: textOf(row.after[name]),
        }))}
      />
      <Quoted title={words.reason}>{row.reason}</Quoted>
    </>
  )
}

/** How changes of factories are listed and decided. */
export const factoryChangeView = viewRecord(factoryChange, { title: ({ title }) => title, Lead: FactoryChangeLead })
