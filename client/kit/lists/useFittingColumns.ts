import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { leavingOrder, type ListColumn } from '#contract/kit/listScreen.ts'

/**
 * The columns for which a table has room, found by measuring it: those that may go leave in their declared order. What a user has
 * chosen with the column chooser stays, and the table scrolls inside itself.
 */
export function useFittingColumns(shown: readonly ListColumn[], { chosen, rows }: { chosen: boolean; rows: unknown }) {
  const box = useRef<HTMLDivElement>(null)
  const order = chosen ? [] : leavingOrder(shown)
  // Other columns are measured from the beginning.
  const of = `${chosen} ${shown.map(({ key }) => key).join()}`
  const [fit, setFit] = useState({ of, gone: 0 })
  const gone = fit.of === of ? fit.gone : 0
  const letGo = (next: number) => {
    if (next !== gone || fit.of !== of) setFit({ of, gone: next })
  }
  // Only the drawn table knows how wide its texts are.
  const measure = useEffectEvent((table: HTMLElement) => {
    let missing = table.scrollWidth - table.clientWidth
    let next = gone
    while (missing > 0 && next < order.length) {
      missing -= table.querySelector<HTMLElement>(`th[data-column="${order[next]}"]`)?.offsetWidth ?? 0
      next++
    }
    letGo(next)
  })
  useLayoutEffect(() => {
    if (box.current) measure(box.current)
  }, [gone, of, rows])
  const measureAnew = useEffectEvent((table: HTMLElement) => {
    if (gone === 0) measure(table)
    else letGo(0)
  })
  // In another width they come back first, before anything is painted.
  useLayoutEffect(() => {
    const table = box.current
    if (!table) return
    let width = table.offsetWidth
    const observer = new ResizeObserver(() => {
      if (table.offsetWidth === width) return
      width = table.offsetWidth
      measureAnew(table)
    })
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  const left = new Set(order.slice(0, gone))
  return { box, fitting: shown.filter(({ key }) => !left.has(key)) }
}
