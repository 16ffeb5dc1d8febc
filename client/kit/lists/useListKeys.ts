import { useWindowEvent } from '@mantine/hooks'

type ListKeys = {
  /** No keys while a dialog asks something. */
  off: boolean
  move: (by: -1 | 1) => void
  open: () => void
  select: () => void
  approve: () => void
  decline: () => void
  search: () => void
  help: () => void
}

const typing =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog].mantine-Modal-content'
const pressing = 'button, a, [role=tab]'

/** The row keyboard of a list. It is silent while something else has the focus that wants the keys itself. */
export function useListKeys(keys: ListKeys) {
  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : document.body
    if (keys.off || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    // A checkbox has no use for letters, so a list stays at hand after a click on one.
    const field = target.closest(typing)
    if (field && !(field instanceof HTMLInputElement && field.type === 'checkbox')) return
    const run = runOf(keys, event.key, target)
    if (!run) return
    event.preventDefault()
    run()
  })
}

function runOf(keys: ListKeys, key: string, target: Element): (() => void) | undefined {
  if (key === 'Enter') return target.closest(pressing) ? undefined : keys.open
  if (key === ' ') return target.matches('[data-row]') ? keys.select : undefined
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    // Arrows scroll the page unless a row has the focus.
    return target.closest('[data-row]') ? () => keys.move(key === 'ArrowDown' ? 1 : -1) : undefined
  }
  return {
    j: () => keys.move(1),
    k: () => keys.move(-1),
    x: keys.select,
    a: keys.approve,
    r: keys.decline,
    '/': keys.search,
    '?': keys.help,
  }[key]
}
