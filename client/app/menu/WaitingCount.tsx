import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'

/** How much waits, beside the screen where it waits; nothing where nothing does. */
export function WaitingCount({ waiting }: { waiting: number }) {
  const words = useWords().shell
  const format = useFormat()
  if (waiting === 0) return null
  return (
    <span className="count">
      {format.number(waiting)}
      <span className="sr"> {words.waitingWord}</span>
    </span>
  )
}
