import type { Limit } from '#contract/limits/limits.ts'
import { useFormat } from '#client/kit/format.ts'
import { WithSecondLine } from '#client/kit/lists/cells.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { limitsSource } from './limitsSource.ts'

const cells = { available: (limit: Limit) => <Available limit={limit} /> }

/** What each member may borrow: granted, reserved, used and left at this moment. */
export function LimitsScreen() {
  const words = useWords().limits
  const user = useUser()
  return <ListScreen<Limit> source={limitsSource(user)} title={(row) => row.name} sub={words.sub} cells={cells} />
}

/** The sum, and where several lend, what each of them would give: one line, so that the rows keep their height. */
function Available({ limit: { available, lenders } }: { limit: Limit }) {
  const { amount } = useFormat()
  const parts = lenders.map((part) => `${part.code} ${amount(part.available)}`).join(' · ')
  return (
    <WithSecondLine text={lenders.length > 1 ? parts : undefined}>
      <span className="num">{amount(available)}</span>
    </WithSecondLine>
  )
}
