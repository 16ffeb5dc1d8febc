import { IconAlertTriangle } from '@tabler/icons-react'
import { useFormat } from '../format.ts'
import { useWords } from '../words.ts'
import type { SelectedRecord } from './selection.ts'
import { stakeOf } from './stake.ts'

/** So many unusual ones are named; of the others their number is said. */
const named = 5

/** What many decisions do together: how many, of how many members, how much, the largest, and those that stand out. */
export function StakeLine({ records }: { records: readonly SelectedRecord[] }) {
  const { headlines } = useWords()
  const { number, weight, money, list } = useFormat()
  const words = headlines.stake
  const sum = stakeOf(records)
  const shown = sum.measure === 'kilograms' ? weight : money
  const noun = (sum.says && words.nouns[sum.says]) ?? words.records
  const parts = [
    noun(sum.records, number(sum.records)),
    ...(sum.entries > 0 ? [words.entries(sum.entries, number(sum.entries))] : []),
    ...(sum.kilograms === 0 ? [] : [weight(sum.kilograms)]),
    ...(sum.amount === 0 ? [] : [money(sum.amount)]),
    ...(sum.members > 0 ? [words.members(sum.members, number(sum.members))] : []),
    ...(sum.measure && sum.records > 1 ? [words.largest(shown(sum.largest))] : []),
  ]
  const unusual = sum.unusual.slice(0, named).map(({ title, value }) => `${title} ${shown(value)}`)
  return (
    <div className="stake-line" role="group" aria-label={words.title}>
      <b className="num">{parts.join(', ')}</b>
      {unusual.length > 0 && (
        <p>
          <IconAlertTriangle size={15} aria-hidden />
          <span>{words.unusual(list(unusual), sum.unusual.length - unusual.length)}</span>
        </p>
      )}
    </div>
  )
}
