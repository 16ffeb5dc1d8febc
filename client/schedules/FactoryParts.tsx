import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import './schedules.css'

type Part = { name: string; weight: number; rate: number; amount: number }

/** What each factory was given where each has a rate of its own, and the rate that was cut of it. */
export function FactoryParts({ parts }: { parts: readonly Part[] }) {
  const { factories: words } = useWords().schedules
  const { money, weight } = useFormat()
  if (parts.length === 0) return null
  return (
    <dl className="facts" aria-label={words.title}>
      {parts.map((part) => (
        <div key={part.name} className="fact">
          <dt>{part.name || words.none}</dt>
          <dd className="num">{words.given(weight(part.weight), money(part.rate), money(part.amount))}</dd>
        </div>
      ))}
    </dl>
  )
}
