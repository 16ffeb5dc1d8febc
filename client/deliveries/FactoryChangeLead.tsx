import { factoryChange } from '#contract/factories.ts'
import type { InboxItem } from '#contract/inbox.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { BeforeAfter } from '#client/kit/BeforeAfter.tsx'
import { rowsOf } from '#client/kit/listAnswer.ts'
import { useCall } from '#client/kit/queries.ts'
import { Quoted } from '#client/kit/Quoted.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'

const names = ['code', 'name', 'active'] as const

/** What a factory is and what it shall be, and why. */
export function FactoryChangeLead({ row }: { row: Pick<ChangeRequest, 'before' | 'after' | 'reason'> }) {
  const words = useWords().cherry.factories
  const shown = (value: unknown) =>
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
          before: shown(row.before[name]),
          after: shown(row.after[name]),
        }))}
      />
      <Quoted title={words.reason}>{row.reason}</Quoted>
    </>
  )
}

/** The same for a change that stands in the inbox. */
export function InboxFactoryLead({ row }: { row: InboxItem }) {
  const user = useUser()
  const query = { paginate: 'Y', size: 100, waiting: 'Y' } as const
  const { data } = useCall(factoryChange.calls.changes, { params: { organisationId: user.organisation.id }, query })
  const found = rowsOf(data).find(({ id }) => id === row.id)
  return found ? <FactoryChangeLead row={found} /> : null
}
