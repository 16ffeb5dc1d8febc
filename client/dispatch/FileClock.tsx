import type { DispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { SaleTime } from '#client/kit/saleTimer/SaleCountdown.tsx'
import { useSaleTimer } from '#client/kit/saleTimer/useSaleTimer.ts'
import { useWords } from '#client/kit/words.ts'

type Props = { file: Pick<DispatchFile, 'saleNumber' | 'saleDate' | 'dispatchCutoff'> }

/** How long the sale of a file still takes dispatch, whichever sale is the next; by the clock of the server, each second anew. */
export function FileClock({ file: { saleNumber, saleDate, dispatchCutoff } }: Props) {
  const words = useWords().sales.timer
  const { next } = useSaleTimer('dispatch')
  if (next === undefined || saleNumber === null || saleDate === null || dispatchCutoff === null) return null
  // The cut-off of the next sale, less what is left until it, is the time at the server. Without one every cut-off has passed.
  const left = next === null ? 0 : Date.parse(dispatchCutoff) - Date.parse(next.until) + next.left
  return (
    <div className="sale-timer">
      {left > 0 ? (
        <SaleTime timer={{ saleNo: saleNumber, saleDate, until: dispatchCutoff, left }} large={false} words={words} />
      ) : (
        <span className="sale-ended">{words.closed(saleNumber)}</span>
      )}
    </div>
  )
}
