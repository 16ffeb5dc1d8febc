import { useLayoutEffect, useRef, useState } from 'react'
import { leavingOrder, type ListColumn } from '#contract/kit/listScreen.ts'

/**
 * The columns for which a table has room, found by measuring it: those that may go leave in their declared order. What a user has
 * chosen with the column chooser stays, and the table scrolls inside itself.
 */
export function useFittingColumns(shown: readonly ListColumn[], { chosen, rows }: { chosen: boolean; rows: unknown }) {
  const box = useRef<HTMLDivElement>(null)
  const [{ width, gone }, setFit] = useState({ width: 0, gone: 0 })
  const order = chosen ? [] : leavingOrder(shown)
  const left = new Set(order.slice(0, gone))
  const names = shown.map(({ key }) => key).join()
  // Another width or other columns: measured again from the beginning, before anything is painted.
  useLayoutEffect(() => {
    const table = box.current
    if (!table) return
    const measure = () =>
      setFit((last) => (last.width === table.offsetWidth ? last : { width: table.offsetWidth, gone: 0 }))
    const observer = new ResizeObserver(measure)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => setFit((last) => ({ ...last, gone: 0 })), [names, chosen])
  // Only the drawn table knows how wide its texts are.
  useLayoutEffect(() => {
    const table = box.current
    if (!table) return
    let missing = table.scrollWidth - table.clientWidth
    let next = gone
    while (missing > 0 && next < order.length) {
      missing -= table.querySelector<HTMLElement>(`th[data-column="${order[next]}"]`)?.offsetWidth ?? 0
      next++
    }
    if (next !== gone) setFit({ width, gone: next })
    // The order follows from the names of the columns.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [gone, names, chosen, rows, width])
  return { box, fitting: shown.filter(({ key }) => !left.has(key)) }
}
