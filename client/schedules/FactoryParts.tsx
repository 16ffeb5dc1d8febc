import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import './schedules.css'

type Part = { name: string; weight: number; rate: number; amount: number }
type FactoryPartsProps = {
  parts: readonly Part[]
  /** Whether the amounts are what the factory was given, of which its rate was cut; else what its kilograms come to. */
  isGiven?: boolean
}

/** What comes from each factory where each has a rate of its own: its kilograms by its rate. */
export function FactoryParts({ parts, isGiven = false }: FactoryPartsProps) {
  const { factories: words } = useWords().schedules
  const { money, weight } = useFormat()
  if (parts.length === 0) return null
  return (
    <dl className="facts" aria-label={words.title}>
      {parts.map((part) => (
        <div key={part.name} className="fact">
          <dt>{part.name || words.none}</dt>
          <dd className="num">
            {(isGiven ? words.given : words.by)(weight(part.weight), money(part.rate), money(part.amount))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
