import { useLayoutEffect, useRef } from 'react'
import { keepRest } from './rowsOnPage.ts'

/**
 * Measures what a screen has besides the rows of its list, whenever its height changes: headings, totals and the pager. Only the
 * drawn screen knows in which language, with which tabs and for whom. What stands below the list is scrolled to, and not counted.
 */
export function useMeasuredRest(list: string) {
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const table = card.current
    const page = table?.parentElement
    if (!table || !page) return
    const measure = () => {
      const rows = table.querySelector('.scroll')?.getBoundingClientRect()
      const headings = table.querySelector('thead')?.clientHeight
      // Without a pager the list is whole, and as short as it is.
      if (!rows || !headings || !table.querySelector('.pager')) return
      const { bottom } = table.getBoundingClientRect()
      const under = Number.parseFloat(getComputedStyle(page).paddingBottom)
      keepRest(list, Math.ceil(rows.top + window.scrollY + headings + bottom - rows.bottom + under))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(page)
    return () => observer.disconnect()
  }, [list])
  return card
}
