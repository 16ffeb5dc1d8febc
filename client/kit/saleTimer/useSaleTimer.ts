import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { saleDays } from '#contract/sales/saleDays.ts'
import { call } from '../call.ts'
import { keyOf } from '../queries.ts'

// Often enough for a sale that is moved, and for a machine that slept; the server decides, whatever is shown.
const asksEvery = 60_000
const longestTimer = 2_147_483_647

// A stopwatch, not the clock of the machine: that may be wrong, and may be set while the page stands open.
const stopwatch = (): number => performance.now()

/** What ends: the dispatch to a sale, or the time in which its catalogue is agreed. */
export type SaleEnd = 'dispatch' | 'catalogue'
const calls = { dispatch: saleDays.upcoming, catalogue: saleDays.closing }

export type SaleTimer = { saleNo: number; saleDate: string; until: string; left: number }
type SaleTimers = {
  /** The sale that takes dispatch now, or whose catalogue closes next; null where none does, undefined while nobody knows. */
  next: SaleTimer | null | undefined
  /** The number of the sale for which it ended while the page stood open. */
  ended: number | undefined
}

/** The sale that coffee can be dispatched to, or whose catalogue is open, with the milliseconds that are left by the clock of the server; new each second. */
export function useSaleTimer(of: SaleEnd): SaleTimers {
  const client = useQueryClient()
  const [at, setAt] = useState(stopwatch)
  const [ended, setEnded] = useState<number>()
  const { data } = useQuery({
    queryKey: keyOf(calls[of], {}),
    queryFn: async ({ signal }) => {
      const answer =
        of === 'dispatch' ? await call(saleDays.upcoming, { signal }) : await call(saleDays.closing, { signal })
      const until = 'dispatchCutoff' in answer ? answer.dispatchCutoff : answer.catalogueClose
      return { ...answer, until, endsAt: stopwatch() + answer.timeInMillis }
    },
    refetchInterval: asksEvery,
  })
  const { endsAt, saleNo, saleDate, until } = data ?? {}
  const left = endsAt === undefined ? undefined : endsAt - at
  const isRunning = left !== undefined && left > 0
  // The page is drawn anew when another second begins: seconds of the deadline, not of the machine.
  useEffect(() => {
    if (!isRunning || endsAt === undefined) return
    const untilNext = (endsAt - stopwatch()) % 1000
    const timer = setTimeout(() => setAt(stopwatch()), Math.max(20, untilNext))
    return () => clearTimeout(timer)
  }, [isRunning, endsAt, at])
  // What ended is said, and the server is asked which sale comes now.
  useEffect(() => {
    if (typeof saleNo !== 'number' || endsAt === undefined) return
    const wait = endsAt - stopwatch()
    if (wait > longestTimer) return
    const timer = setTimeout(
      () => {
        setEnded(saleNo)
        void client.invalidateQueries({ queryKey: keyOf(calls[of]) })
      },
      Math.max(0, wait),
    )
    return () => clearTimeout(timer)
  }, [client, of, saleNo, endsAt])
  if (left === undefined) return { next: undefined, ended }
  if (typeof saleNo !== 'number' || !saleDate || !until) return { next: null, ended }
  return { next: { saleNo, saleDate, until, left: Math.max(0, left) }, ended }
}
