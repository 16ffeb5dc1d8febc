import { VisuallyHidden } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { useFormat } from '../format.ts'
import { useWords, type Words } from '../words.ts'
import { minutesToSay, onTheClock, timeLeft } from './timeLeft.ts'
import { useSaleTimer, type SaleEnd, type SaleTimer } from './useSaleTimer.ts'
import './saleTimer.css'

/**
 * How long the next sale still takes dispatch, or its catalogue is open, each second anew. Screen readers read it when they come to it, and are told only
 * an hour, ten minutes and a minute before the end, and when it has come. `large` is for the screen on which that is done.
 */
export function SaleCountdown({ large = false, of = 'dispatch' }: { large?: boolean; of?: SaleEnd }) {
  const { timer, closing } = useWords().sales
  const words = of === 'dispatch' ? timer : { ...timer, ...closing }
  const { next, ended } = useSaleTimer(of)
  if (next === undefined) return null
  return (
    <div className={large ? 'sale-timer large' : 'sale-timer'}>
      {next ? <SaleTime timer={next} large={large} words={words} /> : <span className="faint">{words.none}</span>}
      {large && ended !== undefined && <span className="sale-ended">{words.closed(ended)}</span>}
      <VisuallyHidden role="status">{spoken(words, next, ended)}</VisuallyHidden>
    </div>
  )
}

type SaleTimeProps = { timer: SaleTimer; large: boolean; words: Words['sales']['timer'] }

/** The time that is left for one sale, as it stands now: its days, and the rest as a clock says it. */
export function SaleTime({ timer: { saleNo, saleDate, until: end, left }, large, words }: SaleTimeProps) {
  const { date, dateTime } = useFormat()
  const time = timeLeft(left)
  const until = words.until(saleNo, date(saleDate), dateTime(end))
  return (
    <>
      <IconHourglassLow size={large ? 20 : 16} stroke={1.7} aria-hidden />
      <span className="sale-of" title={large ? undefined : until}>
        {large ? until : words.short(saleNo)}
      </span>
      <span
        className="num sale-left"
        role="timer"
        aria-live="off"
        aria-label={until}
        data-soon={left < 3_600_000 || undefined}
      >
        {time.days > 0 && `${words.days(time.days)} `}
        {onTheClock(time)}
      </span>
    </>
  )
}

function spoken(words: Words['sales']['timer'], next: SaleTimer | null, ended: number | undefined): string {
  const minutes = next ? minutesToSay(timeLeft(next.left)) : undefined
  if (next && minutes !== undefined) return words.soon(next.saleNo, words.minutes(minutes))
  return ended === undefined ? '' : words.closed(ended)
}
