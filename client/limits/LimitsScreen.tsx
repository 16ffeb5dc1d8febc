import type { Limit } from '#contract/limits/limits.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { limitsSource } from './limitsSource.ts'
import '#client/kit/lenderParts.css'

const cells = { available: (limit: Limit) => <Available limit={limit} /> }

/** What each member may borrow: granted, reserved, used and left at this moment. */
export function LimitsScreen() {
  const words = useWords().limits
  const user = useUser()
  return <ListScreen<Limit> source={limitsSource(user)} title={(row) => row.name} sub={words.sub} cells={cells} />
}

/** The sum, and where several lend, what each of them would give. */
function Available({ limit: { available, lenders } }: { limit: Limit }) {
  const { amount } = useFormat()
  return (
    <span className="num">
      {amount(available)}
      {lenders.length > 1 &&
        lenders.map((part) => (
          <small key={part.code} className="lender-part">
            {part.name} {amount(part.available)}
          </small>
        ))}
    </span>
  )
}
