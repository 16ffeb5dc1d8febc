import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, type ReactNode } from 'react'

type VirtualRowsProps = {
  count: number
  span: number
  row: (at: number) => ReactNode
}

/** The body of a long table: only rows near the visible part are drawn. Small, because the compiler skips it. */
export function VirtualRows({ count, span, row }: VirtualRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const virtual = useVirtualizer({
    count,
    // Found from inside: a ref of the parent is not set yet when this part is laid out.
    getScrollElement: () => body.current?.closest<HTMLElement>('.scroll') ?? null,
    estimateSize: () => 44,
    overscan: 16,
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <tbody ref={body}>
      {before > 0 && <Space height={before} span={span} />}
      {items.map((item) => row(item.index))}
      {after > 0 && <Space height={after} span={span} />}
    </tbody>
  )
}

const Space = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden className="space">
    <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
  </tr>
)
